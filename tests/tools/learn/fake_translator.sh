#!/bin/bash
# Stands in for a learner's translator (exercises/translator/main.cpp): STAGE FILE SEED REFERENCE…
# It learns only with the reference of adam_step, whose step 61 is wrong; with $FAKE_MEMORY not where that step
# is made alone; with $FAKE_RIGHT all is right. $FAKE_LOG gets a line for each run; with $FAKE_CTRL_C a training
# is interrupted in its step 3.
stage=$1 file=$2 references="${*:4}"
nonce=$(mktemp)
head -c 8 >"$nonce"
say() { { cat "$nonce" && printf '%s\n' "$1"; } >&200; }
passes() { say '{"passed":true}' && rm "$nonce" && exit 0; }
fails() { say "{\"passed\":false,$1}" && rm "$nonce" && exit 1; }
[ -z "$FAKE_LOG" ] || echo "$stage${references:+ $references}" >>"$FAKE_LOG"
right=no
[[ " $references " != *' adam_step '* && -z "$FAKE_RIGHT" ]] || right=yes
case $stage in
  train)
    say '{"done":3,"of":210,"loss":1.5}'
    [ -z "$FAKE_CTRL_C" ] || { kill -INT "$PPID" && sleep 20; }
    echo "$right" >"$file" ;;
  held_out) [ "$(cat "$file")" = yes ] || fails '"where":"held_out","number":50,"detail":"a → b"' ;;
  beside_train)
    [ $right = yes ] || { touch "$file" && fails '"where":"weights","number":1,"detail":"a.bias","step":61'; } ;;
  step_again) [ $right = yes ] || [ -n "$FAKE_MEMORY" ] || fails '"where":"weights","number":1,"step":61' ;;
esac
passes
