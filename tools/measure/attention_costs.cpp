#include "tools/measure/attention_costs.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <map>
#include <tuple>

#include "autograd/no_grad.hpp"
#include "lib/array/pool.hpp"
#include "lib/core/error.hpp"
#include "lib/core/memory_error.hpp"
#include "lib/core/seconds.hpp"
#include "lib/report/number.hpp"
#include "tools/language/duration.hpp"
#include "tools/language/language.hpp"

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

/// Costs of a kind in a case by the length, measured or expected.
using Costs = std::map<std::int64_t, AttentionCost>;

/// What `tokens` will cost by the lengths before: it grows as from one of them to the next, at least in
/// proportion and at most with the square.
AttentionCost expected_cost(const Costs& costs, std::int64_t tokens) {
  const auto end = costs.lower_bound(tokens);
  if (end == costs.begin()) return {};
  const auto last = std::prev(end);
  const auto grown = [&](double AttentionCost::*of) {
    const double cost = last->second.*of;
    const double before = last == costs.begin() ? 0 : std::prev(last)->second.*of;
    return cost * std::clamp(before > 0 ? cost / before : 4, 2.0, 4.5);
  };
  return {.ms = grown(&AttentionCost::ms), .bytes = grown(&AttentionCost::bytes)};
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
        const AttentionCase at{.tokens = tokens, .heads = heads, .causal = i % 2 == 1, .backward = i < 2};
        if ((at.causal && !plan.causal) || (!at.backward && !plan.forward_alone)) continue;
        // The cheap kinds first, which then have their turn even if time runs out.
        for (auto kind = attention_kinds().rbegin(); kind != attention_kinds().rend(); ++kind)
          cells.push_back({kind->name, at});
      }
    }
  }
  return cells;
}

}  // namespace

std::vector<AttentionMeasurement> measure_attentions(const AttentionPlan& plan) {
  std::map<std::tuple<std::string, std::int64_t, bool, bool>, Costs> known;
  const double memory = plan.available_bytes > 0 ? plan.available_bytes : seven_tenths_of_memory();
  const auto start = Clock::now();
  std::vector<AttentionMeasurement> cells = all_cells(plan);
  std::vector<AttentionMeasurement*> quick, others, longest;
  std::size_t done = 0;
  const auto time_for = [&](double ms) { return seconds_since(start) + ms / 1e3 <= plan.seconds; };
  const auto may_measure = [&](const AttentionMeasurement& m) {
    return !plan.on_next || plan.on_next(m, done++, 2 * cells.size());
  };
  const auto expected = [&](const AttentionMeasurement& m) {
    return expected_cost(known[{m.kind, m.at.heads, m.at.causal, m.at.backward}], m.at.tokens);
  };
  const auto first_turn = [&](AttentionMeasurement& m) {
    const AttentionCost cost = expected(m);
    if (cost.bytes > memory) {
      m.why = fmt::format("would take {}", bytes_text(static_cast<std::size_t>(cost.bytes)));
    } else if (cost.ms / 1e3 > plan.seconds / 6) {
      m.why = fmt::format("would take {}", duration_in(cost.ms / 1e3, Language::english));
    } else if (!time_for(cost.ms)) {
      m.why = "no time left";
    } else {
      try {
        m.cost = plan.measure(attention_kind(m.kind), m.at, plan.seconds_each);
        m.turns = {m.cost->ms};
      } catch (const MemoryError&) {
        m.why = "takes more memory than there is";
      }
    }
    known[{m.kind, m.at.heads, m.at.causal, m.at.backward}][m.at.tokens] = m.cost.value_or(cost);
  };
  const auto second_turn = [&](AttentionMeasurement& m) {
    if (!m.cost || !time_for(m.cost->ms)) return;
    m.turns.push_back(plan.measure(attention_kind(m.kind), m.at, plan.seconds_each).ms);
    m.cost->ms = std::min(m.cost->ms, m.turns.back());
  };
  const auto all_of = [&](const std::vector<AttentionMeasurement*>& some, const auto& turn) {
    return std::ranges::all_of(some, [&](AttentionMeasurement* m) {
      if (!may_measure(*m)) return false;
      turn(*m);
      return true;
    });
  };
  const auto slow = [&](const AttentionCost& cost) { return cost.ms / 1e3 > plan.seconds / 60; };
  // What is slow at the longest length waits until everything else has had a turn, and what is quick both.
  bool whole = true;
  for (AttentionMeasurement& m : cells) {
    if (m.at.tokens == plan.lengths.back() && slow(expected(m))) {
      longest.push_back(&m);
    } else {
      whole = whole && all_of({&m}, first_turn);
      (m.cost && slow(*m.cost) ? others : quick).push_back(&m);
    }
  }
  // What the claims are of comes first, should time run out.
  for (std::vector<AttentionMeasurement*>* some : {&quick, &longest, &others})
    std::ranges::stable_sort(*some, {}, [](const AttentionMeasurement* m) {
      return (m->at.backward ? 0 : 2) + (m->at.causal ? 1 : 0);
    });
  whole = whole && all_of(quick, second_turn) && all_of(longest, first_turn) && all_of(others, second_turn) &&
          all_of(longest, second_turn);
  if (!whole) std::erase_if(cells, [](const AttentionMeasurement& m) { return !m.cost && m.why.empty(); });
  return cells;
}

namespace {

constexpr std::int64_t window_keys = 256;

Mask whole(const AttentionCase& c) { return c.causal ? Mask::causal() : Mask(); }

/// As many keys either way: half of them on each side, or all of them before.
Mask window(const AttentionCase& c) {
  return c.causal ? Mask::window({.before = window_keys - 1})
                  : Mask::window({.before = window_keys / 2, .after = window_keys / 2});
}

AttentionOptions dense_options(const AttentionCase& c) {
  return {.mask = whole(c), .kernel = AttentionKernel::dense};
}
AttentionOptions blockwise_options(const AttentionCase& c) {
  return {.mask = whole(c), .kernel = AttentionKernel::blockwise};
}
AttentionOptions sparse_options(const AttentionCase& c) {
  return {.mask = window(c), .kernel = AttentionKernel::sparse};
}
AttentionOptions bigbird_options(const AttentionCase& c) {
  const Mask pattern = window(c) | Mask::first_global(1) |
                       Mask::random_blocks({.keys = c.tokens, .count = 2, .heads = c.heads});
  return {.mask = c.causal ? pattern & Mask::causal() : pattern, .kernel = AttentionKernel::sparse};
}
AttentionOptions linear_options(const AttentionCase& c) {
  return {.mask = whole(c), .kernel = AttentionKernel::linear};
}

}  // namespace

const std::vector<AttentionKind>& attention_kinds() {
  static const std::vector<AttentionKind> kinds{{"dense", dense_options},
                                                {"blockwise", blockwise_options},
                                                {"sparse", sparse_options},
                                                {"BigBird", bigbird_options},
                                                {"linear", linear_options}};
  return kinds;
}

const AttentionKind& attention_kind(const std::string& name) {
  for (const AttentionKind& kind : attention_kinds()) {
    if (kind.name == name) return kind;
  }
  throw_error<UsageError>("there is no kind of attention '{}'", name);
}

}  // namespace heed
