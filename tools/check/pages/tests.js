// Worst and best test sentences by chrF: those of the data, in their order.
check(() => {
  const where = document.getElementById("tests");
  const texts = (list) => list.map((l) => l.join("\n")).join("\n\n"), close = (text, v) => near(numberIn(text), v, 0.051);
  const ordered = (scores, sign) => scores.every((v, i) => i === 0 || sign * (v - scores[i - 1]) >= 0);
  const tables = all("table", where).map((t) => all("tbody tr", t).map((r) => all("th, td", r).map((c) => c.textContent)));
  let next = 0;
  data.tests.forEach((t) => {
    for (const [which, sign] of [["worst", 1], ["best", -1]]) {
      const lines = t[which];
      if (which === "worst" && lines.length === 0) continue;
      const rows = tables[next++];
      must(which, texts(rows.map((r) => r.slice(0, 3))) === texts(lines.map((l) => [l.source, l.reference, l.written])));
      must(`${which}: scores`, rows.every((r, i) => close(r[3], lines[i].chrf)));
      must(`${which}: order`, ordered(lines.map((l) => l.chrf), sign));
    }
  });
  must("no other table", next === tables.length);
});
