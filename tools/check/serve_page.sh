#!/usr/bin/env bash
# The page of `heed serve` in headless Chromium: tools/check/serve_page.sh PROGRAM MODEL SENTENCE
# (PROGRAM: build/release/tools/heed.) A load of a thousand requests by curl, too. Needs: apt-get install chromium curl.
set -euo pipefail
heed=$(readlink -f "$1") model=$2 sentence=$3 out=$(mktemp -d)
for needed in chromium curl; do command -v $needed >/dev/null || { echo "$needed is missing: apt-get install $needed" >&2; exit 1; }; done

"$heed" serve "$model" --port 0 >"$out/said" &
server=$!
trap 'kill $server 2>/dev/null; rm -rf "$out"' EXIT
for _ in {1..100}; do grep -q http "$out/said" && break || sleep 0.1; done
url=$(grep -o 'http://127.0.0.1:[0-9]*/' "$out/said")

encoded=$(printf %s "$sentence" | od -An -tx1 -v | tr -d '\n' | sed 's/ /%/g')
chromium --headless --no-sandbox --disable-gpu --user-data-dir="$out/profile" --virtual-time-budget=10000 --enable-logging=stderr \
  --host-resolver-rules='MAP * ~NOTFOUND, EXCLUDE 127.0.0.1' --dump-dom "$url#$encoded" >"$out/page" 2>"$out/log"
if grep -E 'CONSOLE|Uncaught|Refused to' "$out/log" >&2; then echo "the page's program complains" >&2; exit 1; fi

wrong=0
must() { grep -Eq "$2" "$out/page" || { echo "not on the page: $1" >&2; wrong=1; }; }
translation=$("$heed" translate --model "$model/model.safetensors" "$sentence" 2>/dev/null)
must "the translation among the alternatives" "<td>$translation</td>"
must "the words that the model wrote" 'id="target".*<span tabindex="0"[^>]*>&lt;eos&gt;</span>'
must "where the first word was written looking" 'id="source".*rgba?\(0, 110, 220'
must "the best path of the tree" 'class="best ended">&lt;eos&gt;'

body=$(printf '{"text": "%s"}' "$sentence")
start=$(date +%s%N)
answered=$(seq 1000 | xargs -P 64 -I{} curl -s -o /dev/null -w '%{http_code}\n' -H 'Content-Type: application/json' -d "$body" "${url}translate" | grep -c '^200$')
printf '%s of 1000 requests answered in %d ms\n' "$answered" $((($(date +%s%N) - start) / 1000000))
[[ $answered == 1000 && $wrong == 0 ]] && echo "the page is as it should be"
