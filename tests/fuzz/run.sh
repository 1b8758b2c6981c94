#!/usr/bin/env bash
# tests/fuzz/run.sh [SECONDS [NAME…]]: builds the fuzz targets (all, or those named) with clang and runs each for so
# long (default 60), as many at a time as there are processors. Prints executions and coverage; what is found stays in
# build/fuzz/found, and the exit status is then 1. An input may take 10 seconds, and 64 MiB more than itself in one piece.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.."
seconds=${1:-60}
shift || true
[[ $seconds =~ ^[1-9][0-9]*$ ]] || { echo "tests/fuzz/run.sh: the seconds are a whole number from 1, not '$seconds'" >&2; exit 2; }
command -v clang++ >/dev/null || { echo "tests/fuzz/run.sh: clang++ is missing: apt-get install clang libclang-rt-dev" >&2; exit 1; }
names=("$@")
((${#names[@]})) || names=($(cd tests/fuzz/seeds && echo *))
build=build/fuzz
mkdir -p $build
{ cmake --preset fuzz && ninja -C $build "${names[@]/#/fuzz_}"; } >$build.log 2>&1 || { grep -E -A6 'CMake Error|error:' $build.log >&2 || tail -n 5 $build.log >&2; exit 1; }
export ASAN_OPTIONS=allocator_may_return_null=0:detect_stack_use_after_return=0 UBSAN_OPTIONS=print_stacktrace=1
# fuzz SECONDS NAME: one line for the table; status 1 if anything was found
fuzz() {
  local build=build/fuzz name=$2 result="" status=0
  local corpus=$build/corpus/$name found=$build/found/$name log=$build/$name.log
  mkdir -p "$corpus" "$found"
  # inputs of up to 64 KiB; the program with its sanitizers takes some 100 MiB by itself
  "$build/tests/fuzz/fuzz_$name" -max_total_time="$1" -max_len=65536 -timeout=10 -malloc_limit_mb=64 -rss_limit_mb=1024 \
    -use_value_profile=1 -print_final_stats=1 -artifact_prefix="$found/" "$corpus" "tests/fuzz/seeds/$name" >"$log" 2>&1 ||
    { result="  FOUND: see $log and $found" status=1; }
  local executions last
  executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
  last=$(grep -E '^#[0-9]+.*cov: ' "$log" | tail -n 1 || true)
  local edges inputs
  edges=$(sed -n 's/.* cov: \([0-9]*\).*/\1/p' <<<"$last") inputs=$(sed -n 's/.* corp: \([0-9]*\).*/\1/p' <<<"$last")
  printf '%-12s %8s %12s %10s %8s%s\n' "$name" "$1" "${executions:-?}" "${edges:-?}" "${inputs:-?}" "$result"
  return $status
}
export -f fuzz
printf '%-12s %8s %12s %10s %8s\n' target seconds executions edges corpus
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -I{} bash -c 'fuzz "$@" || exit 1' fuzz "$seconds" {} || exit 1
