// These checks do as a person would, and look at the page.
check(async () => {
const last = () => readingOf().heads.at(-1);
must("no request", performance.getEntriesByType("resource").length === 0);
const mapsOf = () => readingOf().heads.reduce((n, a) => n + a.shape[0], 0);
must("a small map for each head", all("#heads button.head").length === mapsOf());
const cells = all("#heads button.head").map((b) => b.querySelectorAll("rect.cell").length);
const pairs = readingOf().heads.flatMap((a) => Array(a.shape[0]).fill(a.shape[1] * a.shape[2]));
must("Lq Lk cells in each", JSON.stringify(cells) === JSON.stringify(pairs));
{
  const last = all("#heads button.head").at(-1);
  last.focus();
  last.click();
  must("the chosen head keeps the keyboard's focus", document.activeElement.matches("#heads button.head[aria-pressed=true]"));
}
const [H, Tq, Tk] = last().shape, large = all("#heads figure")[0];
must("the chosen one is large", state.attention === readingOf().heads.length - 1 && state.head === H - 1);
await pause();
must("Lq Lk large cells", cellsOf(large).length === Tq * Tk);
cellsOf(large)[0].dispatchEvent(new MouseEvent("mouseenter"));
await pause();
must("hover shows a number", /: \d\.\d+/.test(document.querySelector("#heads .said").textContent));
const { rows, columns } = tokensOf(readingOf(), last()), press = (key) => document.querySelector("#heads .keys").dispatchEvent(new KeyboardEvent("keydown", { key }));
press("ArrowRight"); press("ArrowRight"); press("ArrowDown");
must("the arrow keys walk over the cells", document.querySelector("#heads .said").textContent.startsWith(`${isolated(rows[1])} → ${isolated(columns[1])}: `) && all("#heads .keys .at").length === 1);
const [head, query] = all("#steps input[type=range]");
query.value = Tq - 1; query.dispatchEvent(new Event("input"));
must("the slider moves the query", state.query === Tq - 1);
must("paper has the head and the query, too", document.querySelector("#steps .print").textContent.includes(`${last().name}, ${say("head", "헤드")} ${H}/${H}, ${say("query", "쿼리")} ${Tq}/${Tq}`));
must("and the sentence", document.querySelector("#steps .print").textContent.includes(readingOf().sentence));
must("the step view says what it is, and of which sentence", document.querySelector("#steps p.dim").textContent.length > 100 && document.querySelector("#steps select").selectedOptions[0].textContent === readingOf().sentence);
must("whose query it is: the decoder's before it writes the word", [readingOf().input[Tq - 1], rows[Tq - 1]].every((w) => all("#steps p").some((e) => e.textContent.includes("(") && e.textContent.includes(`“${isolated(w)}”`))));
must("a row for each key", all("#steps table")[0].querySelectorAll("tbody tr").length === Tk);
must("recomputed as heed did", all("#steps .check").length === 5 && all("#steps .bad").length === 0);
const chooser = document.querySelector("#heads select");
if (chooser.options.length > 1) {
  const steps = document.querySelector("#steps select");
  chooser.selectedIndex = 1; chooser.dispatchEvent(new Event("change")); must("another sentence", state.sentence === 1 && steps.selectedIndex === 1);
  steps.selectedIndex = 0; steps.dispatchEvent(new Event("change")); must("the step view chooses one, too", state.sentence === 0 && chooser.selectedIndex === 0);
  chooser.selectedIndex = 1; chooser.dispatchEvent(new Event("change"));
}
document.querySelector("#heads input[type=checkbox]").click();
must("lines between words", all("#heads figure")[0].querySelectorAll("line").length > 0);
{
  const shown = readingOf().heads[state.attention], words = tokensOf(readingOf(), shown), pattern = decoded(shown.pattern),
        rows = all("#heads .beside details tbody tr");
  const wrong = rows.flatMap((row, i) => all("td", row).filter((c, j) => {
    const at = (state.head * words.rows.length + i) * words.columns.length + j;
    return shown.allowed[at] === "0" ? c.textContent !== "–" : !near(numberIn(c.textContent), pattern[at], 6e-4);
  }));
  must("their numbers in a table", rows.length === words.rows.length && wrong.length === 0 && all("#heads .beside details td").length === shown.shape[1] * shown.shape[2]);
}
const folded = all("details:not([open])");
dispatchEvent(new Event("beforeprint"));
must("paper has what is folded away", folded.length > 0 && all("details:not([open])").length === 0);
must("and the sentence", document.querySelector("#heads .print").textContent === readingOf().sentence);
dispatchEvent(new Event("afterprint"));
must("afterwards it is folded as before", all("details:not([open])").length === folded.length && folded.every((d) => !d.open));
const forming = document.querySelector("#forming");
if (forming) {
  const epochs = data.models[0].history.snapshots.epochs, slider = forming.querySelectorAll("input[type=range]")[1], title = () => forming.querySelector("figure h3").textContent;
  must("a place of the slider for each epoch", Number(slider.max) === epochs.length - 1);
  slider.value = 0; slider.dispatchEvent(new Event("input")); await pause();
  must("the slider goes back to the untrained model", title().endsWith(" 0"));
  const [, Q, K] = data.models[0].history.snapshots.sentences[0].heads.findLast((h) => h.cross).shape;
  must("Lq Lk cells of an epoch", cellsOf(forming.querySelector("figure")).length === Q * K);
  slider.value = slider.max; slider.dispatchEvent(new Event("input")); await pause();
  must("and to the last one", title().endsWith(` ${epochs.at(-1).epoch}`));
}
must("and says what its rows and columns are", all("#heads .beside figure, #forming figure").filter((f) => f.querySelector(".shades")).every((f) => /(Rows|행): .*(Columns|열): /.test(f.textContent)));
for (const size of [14, 16, 17, 44]) {  // words above narrow columns
  const words = ["좋아한다", "international", "좋아한다", "international"], map = heatMap({rows: ["a"], columns: words, value: () => 0.5, size, name: "narrow"});
  document.body.append(map);
  await pause();
  const places = all("text", map).filter((t) => words.includes(t.textContent)).map((t) => t.getScreenCTM());
  const apart = places.slice(1).map((m, k) => Math.abs((m.e - places[k].e) * m.b - (m.f - places[k].f) * m.a) / Math.hypot(m.a, m.b));
  must(`words above columns of ${size} stand apart: ${apart}`, places.length === words.length && apart.every((d) => d > 12));
  map.remove();
}
must("each large map of attention has its legend", all("#heads .beside figure .shades, #forming figure .shades").length >= 1 && all("figcaption.shades").every((l) => all("text", l).length > 1 && l.textContent.trim()));
must("the arrow keys walk over curves", walked(document.querySelector("#curves figure")).flat().every((t) => /: .*, \S+$/.test(t)));
must("curves have lines", document.querySelectorAll("#curves polyline").length >= 4);
must("a tree of the beam", all("#text svg path").length > 4);
for (const tree of all("#text svg")) {  // lines of the beam go from behind a word to before the next
  const words = all("text:not(.dim)", tree).map((t) => ({y: Number(t.getAttribute("y")), from: Number(t.getAttribute("x")), to: Number(t.getAttribute("x")) + t.getComputedTextLength()}));
  const struck = all("path", tree).map((e) => e.getAttribute("d").match(/^M(\S+) (\S+)H(\S+)$/)).filter(Boolean).filter(([, from, y, to]) => words.some((w) => w.y === Number(y) + 4 && w.to > Number(from) && w.from < Number(to)));
  must("no line of the beam strikes a word", struck.length === 0);
}
must("no words between the shapes of a picture", all("#text svg").every((e) => [...e.childNodes].every((c) => c.nodeType === Node.ELEMENT_NODE)));
must("every slider that shows a value says it", all("input[type=range]").every((e) => e.getAttribute("aria-valuetext") === e.closest("label").querySelector("output").textContent));
must("every control has a name", all("select, input, button").every((e) => e.closest("label") || e.getAttribute("aria-label") || (e.tagName === "BUTTON" && e.textContent.trim())));
must("no picture without words", all("svg[role=img], canvas").every((e) => e.getAttribute("aria-label")));
});
