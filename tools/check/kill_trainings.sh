#!/bin/bash
# tools/check/kill_trainings.sh [COUNT]: kills COUNT trainings (1000) at random moments of training and saving, goes on
# with each by --resume, and looks after every kill whether what lies there under a good name is whole. Trainings that
# reach their end must give the bytes of one that nobody interrupted. Then a folder that disappears, a full disk (as
# root), a folder that becomes read-only and a limit on file sizes. HEED names the program. Ends with what was found;
# status 0 only if nothing was lost.
set -u
count=${1:-1000}
[[ $count =~ ^[1-9][0-9]*$ ]] || { echo "usage: tools/check/kill_trainings.sh [COUNT]" >&2; exit 2; }
heed=${HEED:-$(cd "$(dirname "$0")/../.." && pwd)/build/release/tools/heed}
[[ -x $heed ]] || { echo "there is no program $heed: build it with ./heed test, or name one with HEED=" >&2; exit 2; }
place=$(mktemp -d) || exit 1
trap 'rm -rf "$place"' EXIT
cd "$place" || exit 1
chmod 755 .
cp "$heed" heed && heed=$place/heed
training=(copy --task reverse --train 400 --test 20 --d-model 16 --ff 32 --layers 1 --threads 1 --epochs 10
  --checkpoint-every 1)
faults=0
fault() { echo "FAULT: $*" >&2; faults=$((faults + 1)); }

started=$(date +%s%N)
"$heed" "${training[@]}" --out whole >log 2>&1 || { cat log >&2; exit 1; }
milliseconds=$((($(date +%s%N) - started) / 1000000))
expected=$(sha256sum <whole/model.safetensors)

kills=0 ends=0 going_on=0
while ((kills < count)); do
  again=()
  if compgen -G 'run/*.state*.safetensors' >/dev/null; then
    again=(--resume)
    going_on=$((going_on + 1))
  else
    rm -rf run # it ended, or died before its first state
  fi
  "$heed" "${training[@]}" --out run "${again[@]}" >log 2>err &
  # From before the first byte is written to the end, evenly.
  sleep "$(printf %d.%03d $((moment = RANDOM * milliseconds / 32768, moment / 1000)) $((moment % 1000)))"
  kill -KILL $! 2>/dev/null
  wait $! 2>/dev/null
  status=$?
  case $status in
    137)
      kills=$((kills + 1))
      # It found no whole state there; a finished model whose training had not yet removed its state is no fault.
      grep -qv 'is replaced when this training has ended' err && fault "kill $kills: $(cat err)"
      [[ ! -e run/model.safetensors ]] || "$heed" copy "1 2 3" --model run/model.safetensors >out 2>err ||
        fault "the model after kill $kills: $(cat err)"
      ;;
    0)
      ends=$((ends + 1))
      [[ $(sha256sum <run/model.safetensors) == "$expected" ]] || fault "training $ends ended with other bytes"
      [[ $(ls -A run | grep -v '^replaced$' | tr '\n' ' ') == "model.safetensors run.json training.json " ]] || fault "left over: $(ls -A run)"
      rm -rf run
      ;;
    *) fault "status $status: $(cat err)" && rm -rf run ;;
  esac
done
# The one that was killed last goes on to its end.
if compgen -G 'run/*.state*.safetensors' >/dev/null; then
  "$heed" "${training[@]}" --out run --resume >log 2>err || fault "the last one: $(cat err)"
  [[ $(sha256sum <run/model.safetensors) == "$expected" ]] || fault "the last one ended with other bytes"
  ends=$((ends + 1))
fi
echo "$kills kills: $going_on trainings went on, $ends ended, all with the bytes of one that was never interrupted"

# Writing fails during the training: that is said, the status is 1, and what lies there is whole. This training is long
# enough to be hit.
training+=(--epochs 100)
"$heed" "${training[@]}" --out whole >log 2>&1 || { cat log >&2; exit 1; }
expected=$(sha256sum <whole/model.safetensors)
refused() {
  local status=$1 what=$2
  [[ $status == 1 ]] || fault "$what: status $status"
  [[ $(grep -c '^note: .*the training goes on' err) -ge 1 ]] || fault "$what: nothing said"
  tail -1 err | grep -q '^heed: .*--resume' || fault "$what: not how it goes on: $(cat err)"
}

rm -rf run
: >log
"$heed" "${training[@]}" --out run >log 2>err &
while ! grep -q 'epoch  1' log; do sleep 0.01; done
until rm -rf run 2>/dev/null; do :; done # files may come into it meanwhile
wait $!
refused $? "the folder was removed"
echo "a folder that was removed during the training: said, status 1"

if [[ $EUID == 0 ]] && unshare -m true 2>/dev/null; then
  export heed
  mkdir -p disk
  # full SIZE: a training on a disk of that size
  full() {
    unshare -m bash -c 'mount -t tmpfs -o size='"$1"' none disk && "$heed" "$@" --out disk/run; status=$?
      for file in disk/run/*.safetensors; do
        [[ ! -e $file ]] || "$heed" show "$file" >/dev/null || status=2
      done
      exit $status' _ "${training[@]}" >log 2>err
    refused $? "a disk of $1"
  }
  full 16k && full 100k
  echo "a full disk: the training went on, said so, and left nothing half-written"
else
  echo "not tested, as it needs root: a full disk"
fi

rm -rf run
mkdir -m 777 run
user=()
[[ $EUID != 0 ]] || user=(setpriv --reuid=65534 --regid=65534 --clear-groups) # root may write everywhere
: >log
"${user[@]}" "$heed" "${training[@]}" --out run >log 2>err &
while ! grep -q 'epoch  1' log; do sleep 0.01; done
chmod 555 run
wait $!
refused $? "a folder that became read-only"
chmod 777 run
"${user[@]}" "$heed" "${training[@]}" --out run --resume >log 2>err || fault "a folder that can be written again: $(cat err)"
[[ $(sha256sum <run/model.safetensors) == "$expected" ]] || fault "a folder that can be written again: other bytes"
echo "a folder that became read-only: the training went on and said so; later --resume ended with the same bytes"

rm -rf run
(ulimit -f 20 && "$heed" "${training[@]}" --out run >log 2>err)
[[ $? == 1 ]] || fault "a limit on file sizes: no status 1"
grep -q 'File too large' err || fault "a limit on file sizes: $(cat err)"
[[ -z $(find run -name '*.safetensors' 2>/dev/null) ]] || fault "a limit on file sizes: half a file: $(find run)"
echo "a limit on file sizes: said, and nothing half-written"

echo "$faults faults"
((faults == 0))
