"use strict";

// The rules in the address of the page, behind its `#`: field=value, as rule files spell them.

// What links begin with that are given away: where the page lives, or else where it is open. A file
// opens on no other device, so then they are what stands behind the address alone.
function home() {
  const here = location.protocol === "file:" ? "" : location.href.split("#")[0];
  return page.address || here;
}

function linkTo(rules) {
  const fields = Object.entries(changed(rules));
  const named = fields.length ? fields : [["tiles", rules.tiles]];
  return named.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

// The rules that an address names, as they were given: fields, or a name of the catalogue; null
// where it names none.
function rulesIn(address) {
  const text = address.replace(/^#+/, "");
  if (text === "") return null;
  if (text.includes("=")) return rulesGiven([...new URLSearchParams(text)]);
  const known = page.catalogue.find(({ name }) => name === text);
  if (!known) throw new RulesError([`${quoted(text)} is no name of the catalogue, and no rule=value`]);
  return known.rules;
}

function rulesGiven(pairs) {
  const most = Object.keys(CLASSIC).length;
  if (pairs.length > most) throw new RulesError([`${pairs.length} rules are given, more than ${most}`]);
  const names = pairs.map(([name]) => name);
  const twice = new Set(names.filter((name, place) => names.indexOf(name) < place));
  if (twice.size) throw new RulesError([...twice].map((name) => `${cut(name)}: given twice; takes one value`));
  return Object.fromEntries(pairs);
}
