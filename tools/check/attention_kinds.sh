#!/bin/bash
# tools/check/attention_kinds.sh [OPTION…]: trains the embedded translation with each kind of positions and of attention,
# one after the other, and prints the test BLEU of each. Then sentences of level 3, which are up to 25 words long: models
# that were trained on those of at most 13, by the length of the longer side; and sequences of integers: models that copy
# at most 12 of them, asked for longer ones. The options are those of `heed translate`, for all of its trainings (--epochs 2 for a
# short look). HEED names the program. Stops with the first training that fails.
set -eu
heed=${HEED:-$(cd "$(dirname "$0")/../.." && pwd)/build/release/tools/heed}
[[ -x $heed ]] || { echo "there is no program $heed: build it with ./heed test, or name one with HEED=" >&2; exit 2; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cd "$place"

printf '%-46s %s\n' "heed translate --level 2 --pairs 20000" "test BLEU, greedy"
while read -r kind; do
  # shellcheck disable=SC2086  # a kind may be several words
  "$heed" translate --level 2 --pairs 20000 $kind "$@" --out model >log 2>&1 || { cat log >&2; exit 1; }
  printf '%-46s %s\n' "$kind" "$(sed -n 's/^test, greedy: *BLEU = \([0-9.]*\).*/\1/p' log)"
  rm -rf model
done <<'KINDS'
--position none
--position sinusoidal
--position learned
--position rotary
--position alibi
--position t5
--position shaw
--attention window:2+global:1
--attention stride:2+window:1
--kernel linear
KINDS

# The words of the longer side, the source or its translation, put a pair into one of four files.
by_length() {
  paste "$1/test.source.txt" "$1/test.reference.txt" | awk -F'\t' -v to="$2" '{
    n = split($1, a, " "); m = split($2, b, " "); if (m > n) n = m
    part = n <= 13 ? "13" : n <= 16 ? "16" : n <= 19 ? "19" : "25"
    print $1 > (to "/" part ".source"); print $2 > (to "/" part ".reference") }'
}
parts=(13 16 19 25)
printf '\n%-46s%9s%9s%9s%9s\n' "heed translate --level 3 --max-tokens 14: BLEU" "to 13" "14-16" "17-19" "20-25"
for position in sinusoidal learned rotary alibi t5 shaw; do
  "$heed" translate --level 3 --pairs 20000 --max-tokens 14 --position $position "$@" --out model >log 2>&1 || { cat log >&2; exit 1; }
  by_length model .
  printf '%-46s' "--position $position"
  for part in "${parts[@]}"; do
    "$heed" translate --model model/model.safetensors --input "$part.source" --output "$part.greedy" 2>log || { cat log >&2; exit 1; }
    printf '%9s' "$("$heed" score "$part.greedy" --ref "$part.reference" --tokenize none | sed -n 's/^ *BLEU[^=]*= *\([0-9.]*\).*/\1/p')"
  done
  echo
  rm -rf model
done

# Each length by 50 sequences of the same numbers for every kind.
sequences() {
  awk -v n="$1" 'BEGIN { srand(n); for (i = 0; i < 50; ++i) { s = ""; for (j = 0; j < n; ++j)
    s = s (j ? " " : "") int(rand() * 10); print s } }'
}
lengths=(12 14 16 20 24)
printf '\n%-46s' "heed copy --longest 12, % right of length"
printf '%5s' "${lengths[@]}"
echo
for position in sinusoidal learned rotary alibi t5 shaw; do
  "$heed" copy --position $position --longest 12 --out model >log 2>&1 || { cat log >&2; exit 1; }
  printf '%-46s' "--position $position"
  for length in "${lengths[@]}"; do
    sequences "$length" >asked
    mapfile -t given <asked
    "$heed" copy --model model/model.safetensors "${given[@]}" >answered 2>log
    printf '%5s' "$(paste -d: asked answered | awk -F: '$1 == $2 { ++right } END { print 2 * right + 0 }')"
  done
  echo
  rm -rf model
done
