#!/bin/bash
# Stands in for a learner's translator (exercises/translator/main.cpp): STAGE FILE SEED REFERENCE…
# It learns only with the reference of adam_step; with $FAKE_RIGHT all is right. $FAKE_LOG gets a line for each
# run; with $FAKE_CTRL_C a training is interrupted in its step 3.
stage=$1 file=$2 references="${*:4}"
say() { printf '%s\n' "$1" >&200; }
passes() { say '{"passed":true}' && exit 0; }
fails() { say "{\"passed\":false,$1}" && exit 1; }
[ -z "$FAKE_LOG" ] || echo "$stage${references:+ $references}" >>"$FAKE_LOG"
right=no
[[ " $references " != *' adam_step '* && -z "$FAKE_RIGHT" ]] || right=yes
case $stage in
  train)
    say '{"done":3,"of":210,"loss":1.5}'
    [ -z "$FAKE_CTRL_C" ] || { kill -INT "$PPID" && sleep 20; }
    echo "$right" >"$file" ;;
  held_out) [ "$(cat "$file")" = yes ] || fails '"where":"held_out","number":50,"detail":"a → b"' ;;
esac
passes
