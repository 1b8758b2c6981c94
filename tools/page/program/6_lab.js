// Draws the results of heed lab: each claim with its verdict, tables and pictures of them.
/** The numbers behind a table's cells, not rounded: (row, column) => {value, low, high, unit}, or null. */
function numbersBehind(t) {
  const all = new Map((t.numbers || []).map((n) => [`${n.row},${n.column}`, n]));
  return (row, column) => all.get(`${row},${column}`) || null;
}
/**
 * The numbers of a column in one unit: {name, unit, values, low, high}, null where there is none; null if they are fewer than
 * two, or one without an interval, or if a cell says something else. cells: [{text, behind}].
 */
function numbersOf(title, cells) {
  const all = cells.map((c) => c.behind), there = all.filter((c) => c);
  if (there.length < (there.some((c) => c.low !== null) ? 1 : 2) || new Set(there.map((c) => c.unit)).size > 1 ||
      cells.some((c) => !c.behind && c.text !== "" && c.text !== "–"))
    return null;
  const [values, low, high] = ["value", "low", "high"].map((k) => all.map((c) => (c ? c[k] : null)));
  return {name: title, unit: unitWord(there[0].unit), values, low, high};
}
const unitWord = (unit) => {
  const hangul = {
    bytes: "바이트",
    million: "백만",
    tokens: "토큰",
    perplexity: "퍼플렉시티",
    "of 3": "3개 중"
  };
  return say(unit, hangul[unit] || unit);
};
const sizesOf = (columns) => columns.flatMap((c) => c.values).filter((v) => v !== null && v !== 0).map(Math.abs);
/**
 * Columns share an axis if all of them can: of one unit, and none much larger than another. Else those of one unit that have
 * numbers in the same rows do, and each other has its own.
 */
function sharing(columns) {
  const largest = (c) => Math.max(...sizesOf([c])),
        alike = (a, b) => a.unit === b.unit && largest(a) < 10 * largest(b) && largest(b) < 10 * largest(a);
  if (columns.length > 0 && columns.every((a) => columns.every((b) => alike(a, b)))) return [columns];
  const rows = (c) => c.values.map((v) => v !== null).join(), groups = [];
  for (const c of columns) {
    const group = groups.find(([a]) => c.unit && alike(a, c) && rows(a) === rows(c));
    if (group)
      group.push(c);
    else
      groups.push([c]);
  }
  return groups;
}
/** Returns the points of a column where it has numbers. */
const pointsOf = (xs, c) => c.values.flatMap((v, i) => (v === null ? [] : [[xs[i], v, c.low[i], c.high[i]]]));
/** Pictures of a table: curves where its rows or columns are numbers that grow, else bars. */
function picturesOf(t) {
  const behind = numbersBehind(t), cell = (r, c) => ({text: t.rows[r][c], behind: behind(r, c)}),
        cells = (c) => t.rows.map((_, r) => cell(r, c)),
        withUnit = (name, unit) => (unit && !name.split(/[ ,;()]+/).includes(unit) ? `${name} (${unit})` : name),
        series = t.series || {by: "none"};  // which numbers are a curve, as heed lab decided
  // From 0, unless the numbers, or their intervals, would lie in a narrow band far above it.
  const ends = (c) => [...c.values, ...c.low, ...c.high].filter((v) => v !== null);
  const fromZero = (columns) => {
    const all = columns.flatMap(ends);
    return Math.min(...all) < 0.6 * Math.max(...all);
  };
  const scales = (xs, values) => ({
    logX: xs.at(-1) / xs[0] >= 16,
    logY: values.every((v) => v >= 0) && Math.max(...values) / Math.min(...values.filter((v) => v > 0)) > 100
  });
  if (series.by === "row") {  // a line for each row
    const xs = series.x, from = series.from,
          rows = t.rows.map((row, r) => numbersOf(row[0], row.slice(from).map((_, c) => cell(r, from + c))));
    if (rows.some((r) => !r)) return [];
    return [plot(withUnit(t.title, rows[0].unit), rows.map((r) => ({name: r.name, points: pointsOf(xs, r)})), {
      x: t.along,
      width: 560,
      height: 280,
      zero: fromZero(rows),
      ...scales(xs, rows.flatMap((r) => r.values).filter((v) => v !== null))
    })];
  }
  // These say nothing of the claim as a picture, or were not measured here.
  const bookkeeping = /^(p|p of .*|.* p|parameters|매개변수|by chance|우연이라면)$/;
  // A bar is known by its row's first cell: where two rows have the same there are none; a number alone, as a seed, says whose it is.
  const rowNames = t.rows.map(([name]) => (/^[\d.,]+$/.test(name) ? `${t.columns[0]} ${name}` : name));
  if (series.by !== "column" && new Set(rowNames).size < rowNames.length) return [];
  const columns = t.columns.slice(1)
                      .map((c, i) => numbersOf(c, cells(i + 1)))
                      .filter((c) => c && !bookkeeping.test(c.name) && sizesOf([c]).length > 0);
  const tells = (group) => group.length > 1 ||
      new Set(group[0].values.filter((v) => v !== null)).size > 1;  // the same number everywhere makes no picture
  return sharing(columns).filter(tells).map((group) => {
    const title = withUnit(group.length > 1 ? t.title : group[0].name, group[0].unit);
    if (series.by !== "column") return bars(title, rowNames, group);
    const xs = series.x, lines = group.map((c) => ({name: c.name, points: pointsOf(xs, c)}));
    return plot(
        title, lines,
        {x: t.columns[0], zero: fromZero(group), ...scales(xs, group.flatMap((c) => c.values).filter((v) => v !== null))});
  });
}
/**
 * columns: [{name, unit, values, low, high}], a bar for each row of each, with its interval; without the rows of which there is
 * nothing.
 */
function bars(title, allRows, allColumns) {
  const there = (list) => list.filter((_, i) => allColumns.some((c) => c.values[i] !== null));
  const rows = there(allRows),
        columns = allColumns.map((c) => ({...c, values: there(c.values), low: there(c.low), high: there(c.high)}));
  return element(
      "figure", {}, element("h3", {}, title), barPicture(title, rows, columns),
      columns.length > 1 &&
          element(
              "figcaption", {class: "legend"},
              columns.map((c, k) => element("span", {style: `color: ${colours[k % colours.length]}`}, "■ " + c.name))));
}
/** Four digits that count; the table has it as it was printed. */
const barText = (column, i) => {
  const v = column.values[i], tiny = v !== 0 && Math.abs(v) < 1e-3;
  return (tiny ? v.toExponential(2) : v.toLocaleString("en-US", {maximumSignificantDigits: 4})).replaceAll("-", "−") +
      (column.unit && " " + column.unit);
};
function barPicture(title, rows, columns) {
  const left = Math.min(200, Math.max(...rows.map(wordWidth))) + 10, step = 8 + 14 * columns.length, width = left + 250,
        height = rows.length * step + 4;
  const all = columns.flatMap((c) => [...c.values, ...c.low, ...c.high]).filter((v) => v !== null), low = Math.min(0, ...all),
        high = Math.max(0, ...all), px = (v) => left + ((v - low) / (high - low || 1)) * 180;
  const s = element("svg", {viewBox: `0 0 ${width} ${height}`, width, height, role: "img", "aria-label": title});
  const add = (...parts) => s.append(...parts.filter(Boolean));
  rows.forEach((row, i) => {
    add(element("text", {x: left - 6, y: i * step + step / 2 + 4, "text-anchor": "end"}, row));
    columns.forEach((c, k) => {
      const v = c.values[i], y = i * step + 4 + 14 * k;
      if (v === null) return;
      add(element("rect", {
            x: Math.min(px(0), px(v)),
            y,
            width: Math.max(0.5, Math.abs(px(v) - px(0))),
            height: 12,
            fill: colours[k % colours.length]
          }),
          c.low[i] !== null && element("line", {class: "interval", x1: px(c.low[i]), x2: px(c.high[i]), y1: y + 6, y2: y + 6}),
          element("text", {x: Math.max(px(v), px(0), px(c.high[i] ?? v)) + 5, y: y + 10, class: "dim"}, barText(c, i)));
    });
  });
  return s;
}
function lab() {
  const lang = data.lang;
  const units = [[86400, "d", "일"], [3600, "h", "시간"], [60, "min", "분"], [1, "s", "초"]];
  const duration = (c) => {  // as the Markdown page has it, but shorter than a minute with its first digit
    if (c.seconds < 59.5) return (c.seconds < 0.1 ? "< 0.1" : number(c.seconds, c.seconds < 10 ? 1 : 0)) + say(" s", "초");
    const all = Math.round(c.seconds), i = units.findIndex(([size]) => all >= size), [size, en, ko] = units[i],
          [rest, en2, ko2] = units[i + 1];
    return say(
        `${Math.floor(all / size)} ${en} ${String(Math.floor((all % size) / rest)).padStart(2, "0")} ${en2}`,
        `${Math.floor(all / size)}${ko} ${Math.floor((all % size) / rest)}${ko2}`);
  };
  const shown = (english) => {
    const word = (text) => (lang === "ko" && english.korean?.[text]) || text, title = english.title[lang],
          columns = english.columns.map(word), rows = english.rows.map((row) => row.map(word));
    return element("div", {}, element("h3", {}, title), element("div", {class: "row"}, table(columns, rows, title),
        picturesOf({...english, title, columns, rows, along: english.along?.[lang] || ""})));
  };
  return data.lab.claims.map(
      (c) => section(
          c.id, `${c.id}: ${c.claim[lang]}`,
          element(
              "p", {class: "dim"},
              say(`documents ${c.documents}`, `문서 ${c.documents}`) +
                  ` · ./heed lab ${c.id}${data.lab.quick ? " --quick" : ""} · ` + duration(c)),
          c.rule && element("p", {class: "dim"}, say("It holds where: ", "맞다고 하는 기준: ") + c.rule[lang]),
          element(
              "p", {}, element("strong", {class: "verdict " + (c.verdict.en === "holds" ? "good" : "dim")}, c.verdict[lang]), " ",
              c.statements ? `(${c.statements.map((s) => `${s.name[lang]}: ${s.verdict[lang]}`).join("; ")}) ` : "", c.measured[lang]),
          c.correction[lang] && element("p", {class: "correction"}, c.correction[lang]), c.tables.map(shown),
          c.id === "C12" && element("div", {class: "row"}, Object.values(sinusoidPictures()))));
}
