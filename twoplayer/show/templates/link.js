"use strict";

// The rules in the address of the page, behind its `#`: field=value, as rule files spell them.

function linkTo(rules) {
  const fields = Object.entries(changed(rules));
  const named = fields.length ? fields : [["tiles", rules.tiles]];
  return named.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

// The rules that an address names, as they were given: fields, or a name of the catalogue; null
// where it names none.
function rulesIn(address) {
  const text = address.replace(/^#/, "");
  if (text === "") return null;
  if (text.includes("=")) return Object.fromEntries(new URLSearchParams(text));
  const known = page.catalogue.find(({ name }) => name === text);
  if (!known) throw new RulesError([`${quoted(text)} is no name of the catalogue, and no rule=value`]);
  return known.rules;
}
