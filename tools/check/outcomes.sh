#!/usr/bin/env bash
# tools/check/outcomes.sh FOLDER: runs small forms of the README's commands in FOLDER, which must be empty, and prints a line
# for each: its exit status, and for each file that it wrote the first bytes of its SHA-256. A change that is to alter no
# result prints the same lines before and after it (diff). HEED names the program. Times and dates within files count as 0.
set -euo pipefail
here=$(cd "$(dirname "$0")/../.." && pwd)
heed=$(realpath "${HEED:-$here/build/release/tools/heed}")
mkdir -p "${1:?name an empty folder}" && cd "$1"
[[ -z $(ls -A) ]] || { echo "$1 is not empty" >&2; exit 2; }
export HEED_THREADS=2 LC_ALL=C.UTF-8

# Removes what differs between two runs of one program: seconds, dates, the machine, the program's version.
settled() {
  sed -E 's/[0-9.]+ ?(ms|s|min|h|MB|MiB|steps\/s|tokens\/s)\b/T/g; s/"(seconds|[a-z_]*_seconds|seconds_[a-z]*|started|date|machine|processor|host|commit|heed|version|memory[a-z_]*)": *("[^"]*"|[0-9.e+-]+)/"\1": 0/g' "$1"
}

# outcome NAME WORD…: runs heed in the folder NAME
outcome() {
  local name=$1 status=0 file
  shift
  mkdir -p "$name"
  "$heed" "$@" >"$name/stdout" 2>"$name/stderr" </dev/null || status=$?
  printf '%s: %d\n' "$name" "$status"
  while IFS= read -r file; do
    case $file in
      */stderr | *.html | *.lock) ;; # progress and pages
      *.safetensors | *.onnx | *.bin) printf '  %s %s\n' "$file" "$(sha256sum <"$file" | cut -c1-12)" ;;
      *) printf '  %s %s\n' "$file" "$(settled "$file" | sha256sum | cut -c1-12)" ;;
    esac
  done < <(find "$name" -type f | sort)
}

printf '나는 사과를 좋아한다\n그는 학교에 간다\n' >ko.txt
printf 'i love apples\nhe goes to school\n' >en.txt
printf 'i like apples\nhe goes to school\n' >other.txt
small=(--train --level 1 --pairs 300)
outcome translate translate "${small[@]}" --epochs 2 --out translate/model
timeout -s INT 3 "$heed" translate "${small[@]}" --epochs 20 --out resumed/model >interrupted 2>&1 || true
outcome resumed translate "${small[@]}" --epochs 20 --out resumed/model --resume # the model is that of the next line
outcome through translate "${small[@]}" --epochs 20 --out through/model
outcome beam translate --model translate/model --input ko.txt --output beam/en --beam 4 --alignments
outcome level4 translate --train --pairs 300 --epochs 1 --out level4/model --position rotary --attention window:2+global:1
outcome lstm translate "${small[@]}" --model lstm --epochs 1 --out lstm/model
outcome copy copy --task reverse --epochs 1 --out copy/model
outcome lm lm --train --sentences 300 --epochs 1 --out lm/model
outcome bert bert --sentences 300 --epochs 1 --steps 10 --out bert/model
outcome vit vit --epochs 1 --images 500 --out vit/model
outcome show show translate/model
outcome words show translate/model --words
outcome look look translate/model 나는 사과를 좋아한다
outcome report report translate/model --out report/page.html
outcome gpt2 export lm/model --format gpt2 --out gpt2/out
outcome onnx export translate/model --format onnx --out onnx/out
outcome score score other.txt --ref en.txt --json
outcome pairs score other.txt en.txt --ref en.txt --paired-bs
outcome recall recall --distances 8 --seeds 1 --steps 50 --csv recall/times.csv
outcome no_model translate --model nothing "나는 사과를 좋아한다"
outcome no_option translate --epoch 3
outcome no_number translate --train --epochs many
outcome no_file score nothing.txt --ref en.txt
