// The kinds of attention beside each other: time and memory of each, and how they grow with the length.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autograd/ops/attention.hpp"
#include "tools/measure/plot.hpp"
#include "tools/measure/texts.hpp"

namespace heed {

/// The case that one measurement is of.
struct AttentionCase {
  std::int64_t tokens = 0, heads = 1;
  bool causal = false;    // each token sees those before it and itself
  bool backward = false;  // forward and backward, not forward alone
};

struct AttentionKind {
  std::string name;  // "sparse"
  /// The options of a call.
  AttentionOptions (*options)(const AttentionCase& c);
  Bilingual title() const { return word(name); }
};

/// dense, blockwise, sparse (a window of 256 keys), BigBird (a window, a global token and random blocks) and
/// linear.
const std::vector<AttentionKind>& attention_kinds();
const AttentionKind& attention_kind(const std::string& name);

constexpr std::int64_t attention_head_dim = 64;

struct AttentionCost {
  double ms = 0;     // the least: other work on the machine only ever adds to it
  double bytes = 0;  // most that arrays held beyond queries, keys and values
};

struct AttentionMeasurement {
  std::string kind;
  AttentionCase at;
  std::optional<AttentionCost> cost{};  // none: it was left out, and why
  std::string why{};                    // "would take 40 s", "would take 12.0 GiB", "no time left"
  /// The least times of the first and of the second time that everything was measured (not, if there was no
  /// time left): what they differ by is noise.
  std::vector<double> turns{};
};

/// One batch of heads of 64 dimensions of random numbers. Runs until `seconds` have passed, and three times
/// unless that takes far longer; once at least.
AttentionCost measure_attention(const AttentionKind& kind, const AttentionCase& at, double seconds);

struct AttentionPlan {
  std::vector<std::int64_t> lengths{256, 512, 1024, 2048, 4096, 8192, 16384, 32768};
  std::vector<std::int64_t> heads{8, 1};
  bool causal = true, forward_alone = true;  // beside the cases without a mask and with a backward pass
  double seconds = 280;                      // for everything
  double seconds_each = 0.1;                 // of a turn: repeated for so long, if once does not take longer
  double available_bytes = 0;  // what may be held; 0: seven tenths of what the system has to give
  /// Called before each measurement; false ends it all.
  std::function<bool(const AttentionMeasurement& next, std::size_t done, std::size_t all)> on_next{};
  /// Stands for measure_attention in tests.
  std::function<AttentionCost(const AttentionKind&, const AttentionCase&, double seconds)> measure =
      measure_attention;
};

/// Every kind in the plan's cases (lengths, heads, causal and not, forward and both ways), short sequences
/// first; all a second time; then what takes more than a sixtieth of the time at the longest length, and what
/// takes so long a second time, as long as there is time. What would take more than a sixth of it, or too
/// much memory, judged by the two lengths before, is left out.
std::vector<AttentionMeasurement> measure_attentions(const AttentionPlan& plan);

/// first_ms and second_ms: of what was measured in both turns, the one and the other.
enum class AttentionQuantity { ms, bytes, first_ms, second_ms };

/// The costs of a kind that were measured.
Curve attention_curve(const std::vector<AttentionMeasurement>& all, const std::string& kind,
                      const AttentionCase& like, AttentionQuantity quantity);

/// The slope of the straight line through log cost over log length (least squares): 2 when twice the length
/// costs four times as much. Of lengths from `from` on; nothing for fewer than two of them.
std::optional<double> fitted_slope(const Curve& curve, double from);

/// The length from which `later` costs less than `earlier` at all lengths that both were measured at, on the
/// straight line in logarithms between two of them. 0 if from the shortest on; nothing if it never does.
std::optional<double> crossing(const Curve& earlier, const Curve& later);

/// Slopes are of lengths from here on: below, what does not depend on the length counts too.
constexpr double slope_from = 1024;

}  // namespace heed
