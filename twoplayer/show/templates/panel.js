"use strict";

// "Your rules": every rule of a game, in words. Whether they are fair is worked out at once.

const OTHER = "other …";

// The solver of the rules in the panel; null where they cannot be played.
let preview = null;

function openPanel() {
  element("start").replaceChildren(
    new Option("choose …", ""),
    ...page.catalogue.map(({ name }) => new Option(name, name)),
  );
  showFields(game.rules);
  element("panel").showModal();
}

// Begin with the rules of a name of the catalogue.
function startFrom(name) {
  const known = page.catalogue.find((each) => each.name === name);
  if (!known) return;
  showFields(known.rules);
  element("start").value = name;
  element("summary").textContent = known.summary;
}

// A row for each rule: what it may be, in words, and a place to write what is not in the list.
function showFields(rules) {
  element("fields").replaceChildren(
    ...Object.keys(CLASSIC).map((name) => fieldRow(name, spelled(rules[name]))),
  );
  judge();
}

function spelled(value) {
  return value === null ? "none" : String(value);
}

function fieldRow(name, value) {
  const offered = page.options[name];
  const known = offered.includes(value) ? offered : [...offered, value];
  const options = known.map((each) => new Option(WORDS[name](READ[name](each)), each));
  const list = made("select", [...options, new Option(OTHER, OTHER)], { id: `rule-${name}` });
  list.value = value;
  const text = made("input", [], { id: `text-${name}`, type: "text", autocomplete: "off", spellcheck: "false" });
  text.setAttribute("aria-label", `${page.titles[name]}, written as in a rule file`);
  text.setAttribute("aria-describedby", `takes-${name}`);
  const takes = made("p", `Takes ${page.takes[name]}.`, { class: "hint", id: `takes-${name}` });
  const label = made("label", page.titles[name], { for: `rule-${name}` });
  const row = made("div", [label, list, text, takes], { class: "field" });
  const sides = () => {
    text.hidden = takes.hidden = list.value !== OTHER;
  };
  list.addEventListener("change", () => {
    text.value = list.value === OTHER ? value : "";
    sides();
    if (list.value === OTHER) text.focus();
    judge();
  });
  text.addEventListener("input", judge);
  sides();
  return row;
}

function givenInPanel() {
  return Object.fromEntries(
    Object.keys(CLASSIC).map((name) => {
      const list = element(`rule-${name}`);
      return [name, list.value === OTHER ? element(`text-${name}`).value : list.value];
    }),
  );
}

// Say what is wrong with the rules, or solve them and say whether they are fair.
function judge() {
  preview = null;
  for (const id of ["summary", "copied", "faults"]) element(id).textContent = "";
  element("start").value = "";
  element("link").hidden = true;
  try {
    preview = solverOf(read(givenInPanel()));
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    element("faults").textContent = error.faults.map(underTitle).join("\n");
  }
  for (const id of ["play-these", "copy-link"]) element(id).disabled = preview === null;
  showPreview();
}

// A fault, under the title that its field has in the panel.
function underTitle(fault) {
  const [name] = fault.split(":");
  return `${page.titles[name] ?? ""} (${fault.replace(":", "):")}`;
}

function showPreview() {
  const { ev = null, part = 1, failure = "" } = preview ?? {};
  const waits = preview && !failure ? "Working out whether it is fair …" : failure;
  say("panel-verdict", ev ? verdict(ev) : waits);
  element("panel-progress").hidden = ev !== null || part === 1;
  element("panel-progress").value = part;
  element("panel-more").hidden = ev === null;
  element("panel-exact").textContent = ev ? inStakes(ev) : "";
}

function playThese() {
  const rules = preview.turn.game.rules;
  element("panel").close();
  playBy(rules);
}

// Copy a link to the rules; show it as well, since not every browser lets a page copy.
async function copyLink() {
  const link = `${home()}#${preview.link}`;
  const shown = element("link");
  shown.hidden = false;
  shown.value = link;
  shown.select();
  try {
    await navigator.clipboard.writeText(link);
    const whole = "The link is copied.";
    element("copied").textContent = home() ? whole : "Copied: put it behind the address of the page.";
  } catch {
    element("copied").textContent = "Copy the link from here:";
  }
}
