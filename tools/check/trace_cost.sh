#!/usr/bin/env bash
# What named points (nn/trace.hpp) cost a training step while nobody looks: tools/check/trace_cost.sh [PAIRS=10] [FOLDER]
# Builds the committed sources in FOLDER (default: a new one, removed afterwards), then once more what changes with Module::point() doing
# nothing, and measures a training step of both programs in turns (heed bench --task train:toy --threads 1). Prints the ratio of the times
# of each pair, their median and quartiles. Some minutes, most of them for the building; with FOLDER the programs stay there, and the next
# run begins with the measuring.
set -euo pipefail
pairs=${1:-10} root=$(git -C "$(dirname "$0")" rev-parse --show-toplevel)
folder=${2:-$(mktemp -d)}
mkdir -p "$folder"
folder=$(readlink -f "$folder")
[[ $# -ge 2 ]] || trap 'rm -rf "$folder"' EXIT
source=$folder/source

replace() {  # FILE LINE BY: the line must be there
  grep -qF "$2" "$source/$1" || { echo "$1 has changed: mend $0" >&2; exit 1; }
  local text
  text=$(<"$source/$1")
  printf '%s\n' "${text/"$2"/"$3"}" >"$source/$1"
}
build() {
  (cd "$source" && cmake --preset release >"$folder/log" && ninja -C build/release heed >>"$folder/log") || { tail -20 "$folder/log" >&2; exit 1; }
  cp "$source/build/release/tools/heed" "$folder/heed-$1"
}
if [[ ! -x $folder/heed-without ]]; then
  rm -rf "$source"
  mkdir "$source"
  git -C "$root" archive HEAD | tar -x -C "$source"
  echo "building the program with points" >&2
  build with
  replace nn/module.hpp 'return detail::newest_trace == nullptr ? x : traced(name, std::move(x));' '(void)name; return x;'
  replace nn/attention_points.cpp 'if (detail::newest_trace == nullptr) return kernel();' 'return kernel();'
  echo "building the program without" >&2
  build without
fi

step() { "$folder/heed-$1" bench --task train:toy --threads 1 | sed 's/.*"ms":\([0-9.]*\).*/\1/'; }
step with >/dev/null
for ((pair = 1; pair <= pairs; ++pair)); do
  if ((pair % 2)); then a=$(step with) b=$(step without); else b=$(step without) a=$(step with); fi
  printf '%s: %.2f ms with points, %.2f ms without\n' "$pair" "$a" "$b" >&2
  echo "$a $b"
done | awk '{ print $1 / $2 }' | sort -n |
  awk '{ r[NR] = $1 } END { q = int((NR + 3) / 4); m = NR % 2 ? r[(NR + 1) / 2] : (r[NR / 2] + r[NR / 2 + 1]) / 2
    printf "with / without: median %.3f, quartiles %.3f and %.3f, %d pairs\n", m, r[q], r[NR + 1 - q], NR }'
