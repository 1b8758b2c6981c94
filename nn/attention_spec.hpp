// Who may attend to whom in self-attention, as one value: in options, in saved models, on the command line.
#pragma once

#include <string>
#include <vector>

#include "lib/array/mask.hpp"

namespace heed {

/// Rules joined by + (one of them allows it) and & (both sides do; + binds closer):
/// "window:16+global:1&causal" is a window or the first position, and nothing ahead. The rules, with what may
/// be left out in brackets:
///   all                            everyone
///   causal                         key <= query (a decoder's self-attention is so anyway)
///   window:BEFORE[:AFTER[:STEP]]   BEFORE keys back and AFTER (as many) ahead, every STEP-th (1):
///   Mask::window global:COUNT                   the first COUNT positions see all and are seen by all:
///   Mask::global random:COUNT[:BLOCK[:SEED]]    COUNT blocks of BLOCK (64) keys, drawn from SEED (0):
///   Mask::random_blocks
class AttentionSpec {
 public:
  AttentionSpec() = default;  // all
  /// Throws UsageError that says what is wrong and lists the rules.
  static AttentionSpec parse(const std::string& text);
  /// What parse() reads as the same.
  std::string text() const;
  /// For sequences of at most `max_length` tokens, among whose blocks random ones are drawn.
  Mask mask(std::int64_t max_length) const;

 private:
  struct Rule {
    std::string name;
    std::vector<std::int64_t> numbers;
  };
  static Rule parse_rule(const std::string& text);
  static Mask mask_of(const Rule& rule, std::int64_t max_length);
  std::vector<std::vector<Rule>> groups_;  // one rule of each group must allow it
};

}  // namespace heed
