// Matrices as cells, and what their shades say.
/** Returns the square root of a weight, so that 1/n of many keys is seen. */
const weightShade = (weight) => Math.sqrt(Math.max(0, weight));
const swatch = ([fill, text]) => element(
    "span", {},
    element(
        "svg", {viewBox: "0 0 14 14", width: 14, height: 14, "aria-hidden": "true"},
        element("rect", {class: "frame", width: 14, height: 14, fill})),
    " ", text);
/** A strip of shades with numbers below it: ticks [[number, place between 0 and 1]]; colour(place), on `under`. words: [[colour, text]] */
function shadeStrip(ticks, colour, note, {words = [], under = "none"} = {}) {
  const width = 240, slices = 48;
  const s = element("svg", {
    viewBox: `0 0 ${width + 24} 32`,
    width: width + 24,
    height: 32,
    role: "img",
    "aria-label": `${ticks[0][0]} … ${ticks.at(-1)[0]}`
  });
  s.append(element("rect", {x: 12, y: 1, width, height: 12, fill: under}));
  for (let i = 0; i < slices; ++i)
    s.append(element("rect", {
      x: 12 + (i * width) / slices,
      y: 1,
      width: width / slices,
      height: 12,
      fill: colour((i + 0.5) / slices),
      "shape-rendering": "crispEdges"
    }));
  s.append(element("rect", {class: "frame", x: 12, y: 1, width, height: 12, fill: "none"}));
  for (const [text, place] of ticks)
    s.append(element("text", {x: 12 + place * width, y: 28, "text-anchor": "middle", class: "dim"}, text));
  return element("figcaption", {class: "shades"}, s, element("span", {}, note), words.map(swatch));
}
/** Draws the shades of attention, 0 … 1. */
const weightLegend = (hidden) => shadeStrip(
    [0, 0.05, 0.25, 0.5, 1].map((v) => [String(v), weightShade(v)]), (place) => `rgba(var(--heat), ${place.toFixed(3)})`,
    say("weight; the shade is its square root", "가중치 (진하기는 그 제곱근)"),
    {words: hidden ? [["var(--panel)", say("may not look", "볼 수 없음")]] : []});
/** Returns [colour, strength] of a number from least to most by its size; in two colours where both signs are there. */
const rangeShade = (v, least, most) => least < 0 && most > 0 ? [v < 0 ? "--cold" : "--heat", Math.abs(v) / Math.max(most, -least)] :
                                                               ["--heat", (v - least) / (most - least || 1)];
function rangeLegend(least, most) {
  const signed = least < 0 && most > 0, length = most - least || 1;
  const at = (place) => least + place * length;
  const colour = (place) => {
    const [name, strength] = rangeShade(at(place), least, most);
    return `rgba(var(${name}), ${strength.toFixed(3)})`;
  };
  const middle = signed ? -least / length : 0.5, ends = middle > 0.15 && middle < 0.85 ? [0, middle, 1] : [0, 1];
  return shadeStrip(
      ends.map((p) => [signed && p === middle ? "0" : tick(at(p), length), p]), colour,
      say("the shade grows evenly", "진하기는 값에 비례"));
}
/**
 * A matrix as cells; value(i, j) is null for "may not look", and red where wrong(i, j). Without labels it is one of
 * many, and small.
 */
function heatMap(map) {
  const {rows, columns, value, over, name} = map, picture = heatCells(map);
  if (map.labels === false) return picture;
  const cell = (i, j) => picture.querySelectorAll("rect.cell")[i * columns.length + j];
  const hidden = rows.some((_, i) => columns.some((_, j) => value(i, j) === null));
  return element(
      "div", {}, withKeys(picture, {
        name,
        rows: rows.length,
        columns: () => columns.length,
        mark: (i, j, on) => cell(i, j)?.classList.toggle("at", on),
        over: (i, j) => over(i, j, value(i, j))
      }),
      weightLegend(hidden));
}
/** How steep the words above a map stand: those of narrow cells would lie on each other if they leant. */
const columnAngle = (size) => (size < 17 ? -90 : -50);
function heatCells({rows, columns, value, wrong, size = 26, labels = true, name, over}) {
  const left = labels ? Math.min(150, Math.max(20, ...rows.map(wordWidth))) + 10 : 1;
  const angle = columnAngle(size), sine = Math.sin((-angle * Math.PI) / 180);
  const top = labels ? Math.min(120, Math.max(14, ...columns.map(wordWidth))) * sine + 16 : 1;
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
                           `rgba(var(--heat), ${Math.max(0, Math.min(1, weightShade(v))).toFixed(3)})`
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
      const x = left + (j + 0.5) * size + 4 * sine;
      s.append(element("text", {x, y: top - 6, transform: `rotate(${angle} ${x} ${top - 6})`}, column));
    });
  return s;
}
