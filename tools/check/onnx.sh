#!/usr/bin/env bash
# Models as ONNX Runtime runs them beside heed: tools/check/onnx.sh BUILD, a build with heed and test_nn (build/release).
# Logits and translations of random models with every option (test_nn "[onnxruntime]"); then a translator of the embedded
# grammar, trained for an epoch, greedily: each of the 500 test sentences has to come out the same, word for word.
# Installs ONNX Runtime by npm, and ends with status 77 where that cannot be; needs: apt-get install nodejs npm libprotozero-dev, and python3-onnx for its checker.
set -euo pipefail
build=$(readlink -f "$1") tools=$(readlink -f "$(dirname "$0")/..") out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
# --ignore-scripts: they would fetch libraries for GPUs
npm ci --ignore-scripts --no-audit --no-fund --prefix "$tools/onnxruntime" || {
  echo "skipped: npm cannot fetch ONNX Runtime here"
  exit 77
}
"$build/tests/test_nn" "[onnxruntime]"

"$build/tools/heed" translate --train --level 2 --epochs 1 --out "$out/model" >"$out/log"
"$build/tools/heed" export "$out/model" --format onnx --out "$out/onnx"
node "$tools/onnxruntime/translate.mjs" "$out/onnx" <"$out/model/test.source.txt" >"$out/words"
# heed's own greedy ones, written after the training
different=$(diff "$out/model/test.greedy.txt" "$out/words" | grep -c '^>' || true)
echo "$(wc -l <"$out/words") sentences, $different translated in other words by ONNX Runtime"
cmp "$out/model/test.greedy.txt" "$out/words"
