// What is done where somebody taps, chooses or writes: by the id of the element.

import { element } from "./dom.js";

// A button that does nothing now (`allow`) keeps the focus, so that it is no disabled one.
/** @type {(acts: Record<string, () => unknown>) => void} */
export function onTap(acts) {
  for (const [id, act] of Object.entries(acts)) {
    element(id).addEventListener("click", () => {
      if (element(id).getAttribute("aria-disabled") !== "true") act();
    });
  }
}

// Who acts is told the element: what is chosen or written there is its value.
/** @type {(acts: Record<string, (chosen: any) => unknown>) => void} */
export function onChange(acts) {
  for (const [id, act] of Object.entries(acts)) element(id).addEventListener("change", ({ target }) => act(target));
}

// However a dialog is closed.
/** @type {(acts: Record<string, () => unknown>) => void} */
export function onClose(acts) {
  for (const [id, act] of Object.entries(acts)) element(id).addEventListener("close", act);
}

// Close a dialog, and then do something else.
/** @type {(id: string, act?: () => unknown) => () => void} */
export function closing(id, act = () => null) {
  return () => {
    element(id).close();
    act();
  };
}
