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

  function contexts(content, setting) {
    const tau = near(setting, content.tau);
    return content.contexts.flatMap(({ mechanism, data, rows }) => rows.map(({ query, columns }) => {
      const list = columns.map(([name, place]) => [name, near(setting, place), shown(setting, place)]);
      const title = `${mechanism}, ${data}: query ${query}`;
      const words = list.map(([name, , text]) => `${name} ${text}`).join(", ");
      return figure(bars(list, tau, `${title}. ${words}; tau ${shown(setting, content.tau)}`), title);
    }));
  }

  function chances(content, setting) {
    return [...new Set(content.chances.map((c) => c.mechanism))].map((mechanism) => {
      const list = content.chances.filter((c) => c.mechanism === mechanism)
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

  // Both sides over n, on logarithmic axes --------------------------------------------------------

  function sides(table, values, link, part) {
    const points = [];
    for (let place = 0; place <= 48; place += 1) {
      const log10 = 0.5 + (17.5 * place) / 48;
      const whole = log10 < 15 ? BigInt(Math.round(10 ** log10)) : BigInt(Math.round(10 ** (log10 - 4))) * 10000n;
      const moved = { ...values, n: { n: whole, d: 1n } };
      if (link) {
        const other = link.names.includes("t") ? "t" : link.names.find((name) => name !== "n");
        try {
          const tied = new Setting(table, moved).value(link.solve[other]);
          moved[other] = { n: tied.n, d: tied.d };
        } catch (problem) {
          if (!(problem instanceof Arithmetic.Trouble)) throw problem;
        }
      }
      const setting = new Setting(table, moved);
      points.push([log10, ...[part.left, part.right].map((id) => {
        try {
          const { sign, log10: size } = Arithmetic.magnitude(setting.value(id));
          return sign > 0 ? size : NaN;
        } catch (problem) {
          if (!(problem instanceof Arithmetic.Trouble)) throw problem;
          return NaN;
        }
      })]);
    }
    return points;
  }

  function curves(table, values, link, part, title) {
    const points = sides(table, values, link, part);
    const sizes = points.flatMap(([, l, r]) => [l, r]).filter(Number.isFinite);
    if (!sizes.length) {
      const note = document.createElement("p");
      note.textContent = "Neither side is positive where the browser can draw it.";
      return [note];
    }
    let [low, high] = [Math.floor(Math.min(...sizes)), Math.ceil(Math.max(...sizes))];
    if (low === high) [low, high] = [low - 1, high + 1];
    const [width, height, left, bottom] = [560, 300, 58, 36];
    const x = (log10) => left + ((width - left - 22) * (log10 - 0.5)) / 17.5;
    const y = (log10) => 10 + ((height - bottom - 10) * (high - log10)) / (high - low);
    const picture = draw("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title}, both sides over n, logarithmic axes` });
    for (let k = 3; k <= 18; k += 3) {
      picture.append(draw("line", { x1: x(k), x2: x(k), y1: 10, y2: height - bottom, class: "grid" }),
        draw("text", { x: x(k), y: height - bottom + 16, "text-anchor": "middle" }, `1e${k}`));
    }
    const stride = Math.max(1, Math.ceil((high - low) / 6));
    for (let k = low; k <= high; k += stride) {
      picture.append(draw("line", { x1: left, x2: width - 22, y1: y(k), y2: y(k), class: "grid" }),
        draw("text", { x: left - 6, y: y(k) + 4, "text-anchor": "end" }, k === 0 ? "1" : `1e${k}`));
    }
    picture.append(draw("text", { x: width - 12, y: height - 4, "text-anchor": "end" }, "n"));
    const here = Math.log10(Number(values.n.n) / Number(values.n.d));
    if (here >= 0.5 && here <= 18) {
      picture.append(draw("line", { x1: x(here), x2: x(here), y1: 10, y2: height - bottom, class: "mark" }));
    }
    ["left", "right"].forEach((side, k) => {
      let path = "";
      points.forEach((point) => {
        const value = point[k + 1];
        path += Number.isFinite(value) ? `${path.endsWith(" ") || !path ? "M" : "L"}${x(point[0]).toFixed(1)},${y(value).toFixed(1)}` : " ";
      });
      picture.append(draw("path", { d: path.trim() || "M0,0", class: `curve ${side}` }));
    });
    const key = document.createElement("p");
    key.className = "note";
    key.textContent = "Solid: left side. Dashed: right side. The upright line is the n above.";
    return [figure(picture, title), key];
  }

  return { contexts, chances, curves };
})();
