// Curves.
/**
 * lines: [{name, points: [[x, y], …]}]; points whose y is no number are left out and counted. whole: x has no parts, as
 * epochs.
 */
function plot(title, lines, options = {}) {
  const {x = "", width = 360, height = 220, zero = false, whole = false} = options;
  const fine = lines.map((l) => l.points.filter((p) => Number.isFinite(p[0]) && Number.isFinite(p[1])));
  const gaps = lines.reduce((n, l) => n + l.points.filter((p) => !Number.isFinite(p[0]) || !Number.isFinite(p[1])).length, 0);
  const all = fine.flat(), left = 52, bottom = 34, top = 8, right = 12;
  if (all.length === 0) return element("figure", {}, element("figcaption", {}, title + ": " + say("no numbers", "숫자 없음")));
  // The last of several lines through the same points hides the others.
  const through = lines.map((_, i) => JSON.stringify(fine[i])),
        same = [...new Set(through)]
                   .map((t) => lines.filter((_, i) => through[i] === t && fine[i].length).map((l) => l.name))
                   .filter((names) => names.length > 1),
        covered = same.length > 0 &&
            element(
                "figcaption", {class: "covered"},
                same.map((names) => names.join(", ") + say(": on one line", ": 한 선에 겹침")).join("; "));
  const lost = gaps > 0 && element("p", {class: "bad"}, brokenWords(gaps, "value", "값"));
  const said = element("p", {class: "said brief", "aria-live": "polite"}), there = fine.filter((l) => l.length);
  /** The points one by one, as the mouse and the arrow keys say them. */
  const told = (i, p) => `${lines[i].name}: ${x ? x + " " : ""}${number(p[0], Number.isInteger(p[0]) ? 0 : 3)}, ${number(p[1])}`;
  const keyed = (picture) => withKeys(picture, {
    name: title,
    rows: there.length,
    columns: (row) => there[row].length,
    over: (row, k) => {
      said.textContent = told(fine.indexOf(there[row]), there[row][k]);
    }
  });
  let [x0, x1] = extentOf(all.map((p) => p[0])), [y0, y1] = extentOf(all.map((p) => p[1]));
  if (zero) y0 = Math.min(0, y0);
  if (x1 === x0) {
    x0 -= 1;
    x1 += 1;
  }
  if (y1 === y0) {
    if (!zero || y0 !== 0) y0 -= 0.5;
    y1 += zero && y0 === 0 ? 1 : 0.5;
  }
  const px = (v) => left + ((v - x0) / (x1 - x0)) * (width - left - right);
  const py = (v) => height - bottom - ((v - y0) / (y1 - y0)) * (height - top - bottom);
  const across = roundTicks(x0, x1, whole ? Math.min(5, x1 - x0) : 5), up = roundTicks(y0, y1, 4);
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
        element("text", {x: left - 6, y: py(v) + 4, "text-anchor": "end", class: "dim"}, tick(v, y1 - y0)));
  for (const h of across)
    s.append(element("text", {x: px(h), y: height - bottom + 16, "text-anchor": "middle", class: "dim"}, tick(h, x1 - x0)));
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
    if (points.length <= 60)
      for (const p of points)
        s.append(element(
            "circle", {cx: px(p[0]), cy: py(p[1]), r: 3.5, fill: colour},
            element("title", {}, `${lines[i].name}: ${number(p[0], 0)}, ${number(p[1])}`)));
  });
  return element(
      "figure", {}, element("h3", {}, title), keyed(s),
      lines.length > 1 &&
          element(
              "figcaption", {class: "legend", style: `max-width: ${width}px`},
              lines.map(
                  (l, i) => element(
                      "span", {style: `color: ${colours[i % colours.length]}`}, (i >= colours.length ? "╌ " : "━ ") + l.name))),
      covered, lost, said);
}
