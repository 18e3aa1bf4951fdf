// A stage for the scripts where there is no browser: elements by id, which keep what is written into
// them, and a worker that solves in this process. It is set up before anything of the page is read.

import { Odds } from "../../../twoplayer/web/rules/odds.js";
import { Seats } from "../../../twoplayer/web/rules/seats.js";
import { Solver } from "../../../twoplayer/web/rules/solver.js";

class Element extends EventTarget {
  constructor(name) {
    super();
    Object.assign(this, { name, children: [], dataset: {}, options: [], cells: [], hidden: false, open: false, value: "", className: "" });
    this.attributes = new Map();
    this.style = { setProperty: (property, value) => (this.style[property] = value) };
    this.classList = { add: () => null, remove: () => null, toggle: () => null };
  }

  get textContent() {
    return this.children.map((each) => (each instanceof Element ? each.textContent : String(each))).join("");
  }

  set textContent(text) {
    this.children = text === "" ? [] : [text];
  }

  append(...more) {
    this.children.push(...more);
  }

  replaceChildren(...all) {
    this.children = all;
  }

  setAttribute(name, value) {
    this.attributes.set(name, String(value));
  }

  getAttribute(name) {
    return this.attributes.get(name) ?? null;
  }

  querySelector(what) {
    this.dataset.parts ??= new Map();
    if (!this.dataset.parts.has(what)) this.dataset.parts.set(what, new Element(what));
    return this.dataset.parts.get(what);
  }

  // Those within of some classes; nothing else is looked for.
  querySelectorAll(what) {
    const within = this.children.filter((each) => each instanceof Element);
    const found = within.flatMap((each) => [
      ...(what.split(", ").includes(`.${each.getAttribute("class")}`) ? [each] : []), ...each.querySelectorAll(what),
    ]);
    return found;
  }

  closest() {
    return null;
  }

  matches() {
    return false;
  }

  get firstChild() {
    return this.children[0] ?? this.querySelector(":first-child");
  }

  get parentElement() {
    return this.querySelector("..");
  }

  click() {
    this.dispatchEvent(new Event("click"));
  }

  showModal() {
    this.open = true;
  }

  close() {
    this.open = false;
  }

  focus() {}

  remove() {}

  removeAttribute(name) {
    this.attributes.delete(name);
  }
}

const byId = new Map();

function element(id) {
  if (!byId.has(id)) byId.set(id, new Element(id));
  return byId.get(id);
}

const document = new Element("document");
Object.assign(document, {
  getElementById: element,
  createElement: (name) => new Element(name),
  createElementNS: (_, name) => new Element(name),
  querySelector: () => null,
  body: new Element("body"),
  documentElement: new Element("html"),
});
document.activeElement = document.body;

// Answers as `worker.js` does, but for rounded odds: a moment later, and never in between.
class Worker extends EventTarget {
  postMessage({ rules, seats, margin, second, beat }) {
    if (rules) {
      this.odds = seats > 2 ? new Seats(rules, seats) : new Odds(rules, margin, second);
      this.solved = this.odds.solve();
      this.solved.then(() => this.say({ ev: this.odds.firstPlayer().worth(this.odds.game.all).value }));
    } else if (beat !== undefined) {
      const player = () => (beat === null ? this.odds.firstPlayer() : beat === "alone" ? this.odds.alone() : this.odds.player(beat));
      this.solved.then(() => this.say(player().solved));
    }
  }

  say(data) {
    this.dispatchEvent(Object.assign(new Event("message"), { data }));
  }

  terminate() {}
}

Solver.blob = "worker";
Object.assign(globalThis, {
  document, Worker,
  CSS: { escape: (text) => text },
  Option: class extends Element {},
  location: { hash: "", href: "", protocol: "file:" },
  history: { state: null, pushState: () => null, replaceState: () => null },
  localStorage: { getItem: () => null, setItem: () => null },
  addEventListener: () => null,
  getComputedStyle: () => ({ display: "block" }),
});
// Newer ones of Node have one.
if (!globalThis.navigator) globalThis.navigator = { languages: ["en"] };

// What stands in an element.
export const read = (id) => element(id).textContent;
export { element };
