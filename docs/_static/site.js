// What is wider than the screen is scrolled by the keyboard as well.
const wide = () => {
  for (const each of document.querySelectorAll("pre, .table-wrapper, .math, .cell_output .output")) {
    if (each.scrollWidth > each.clientWidth) each.tabIndex = 0;
    else each.removeAttribute("tabindex");
  }
};
addEventListener("load", wide);
addEventListener("resize", wide);
