#include "tools/attention/measure.hpp"

#include <algorithm>
#include <chrono>
#include <fstream>
#include <limits>
#include <map>
#include <tuple>

#include "autograd/no_grad.hpp"
#include "lib/array/pool.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"
#include "lib/report/number.hpp"
#include "tools/bench/median.hpp"

namespace heed {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_from(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

double seven_tenths_of_memory() {
  std::ifstream file("/proc/meminfo");
  std::string name, unit;
  for (double kib = 0; file >> name >> kib;) {
    if (name == "MemAvailable:") return kib * 1024 * 0.7;
    std::getline(file, unit);
  }
  return std::numeric_limits<double>::infinity();
}

/// What comes after these costs of half and quarter the length: they grow as before, at least in proportion
/// and at most with the square.
double next_after(const std::vector<double>& costs) {
  if (costs.empty()) return 0;
  const double growth = costs.size() == 1 ? 4 : costs.back() / std::max(costs[costs.size() - 2], 1e-9);
  return costs.back() * std::clamp(growth, 2.0, 4.5);
}

}  // namespace

AttentionCost measure_attention(const AttentionKind& kind, const AttentionCase& at, double seconds) {
  Rng rng(1);
  const Shape shape{1, at.heads, at.tokens, attention_head_dim};
  Variable inputs[3];
  for (Variable& input : inputs) input = Variable::parameter(rng.normal(shape));
  const Array ones = at.backward ? Array::ones(shape) : Array();
  const AttentionOptions options = kind.options(at);
  const auto run = [&] {
    if (!at.backward) {
      const NoGrad no_grad;
      scaled_dot_product_attention(inputs[0], inputs[1], inputs[2], options);
      return;
    }
    scaled_dot_product_attention(inputs[0], inputs[1], inputs[2], options).backward({.gradient = ones});
    for (Variable& input : inputs) input.zero_grad();
  };
  pool_trim();
  const std::size_t before = pool_statistics().in_use;
  std::vector<double> times;
  for (const auto start = Clock::now(); times.empty() || seconds_from(start) < seconds;) {
    const auto begin = Clock::now();
    run();
    times.push_back(seconds_from(begin) * 1e3);
  }
  const double bytes = static_cast<double>(pool_statistics().peak - before);
  pool_trim();
  if (times.size() > 2) times.erase(times.begin());  // the first one takes fresh memory
  return {median(times), bytes};
}

std::vector<AttentionMeasurement> measure_attentions(const AttentionPlan& plan) {
  struct Past {
    std::vector<double> seconds, bytes;
  };
  std::map<std::tuple<std::string, std::int64_t, bool, bool>, Past> pasts;
  const double memory = plan.available_bytes > 0 ? plan.available_bytes : seven_tenths_of_memory();
  const auto start = Clock::now();
  const std::size_t all = plan.lengths.size() * plan.heads.size() * attention_kinds().size() * 4;
  std::vector<AttentionMeasurement> results;
  for (const std::int64_t tokens : plan.lengths) {
    for (const std::int64_t heads : plan.heads) {
      for (int turn = 0; turn < 4; ++turn) {
        // The cheap kinds first, which then have their turn even if time runs out.
        for (auto kind = attention_kinds().rbegin(); kind != attention_kinds().rend(); ++kind) {
          AttentionMeasurement m{
              kind->name, {.tokens = tokens, .heads = heads, .causal = turn % 2 == 1, .backward = turn < 2}};
          if (plan.on_next && !plan.on_next(m, results.size(), all)) return results;
          Past& past = pasts[{m.kind, heads, m.at.causal, m.at.backward}];
          const double seconds = next_after(past.seconds), bytes = next_after(past.bytes);
          if (bytes > memory) {
            m.why = fmt::format("would take {}", bytes_text(static_cast<std::size_t>(bytes)));
          } else if (seconds > plan.seconds / 6 || seconds_from(start) + seconds > plan.seconds) {
            m.why = fmt::format("would take {}", duration_text(seconds));
          } else {
            try {
              m.cost = plan.measure(*kind, m.at, plan.seconds_each);
            } catch (const MemoryError&) {
              m.why = "takes more memory than there is";
            }
          }
          past.seconds.push_back(m.cost ? m.cost->ms / 1e3 : seconds);
          past.bytes.push_back(m.cost ? m.cost->bytes : bytes);
          results.push_back(std::move(m));
        }
      }
    }
  }
  return results;
}

}  // namespace heed
