#!/bin/bash
# tools/check/classroom.sh [SUBMISSIONS]: a class of so many (100) submissions is graded by `heed learn report --all-in`,
# and how long it took is told. Each submission answers every exercise: the first with the solutions, the others with a
# known mistake in every third exercise. Status 1 if one of the answers is judged otherwise, or if the time for 100 at this
# pace is above 30 minutes. HEED and GRADER name the programs.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
count=${1:-100}
heed=${HEED:-$here/../../build/release/tools/heed}
grader=${GRADER:-$here/../../build/release/exercises/course_grader}
for program in "$heed" "$grader"; do
  [[ -x $program ]] || { echo "there is no program $program: ./heed learn builds it" >&2; exit 2; }
done
command -v python3 >/dev/null || { echo "this needs python3: apt-get install python3" >&2; exit 2; }
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
"$grader" --list >"$place/list"
# a line for each answer that is to be written: submission, chapter, exercise, the mistake or -
python3 - "$place/list" "$count" >"$place/plan" <<'PLAN'
import json, sys
exercises = json.load(open(sys.argv[1]))
for one in range(int(sys.argv[2])):
    for place, exercise in enumerate(exercises):
        wrong = exercise["wrong"]
        mistake = wrong[(one + place) % len(wrong)]["id"] if one > 0 and wrong and (one + place) % 3 == 0 else "-"
        print(f"student_{one:03}", exercise["chapter"], exercise["exercise"], mistake)
PLAN
mkdir "$place/texts" "$place/class"
while read -r student chapter exercise mistake; do
  text=$place/texts/$exercise.$mistake
  if [[ ! -e $text ]]; then
    if [[ $mistake == - ]]; then "$grader" --solution "$exercise" >"$text"; else "$grader" --wrong "$exercise" "$mistake" >"$text"; fi
  fi
  mkdir -p "$place/class/$student/$chapter"
  cp "$text" "$place/class/$student/$chapter/$exercise.cpp"
done <"$place/plan"
began=$(date +%s)
"$heed" learn --lang en report --all-in "$place/class" --out "$place/class.csv" 2>"$place/notes" || { cat "$place/notes" >&2; exit 1; }
seconds=$(($(date +%s) - began))
python3 - "$place/plan" "$place/class.csv" "$count" "$seconds" <<'JUDGE'
import csv, sys
plan, count, seconds = [line.split() for line in open(sys.argv[1])], int(sys.argv[3]), int(sys.argv[4])
rows = {row["submission"]: row for row in csv.DictReader(open(sys.argv[2], encoding="utf-8-sig"))}
best = rows["student_000"]
wrong_ones = unnamed = otherwise = 0
for student, _, exercise, mistake in plan:
    full = float(rows[student][exercise]) == float(best[exercise])
    if (mistake == "-") != full:
        otherwise += 1
        print(f"{student}, {exercise}: {mistake} has {rows[student][exercise]} points", file=sys.stderr)
    if mistake != "-":
        wrong_ones += 1
        unnamed += f"{exercise}: {mistake} (" not in rows[student]["mistakes"]
minutes = seconds / count * 100 / 60
print(f"{count} submissions in {seconds} s ({seconds / count:.1f} s each, 100 in {minutes:.0f} minutes); "
      f"{wrong_ones} mistakes, {wrong_ones - unnamed} named; {otherwise} answers judged otherwise than planned")
sys.exit(otherwise > 0 or minutes > 30)
JUDGE
