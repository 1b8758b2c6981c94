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
#include "lib/core/seconds.hpp"
#include "lib/report/number.hpp"

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

namespace {

/// Every kind in every case, in the order of the tables, nothing measured yet.
std::vector<AttentionMeasurement> all_cells(const AttentionPlan& plan) {
  std::vector<AttentionMeasurement> cells;
  for (const std::int64_t tokens : plan.lengths) {
    for (const std::int64_t heads : plan.heads) {
      for (int i = 0; i < 4; ++i) {
        // The cheap kinds first, which then have their turn even if time runs out.
        for (auto kind = attention_kinds().rbegin(); kind != attention_kinds().rend(); ++kind)
          cells.push_back(
              {kind->name, {.tokens = tokens, .heads = heads, .causal = i % 2 == 1, .backward = i < 2}});
      }
    }
  }
  return cells;
}

/// The order in which cells are measured, each twice.
std::vector<std::size_t> order_of_turns(const std::vector<AttentionMeasurement>& cells) {
  std::vector<std::size_t> first, longest;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool last = cells[i].kind == "dense" && cells[i].at.tokens == cells.back().at.tokens;
    (last ? longest : first).push_back(i);
  }
  // What the claims are of comes first, should time run out.
  const auto rank = [&](std::size_t i) {
    return (cells[i].at.backward ? 0 : 2) + (cells[i].at.causal ? 1 : 0);
  };
  std::ranges::stable_sort(longest, {}, rank);
  std::vector<std::size_t> order = first;
  std::ranges::stable_sort(first, {}, rank);
  order.insert(order.end(), first.begin(), first.end());
  for (int turn = 0; turn < 2; ++turn) order.insert(order.end(), longest.begin(), longest.end());
  return order;
}

}  // namespace

std::vector<AttentionMeasurement> measure_attentions(const AttentionPlan& plan) {
  struct Past {
    std::vector<double> seconds, bytes;
  };
  std::map<std::tuple<std::string, std::int64_t, bool, bool>, Past> pasts;
  const double memory = plan.available_bytes > 0 ? plan.available_bytes : seven_tenths_of_memory();
  const auto start = Clock::now();
  const auto time_for = [&](double seconds) { return seconds_since(start) + seconds <= plan.seconds; };
  std::vector<AttentionMeasurement> cells = all_cells(plan);
  const auto measure_first = [&](AttentionMeasurement& m) {
    Past& past = pasts[{m.kind, m.at.heads, m.at.causal, m.at.backward}];
    const double seconds = next_after(past.seconds), bytes = next_after(past.bytes);
    if (bytes > memory) {
      m.why = fmt::format("would take {}", bytes_text(static_cast<std::size_t>(bytes)));
    } else if (seconds > plan.seconds / 6) {
      m.why = fmt::format("would take {}", duration_text(seconds));
    } else if (!time_for(seconds)) {
      m.why = "no time left";
    } else {
      try {
        m.cost = plan.measure(attention_kind(m.kind), m.at, plan.seconds_each);
        m.turns = {m.cost->ms};
      } catch (const MemoryError&) {
        m.why = "takes more memory than there is";
      }
    }
    past.seconds.push_back(m.cost ? m.cost->ms / 1e3 : seconds);
    past.bytes.push_back(m.cost ? m.cost->bytes : bytes);
  };
  const auto measure_again = [&](AttentionMeasurement& m) {
    if (!m.cost || !time_for(m.cost->ms / 1e3)) return;
    m.turns.push_back(plan.measure(attention_kind(m.kind), m.at, plan.seconds_each).ms);
    m.cost->ms = std::min(m.cost->ms, m.turns.back());
  };
  const std::vector<std::size_t> order = order_of_turns(cells);
  for (std::size_t done = 0; done < order.size(); ++done) {
    AttentionMeasurement& m = cells[order[done]];
    if (plan.on_next && !plan.on_next(m, done, order.size())) break;
    if (!m.cost && m.why.empty()) {
      measure_first(m);
    } else {
      measure_again(m);
    }
  }
  std::erase_if(cells, [](const AttentionMeasurement& m) { return !m.cost && m.why.empty(); });
  return cells;
}

}  // namespace heed
