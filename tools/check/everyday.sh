#!/bin/bash
# tools/check/everyday.sh [MODEL]: how a model of the embedded grammar does on sentences as people type them,
# tools/check/everyday.tsv: a sentence a line, a tab, and its translations with | between; none where a word is not of
# the grammar. Prints what came out wrong and how it was marked, then the counts; status 1 if fewer than 80 % of those
# that have a translation came out right. HEED names the program.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
heed=${HEED:-$here/../../build/release/tools/heed}
[[ -x $heed ]] || { echo "there is no program $heed: build it with ./heed translate, or name one with HEED=" >&2; exit 2; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
cut -f1 "$here/everyday.tsv" >"$place/source"
"$heed" translate --model "${1:-runs/toy-ko-en/model.safetensors}" --lang en --input "$place/source" \
  --output "$place/target" 2>"$place/notes"
awk -F'\t' -v notes="$place/notes" -v target="$place/target" '
  BEGIN {
    while ((getline line < notes) > 0)
      if (match(line, /^line [0-9]+: /) && line ~ /not trained for this|not in the vocabulary|nothing to translate/)
        marked[substr(line, 6, RLENGTH - 7) + 0] = substr(line, RLENGTH + 1)
  }
  {
    getline said < target
    right = $2 != "" && index("|" $2 "|", "|" said "|") > 0
    if ($2 != "") { ++asked; good += right; false_alarm += right && (NR in marked) }
    if (right) next
    ++wrong
    known += NR in marked
    printf "%s → %s%s  %s\n", $1, said, $2 == "" ? "" : " (not: " $2 ")", NR in marked ? marked[NR] : "NOT MARKED"
  }
  END {
    printf "%d of %d come out right, %d of them marked all the same; of %d others %d are marked\n", good, asked,
           false_alarm, wrong, known
    exit good < 0.8 * asked
  }' "$here/everyday.tsv"
