"use strict";

// The rules in the address of the page, behind its `#`: field=value, as rule files spell them.

function linkTo(rules) {
  const fields = Object.entries(changed(rules));
  const named = fields.length ? fields : [["tiles", rules.tiles]];
  return named.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

// The rules that an address names, as they were given; null where it names none.
function rulesIn(address) {
  const text = address.replace(/^#/, "");
  return text.includes("=") ? Object.fromEntries(new URLSearchParams(text)) : null;
}
