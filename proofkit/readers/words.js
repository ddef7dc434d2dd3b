"use strict";
/* Words and elements that all parts of the page share. */

const WORDS = { holds: "holds", fails: "fails", close: "too close for the browser", unshown: "not shown in the browser" };
const MARKS = { holds: "✓", fails: "✗", close: "≈", unshown: "·" };

function make(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;

const lowered = (symbol) => symbol.replace(/\d+$/, (digits) => [...digits].map((d) => "₀₁₂₃₄₅₆₇₈₉"[d]).join(""));

function typeset({ math, says }) { // formulas of the page's own content
  const formula = make("span", { className: "formula", innerHTML: `<math><mrow>${math}</mrow></math>` });
  formula.firstChild.setAttribute("alttext", says);
  return formula;
}

function inFull({ full }) { // the long event that a statement speaks of, if it does
  return full ? [make("details", {}, make("summary", { className: "note" }, "in full"), make("div", { className: "event", innerHTML: full }))] : [];
}
