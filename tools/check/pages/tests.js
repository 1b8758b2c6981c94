// Worst and best test sentences by the score that one chooses: those of the data, in their order.
check(() => {
  const where = document.getElementById("tests"), select = where.querySelector("select"), names = ["chrf", "bleu"];
  must("a choice of both scores", [...select.options].map((o) => o.textContent).join() === "chrF,BLEU");
  const texts = (list) => list.map((l) => l.join("\n")).join("\n\n"), close = (text, v) => near(numberIn(text), v, 0.051);
  const ordered = (scores, sign) => scores.every((v, i) => i === 0 || sign * (v - scores[i - 1]) >= 0);
  for (const [k, key] of names.entries()) {
    select.selectedIndex = k;
    select.dispatchEvent(new Event("change"));
    const tables = all("table", where).map((t) => all("tbody tr", t).map((r) => all("th, td", r).map((c) => c.textContent)));
    let next = 0;
    data.tests.each.forEach((t) => {
      for (const [which, sign] of [["worst", 1], ["best", -1]]) {
        const lines = t[key][which];
        if (which === "worst" && lines.length === 0) continue;
        const rows = tables[next++];
        must(`${which} by ${key}`, texts(rows.map((r) => r.slice(0, 3))) === texts(lines.map((l) => [l.source, l.reference, l.written])));
        must(`${which} by ${key}: scores`, rows.every((r, i) => close(r[3], lines[i].chrf) && close(r[4], lines[i].bleu)));
        must(`${which} by ${key}: order`, ordered(lines.map((l) => l[key]), sign));
      }
    });
    const differ = data.tests.differ[key];
    must("two models have sentences in which they differ", data.models.length < 2 || differ.length > 0);
    if (differ) {
      const rows = tables[next++];
      must(`differ by ${key}`, texts(rows.map((r) => [r[0], r[1], r[2], r[4]])) === texts(differ.map(([a, b]) => [a.source, a.reference, a.written, b.written])));
      must(`differ by ${key}: scores`, rows.every((r, i) => close(r[3], differ[i][0][key]) && close(r[5], differ[i][1][key])));
      must(`differ by ${key}: order`, ordered(differ.map(([a, b]) => Math.abs(a[key] - b[key])), -1));
    }
    must(`${key}: no other table`, next === tables.length);
  }
});
