// Measures each kind of attention on this machine.
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>

#include "lib/array/pool.hpp"
#include "lib/core/memory_error.hpp"
#include "lib/core/seconds.hpp"
#include "tools/measure/attention.hpp"

namespace heed {
namespace {

using Clock = std::chrono::steady_clock;

double seven_tenths_of_memory() {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  for (double kib = 0; file >> name >> kib;) {
    if (name == "MemAvailable:") return kib * 1024 * 0.7;
    std::getline(file, unit);
  }
  // of all that there is, where nobody says how much is free
  return 0.7 * static_cast<double>(sysconf(_SC_PHYS_PAGES)) * static_cast<double>(sysconf(_SC_PAGESIZE));
}

Mask window_mask(std::int64_t) { return Mask::window({.before = 128, .after = 128}); }

Mask bigbird_mask(std::int64_t tokens) {
  return window_mask(tokens) | Mask::first_global(1) |
         Mask::random_blocks({.keys = tokens, .count = 2, .heads = attention_heads});
}

}  // namespace

const std::vector<AttentionKind>& attention_kinds() {
  using enum AttentionKernel;
  static const std::vector<AttentionKind> kinds{{"dense", dense},
                                                {"blockwise", blockwise},
                                                {"sparse", sparse, window_mask},
                                                {"BigBird", sparse, bigbird_mask},
                                                {"linear", linear}};
  return kinds;
}

AttentionCost measure_attention(const AttentionKind& kind, std::int64_t tokens, double seconds) {
  Rng rng(1);
  const Shape shape{1, attention_heads, tokens, attention_head_dim};
  Variable inputs[3];
  for (Variable& input : inputs) input = Variable::parameter(rng.normal(shape));
  const Array ones = Array::ones(shape);
  const AttentionOptions options{.mask = kind.mask ? kind.mask(tokens) : Mask(), .kernel = kind.kernel};
  const auto run = [&] {
    scaled_dot_product_attention(inputs[0], inputs[1], inputs[2], options).backward({.gradient = ones});
    for (Variable& input : inputs) input.zero_grad();
  };
  pool_trim();
  const std::size_t before = pool_statistics().in_use;
  std::vector<double> times;
  const auto start = Clock::now();
  const auto more = [&](double passed) {
    return times.empty() || passed < seconds || (times.size() < 3 && passed < 8 * seconds);
  };
  while (more(seconds_since(start))) {
    const auto begin = Clock::now();
    run();
    times.push_back(seconds_since(begin) * 1e3);
  }
  const double bytes = static_cast<double>(pool_statistics().peak - before);
  pool_trim();
  return {std::ranges::min(times), bytes};
}

std::vector<AttentionMeasurement> measure_attentions(const AttentionPlan& plan) {
  const double memory = plan.available_bytes > 0 ? plan.available_bytes : seven_tenths_of_memory();
  const auto start = Clock::now();
  std::vector<AttentionMeasurement> all;
  for (const std::int64_t tokens : plan.lengths)
    // The cheap kinds come first, which then have their turn even if time runs out.
    for (auto kind = attention_kinds().rbegin(); kind != attention_kinds().rend(); ++kind)
      all.push_back({.kind = kind->name, .tokens = tokens});
  std::map<std::string, std::pair<std::int64_t, AttentionCost>> known;  // of a kind at the length before
  for (int turn = 0; turn < 2; ++turn) {
    for (AttentionMeasurement& m : all) {
      if (turn == 1 && m.turns.empty()) continue;
      const auto& [length, before] = known[m.kind];
      const double longer = length == 0 ? 0 : static_cast<double>(m.tokens) / static_cast<double>(length);
      const bool squares = m.kind == "dense" || m.kind == "blockwise";  // the others grow in proportion
      const double growth = squares ? longer * longer : longer;
      const AttentionCost cost =
          turn == 0 ? AttentionCost{before.ms * growth, before.bytes * growth} : m.turns[0];
      const bool no_time = seconds_since(start) + cost.ms / 1e3 > plan.seconds;
      if (turn == 1 && no_time) continue;
      if (plan.on_next && !plan.on_next(m)) {
        if (turn == 0) all.resize(static_cast<std::size_t>(&m - all.data()));
        return all;
      }
      const auto kind = std::ranges::find(attention_kinds(), m.kind, &AttentionKind::name);
      try {
        if (!no_time && cost.bytes <= memory && cost.ms / 1e3 <= plan.seconds / 6)
          m.turns.push_back(plan.measure(*kind, m.tokens, plan.seconds_each));
      } catch (const MemoryError&) {  // it is left out
      }
      known[m.kind] = {m.tokens, m.turns.empty() ? cost : m.turns[0]};
    }
  }
  return all;
}

}  // namespace heed
