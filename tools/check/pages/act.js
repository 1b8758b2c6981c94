// What a person would do, and what then stands on the page.
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
if (drawnByVega) cellsOf(large)[0].dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
else cellsOf(large)[0].dispatchEvent(new MouseEvent("mouseenter"));
await pause();
must("hover shows a number", /: \d\.\d+/.test(document.querySelector("#heads .said").textContent));
const { rows, columns } = tokensOf(readingOf(), last()), press = (key) => document.querySelector("#heads .keys").dispatchEvent(new KeyboardEvent("keydown", { key }));
press("ArrowRight"); press("ArrowRight"); press("ArrowDown");
must("the arrow keys walk over the cells", document.querySelector("#heads .said").textContent.startsWith(`${isolated(rows[1])} → ${isolated(columns[1])}: `) && all("#heads .keys .at").length === 1);
const [head, query] = all("#steps input[type=range]");
query.value = Tq - 1; query.dispatchEvent(new Event("input"));
must("the slider moves the query", state.query === Tq - 1);
must("paper has the head and the query, too", document.querySelector("#steps .print").textContent.includes(`${last().name}, ${say("head", "헤드")} ${H}/${H}, ${say("query", "쿼리")} ${Tq}/${Tq}`));
must("a row for each key", all("#steps table")[0].querySelectorAll("tbody tr").length === Tk);
must("recomputed as heed did", all("#steps .check").length === 5 && all("#steps .bad").length === 0);
const chooser = document.querySelector("#heads select");
if (chooser.options.length > 1) { chooser.selectedIndex = 1; chooser.dispatchEvent(new Event("change")); must("another sentence", state.sentence === 1); }
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
must("each large map of attention has its legend", all("#heads .beside figure .shades, #forming figure .shades").length >= 1 && all("figcaption.shades").every((l) => all("text", l).length > 1 && l.textContent.trim()));
must("the arrow keys walk over curves", walked(document.querySelector("#curves figure")).flat().every((t) => /: .*, \S+$/.test(t)));
must("curves have lines", document.querySelectorAll(drawnByVega ? "#curves .vega svg" : "#curves polyline").length >= 4);
must("a tree of the beam", all("#text svg path").length > 4);
must("no words between the shapes of a picture", all("#text svg").every((e) => [...e.childNodes].every((c) => c.nodeType === Node.ELEMENT_NODE)));
must("says who drew it", document.querySelector("header").textContent.includes(drawnByVega ? "Vega-Lite 6" : say("drawn by heed itself", "heed가 직접 그림")));
must("every slider that shows a value says it", all("input[type=range]").every((e) => e.getAttribute("aria-valuetext") === e.closest("label").querySelector("output").textContent));
must("every control has a name", all("select, input, button").every((e) => e.closest("label") || e.getAttribute("aria-label") || (e.tagName === "BUTTON" && e.textContent.trim())));
must("no picture without words", all("svg[role=img], canvas").every((e) => e.getAttribute("aria-label")));
});
