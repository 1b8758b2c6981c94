#!/usr/bin/env bash
# A report in headless Chromium, as a file, without network, in both languages:
# tools/check/report_pages.sh PROGRAM MODEL [FOLDER]
# (PROGRAM: build/release/tools/heed; MODEL of a training of heed translate, as its training.json has the pictures of the epochs; with FOLDER
# the pages and screenshots, light and dark, stay there. pictures.sh makes those of the docs.)
# Needs: apt-get install chromium fonts-nanum poppler-utils python3.
set -euo pipefail
pages=$(readlink -f "$(dirname "$0")/pages") heed=$(readlink -f "$1") model=$2 out=${3:-$(mktemp -d)}
mkdir -p "$out"
out=$(readlink -f "$out")
[[ $# -ge 3 ]] || trap 'rm -rf "$out"' EXIT
command -v chromium >/dev/null && command -v pdftotext >/dev/null ||
  { echo "chromium or pdftotext is missing: apt-get install chromium fonts-nanum poppler-utils" >&2; exit 1; }

browser() {
  chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir="$out/profile" \
    --virtual-time-budget=${budget:-5000} --enable-logging=stderr "$@" 2>"$out/log"
  if grep -E 'CONSOLE|Uncaught|Refused to' "$out/log" >&2; then echo "the page's program complains" >&2; exit 1; fi
}

# In $2, with tools/check/pages/$1.js at its end: what it leaves at the root element.
checked() {
  { cat "$2"; printf '<script>\n'; cat "$pages/begin.js" "$pages/$1.js"; printf '</script>\n'; } >"$out/acted.html"
  browser --window-size=1280,800 --dump-dom "file://$out/acted.html" | grep -o 'data-checked="[^"]*"' || echo 'data-checked="the page did not come to its end"'
}

# Compares the page $1 on paper with that on the screen.
printed() {
  browser --dump-dom "file://$1" >"$out/screen.html"
  browser --print-to-pdf="$out/paper.pdf" "file://$1"
  python3 "$pages/on_paper.py" "$out/screen.html" "$out/paper.pdf" || true
}

# of_model LANGUAGE: the page of the model; a folder of its own, as two browsers are at work
of_model() {
  local page=$out/$1.html language=$1 what said look force
  local out=$out/$1
  mkdir -p "$out"
  "$heed" report "$model" --sentence '나는 사과를 좋아한다' --sentence '그의 친구는 안 달리니?' --sentence '</script> "따옴표" 🍎 שלום' \
    --lang $language --out "$page"
  for what in act curves values faults reload; do
    said=$(budget=20000 checked $what "$page")
    echo "$language, $what: $said"
    [[ $said == 'data-checked="all is well"' ]]
  done
  said=$(printed "$page")
  echo "$language, on paper: $said"
  [[ $said == "all is well" ]]
  [[ $(stat -c %s "$page") -le 2500000 ]] || { echo "larger than 2.5 MB" >&2; exit 1; }
  for look in light dark; do
    force=(); [[ $look == light ]] || force=(--blink-settings=preferredColorScheme=0 --force-dark-mode)
    browser "${force[@]}" --window-size=1280,6200 --screenshot="${page%.html}-$look.png" "file://$page"
  done
}
of_model en & english=$!
of_model ko & korean=$!
wait $english
wait $korean
# The step view of every kind of positions, whose scores come about in different ways.
number=0
for how in '--position '{none,learned,rotary,alibi,t5,t5:unscaled,shaw:3}; do
  number=$((number + 1))
  "$heed" translate --train --level 2 --pairs 600 --epochs 1 --layers 1 --d-model 16 --heads 4 $how --out "$out/model-$number" >/dev/null 2>"$out/training" ||
    { cat "$out/training" >&2; exit 1; }
  "$heed" report "$out/model-$number" --sentence '나는 사과를 좋아한다' --out "$out/model-$number.html"
  said=$(checked steps "$out/model-$number.html")
  echo "$how: $said"
  [[ $said == 'data-checked="all is well"' ]]
done
# A ViT: patches are words, an image a sentence.
"$heed" vit --images 200 --epochs 1 --layers 1 --d-model 8 --heads 2 --ff 8 --out "$out/vit" >/dev/null 2>"$out/training" || { cat "$out/training" >&2; exit 1; }
"$heed" report "$out/vit" --out "$out/vit.html"
for what in steps image; do
  said=$(checked $what "$out/vit.html")
  echo "a ViT, $what: $said"
  [[ $said == 'data-checked="all is well"' ]]
done
# Two models, and a training that goes on, that was killed, that failed.
cp -r "$model" "$out/other"
for language in en ko; do
  "$heed" report "$model" "$out/other" --sentence '나는 사과를 좋아한다' --lang $language --out "$out/pair.html"
  said=$(checked two "$out/pair.html")
  echo "two models, $language: $said"
  [[ $said == 'data-checked="all is well"' ]]
  rm -rf "$out/copied"
  "$heed" copy --train 64 --test 20 --epochs 2 --layers 1 --d-model 8 --ff 8 --lr 1000 --warmup 1 --out "$out/copied" --report "$out/training.html" --lang $language >"$out/training" 2>&1 || true
  sed 's/"live":false/"live":true/; s/"error":"[^"]*",//; s/"written":[0-9]*/"written":'"$(date +%s)"'000/' "$out/training.html" >"$out/on.html"
  sed 's/"written":[0-9]*/"written":'"$(($(date +%s) - 180))"'000/' "$out/on.html" >"$out/quiet.html"
  cp "$out/training.html" "$out/failed.html"
  for state in on quiet failed; do
    said=$(budget=3000 checked live "$out/$state.html") # before it reads itself again
    echo "a training, $language, $state: $said"
    [[ $said == "data-checked=\"$state\"" ]]
  done
  said=$(budget=20000 checked reload "$out/on.html")
  echo "a training, $language, read again: $said"
  [[ $said == 'data-checked="all is well"' ]]
done
