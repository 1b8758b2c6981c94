"use strict";
// What all parts share: the data, words in two languages, elements, numbers, plots.
const data = JSON.parse(document.getElementById("data").textContent);
const korean = data.lang === "ko";
const say = (english, hangul) => (korean ? hangul : english);
const colours = ["--a", "--b", "--c", "--d", "--e", "--f"].map((name) => `var(${name})`);

function element(tag, attributes = {}, ...children) {
  const e = svgTags.has(tag) ? document.createElementNS("http://www.w3.org/2000/svg", tag) : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on"))
      e.addEventListener(name.slice(2), value);
    else if (value !== undefined && value !== false)
      e.setAttribute(name, value);
  }
  e.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));  // texts stay texts
  return e;
}
const svgTags = new Set(["svg", "g", "rect", "line", "path", "text", "circle", "polyline", "title"]);

/** Base64 of 32-bit floats. */
function floats(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0)), view = new DataView(bytes.buffer);
  return Float32Array.from({length: bytes.length / 4}, (_, i) => view.getFloat32(4 * i, true));
}

function number(x, digits = 4) {
  if (x === null || x === undefined || Number.isNaN(x)) return "NaN";
  if (!Number.isFinite(x)) return x > 0 ? "∞" : "−∞";
  const size = Math.abs(x);
  const text = size !== 0 && (size < 1e-4 || size >= 1e6) ? x.toExponential(2) : x.toFixed(digits);
  return text.replaceAll("-", "−");
}
const brokenWords = (count, one, hangul) =>
    say(`${count === 1 ? `1 ${one} is` : `${count} ${one}s are`} NaN or infinite`, `NaN이거나 무한대인 ${hangul} ${count}개`);
/** A number at an axis of such a length: as many digits as tell its ends and middle apart. */
function tick(v, length) {
  if (Math.abs(v) < 1e-12 * length || v === 0) return "0";
  if (length < 1e-4) return v.toExponential(1).replaceAll("-", "−");
  if (Math.abs(v) >= 1e6) return v.toExponential(2).replace(/\.?0+e/, "e").replace("+", "").replaceAll("-", "−");
  const digits = Number.isInteger(v) || length >= 1000 ? 0 : Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(length))));
  return v.toLocaleString("en-US", {minimumFractionDigits: 0, maximumFractionDigits: digits}).replaceAll("-", "−");
}
/** A number among words: three digits that count, however small it is. */
const brief = (v) => (v !== 0 && Number.isFinite(v) && Math.abs(v) < 0.1 ? v.toPrecision(3).replaceAll("-", "−") : number(v, 3));
/** About so many round numbers between two: a step of 1, 2 or 5 and zeros, or of 25, 250 … */
function roundTicks(low, high, count) {
  const rough = (high - low) / count, ten = 10 ** Math.floor(Math.log10(rough)),
        step = ten * [1, 2, ...(ten >= 10 ? [2.5] : []), 5, 10].find((k) => k * ten >= rough * 0.999);
  return Array.from(
      {length: Math.floor(high / step + 1e-9) - Math.ceil(low / step - 1e-9) + 1},
      (_, i) => (Math.ceil(low / step - 1e-9) + i) * step);
}
/** Powers of ten between two, about so many, and how they are written; the ends where there are fewer than two. */
function logTicks(low, high, count) {
  const first = Math.ceil(Math.log10(low) - 1e-9), last = Math.floor(Math.log10(high) + 1e-9),
        step = Math.max(1, Math.ceil((last - first + 1) / count));
  const powers = Array.from({length: Math.max(0, Math.floor((last - first) / step) + 1)}, (_, i) => 10 ** (first + i * step));
  return powers.length > 1 ? powers : [low, high];
}
const logTick = (v) =>
    (v >= 0.001 && v < 1e6 ? v.toLocaleString("en-US", {maximumSignificantDigits: 3}) :
                             v.toExponential(0).replaceAll("-", "−").replace("+", ""));
/** Words side by side in their order, whatever the direction of their script. */
const apart = (words) => words.flatMap((w) => [element("bdi", {dir: "ltr"}, w), " "]);  // "word→<unk>" whatever the word is
/** A word within a text: numbers beside it stay where they are, whatever the direction of its script. */
const isolated = (word) => `\u2068${word}\u2069`;
const towards = (row, column) => `${isolated(row)} → ${isolated(column)}`;
const grouped = (n) => n.toLocaleString("en-US");

function section(id, title, ...children) {
  return element("section", {id, "aria-labelledby": id + "-title"}, element("h2", {id: id + "-title"}, title), ...children);
}
function chooser(title, options, change, {wide = false} = {}) {
  const select =
      element("select", {onchange: () => change(select.selectedIndex)}, options.map((o, i) => element("option", {value: i}, o)));
  return {label: element("label", {class: wide ? "wide" : ""}, title, select), select};
}
function slider(title, count, change) {
  const shown = element("output", {}, "1");
  const input = element("input", {
    type: "range",
    min: 0,
    max: Math.max(count - 1, 0),
    value: 0,
    "aria-label": title,
    oninput: () => {
      change(Number(input.value));
    }
  });
  /** Says the value in words, beside the slider and to a screen reader. */
  const tell = (text) => {
    shown.textContent = text;
    input.setAttribute("aria-valuetext", text);
  };
  return {label: element("label", {}, title, input, shown), input, tell};
}
function table(head, rows, caption) {
  return element(
      "div", {class: "scroll", tabindex: 0, role: "group", "aria-label": caption || head.join(", ")},
      element(
          "table", {}, element("thead", {}, element("tr", {}, head.map((h) => element("th", {scope: "col"}, h)))),
          element(
              "tbody", {},
              rows.map(
                  (row) =>
                      element("tr", {}, row.map((c, i) => element(i === 0 ? "th" : "td", i === 0 ? {scope: "row"} : {}, c)))))));
}

/**
 * lines: [{name, points: [[x, y], …]}], or [x, y, low, high] with an interval; points whose y is no number are left out and
 * counted. whole: x has no parts, as epochs.
 */
function plot(title, lines, options = {}) {
  const {x = "", width = 360, height = 220, zero = false, logX = false, logY = false, whole = false} = options;
  const fine = lines.map((l) => l.points.filter((p) => Number.isFinite(p[0]) && Number.isFinite(p[1]) && !(logY && p[1] === 0)));
  const zeros = logY && lines.some((l) => l.points.some((p) => p[1] === 0)) &&
      element("figcaption", {}, say("0 has no place on a logarithmic axis", "로그 축에는 0을 그릴 수 없음"));
  const gaps = lines.reduce((n, l) => n + l.points.filter((p) => !Number.isFinite(p[0]) || !Number.isFinite(p[1])).length, 0);
  const all = fine.flat(), left = 52, bottom = 34, top = 8, right = 12;
  if (all.length === 0) return element("figure", {}, element("figcaption", {}, title + ": " + say("no numbers", "숫자 없음")));
  const lost = gaps > 0 && element("p", {class: "bad"}, brokenWords(gaps, "value", "값"));
  if (typeof vegaLite !== "undefined")
    return element("figure", {}, element("h3", {}, title), drawn(lineSpec(title, lines, options)), zeros, lost);
  const interval = (p) => typeof p[2] === "number" && !(logY && p[2] <= 0);
  const extent = (values) => [Math.min(...values), Math.max(...values)];
  let [x0, x1] = extent(all.map((p) => p[0])), [y0, y1] = extent(all.flatMap((p) => (interval(p) ? p.slice(1) : [p[1]])));
  if (zero && !logY) y0 = Math.min(0, y0);
  if (x1 === x0) {
    x0 -= 1;
    x1 += 1;
  }
  if (y1 === y0) {
    if (!zero || y0 !== 0) y0 -= 0.5;
    y1 += zero && y0 === 0 ? 1 : 0.5;
  }
  const share = (v, low, high, log) => (log ? Math.log(v / low) / Math.log(high / low) : (v - low) / (high - low));
  const px = (v) => left + share(v, x0, x1, logX) * (width - left - right);
  const py = (v) => height - bottom - share(v, y0, y1, logY) * (height - top - bottom);
  const across = logX ? [] : roundTicks(x0, x1, whole ? Math.min(5, x1 - x0) : 5),
        up = logY ? logTicks(y0, y1, 4) : roundTicks(y0, y1, 4);
  const s = element("svg", {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "aria-label": `${title}: ` +
        lines.map((l, i) => `${l.name} ` + (fine[i].length ? `${brief(fine[i][0][1])} → ${brief(fine[i].at(-1)[1])}` : "–"))
            .join("; ")
  });
  for (const v of up)
    s.append(
        element("line", {class: "axis", x1: left, x2: width - right, y1: py(v), y2: py(v)}),
        element("text", {x: left - 6, y: py(v) + 4, "text-anchor": "end", class: "dim"}, logY ? logTick(v) : tick(v, y1 - y0)));
  for (const h of across)
    s.append(element("text", {x: px(h), y: height - bottom + 16, "text-anchor": "middle", class: "dim"}, tick(h, x1 - x0)));
  let free = 0;  // a label that would touch the one before is left out
  for (const h of logX ? [...new Set(all.map((p) => p[0]))].sort((a, b) => a - b) : []) {  // the points themselves: they are few
    const half = wordWidth(grouped(h)) / 2;
    if (px(h) - half < free) continue;
    free = px(h) + half;
    s.append(element("text", {x: px(h), y: height - bottom + 16, "text-anchor": "middle", class: "dim"}, grouped(h)));
  }
  s.append(element("text", {x: (left + width) / 2, y: height - 3, "text-anchor": "middle", class: "dim"}, x));
  fine.forEach((points, i) => {
    const colour = colours[i % colours.length], dash = i >= colours.length ? "5 4" : undefined;
    s.append(element("polyline", {
      points: points.map((p) => `${px(p[0])},${py(p[1])}`).join(" "),
      fill: "none",
      stroke: colour,
      "stroke-width": 2,
      "stroke-dasharray": dash
    }));
    for (const p of points.filter(interval))
      s.append(element("line", {class: "interval", x1: px(p[0]), x2: px(p[0]), y1: py(p[2]), y2: py(p[3]), style: `stroke: ${colour}`}));
    if (points.length <= 60)
      for (const p of points)
        s.append(element(
            "circle", {cx: px(p[0]), cy: py(p[1]), r: 3.5, fill: colour},
            element("title", {}, `${lines[i].name}: ${number(p[0], 0)}, ${number(p[1])}`)));
  });
  return element(
      "figure", {}, element("h3", {}, title), s,
      lines.length > 1 &&
          element(
              "figcaption", {class: "legend", style: `max-width: ${width}px`},
              lines.map(
                  (l, i) => element(
                      "span", {style: `color: ${colours[i % colours.length]}`}, (i >= colours.length ? "╌ " : "━ ") + l.name))),
      zeros, lost);
}

/**
 * A matrix as cells; value(i, j) is null for "may not look", and red where wrong(i, j). shade(v) is between 0 and 1. Without
 * labels it is one of many, and small: those the page draws itself.
 */
function heatMap(map) {
  if (map.labels === false) return ownHeatMap(map);
  const picture = drawn(heatSpec(map), () => ownHeatMap(map), map.over && ((d) => map.over(d.i, d.j, map.value(d.i, d.j))));
  return map.over ? withKeys(picture, map) : picture;
}
/** What the mouse says of a cell, the arrow keys say too. */
function withKeys(picture, {rows, columns, value, over, name}) {
  const moves = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]};
  let at = null;
  const mark = (on) => {
    const cell = at && picture.querySelectorAll("rect.cell, .mark-rect path")[at[0] * columns.length + at[1]];
    if (cell) cell.classList.toggle("at", on);
  };
  return element(
      "div", {
        class: "keys",
        tabindex: 0,
        role: "group",
        "aria-label": `${name}; ` + say("the arrow keys go from cell to cell", "화살표 키로 칸을 옮김"),
        onblur: () => mark(false),
        onfocus: () => mark(true),
        onkeydown: (e) => {
          const move = moves[e.key];
          if (!move || e.ctrlKey || e.altKey || e.metaKey) return;
          e.preventDefault();
          mark(false);
          const within = (k, count) => Math.max(0, Math.min(count - 1, k));
          at = at ? [within(at[0] + move[0], rows.length), within(at[1] + move[1], columns.length)] : [0, 0];
          mark(true);
          over(...at, value(...at));
        }
      },
      picture);
}
/** About how wide a text is, in pixels. */
const wordWidth = (text) => [...text].reduce((n, c) => n + (c.codePointAt(0) > 0x2e7f ? 13 : 7.5), 0);
function ownHeatMap({rows, columns, value, wrong, shade, size = 26, labels = true, name, over}) {
  const left = labels ? Math.min(150, Math.max(20, ...rows.map(wordWidth))) + 10 : 1;
  const top = labels ? Math.min(120, Math.max(14, ...columns.map(wordWidth))) * 0.8 + 16 : 1;
  const width = left + columns.length * size + (labels ? 30 : 1), height = top + rows.length * size + 1;
  const s = element(
      "svg",
      {viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": name, class: size < 6 ? "fine" : undefined});
  rows.forEach((row, i) => {
    if (labels) s.append(element("text", {x: left - 6, y: top + (i + 0.5) * size + 4, "text-anchor": "end"}, row));
    columns.forEach((column, j) => {
      const v = value(i, j), broken = (v !== null && !Number.isFinite(v)) || (wrong && wrong(i, j));
      const cell = element("rect", {
        class: "cell",
        x: left + j * size,
        y: top + i * size,
        width: size,
        height: size,
        fill: v === null ? "var(--panel)" :
            broken       ? "var(--bad)" :
                           `rgba(var(--heat), ${Math.max(0, Math.min(1, shade(v))).toFixed(3)})`
      });
      if (over) {
        cell.addEventListener("mouseenter", () => over(i, j, v));
        cell.append(element("title", {}, `${towards(row, column)}: ${v === null ? "–" : number(v)}`));
      }
      s.append(cell);
    });
  });
  if (labels)
    columns.forEach((column, j) => {
      const x = left + (j + 0.5) * size + 3;
      s.append(element("text", {x, y: top - 6, transform: `rotate(-50 ${x} ${top - 6})`}, column));
    });
  return s;
}
