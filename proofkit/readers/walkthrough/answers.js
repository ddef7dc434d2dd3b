"use strict";
/* The answer boxes of a walkthrough: refuted at a point by enclosures, or agreed with as far as
   enclosures reach. */

class Answers {
  static BITS = [192, 640];
  static DIGITS = 150; // so many must two sides share that no enclosure tells apart

  constructor(content) {
    this.content = content;
  }

  judge(id, typed) { // {value: right, wrong, unknown or unread; sentences}
    const question = this.content.questions[id];
    if (question.choices) return Answers.chosen(question.choices, typed);
    const table = [...this.content.table];
    let place;
    try {
      place = new Answer(table, question.names).read(typed);
    } catch (problem) {
      if (problem instanceof Arithmetic.Trouble || problem.constructor !== Error) throw problem;
      return { value: "unread", sentences: [problem.message] };
    }
    return this.tried(question, table, place);
  }

  static chosen(choices, letter) {
    const place = letter.charCodeAt(0) - 97;
    if (!choices[place]) return { value: "unread", sentences: ["No answer yet."] };
    const [right, ...sentences] = choices[place];
    return { value: right ? "right" : "wrong", sentences };
  }

  tried(question, table, place) {
    let [agreed, looked] = [false, 0];
    let unknown = null;
    for (const test of question.tests) {
      const places = test.at ? [null] : question.points;
      if (!test.at) looked = Math.max(looked, places.length);
      for (const point of places) {
        const found = this.at(question, test, table, place, point);
        if (found.value === "wrong" || found.value === "unread") return found;
        if (found.value === "unknown") unknown = found;
        agreed = agreed || found.agreed;
      }
    }
    if (unknown) return unknown;
    const sentences = ["Right" + (looked > 1 || agreed ? ", as far as this page can tell." : ".")];
    if (looked > 1) sentences.push(`It stands at each of the ${looked} points tried. A proof covers all: proofkit walkthrough ${this.content.walkthrough} asks the kernel.`);
    else if (agreed) sentences.push(`Both sides agree to ${Answers.DIGITS} digits. The kernel proves it: proofkit walkthrough ${this.content.walkthrough}.`);
    return { value: "right", sentences };
  }

  at(question, test, table, place, point) { // one condition at one point
    let last = null;
    for (const bits of Answers.BITS) {
      Arithmetic.precision(bits);
      try {
        const values = point ? Answers.read(point) : this.values(question, test, table, place);
        if (typeof values === "string") return { value: "unread", sentences: [`${values}.`] };
        last = Answers.compared(test, table, values, question.answer, Answers.typed(table, place, point ? values : {}));
      } catch (problem) {
        if (!(problem instanceof Arithmetic.Trouble)) throw problem;
        last = { value: "unknown", sentences: ["That has no value that this page can see", `(${problem.message.replace("no value here: ", "")})${Answers.where(point)}.`] };
      }
      if (last.value === "holds" || last.value === "wrong") break;
    }
    return last;
  }

  static typed(table, place, values) {
    return new Setting(table, values).value(place);
  }

  static read(point) {
    return Object.fromEntries(Object.entries(point).map(([name, text]) => [name, Arithmetic.parse(text)]));
  }

  values(question, test, table, place) { // where the condition says, or what is wrong with that
    const parameters = new Parameters({ ...this.content, table }, test);
    for (const [name, term] of Object.entries(test.at)) {
      const here = new Setting(table, {});
      here.known.set(question.answer, Answers.typed(table, place, {}));
      const value = here.value(term);
      if (!Arithmetic.isExact(value)) return `${name}: expected a number such as 7/10`;
      parameters.given[name] = Arithmetic.text(value);
    }
    parameters.resolve();
    return parameters.problem || parameters.values;
  }

  static compared(test, table, values, answer, typed) {
    const here = new Setting(table, values);
    here.known.set(answer, typed);
    const found = test.statements.map((statement) => ({ ...here.decide(statement.relation, statement.left, statement.right), statement }));
    const failing = found.find(({ state }) => state === "fails");
    const open = found.find(({ state }) => !["holds", "fails"].includes(state));
    const wrong = test.wanted === "fails" ? !failing && !open && found[0] : failing;
    if (wrong) {
      const names = [...Setting.reached(table, [wrong.statement.left, wrong.statement.right])].filter((name) => name in values);
      const point = names.map((name) => `${name} = ${Arithmetic.text(values[name])}`).join(", ");
      return { value: "wrong", sentences: ["No.", Answers.refuted(wrong, point, test.wanted)] };
    }
    if (failing || !open) return { value: "holds", agreed: false };
    if (open.state === "close" && Answers.agree(open) && Setting.RELATIONS[open.statement.relation].includes(0) && test.wanted === "holds") return { value: "agreed", agreed: true };
    return { value: "unknown", sentences: ["That is too close, or too large, for this page to tell.", `The kernel can: proofkit check or proofkit walkthrough.${open.why ? ` ${open.why}.` : ""}`] };
  }

  static refuted({ statement, left, right }, point, wanted) {
    const [first, second] = [left, right].map(Arithmetic.show);
    const more = first === second ? " (later digits differ)" : "";
    if (statement.solves) return `${point ? `At ${point} your` : "Your"} answer is ${first}, and ${second} is asked for${more}.`;
    return `${statement.says} ${wanted === "fails" ? "holds" : "is false"}${point ? ` at ${point}` : ""}: left side ${first}, right side ${second}${more}.`;
  }

  static agree({ left, right }) { // sides that overlap only for being wide do not
    const A = Arithmetic;
    const last = A.fraction(1n, 10n ** BigInt(Answers.DIGITS));
    return [left, right].every((side) => {
      if (!side) return false;
      const { lo, hi } = A.ends(side);
      const wide = A.add(A.interval(hi, hi), A.negate(A.interval(lo, lo)));
      return A.atMost(wide, A.multiply(last, A.max(A.fraction(1n), A.abs(side)))) === true;
    });
  }

  static where(point) {
    const said = Object.entries(point ?? {}).map(([name, value]) => `${name} = ${value}`).join(", ");
    return said ? ` at ${said}` : "";
  }

  // On the page ------------------------------------------------------------------------------------

  attach(form) {
    const { question } = form.dataset;
    const output = form.querySelector("output");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const typed = form.querySelector("input[type=text]")?.value ?? form.querySelector("input:checked")?.value ?? "";
      const { value, sentences } = this.judge(question, typed);
      output.className = `proofkit-reply proofkit-${value}`;
      output.replaceChildren(...sentences.map((sentence, k) => {
        const part = document.createElement(k ? "span" : "b");
        part.textContent = `${sentence} `;
        return part;
      }));
      if (value === "right") form.closest(".proofkit-question")?.querySelector("details.proofkit-solution")?.setAttribute("open", "");
    });
  }
}

addEventListener("DOMContentLoaded", () => {
  const data = document.getElementById("proofkit-questions");
  if (!data) return;
  const answers = new Answers(JSON.parse(data.textContent));
  document.querySelectorAll("form.proofkit-answer").forEach((form) => answers.attach(form));
});
