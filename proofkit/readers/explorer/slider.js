"use strict";
/* A claim under sliders, within a page of text: its verdict there, and the hypotheses that are not
   met. Enclosures decide, and what they cannot tell is said. */

class Sliders {
  static WORDS = { holds: "holds", fails: "fails", close: "undecided", unshown: "undecided" };

  constructor(box) {
    this.content = readContent(box.querySelector("script"));
    [this.lemma] = this.content.lemmas;
    this.judge = new Judge(this.content);
    this.parameters = new Parameters(this.content, this.lemma);
    [this.reply, ...this.broken] = box.querySelector("output").children;
    this.inputs = [...box.querySelectorAll("input")];
    for (const [name, text] of Object.entries(this.content.at)) this.parameters.set(name, text);
    for (const input of this.inputs) this.attach(input);
    this.show(null);
  }

  attach(input) {
    const p = this.parameters.byName[input.name];
    Object.assign(input, { min: 0, max: Parameters.steps(p), step: 1, disabled: false });
    input.addEventListener("input", () => {
      this.parameters.slide(p.name, Parameters.at(p, Number(input.value)));
      this.show(input);
    });
  }

  show(moving) {
    const { parameters } = this;
    for (const input of this.inputs) {
      const p = parameters.byName[input.name];
      const text = parameters.shown(p.name);
      if (input !== moving) input.value = Parameters.placeOf(p, parameters.values[p.name]);
      input.setAttribute("aria-valuetext", text);
      input.nextElementSibling.textContent = text;
    }
    const { hypotheses, claims: [claim] } = this.judge.lemma(this.lemma, parameters.values);
    const part = claim.parts.find(({ state }) => state === claim.state);
    const sides = part.left ? ` ${Arithmetic.show(part.left)} against ${Arithmetic.show(part.right)}` : ` ${part.why}`;
    this.reply.replaceChildren(Sliders.badge(Sliders.WORDS[claim.state]), sides);
    this.broken.forEach((said, k) => { said.hidden = hypotheses[k].state !== "fails"; });
  }

  static badge(word) {
    const badge = document.createElement("span");
    return Object.assign(badge, { className: `proofkit-status proofkit-${word}`, textContent: word });
  }
}

addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll(".proofkit-sliders").forEach((box) => new Sliders(box));
});
