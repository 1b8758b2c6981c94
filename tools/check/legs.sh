# shellcheck shell=bash
# The legs of `./heed test --all`: the README's commands on bare systems, and the tests under other instructions, compilers
# and checks, each in a build folder of its own. Sourced by ./heed, whose install_missing and build it uses. A leg is a line
# here and a function leg_NAME.
legs=(
  "debian12: ./heed translate and ./heed test on a bare Debian 12 (debootstrap, as root)"
  "debian13: the same on a bare Debian 13"
  "sanitize: AddressSanitizer, UBSan, and the assertions of xtensor and the standard library: text, files, arrays, models"
  "sid: ./heed translate and ./heed test on a bare Debian sid, whose libraries are those of this year"
  "extra: what ./heed test leaves out for its time: long trainings, arrays and models in double, ops in float, heed within another project, ONNX Runtime beside heed"
  "course: the exercises on all their seeds; long tests of the grader"
  "processors: arrays, autograd and models on any x86-64 (no -march); arrays and ops on x86-64-v3, the kernels of most laptops"
  "tsan: ThreadSanitizer: the team of threads, and what it works on"
  "clang: everything but the course by clang"
  "plain: a debug build of heed and its tools' tests, file by file, by POSIX's calls alone; the benchmarks compile"
  "processes: training by several processes (OpenMPI): their messages, faults, 200 steps; and 50 kills of one process"
  "fuzz: damaged files of every kind, 60 s each (libFuzzer)"
  "pages: the pages of heed report and heed serve in headless Chromium"
  "arm64: arrays, autograd, and models with their trainings on arm64 (cross compiler, qemu-user)"
)
always=3 # so many of them CI runs each time, and one of the others in turn

test_help() {
  printf '%s\n' "heed test: installs what is missing, builds everything and runs all tests with ctest" \
    "  --all        and then every leg below, with a line for each" "  --leg NAME   one leg alone" \
    "  --ci         the first $always legs, and one of the others in turn, by the number of commits" "" "Legs:"
  local leg
  for leg in "${legs[@]}"; do printf '  %-10s %s\n' "${leg%%:*}" "${leg#*: }"; done
  printf '%s\n' "A leg installs the packages that it needs itself, and builds in a folder of its own in build/." "" \
    "Status 0: all tests passed. For some of them: ctest --test-dir ${build#"$PWD/"} -R PATTERN"
}

# use PRESET PACKAGE…: builds there from now on, with packages beyond those that every build needs
use() {
  preset=$1 build=$here/build/$1
  packages+=("${@:2}")
  install_missing
}

# run "PROGRAM OPTION…" …: test programs of the build, as many at a time as there are processors
run() {
  printf '%s\n' "$@" | build=$build launcher=${launcher:-} xargs -d '\n' -P "$(nproc)" -I{} bash -fc \
    'said=$($launcher "$build"/tests/{} 2>&1); status=$?; printf "== %s\n%s\n" "{}" "$said"; exit $status'
}

skip() { # this machine cannot run the leg
  echo "skipped: $*" >&3
  exit 0
}

on_x86_64() { [[ $(uname -m) == x86_64 ]] || skip "this processor is of another kind, $(uname -m)"; }
# The longest first, so that no processor waits for it at the end. Models in double: leg extra.
numeric=(test_nn test_array test_array_f64 test_autograd test_autograd_f64)

# on_bare SUITE: both commands of the README there, and that the first one learned to translate
on_bare() {
  ((EUID == 0)) || { echo "needs root, for debootstrap and chroot" >&2 && exit 1; }
  # shellcheck disable=SC2016 # expanded there
  "$here/tools/check/fresh_machine" "$1" bash -c 'set -o pipefail
    time ./heed translate | tee said && time ./heed test &&
    awk "/^test, beam/ { bleu = \$6 } END { print \"BLEU \" bleu; exit !(bleu >= 97) }" said'
}

leg_debian12() { on_bare bookworm; }
leg_debian13() { on_bare trixie; }
leg_sid() { on_bare sid; }

leg_extra() {
  local name
  command -v npm >/dev/null || packages+=(nodejs npm)
  use "$preset" python3-onnx sentencepiece
  build heed test_tools test_data test_nn example_10_bert example_11_vit example_15_symptoms test_array_f64 test_autograd test_nn_f64
  run "test_tools [long]" "test_data [long]" test_array_f64 test_autograd test_nn_f64
  for name in 10_bert 11_vit 15_symptoms; do # the examples that train for long
    cmake -DPROGRAM="$build/examples/example_$name" -DSOURCE="$here/examples/$name.cpp" -P "$here/tests/examples/last_line.cmake"
  done
  # the libraries compiled within another project
  cmake -DWAY=compiled -DSOURCE="$here" -DFOLDER="$build/tests/library/compiled" -DCOMPILER="${CXX:-c++}" -P "$here/tests/library/try.cmake"
  "$here/tools/check/onnx.sh" "$build" || [[ $? == 77 ]] # no npm registry here: said in the log
}

leg_course() {
  use "$preset"
  build course test_exercises
  "$build/exercises/course_grader" --self-test
  run "test_exercises [long]"
}

leg_processors() {
  local programs=(test_array test_array_f64 test_autograd)
  on_x86_64
  use portable
  build "${numeric[@]}"
  run "${numeric[@]}"
  grep -qw avx2 /proc/cpuinfo || skip "the second half: this processor has no AVX2"
  use avx2 # its instructions are in kernels alone: what stands on them is tested as portable
  build "${programs[@]}"
  run "${programs[@]}"
}

leg_sanitize() {
  local programs=(test_nn test_data test_array test_autograd test_core test_text test_files)
  use sanitize
  build "${programs[@]}"
  run "${programs[@]}"
}

leg_tsan() {
  use tsan
  build test_array test_autograd test_nn
  export HEED_THREADS=4 # more than there are processors: threads are interrupted anywhere
  # GCC 12's sanitizer cannot start where a kernel spreads addresses wider than it knows
  ! setarch -R true 2>/dev/null || launcher="setarch -R"
  # the sanitizer's own memory counts as resident
  run "test_array ~[resident]" "test_autograd [threads]" "test_nn [threads]"
}

leg_clang() {
  local programs=(test_tools "${numeric[@]}" test_core test_text test_score test_data test_files test_report)
  use clang clang
  build "${programs[@]}"
  run "${programs[@]}"
}

leg_plain() {
  local programs=(test_tools test_files test_array test_core)
  use plain libbenchmark-dev
  build heed course_grading "${programs[@]}"
  run "${programs[@]}"
  cmake -S "$here/benchmarks" -B "$here/build/benchmarks" -G Ninja
  ninja -C "$here/build/benchmarks" ops
}

leg_processes() {
  local openmpi=(libopenmpi-dev openmpi-bin) release=$preset
  configure+=(-DHEED_MPI=ON)
  use clang clang "${openmpi[@]}" # another build, most of which the leg clang has made
  mpirun -q --oversubscribe --allow-run-as-root -n 2 true || skip "OpenMPI starts no processes here (build/processes.leg.log)"
  build heed_mpi
  local other=$build/tools/heed_mpi
  use "$release"
  build heed test_mpi
  run test_mpi
  HEED=$build/tools/heed "$here/tools/check/kill_trainings.sh" 50 & # of one thread each
  local kills=$!
  HEED_PRESET=$release OTHER=$other "$here/tools/check/processes.sh"
  wait "$kills"
}

leg_fuzz() {
  use fuzz clang libclang-rt-dev
  "$here/tests/fuzz/run.sh" 60
}

leg_pages() {
  packages+=(chromium curl fonts-nanum poppler-utils python3)
  (install_missing) || skip "Chromium cannot be installed here (build/pages.leg.log says why)"
  build heed
  local folder
  folder=$(mktemp -d)
  trap "rm -rf '$folder'" EXIT
  "$build/tools/heed" translate --train --level 1 --pairs 600 --epochs 2 --out "$folder/model"
  "$here/tools/check/report_pages.sh" "$build/tools/heed" "$folder/model" "$folder/pages"
  "$here/tools/check/serve_page.sh" "$build/tools/heed" "$folder/model" "나는 사과를 좋아한다"
}

leg_arm64() {
  on_x86_64
  use arm64 g++-aarch64-linux-gnu qemu-user
  export QEMU_LD_PREFIX=$here/build/arm64-packages
  "$here/tools/check/arm64_packages" "$QEMU_LD_PREFIX" "${libraries[@]/libopenblas-dev/libopenblas-serial-dev}" ||
    skip "Debian's arm64 packages cannot be fetched (build/arm64.leg.log says why)"
  export HEED_THREADS=1 # qemu may hang at a thread's end
  build "${numeric[@]}"
  launcher=qemu-aarch64 run "${numeric[@]/%/ ~[threads]~[.]}"
}

failed=0 # set by legs; none is called with `||`, which would switch `set -e` off inside it

# run_leg NAME: one line; all that was said is in build/NAME.leg.log
run_leg() {
  local log=$here/build/$1.leg.log start=$SECONDS status said
  mkdir -p "$here/build"
  printf '%-10s' "$1"
  set +e
  said=$(
    exec 3>&1 >"$log" 2>&1
    set -e
    "leg_$1"
  )
  status=$?
  set -e
  if ((status)); then
    said="FAILED; the whole log is in ${log#"$here/"}"
  elif [[ -z $said ]]; then
    said="passed"$(sed -nE 's/^All tests passed \(.* in ([0-9]+) test cases?\)$/\1/p; s/^100% tests passed, 0 tests failed out of ([0-9]+)$/\1/p' "$log" |
      awk '{n += $1} END {if (n) print ": " n " tests"}')
  fi
  printf '%s, %d min %02d s\n' "$said" $(((SECONDS - start) / 60)) $(((SECONDS - start) % 60))
  if ((status)); then
    failed=1
    {
      grep -E 'FAILED|: error|ERROR|failed' "$log" | head -n 20 || true # nothing looks like an error
      echo "... and its end:"
      tail -n 20 "$log"
    } | sed 's/^/  | /'
  fi
}

# in_turn: the leg whose turn it is, by the number of commits; a shallow clone does not know it, and takes its commit's hash
in_turn() {
  local others=("${legs[@]:always}") count
  count=$(git -C "$here" rev-list --count HEAD)
  if [[ $(git -C "$here" rev-parse --is-shallow-repository) == true ]]; then
    echo "A shallow clone: the leg in turn is chosen by the commit's hash, not by the number of commits." >&2
    count=$((16#$(git -C "$here" rev-parse --short=6 HEAD)))
  fi
  count=$((count % ${#others[@]}))
  echo "${others[count]%%:*}"
}

# again: what ctest found to fail, once more: whether it always does, and its words behind those of all legs
again() {
  echo "Once more, what failed:"
  ctest --test-dir "$build" --rerun-failed --output-on-failure || true
}

# test_options WORD…: `./heed test WORD…`; nothing is built before the words are understood
test_options() {
  local names=("${legs[@]%%:*}") list leg
  list=$(printf '%s, ' "${names[@]}")
  case "$#:$1" in
    *:--help | *:-h)
      test_help
      ;;
    1:--all)
      install_missing
      build all
      "$build/tools/heed" test | tee "$build.test.log" || failed=1
      local passed=yes
      ((failed == 0)) || passed=no
      for leg in "${names[@]}"; do run_leg "$leg"; done
      [[ $passed == yes ]] || again
      grep -E 'tests passed, .* out of' "$build.test.log" || true # ctest's own line, once more at the end
      return "$failed"
      ;;
    1:--ci)
      local turn
      turn=$(in_turn)
      for leg in "${names[@]:0:always}" "$turn"; do run_leg "$leg"; done
      grep -hE 'tests passed, .* out of' "$here"/build/*.leg.log || true # ctest's own lines, once more at the end
      return "$failed"
      ;;
    1:--leg)
      printf 'heed: --leg needs a name: %s\n' "${list%, }" >&2
      return 2
      ;;
    2:--leg)
      if [[ " ${names[*]} " != *" $2 "* || $2 == *" "* ]]; then
        printf "heed: there is no leg '%s'; the legs are %s\n" "$2" "${list%, }" >&2
        return 2
      fi
      run_leg "$2"
      return "$failed"
      ;;
    *)
      local extra=$1
      [[ $1 != --all && $1 != --ci ]] || extra=$2
      [[ $1 != --leg ]] || extra=$3
      printf "heed: '%s' is one word too many: test takes --all, --ci or --leg NAME; \`heed test --help\` lists the legs\n" "$extra" >&2
      return 2
      ;;
  esac
}
