#!/bin/sh
# Stands in for course_grader in the tests: what it says is in the answer itself.
#   //json {…}     a line of the answer: the verdict to print
#   //sleep N      seconds before that
#   //say TEXT     on standard error, and no verdict
# Else an answer with not_written scores 0, and any other passes; "printed" is its first line.
# A learner's translator is fake_translator.sh. $FAKE_STUB_VERSION is part of the stub; $FAKE_LOG gets a line at the start and at the end of each check.
stub() {
  printf '// %s, version %s\nint %s() { return not_written("%s"); }\n' "$1" "${FAKE_STUB_VERSION:-1}" "$1" "$1"
}
log() { [ -z "$FAKE_LOG" ] || printf '%s\n' "$1" >>"$FAKE_LOG"; }
case $1 in
  --list)
    printf '[{"exercise":"one","parts":[{"name":"forward","max_points":6},{"name":"backward","max_points":4}]},'
    printf '{"exercise":"two","parts":[{"name":"all","max_points":5}]}]\n'
    exit 0 ;;
  --stub) stub "$2"; exit 0 ;;
  --solution) printf '// the solution of %s\n' "$2"; exit 0 ;;
  --debug) printf '{"program":"/bin/echo","seed":"7","functions":["f"]}\n'; exit 0 ;;
  --assemble)
    mkdir -p "$3" && cp "${0%/*}/fake_translator.sh" "$3/translator"
    printf '{"seed":1,"parts":[{"exercise":"one","state":"used"},{"exercise":"two","state":"used"},'
    printf '{"exercise":"adam_step","state":"used"},{"exercise":"bleu","state":"used"}]}\n'
    exit 0 ;;
esac
name=$1 file=$2
first=$(head -n 1 "$file")
log "start $first${3:+ $3}"
seconds=$(sed -n 's,^//sleep ,,p' "$file")
[ -z "$seconds" ] || sleep "$seconds"
said=$(sed -n 's,^//say ,,p' "$file")
if [ -n "$said" ]; then
  printf '%s\n' "$said" >&2
  exit 1
fi
json=$(sed -n 's,^//json ,,p' "$file")
if [ -z "$json" ]; then
  points=10 status=passed passed=true
  if grep -q not_written "$file"; then points=0 status=not_written passed=false; fi
  json=$(printf '{"exercise":"%s","points":%d,"max_points":10,"passed":%s,"parts":[{"name":"forward","points":%d,"max_points":10,"status":"%s","checks":3,"failed_checks":0}],"printed":"%s%s","demo":[{"en":"Yours works.","ko":"잘 됩니다."}]}' \
    "$name" $points $passed $points $status "$first" "${3:+ $3}")
fi
printf '%s\n' "$json"
log "end $first"
case $json in *'"passed":true'*) exit 0 ;; esac
exit 1
