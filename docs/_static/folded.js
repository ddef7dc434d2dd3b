// A page has thousands of formulas, most of them in proofs that are folded: those are set when
// they are unfolded, so that the page is there at once.
"use strict";

const FOLDED = "details:not([open]) > .math, details:not([open]) > :not(summary) .math";
const typeset = window.renderMathInElement;

/** Set what is seen of `root`, once. */
window.renderMathInElement = (root, options) => {
  const within = FOLDED.replaceAll("details", ":scope details");
  const folded = new Set(root.querySelectorAll(within));
  for (const formula of root.querySelectorAll(".math"))
    if (!folded.has(formula) && !formula.querySelector(".katex")) typeset(formula, options);
};

/** By the click, before it is seen; `toggle` comes after, however it was unfolded. */
const unfold = (details) => window.renderMathInElement(details, katex_options);
document.addEventListener("click", ({ target }) => {
  const summary = target.closest?.("summary");
  if (summary) unfold(summary.parentElement);
});
document.addEventListener("toggle", ({ target }) => {
  if (target.matches("details[open]")) unfold(target);
}, true);
