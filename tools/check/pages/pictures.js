// Which pictures the lab draws of a table: what is drawn is put down instead.
check(() => {
const same = (name, is, should) => must(`${name}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`, JSON.stringify(is) === JSON.stringify(should));
plot = (title, lines) => ["plot", title, lines.map((l) => l.name)];
bars = (title, rows, columns) => ["bars", title, columns.map((c) => c.name)];
// A cell is a text, or [value, unit, low, high], which is printed rounded; series: what heed lab says is a curve.
const pictures = (columns, rows, series) => picturesOf({
  title: "all",
  columns,
  series,
  rows: rows.map((row) => row.map((c) => (Array.isArray(c) ? `${Math.round(c[0])} ${c[1]}` : c))),
  numbers: rows.flatMap((cells, row) => cells.flatMap((c, column) => {
    if (!Array.isArray(c)) return [];
    const [value, unit, low = null, high = null] = c;
    return [{row, column, value, unit, low, high}];
  }))
});
same(
    "one axis for what belongs together",
    pictures(
        ["head", "aligned", "attended", "previous", "p", "BLEU"],
        [
          ["a", [63, "%"], [15, "%"], "", [0.2, ""], [-1, "", -3, 1]],
          ["b", [23, "%"], [14, "%"], "", [0.3, ""], [-2, "", -3, -1]], ["c", "", "", [8, "%"], [1, ""], [0, "", -1, 1]],
          ["d", "", "", [9, "%"], [1, ""], [1, "", 0, 2]]
        ]),
    [["bars", "all (%)", ["aligned", "attended"]], ["bars", "previous (%)", ["previous"]], ["bars", "BLEU", ["BLEU"]]]);
same(
    "no bars of rows that have one name",
    pictures(["of", "from"], [["exact", [256, "tokens"]], ["exact", [754, "tokens"]], ["all", [300, "tokens"]]]), []);
same(
    "nothing of the same number everywhere",
    pictures(["head", "attended", "parameters"], [["a", [15, "%"], [12, ""]], ["b", [15, "%"], [13, ""]], ["c", "", ""]]), []);
same(
    "what would come of chance is no bar",
    pictures(["head", "aligned", "by chance"], [["a", [63, "%"], [15, "%"]], ["b", [23, "%"], [14, "%"]]]),
    [["bars", "aligned (%)", ["aligned"]]]);
same("no picture of words", pictures(["claim", "verdict"], [["a", "holds"], ["b", "does not"]]), []);
same("no picture of numbers that are printed alone", pictures(["head", "BLEU"], [["a", "63 ± 1"], ["b", "23 ± 1"]]), []);
same(
    "a line for each row, over its columns",
    pictures(
        ["net", "8", "32", "128"], [["RNN", [98, "%", 97, 100], [72, "%"], [70, "%"]]], {by: "row", from: 1, x: [8, 32, 128]}),
    [["plot", "all (%)", ["RNN"]]]);
plot = (title, lines) => lines.map((l) => l.points);
same(
    "what is drawn is not rounded",
    pictures(["n", "time"], [[[1, ""], [0.12345, "ms", 0.1, 0.2]], [[2, ""], [7.4321, "ms"]]], {by: "column", from: 1, x: [1, 2]}),
    [[[[1, 0.12345, 0.1, 0.2], [2, 7.4321, null, null]]]]);
});
