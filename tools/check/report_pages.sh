#!/usr/bin/env bash
# A report in headless Chromium, as a file, without network, in both languages, drawn by the page itself and, where npm has installed it, by
# Vega-Lite: tools/check/report_pages.sh PROGRAM MODEL [FOLDER]
# (PROGRAM: build/release/tools/heed; MODEL of a training of heed translate, as its training.json has the pictures of the epochs; with FOLDER
# the pages and screenshots, light and dark, stay there; heads.png, steps.png … are those of docs/looking.)
# Needs: apt-get install chromium fonts-nanum.
set -euo pipefail
heed=$(readlink -f "$1") model=$2 out=${3:-$(mktemp -d)}
mkdir -p "$out"
out=$(readlink -f "$out")
[[ $# -ge 3 ]] || trap 'rm -rf "$out"' EXIT
command -v chromium >/dev/null || { echo "chromium is missing: apt-get install chromium fonts-nanum" >&2; exit 1; }

browser() {
  chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir="$out/profile" \
    --virtual-time-budget=${budget:-5000} --enable-logging=stderr "$@" 2>"$out/log"
  if grep -E 'CONSOLE|Uncaught|Refused to' "$out/log" >&2; then echo "the page's program complains" >&2; exit 1; fi
}

# In $2, with the program of the file $1 at its end: what it leaves at the root element.
checked() {
  cat "$2" "$1" >"$out/acted.html"
  browser --dump-dom "file://$out/acted.html" | grep -o 'data-checked="[^"]*"' || echo 'data-checked="the page did not come to its end"'
}

# The lab's page: a section for each claim, with its verdict, its tables, and pictures that are drawn.
cat >"$out/lab.html" <<'HTML'
<script>
setTimeout(() => {
const wrong = [], must = (what, ok) => { if (!ok) wrong.push(what); };
const all = (selector) => [...document.querySelectorAll(selector)];
must("a section for each claim", all("section").length === data.lab.claims.length);
must("nothing that is NaN", all(".bad").length === 0);
data.lab.claims.forEach((c) => {
  const at = document.getElementById(c.id);
  must(`${c.id}: its verdict`, at.querySelector(".verdict").textContent === c.verdict[data.lang]);
  must(`${c.id}: its tables`, at.querySelectorAll("table").length === c.tables.length + (c.given ? c.given.tables.length : 0));
});
must("pictures", all("figure").length > data.lab.claims.length && all("figure").every((f) => f.querySelector("svg")));
must("intervals", typeof vegaLite !== "undefined" ? all("[aria-roledescription='rule mark']").length > 0 : all("line.interval").length > 0);
must("no request", performance.getEntriesByType("resource").length === 0);
document.documentElement.setAttribute("data-checked", wrong.length === 0 ? "all is well" : wrong.join("; "));
}, 100);
</script>
HTML

# One head, one query: all that the page computes again, for each of them, is heed's.
cat >"$out/steps.html" <<'HTML'
<script>
setTimeout(() => {
const wrong = [], must = (what, ok) => { if (!ok) wrong.push(what); };
const all = (selector) => [...document.querySelectorAll(selector)];
let seen = 0;
readingOf().heads.forEach((a, attention) => { for (let head = 0; head < a.shape[0]; ++head) for (let query = 0; query < a.shape[1]; ++query) {
  Object.assign(state, { attention, head, query });
  listeners.at(-1)();  // the step view alone: the maps of all heads take long to draw
  const at = `${a.name}, head ${head + 1}, query ${query + 1}`, said = all("#steps .check, #steps .bad");
  must(`${at}: scores, softmax, z, ds and dq are checked`, said.length === 5);
  must(`${at}: ${all("#steps .bad").map((e) => e.textContent)}`, all("#steps .bad").length === 0);
  // the sum that the table shows: q·k times its factor, and what the positions add
  if (a.by_distance) for (const row of all("#steps table")[0].querySelectorAll("tbody tr")) {
    const n = [...row.querySelectorAll("td")].map((c) => Number(c.textContent.replaceAll("−", "-"))), scaled = a.scale === 1 ? 0 : 1;
    must(`${at}: the term itself is shown`, Math.abs(n[0] * a.scale - n[scaled]) < 1e-3 && Math.abs(n[scaled] + n[scaled + 1] - n[scaled + 2]) < 1e-3);
  }
  ++seen;
} });
must("something to compute", seen > 0);
const learned = data.models.flatMap((m) => m.learned);
must("the learned positions are drawn", learned.every((l) => all("#positions h3").some((h) => h.textContent.includes(`(${l.name})`))));
must("ALiBi with the model's heads", all("#positions h3").some((h) => h.textContent.startsWith("ALiBi") && h.textContent.includes(data.positions.alibi[0].length)));
document.documentElement.setAttribute("data-checked", wrong.length === 0 ? "all is well" : wrong.slice(0, 5).join("; "));
}, 100);
</script>
HTML

# Two models whose attentions are not the same: what stands side by side is of one kind.
cat >"$out/two.html" <<'HTML'
<script>
setTimeout(() => {
const wrong = [], must = (what, ok) => { if (!ok) wrong.push(what); };
const titles = () => [...document.querySelectorAll("#heads .beside figure h3")].map((h) => h.textContent);
const mine = data.models[0].sentences[state.sentence].heads, other = data.models[1].sentences[state.sentence].heads;
must("two names", data.models[0].name !== data.models[1].name);
other.reverse();
mine.forEach((a, attention) => { choose({ attention, head: 0, query: 0 }); must(`by its name: ${a.name}`, titles().length === 2 && titles().every((t) => t.includes(a.name + ","))); });
other.forEach((a) => { a.name += "_of_another"; });
mine.forEach((a, attention) => {
  choose({ attention });
  const like = other[counterpart(a, other)];
  must(`by its kind: ${a.name}`, kindOf(like) === kindOf(a) && titles()[1].includes(like.name));
});
other.splice(0, other.length, ...other.filter((a) => !a.cross));
choose({ attention: mine.findIndex((a) => a.cross) });
must("where there is none, it is said", titles()[1] === data.models[1].name && document.querySelectorAll("#heads .beside figure")[1].textContent.includes(kindOf(mine.find((a) => a.cross))));
document.documentElement.setAttribute("data-checked", wrong.length === 0 ? "all is well" : wrong.slice(0, 5).join("; "));
}, 100);
</script>
HTML

# The page of a training: whether it says what became of it ($expected: "on", "quiet" or "failed").
cat >"$out/live.html" <<'HTML'
<script>
setTimeout(() => {
const said = document.querySelector("header").textContent, on = say("The training goes on.", "학습이 진행 중입니다."), quiet = say("No news for 3 minutes", "3분 동안 소식이 없습니다"), failed = say("The training ended with an error: ", "학습이 오류로 끝났습니다: ") + data.error;
const is = said.includes(on) ? "on" : said.includes(quiet) ? "quiet" : data.error && said.includes(failed) ? "failed" : said;
document.documentElement.setAttribute("data-checked", is);
}, 100);
</script>
HTML

# What a person would do, and what then stands on the page.
cat >"$out/act.html" <<'HTML'
<script>
(async () => {
const drawnByVega = typeof vegaLite !== "undefined", pause = () => new Promise((r) => setTimeout(r, 100));
const cellsOf = (e) => e.querySelectorAll(drawnByVega ? "[aria-roledescription='rect mark']" : "rect.cell");
await pause();
const wrong = [], must = (what, ok) => { if (!ok) wrong.push(what); };
const all = (selector) => [...document.querySelectorAll(selector)], last = () => readingOf().heads.at(-1);
must("no request", performance.getEntriesByType("resource").length === 0);
const mapsOf = () => readingOf().heads.reduce((n, a) => n + a.shape[0], 0);
must("a small map for each head", all("#heads button.head").length === mapsOf());
const cells = all("#heads button.head").map((b) => b.querySelectorAll("rect.cell").length);
const pairs = readingOf().heads.flatMap((a) => Array(a.shape[0]).fill(a.shape[1] * a.shape[2]));
must("Lq Lk cells in each", JSON.stringify(cells) === JSON.stringify(pairs));
all("#heads button.head").at(-1).click();
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
must("the arrow keys walk over the cells", document.querySelector("#heads .said").textContent.startsWith(`${rows[1]} → ${columns[1]}: `) && all("#heads .keys .at").length === 1);
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
must("curves have lines", document.querySelectorAll(drawnByVega ? "#curves .vega svg" : "#curves polyline").length >= 4);
must("a tree of the beam", all("#text svg path").length > 4);
must("no words between the shapes of a picture", all("#text svg").every((e) => [...e.childNodes].every((c) => c.nodeType === Node.ELEMENT_NODE)));
must("says who drew it", document.querySelector("header").textContent.includes(drawnByVega ? "Vega-Lite 6" : say("drawn by heed itself", "heed가 직접 그림")));
must("every control has a name", all("select, input, button").every((e) => e.closest("label") || e.getAttribute("aria-label") || (e.tagName === "BUTTON" && e.textContent.trim())));
must("no picture without words", all("svg[role=img], canvas").every((e) => e.getAttribute("aria-label")));
document.documentElement.setAttribute("data-checked", wrong.length === 0 ? "all is well" : wrong.join("; "));
})();
</script>
HTML

drawing=(heed)
[[ ! -d $(dirname "$0")/../page/vega/node_modules/vega-lite ]] || drawing+=(vega-lite)
for language in en ko; do for drawn in "${drawing[@]}"; do
  page=$out/$language-$drawn.html
  "$heed" report "$model" --sentence '나는 사과를 좋아한다' --sentence '그의 친구는 안 달리니?' --sentence '</script> "따옴표" 🍎 שלום' \
    --lang $language --drawn-by "$drawn" --out "$page"
  said=$(checked "$out/act.html" "$page")
  echo "$language, $drawn: $said"
  [[ $said == 'data-checked="all is well"' ]]
  [[ $(stat -c %s "$page") -le 2500000 ]] || { echo "larger than 2.5 MB" >&2; exit 1; }
  for look in light dark; do
    force=(); [[ $look == light ]] || force=(--blink-settings=preferredColorScheme=0 --force-dark-mode)
    browser "${force[@]}" --window-size=1280,6200 --screenshot="$out/$language-$drawn-$look.png" "file://$page"
  done
done; done
# The step view of every kind of positions, whose scores come about in different ways.
for position in none learned rotary alibi t5 t5:unscaled shaw:3; do
  "$heed" translate --train --level 2 --pairs 600 --epochs 1 --layers 1 --d-model 16 --heads 4 --position $position --out "$out/model-$position" >/dev/null 2>"$out/training" ||
    { cat "$out/training" >&2; exit 1; }
  "$heed" report "$out/model-$position" --sentence '나는 사과를 좋아한다' --out "$out/$position.html"
  said=$(checked "$out/steps.html" "$out/$position.html")
  echo "--position $position: $said"
  [[ $said == 'data-checked="all is well"' ]]
done
# Two models, and a training that goes on, that was killed, that failed.
for language in en ko; do
  "$heed" report "$model" "$model" --sentence '나는 사과를 좋아한다' --lang $language --out "$out/pair.html"
  said=$(checked "$out/two.html" "$out/pair.html")
  echo "two models, $language: $said"
  [[ $said == 'data-checked="all is well"' ]]
  rm -rf "$out/copied"
  "$heed" copy --train 64 --test 20 --epochs 2 --layers 1 --d-model 8 --ff 8 --lr 1000 --warmup 1 --out "$out/copied" --report "$out/training.html" --lang $language >"$out/training" 2>&1 || true
  sed 's/"live":false/"live":true/; s/"error":"[^"]*",//; s/"written":[0-9]*/"written":'"$(date +%s)"'000/' "$out/training.html" >"$out/on.html"
  sed 's/"written":[0-9]*/"written":'"$(($(date +%s) - 180))"'000/' "$out/on.html" >"$out/quiet.html"
  cp "$out/training.html" "$out/failed.html"
  for state in on quiet failed; do
    said=$(budget=3000 checked "$out/live.html" "$out/$state.html") # before it reads itself again
    echo "a training, $language, $state: $said"
    [[ $said == "data-checked=\"$state\"" ]]
  done
done
# The lab's page is drawn as what is installed can: by Vega-Lite, or by itself.
for language in en ko; do
  "$heed" lab --from "$(dirname "$0")/../../docs/claims.json" --report "$out/lab-$language.html" --lang $language
  said=$(checked "$out/lab.html" "$out/lab-$language.html")
  echo "the lab, $language: $said"
  [[ $said == 'data-checked="all is well"' ]]
done
for view in curves:960 forming:1060 heads:1020 steps:1080 text:800 positions:1500 masks:1000; do
  { cat "$out/en-${drawing[-1]}.html"; echo "<style>section:not(#${view%:*}) { display: none }</style>"; } >"$out/view.html"
  browser --window-size="1280,${view#*:}" --screenshot="$out/${view%:*}.png" "file://$out/view.html"
done
