"use strict";
/* Small drawings in SVG; every one says in words what it shows. */

const Pictures = (() => {
  const SPACE = "http://www.w3.org/2000/svg";

  function draw(name, attributes, ...children) {
    const node = document.createElementNS(SPACE, name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }

  function near(setting, place) {
    try {
      return Arithmetic.number(setting.value(place));
    } catch (problem) {
      if (!(problem instanceof Arithmetic.Trouble)) throw problem;
      return NaN;
    }
  }

  function shown(setting, place) {
    try {
      return Arithmetic.show(setting.value(place));
    } catch (problem) {
      if (!(problem instanceof Arithmetic.Trouble)) throw problem;
      return problem.kind === "close" ? "too close for the browser" : "not shown in the browser";
    }
  }

  function bars(rows, mark, label) { // rows: [name, number, text]
    const [left, width, high] = [92, 330, 20];
    const finite = rows.map(([, x]) => x).filter(Number.isFinite);
    const low = Math.min(0, ...finite);
    const top = Math.max(mark ?? 1, 1e-9, ...finite) * 1.04;
    const x = (value) => left + (width - left - 94) * ((value - low) / (top - low));
    const picture = draw("svg", {
      viewBox: `0 0 ${width} ${high * rows.length + 8}`, role: "img", "aria-label": label,
    });
    rows.forEach(([name, value, text], k) => {
      const y = 4 + k * high;
      const size = Number.isFinite(value) ? Math.abs(x(value) - x(0)) : 0;
      picture.append(
        draw("text", { x: left - 6, y: y + 14, "text-anchor": "end" }, name),
        draw("rect", { x: Math.min(x(0), x(value) || x(0)), y: y + 3, width: Math.max(size, 1), height: high - 6,
          class: mark !== undefined && value > mark ? "bar loud" : "bar" }),
        draw("text", { x: width - 2, y: y + 14, "text-anchor": "end" }, text),
      );
    });
    if (mark !== undefined && Number.isFinite(mark)) {
      picture.append(draw("line", { x1: x(mark), x2: x(mark), y1: 0, y2: high * rows.length + 8, class: "mark" }));
    }
    return picture;
  }

  function figure(picture, title) {
    const frame = document.createElement("figure");
    const caption = document.createElement("figcaption");
    caption.textContent = title;
    frame.append(caption, picture);
    return frame;
  }

  function contexts(content, visible, setting) {
    const tau = near(setting, content.tau);
    return visible.flatMap(({ mechanism, data, rows }) => rows.map(({ query, columns }) => {
      const list = columns.map(([name, place]) => [name, near(setting, place), shown(setting, place)]);
      const title = `${mechanism}, ${data}: query ${query}`;
      const words = list.map(([name, , text]) => `${name} ${text}`).join(", ");
      return figure(bars(list, tau, `${title}. ${words}; tau ${shown(setting, content.tau)}`), title);
    }));
  }

  function chances(visible, setting) {
    return [...new Set(visible.map((c) => c.mechanism))].map((mechanism) => {
      const list = visible.filter((c) => c.mechanism === mechanism)
        .map(({ meaning, value }) => [meaning.replace(" and ", ", "), near(setting, value), shown(setting, value)]);
      return figure(chanceTable(list), mechanism);
    });
  }

  function chanceTable(list) {
    const table = document.createElement("table");
    table.className = "chances";
    for (const [meaning, value, text] of list) {
      const row = table.insertRow();
      const head = document.createElement("th");
      head.scope = "row";
      head.textContent = `P(${meaning})`;
      const meter = document.createElement("span");
      meter.className = "meter";
      meter.style.setProperty("--part", Number.isFinite(value) ? String(Math.min(1, value)) : "0");
      row.append(head);
      row.insertCell().append(meter);
      row.insertCell().textContent = text;
    }
    return table;
  }

  return { draw, figure, contexts, chances };
})();
