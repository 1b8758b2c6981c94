#!/usr/bin/env bash
# Makes the pictures of README and docs from what the program prints: tools/check/pictures.sh [BUILD [MODEL [FOLDER]]]
# (build/release, runs/toy-ko-en, docs/pictures.) Those of the README are light and dark, in both languages.
# Needs: apt-get install chromium fonts-noto-cjk pngquant.
set -euo pipefail
build=$(readlink -f "${1:-build/release}") model=$(readlink -f "${2:-runs/toy-ko-en}")
out=$(mkdir -p "${3:-docs/pictures}" && readlink -f "${3:-docs/pictures}")
for needed in chromium pngquant; do
  command -v $needed >/dev/null || { echo "$needed is missing: apt-get install chromium fonts-noto-cjk pngquant" >&2; exit 1; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
mkdir -p runs answers/1_attention
ln -s "$model" runs/toy-ko-en

# shot NAME WIDTH HEIGHT FILE [LOOK…]: NAME-light.png and NAME-dark.png of a page.
shot() {
  local look dark
  for look in ${5:-light dark}; do
    dark=0; [[ $look == light ]] || dark=1
    chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars --user-data-dir="$work/profile" \
      --host-resolver-rules='MAP * ~NOTFOUND' --blink-settings=preferredColorScheme=$((1 - dark)) --virtual-time-budget=20000 \
      --force-device-scale-factor="${scale:-1}" --window-size="$2,$3" --screenshot="$out/$1-$look.png" "file://$work/$4" 2>/dev/null
    pngquant --quality 70-95 --force --output "$out/$1-$look.png" "$out/$1-$look.png"
    (($(stat -c %s "$out/$1-$look.png") <= 150000)) || { echo "$1-$look.png is larger than 150 KB" >&2; exit 1; }
  done
}

# terminal NAME COMMAND…: the picture of what a command prints on a terminal, the command as it is typed in $typed above it.
terminal() {
  local name=$1 command
  shift
  printf -v command '%q ' "$@"
  COLORTERM=truecolor TERM=xterm-256color LC_ALL=C.UTF-8 script -qec "stty cols 84 rows 90; $command" /dev/null </dev/null >"$work/said" || true
  {
    cat <<'STYLE'
<meta charset="utf-8"><style>
:root { color-scheme: light dark; --page: #fdfdfb; --ink: #24292f; --red: #b3261e; --yellow: #8a5a00; --green: #1a7f37; --pale: #6e7781 }
@media (prefers-color-scheme: dark) {
  :root { --page: #15171c; --ink: #e6e6e3; --red: #ff7b72; --yellow: #e3b341; --green: #56d364; --pale: #8b949e } }
body { margin: 0; background: var(--page); color: var(--ink) }
pre { margin: 0; padding: 14px 18px; font: 14px/1.35 "Noto Sans Mono CJK KR", monospace }
.c1 { font-weight: bold } .c2 { color: var(--pale) } .c31 { color: var(--red) } .c32 { color: var(--green) } .c33 { color: var(--yellow) }
</style>
STYLE
    printf '<pre><span class=c2>$ %s</span>\n\n' "$typed"
    tr -d '\r' <"$work/said" | sed -e 's/&/\&amp;/g; s/</\&lt;/g' -e 's/\x1b\[0m/<\/span><span>/g' \
      -e 's/\x1b\[38;5;16;48;2;\([0-9]*\);\([0-9]*\);\([0-9]*\)m/<\/span><span style="color:#000;background:rgb(\1,\2,\3)">/g' \
      -e 's/\x1b\[38;5;231;48;2;\([0-9]*\);\([0-9]*\);\([0-9]*\)m/<\/span><span style="color:#fff;background:rgb(\1,\2,\3)">/g' \
      -e 's/\x1b\[\([0-9]*\)m/<\/span><span class=c\1>/g'
  } >"$work/$name.html"
  scale=1.5 shot "$name" 720 $((28 + ($(grep -c '' "$work/said") + 2) * 19)) "$name.html"
}

"$build/exercises/course_grader" --wrong stable_softmax first_axis >answers/1_attention/stable_softmax.cpp
sentence='나는 사과를 좋아한다'
for language in en ko; do
  point=decoder.layers.1.multihead_attn.pattern
  typed="./heed look runs/toy-ko-en $sentence --points $point" \
    terminal "look-$language" "$build/tools/heed" look runs/toy-ko-en "$sentence" --points $point --lang $language
  "$build/tools/heed" learn check stable_softmax --answers answers >first || true # the second verdict says how to repair it
  typed='./heed learn check stable_softmax' \
    terminal "verdict-$language" "$build/tools/heed" learn check stable_softmax --answers answers --lang $language
  "$build/tools/heed" report runs/toy-ko-en --sentence "$sentence" --lang $language --out report.html
  { cat report.html; echo '<style>header, nav, section:not(#heads) { display: none }</style>'; } >view.html
  shot "heads-$language" 1180 1230 view.html
done
"$build/tools/heed" report runs/toy-ko-en --sentence "$sentence" --lang en --out report.html
for view in curves:752 forming:1025 steps:1170 text:540; do
  { cat report.html; echo "<style>header, nav, section:not(#${view%:*}) { display: none }</style>"; } >view.html
  shot "${view%:*}" 1280 "${view#*:}" view.html light
done
ls -l "$out"
