#!/usr/bin/env bash
# Models as ONNX Runtime runs them beside heed: tools/check/onnx.sh BUILD, a build with heed and test_nn (build/release).
# Logits and translations of random models with every option (test_nn "[onnxruntime]"); then a translator of the embedded
# grammar, of words and of subwords, trained for an epoch, greedily: of the 500 test sentences 495 have to be printed the same, marks and blanks
# included (where two words are equally probable, the last digit of a logit decides).
# Installs ONNX Runtime by npm, and ends with status 77 where that cannot be; needs: apt-get install nodejs npm libprotozero-dev, sentencepiece for subwords, and python3-onnx for its checker.
set -euo pipefail
build=$(readlink -f "$1") tools=$(readlink -f "$(dirname "$0")/..") out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
# --ignore-scripts: they would fetch libraries for GPUs
npm ci --ignore-scripts --no-audit --no-fund --prefix "$tools/onnxruntime" || {
  echo "skipped: npm cannot fetch ONNX Runtime here"
  exit 77
}
"$build/tests/test_nn" "[onnxruntime]"

# same NAME OPTION…: trains a translator, and compares with what heed prints of the same sentences.
same() {
  local of=$out/$1
  "$build/tools/heed" translate --train --epochs 1 --out "$of" "${@:2}" >"$of.log"
  "$build/tools/heed" export "$of" --format onnx --out "$of/onnx"
  node "$tools/onnxruntime/translate.mjs" "$of/onnx" <"$of/test.source.txt" >"$of/by_onnx"
  "$build/tools/heed" translate --model "$of" --beam 1 --input "$of/test.source.txt" --output "$of/by_heed" 2>>"$of.log"
  local different
  different=$(diff "$of/by_heed" "$of/by_onnx" | grep -c '^>' || true)
  echo "$1: $(wc -l <"$of/test.source.txt") sentences, $different printed otherwise by ONNX Runtime"
  [[ $(wc -l <"$of/by_onnx") == $(wc -l <"$of/by_heed") ]] && ((different <= 5))
}
same words --level 4  # has marks
if command -v spm_encode >/dev/null; then
  same subwords --level 2 --subwords 200  # of the target the text allows 256
else
  echo "subwords are left out: apt-get install sentencepiece"
fi
