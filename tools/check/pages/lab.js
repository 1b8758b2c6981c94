// The lab's page: a section for each claim, with its verdict, its tables, and pictures that are drawn.
check(() => {
must("a section for each claim", all("section").length === data.lab.claims.length);
must("nothing that is NaN", all(".bad").length === 0);
data.lab.claims.forEach((c) => {
  const at = document.getElementById(c.id);
  must(`${c.id}: its verdict`, at.querySelector(".verdict").textContent === c.verdict[data.lang]);
  c.tables.filter((t) => t.along).forEach((t) => must(`${c.id}: an axis of ${t.along.en}`, all("figure text", at).some((e) => e.textContent === t.along[data.lang])));
  must(`${c.id}: its tables`, at.querySelectorAll("table").length === c.tables.length);
});
must("pictures", all("figure").length > data.lab.claims.length && all("figure").every((f) => f.querySelector("svg, canvas")));
must("C12: sines and cosines", data.lab.claims.every((c) => c.id !== "C12" || document.getElementById("C12").querySelector("canvas")));
must("intervals", all("line.interval").length > 0);
const written = (f) => f.textContent.replace(/\s+/g, " ");
data.lab.claims.filter((c) => c.id === "C8").forEach(() => must("C8: the nets whose paths are one line are named", all("#C8 figure").some((f) => f.querySelector(".covered") && ["LSTM", "RNN"].every((w) => f.querySelector(".covered").textContent.includes(w)))));
data.lab.claims.filter((c) => c.id === "C3").forEach(() => {
  must("C3: a bar says of which seed it is", all("#C3 figure").some((f) => written(f).includes(say("seed 1", "시드 1"))));
  must("C3: every width stands below the curves", ["1", "4", "16", "64", "256", "1,024"].every((w) => all("#C3 figure:first-of-type text").some((t) => t.textContent === w)));
});
if (data.lang === "ko") must("units are Korean", all("figure").every((f) => !/\d (tokens|bytes|slope|million|perplexity)/.test(written(f))));
must("no request", performance.getEntriesByType("resource").length === 0);
});
