#!/usr/bin/env bash
# Checks on this machine what docs/reliability.md says of several processes: the same bytes after 200 steps for 1, 2 and 4
# processes and without any; how each fault ends; and that two builds do not train together. Status 0 only if all is so.
#
#   ./heed translate --processes 2 --level 1 --pairs 300 --epochs 1     (builds what is needed)
#   tools/check/processes.sh [ROUNDS of faults]
#
# OTHER names the heed_mpi of another build; left out, that is not tested.
set -euo pipefail
cd "$(dirname "$0")/../.."
heed=build/${HEED_PRESET:-release}/tools/heed
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
problems=0
problem() { echo "PROBLEM: $*" && problems=$((problems + 1)); }
options=(--d-model 32 --ff 64 --layers 1 --level 2 --pairs 6400 --batch 64 --beam 1 --max-length 4)

echo "SHA-256 of the model after 200 steps:"
"$heed" translate "${options[@]}" --epochs 2 --shards 4 --out "$out/0" >/dev/null
for count in 1 2 4; do
  "$heed" translate "${options[@]}" --epochs 2 --processes $count --out "$out/$count" >/dev/null
done
for count in 0 1 2 4; do
  printf '%s  %s\n' "$(sha256sum <"$out/$count/model.safetensors" | cut -c1-16)" \
    "$([[ $count == 0 ]] && echo "no processes, --shards 4" || echo "--processes $count")"
done
for count in 1 2 4; do
  cmp -s "$out/0/model.safetensors" "$out/$count/model.safetensors" || problem "$count processes: other bytes"
done

# fault SIGNAL RANK (or "launcher"): once, in the middle of a training by 2 processes
fault() {
  rm -rf "$out/f"
  "$heed" translate "${options[@]}" --epochs 1000 --processes 2 --out "$out/f" >/dev/null 2>"$out/errors" &
  local launcher=$! victim begin end status=0
  until [[ -e $out/f/model.safetensors ]]; do sleep 0.05; done
  sleep "0.$RANDOM"
  victim=$launcher
  # mpirun is the launcher's child, the processes are mpirun's
  [[ $2 == launcher ]] || victim=$(pgrep -P "$(pgrep -P "$launcher" mpirun)" heed_mpi | sed -n "$(($2 + 1))p")
  begin=$(date +%s%N)
  kill "-$1" "$victim"
  wait "$launcher" || status=$?
  end=$(date +%s%N)
  local state=missing
  [[ ! -e $out/f/model.state.safetensors ]] || state=kept
  printf '%s to %s: status %d after %d ms, state %s: %s\n' "$1" "$2" "$status" $(((end - begin) / 1000000)) "$state" \
    "$(sed 's/(pid [0-9]*) //' "$out/errors")"
  ((end - begin < 10000000000)) || problem "it took longer than 10 s"
  [[ $state == kept ]] || problem "its state is lost"
  [[ $2 == launcher ]] || grep -q "^heed: process $2 of 2 .*--resume" "$out/errors" || problem "nothing was said of it"
  local expected=1
  [[ $2 != launcher ]] || expected=143
  ((status == expected)) || problem "status $status, not $expected"
}
for ((i = 0; i < ${1:-1}; ++i)); do
  for rank in 0 1; do
    fault KILL $rank
    fault STOP $rank
  done
  fault TERM launcher
done 2>/dev/null

if [[ -n ${OTHER:-} ]]; then
  rm -rf "$out/o"
  call=(translate "${options[@]}" --shards 4 --epochs 1 --out "$out/o")
  mpirun -q --oversubscribe --allow-run-as-root --enable-recovery -n 1 "${heed}_mpi" "${call[@]}" : \
    -n 1 "$OTHER" "${call[@]}" >"$out/errors" 2>&1 || true # mpirun's own status says nothing here
  grep -o 'process 1 of 2 differs from process 0 at the start in the program' "$out/errors" ||
    problem "of two builds nothing was said: $(<"$out/errors")"
  [[ ! -e $out/o/model.safetensors ]] || problem "two builds saved a model"
fi
((problems == 0))
