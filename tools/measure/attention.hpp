// The kinds of attention beside each other: time and memory of each, how they grow with the length, and the
// documents' claims on them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "autograd/ops/attention.hpp"
#include "tools/measure/experiment.hpp"

namespace heed {

struct AttentionKind {
  std::string name;  // "sparse"
  AttentionKernel kernel;
  Mask (*mask)(std::int64_t tokens) = nullptr;  // null: each token sees all
};

/// dense, blockwise, sparse (a window of 256 keys), BigBird (a window, a global token and random blocks) and
/// linear.
const std::vector<AttentionKind>& attention_kinds();

constexpr std::int64_t attention_heads = 8, attention_head_dim = 64;

struct AttentionCost {
  double ms = 0;     // the least of several runs: other work on the machine only ever adds to it
  double bytes = 0;  // most that arrays held beyond queries, keys and values
};

/// The costs of a kind at a length, one for each of the two turns; none where it was left out, as it would
/// take too long, or too much memory.
struct AttentionMeasurement {
  std::string kind;
  std::int64_t tokens = 0;
  std::vector<AttentionCost> turns{};
};

/// Forward and backward of random numbers, for `seconds`, and three times unless that takes far longer.
AttentionCost measure_attention(const AttentionKind& kind, std::int64_t tokens, double seconds);

struct AttentionPlan {
  std::vector<std::int64_t> lengths{256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
  double seconds = 265;        // for everything, but for errors in the forecasts
  double seconds_each = 0.1;   // of a turn: repeated for so long, if once does not take longer
  double available_bytes = 0;  // what may be held; 0: seven tenths of what the system has to give
  std::function<bool(const AttentionMeasurement& next)> on_next{};  // false ends it all
  /// Stands for measure_attention in tests.
  std::function<AttentionCost(const AttentionKind&, std::int64_t tokens, double seconds)> measure =
      measure_attention;
};

/// Every kind at the plan's lengths, in two turns. What would take more than a sixth of all the time, more
/// than is left, or too much memory, is left out.
std::vector<AttentionMeasurement> measure_attentions(const AttentionPlan& plan);

/// Judges the lines of C5's table. Inside the noise is what two turns say differently; measured once, where
/// time was up before the second turn; not measured, where there are no such lengths.
std::vector<Statement> judge_attention_claims(const std::vector<AttentionMeasurement>& all);

/// C5 and `heed attention`: the statements, times, bytes and slopes; nothing of no measurements.
Finding found_of_attentions(const std::vector<AttentionMeasurement>& all);

}  // namespace heed
