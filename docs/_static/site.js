// What is wider than the screen is scrolled by the keyboard as well.
const reachable = () => {
  for (const each of document.querySelectorAll("pre, .table-wrapper, .math, .cell_output .output")) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
    else each.removeAttribute("tabindex");
  }
};

// What the theme leaves without a name, and a heading over nothing, is none.
const named = () => {
  document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "All subjects");
  document.querySelector(".toc-drawer")?.setAttribute("aria-label", "On this page");
  for (const head of document.querySelectorAll("th")) {
    if (!head.textContent.trim()) head.replaceWith(Object.assign(document.createElement("td"), { className: head.className }));
  }
};

addEventListener("DOMContentLoaded", named);
addEventListener("load", reachable);
addEventListener("resize", reachable);
