// A reader's choices are kept when the page is read again, and put on paper.
/**
 * Each part keeps what it chose under its name: chosen() now, and whatever was chosen before, as part of this tab's history,
 * which files have, too. What is restored may be of an older page: the part checks it.
 */
const keptParts = new Map(), earlier = (history.state && history.state.heed) || {parts: {}};
function keepChoice(name, chosen) {
  keptParts.set(name, chosen);
  return earlier.parts[name];
}
/** Names the element with the focus in words that another reading of the page has, too. */
const controls = "select, input, button, summary, a, [tabindex]";
const calledAs =
    (e) => [e.tagName, e.getAttribute("aria-label") || (e.closest("label") || e).firstChild?.textContent || ""].join(" ");
const controlsCalled =
    (id, name) => [...(id ? document.getElementById(id) || document : document).querySelectorAll(controls)].filter(
        (e) => calledAs(e) === name);
function placeOf(e) {
  if (!e || !e.matches(controls)) return null;
  const id = e.closest("section")?.id || "", name = calledAs(e);
  return {id, name, at: controlsCalled(id, name).indexOf(e)};
}
const found = ({id, name, at}) => controlsCalled(id, name)[at];
function keepReading() {
  history.replaceState(
      {
        heed: {
          parts: Object.fromEntries([...keptParts].map(([name, chosen]) => [name, chosen()])),
          focus: placeOf(document.activeElement),
          details: [...document.querySelectorAll("details")].map((d) => [placeOf(d.querySelector("summary")), d.open]),
          x: scrollX,
          y: scrollY
        }
      },
      "");
}
/** When all is drawn. */
function restoreReading() {
  addEventListener("beforeunload", keepReading);
  if (!("y" in earlier)) return;
  for (const [place, open] of earlier.details) {
    const summary = found(place);
    if (summary) summary.parentElement.open = open;
  }
  if (earlier.focus) found(earlier.focus)?.focus({preventScroll: true});
  scrollTo(earlier.x, earlier.y);
}
/** Paper has what is folded away on the screen. */
function openOnPaper() {
  let folded = [];
  addEventListener("beforeprint", () => {
    folded = [...document.querySelectorAll("details:not([open])")];
    for (const d of folded) d.open = true;
  });
  addEventListener("afterprint", () => {
    for (const d of folded) d.open = false;
    folded = [];
  });
}
