// One head as lines between words.
/** Lines between words: the thicker, the more weight; the numbers stand in a table below. */
function lineView(reading, attention, head) {
  const {rows, columns} = tokensOf(reading, attention), step = 30, width = 460, most = Math.max(rows.length, columns.length),
               height = most * step + 10;
  const place = (k, count) =>
      ((k + 0.5) * most * step) / count + 3;  // both sides from top to bottom, the shorter one wider apart
  const s = element("svg", {
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    role: "img",
    "aria-label": say("lines between words: the thicker, the more weight", "낱말 사이의 선: 굵을수록 가중치가 큼")
  });
  rows.forEach((row, i) => columns.forEach((column, j) => {
    const w = weightAt(attention, head, i, j);
    const wrong = leaks(attention, head, i, j) || (w !== null && !Number.isFinite(w));
    if (w > 0.02 || wrong)
      s.append(element(
          "line", {
            x1: 160,
            y1: place(i, rows.length),
            x2: 300,
            y2: place(j, columns.length),
            stroke: wrong ? "var(--bad)" : "rgb(var(--heat))",
            "stroke-width": 0.5 + (Number.isFinite(w) ? 5 * w : 0),
            "stroke-opacity": wrong ? 1 : 0.15 + 0.85 * w
          },
          element("title", {}, `${towards(row, column)}: ${number(w)}`)));
  }));
  rows.forEach((row, i) => s.append(element("text", {x: 154, y: place(i, rows.length) + 4, "text-anchor": "end"}, row)));
  columns.forEach((column, j) => s.append(element("text", {x: 306, y: place(j, columns.length) + 4}, column)));
  const cell = (i, j) => {
    const w = weightAt(attention, head, i, j);
    return w === null ? "–" : Number.isFinite(w) ? w.toFixed(3) : number(w);
  };
  return element(
      "div", {}, s,
      element(
          "details", {}, element("summary", {}, say("numbers of the lines", "선의 숫자")),
          table(
              ["", ...columns.map(isolated)], rows.map((row, i) => [isolated(row), ...columns.map((_, j) => cell(i, j))]),
              say("weights: rows look at columns", "가중치: 행이 열을 봄"))));
}
