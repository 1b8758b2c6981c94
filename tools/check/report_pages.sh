#!/usr/bin/env bash
# A report in headless Chromium, as a file, without network, in both languages: tools/check/report_pages.sh PROGRAM MODEL [FOLDER]
# (PROGRAM: build/release/tools/heed; with FOLDER the pages and screenshots, light and dark, stay there; heads.png and steps.png are those
# of docs/looking.) Needs: apt-get install chromium fonts-nanum.
set -euo pipefail
heed=$(readlink -f "$1") model=$2 out=${3:-$(mktemp -d)}
mkdir -p "$out"
out=$(readlink -f "$out")
[[ $# -ge 3 ]] || trap 'rm -rf "$out"' EXIT
command -v chromium >/dev/null || { echo "chromium is missing: apt-get install chromium fonts-nanum" >&2; exit 1; }

browser() {
  chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir="$out/profile" \
    --virtual-time-budget=5000 --enable-logging=stderr "$@" 2>"$out/log"
  if grep -E 'CONSOLE|Uncaught|Refused to' "$out/log" >&2; then echo "the page's program complains" >&2; exit 1; fi
}

# What a person would do, and what then stands on the page.
cat >"$out/act.html" <<'HTML'
<script>
{
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
must("Lq Lk large cells", large.querySelectorAll("rect.cell").length === Tq * Tk);
large.querySelector("rect.cell").dispatchEvent(new MouseEvent("mouseenter"));
must("hover shows a number", /: \d\.\d+/.test(document.querySelector("#heads .said").textContent));
const [head, query] = all("#steps input[type=range]");
query.value = Tq - 1; query.dispatchEvent(new Event("input"));
must("the slider moves the query", state.query === Tq - 1);
must("a row for each key", all("#steps table")[0].querySelectorAll("tbody tr").length === Tk);
must("recomputed as heed did", all("#steps .check").length >= 3 && all("#steps .bad").length === 0);
const chooser = document.querySelector("#heads select");
if (chooser.options.length > 1) { chooser.selectedIndex = 1; chooser.dispatchEvent(new Event("change")); must("another sentence", state.sentence === 1); }
document.querySelector("#heads input[type=checkbox]").click();
must("lines between words", all("#heads figure")[0].querySelectorAll("line").length > 0);
must("every control has a name", all("select, input, button").every((e) => e.closest("label") || e.getAttribute("aria-label")));
must("no picture without words", all("svg[role=img], canvas").every((e) => e.getAttribute("aria-label")));
document.documentElement.setAttribute("data-checked", wrong.length === 0 ? "all is well" : wrong.join("; "));
}
</script>
HTML

for language in en ko; do
  page=$out/$language.html
  "$heed" report "$model" --sentence '나는 사과를 좋아한다' --sentence '그의 친구는 안 달리니?' --sentence '</script> "따옴표" 🍎 שלום' \
    --lang $language --out "$page"
  cat "$page" "$out/act.html" >"$out/acted.html"
  said=$(browser --dump-dom "file://$out/acted.html" | grep -o 'data-checked="[^"]*"' || echo 'data-checked="the page did not come to its end"')
  echo "$language: $said"
  [[ $said == 'data-checked="all is well"' ]]
  [[ $(stat -c %s "$page") -le 2500000 ]] || { echo "larger than 2.5 MB" >&2; exit 1; }
  for look in light dark; do
    force=(); [[ $look == light ]] || force=(--blink-settings=preferredColorScheme=0 --force-dark-mode)
    browser "${force[@]}" --window-size=1280,6200 --screenshot="$out/$language-$look.png" "file://$page"
  done
done
for view in heads:1020 steps:1000; do
  { cat "$out/en.html"; echo "<style>section:not(#${view%:*}) { display: none }</style>"; } >"$out/view.html"
  browser --window-size="1280,${view#*:}" --screenshot="$out/${view%:*}.png" "file://$out/view.html"
done
