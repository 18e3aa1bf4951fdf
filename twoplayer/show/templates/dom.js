"use strict";

// What the page is made of: elements, and how they are changed as little as possible.

const element = (id) => document.getElementById(id);

function made(name, content = [], attributes = {}) {
  const one = document.createElement(name);
  one.append(...[content].flat());
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  return one;
}

function svg(name, attributes, content = []) {
  const one = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.append(...[content].flat());
  return one;
}

function button(content, action, attributes = {}) {
  const one = made("button", content, { type: "button", ...attributes });
  one.addEventListener("click", action);
  return one;
}

// Show a text, and announce it only if it is another one.
function say(id, text) {
  if (element(id).textContent !== text) element(id).textContent = text;
}

// Show a text, smaller the longer it is, so that it takes no more room.
function sayWithin(id, text, short, long) {
  say(id, text);
  element(id).dataset.length = text.length <= short ? "short" : text.length <= long ? "long" : "longest";
}

// Replace what an element holds if it is not what the key tells already.
function fill(id, key, make) {
  const parent = element(id);
  if (parent.dataset.key === key) return;
  parent.dataset.key = key;
  parent.replaceChildren(...make());
}

// A button that does nothing now, but keeps the focus.
function allow(id, holds) {
  element(id).setAttribute("aria-disabled", String(!holds));
}
