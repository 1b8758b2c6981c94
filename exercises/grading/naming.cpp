#include "exercises/grading/naming.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "exercises/grading/likeness.hpp"
#include "exercises/grading/probes.hpp"
#include "exercises/grading/two_mistakes.hpp"

namespace heed::grading {

namespace {

/// Exceptions alone say too little: at least one case must have come out.
bool tells_something(const std::vector<CaseOutcome>& outcomes) {
  return std::any_of(outcomes.begin(), outcomes.end(),
                     [](const CaseOutcome& outcome) { return outcome.ending == Ending::finished; });
}

/// Of each part that came to its end, how like the answer one known-wrong implementation is.
using Likenesses = std::map<std::string, Likeness>;

template <typename Holds>
bool everywhere(const Likenesses& of, const Holds& holds) {
  return std::all_of(of.begin(), of.end(), [&](const auto& part) { return holds(part.second); });
}

/// Whether all results are 0.
bool nothing_but_zeros(const std::vector<CaseOutcome>& outcomes) {
  return std::all_of(outcomes.begin(), outcomes.end(), [](const CaseOutcome& outcome) {
    return std::all_of(outcome.outputs.begin(), outcome.outputs.end(), [](const Output& output) {
      return output.purpose != Purpose::compared ||
             std::all_of(output.value.values().begin(), output.value.values().end(),
                         [](double x) { return x == 0; });
    });
  });
}

/// The only one of these implementations, or the first if all are forms of one mistake.
std::optional<Mistake> only_one(const Entry& entry, const std::vector<std::size_t>& left) {
  if (left.empty()) return {};
  const auto mistake = [&](std::size_t i) -> const Mistake& { return entry.wrong[i].mistake; };
  const bool one_code = std::all_of(left.begin(), left.end(), [&](std::size_t i) {
    return !mistake(i).code.empty() && mistake(i).code == mistake(left.front()).code;
  });
  if (left.size() > 1 && !one_code) return {};
  return mistake(left.front());
}

/// Of those that fit a part, the ones that fit the other parts best.
std::vector<std::size_t> best(const std::vector<std::size_t>& here, const std::vector<Likenesses>& alike) {
  if (here.size() < 2) return here;
  const auto those = [&](const auto& holds) {
    std::vector<std::size_t> left;
    for (const std::size_t i : here)
      if (everywhere(alike[i], holds)) left.push_back(i);
    return left;
  };
  const std::vector<std::size_t> same = those([](const Likeness& l) { return l.same; });
  if (!same.empty()) return same;
  const std::vector<std::size_t> possible = those([](const Likeness& l) { return !l.contradicts; });
  return possible.empty() ? here : possible;
}

/// Whether the numbers of a part alone say that a mistake is the same, although some cases end differently.
bool nearly_same(const Likeness& likeness) {
  return !likeness.contradicts && likeness.explained >= 2 && likeness.telling >= 6 &&
         likeness.unexplained < likeness.explained;
}

bool has_only_numbers(const CaseOutcome& outcome) {
  return outcome.ending == Ending::finished &&
         std::all_of(outcome.outputs.begin(), outcome.outputs.end(), [](const Output& output) {
           return std::all_of(output.value.values().begin(), output.value.values().end(),
                              [](double x) { return std::isfinite(x); });
         });
}

/// The further cases of one part, and what the answer gives on them: asked when first needed.
class Further {
 public:
  Further(const Part& part, const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& right,
          const std::vector<CaseOutcome>& got, const Ask& ask) {
    constexpr std::size_t most_cases = 6;
    std::set<std::string> asked;
    for (std::size_t i = 0; ask && i < cases.size(); ++i) {
      const bool wrong =
          got[i].ending != Ending::finished || compare(right[i], got[i], tolerance_of(part)).failed > 0;
      if (!wrong || asked.size() == most_cases || !asked.insert(cases[i].label).second) continue;
      const std::vector<Inputs> more = patterns::variants_of(cases[i]);
      inputs_.insert(inputs_.end(), more.begin(), more.end());
    }
    if (!inputs_.empty()) got_ = ask(part, inputs_);
  }

  /// Whether the program came through and gave what this implementation gives; also where there is nothing to
  /// ask, since a case has only ids, sizes and masks, of which no overflow comes.
  bool confirm(const Part& known) const {
    if (got_.size() != inputs_.size()) return false;
    const std::vector<CaseOutcome> its = run_cases(known, inputs_);
    return std::equal(its.begin(), its.end(), got_.begin(), [&](const CaseOutcome& a, const CaseOutcome& b) {
      return (a.ending == Ending::threw && b.ending == Ending::threw) || same(a, b, tolerance_of(known));
    });
  }

  /// Whether it gave what this implementation gives where that has numbers, as it has in some case, and
  /// something wrong where it has none.
  bool fit(const Part& known, const Part& reference) const {
    if (inputs_.empty() || got_.size() != inputs_.size()) return false;
    const std::vector<CaseOutcome> its = run_cases(known, inputs_), right = run_cases(reference, inputs_);
    bool numbers = false;
    for (std::size_t i = 0; i < its.size(); ++i) {
      if (!fits_where_finite(its[i], got_[i], right[i], tolerance_of(known))) return false;
      numbers = numbers || has_only_numbers(its[i]);
    }
    return numbers;
  }

 private:
  std::vector<Inputs> inputs_{};
  std::vector<CaseOutcome> got_{};
};

struct Parts {
  std::vector<std::string> complete, failed;  // that came to their end; and of those, that failed
};

Parts parts_of(const Expected& expected, const Outcomes& got) {
  Parts parts;
  for (const Part& part : expected.exercise.parts()) {
    if (!survivable(part)) continue;
    const std::vector<CaseOutcome>& given = got.at(part.name);
    const std::vector<CaseOutcome>& right = expected.outcomes.at(part.name);
    if (given.size() != right.size()) continue;
    parts.complete.push_back(part.name);
    if (tells_something(given) && !passes(part, right, given)) parts.failed.push_back(part.name);
  }
  return parts;
}

}  // namespace

bool survivable(const Part& part) {
  return part.options.crash_means.empty() && part.options.timeout_means.empty();
}

Outcomes run_survivable(const Exercise& implementation,
                        const std::map<std::string, std::vector<Inputs>>& cases) {
  Outcomes outcomes;
  for (const Part& part : implementation.parts())
    if (survivable(part)) outcomes[part.name] = run_cases(part, cases.at(part.name));
  return outcomes;
}

Expected expect(const Entry& entry, std::uint64_t seed, std::optional<std::uint64_t> second_seed) {
  Expected expected{described(entry.reference), {}, {}};
  for (const Part& part : expected.exercise.parts()) {
    std::vector<Inputs>& cases = expected.cases[part.name] = draw_cases(part, seed);
    if (!second_seed) continue;
    const std::vector<Inputs> first = cases;
    for (Inputs& more : draw_cases(part, *second_seed)) {
      const auto known = [&](const Inputs& one) { return first_difference(one, more) == nullptr; };
      if (std::none_of(first.begin(), first.end(), known)) cases.push_back(std::move(more));
    }
  }
  for (const Part& part : expected.exercise.parts()) {
    std::vector<CaseOutcome>& outcomes = expected.outcomes[part.name];
    outcomes = run_cases(part, expected.cases[part.name]);
    if (part.is_gradient())
      for (CaseOutcome& outcome : outcomes) limit_gradient_cost(outcome);
  }
  return expected;
}

bool passes(const Part& part, const std::vector<CaseOutcome>& expected, const std::vector<CaseOutcome>& got) {
  return expected.size() == got.size() &&
         std::equal(expected.begin(), expected.end(), got.begin(), [&](auto& right, auto& given) {
           return given.ending == Ending::finished && compare(right, given, tolerance_of(part)).failed == 0;
         });
}

std::vector<Outcomes> run_wrong_ones(const Entry& entry, const Expected& expected) {
  std::vector<Outcomes> outcomes;
  for (const WrongOne& wrong : entry.wrong)
    outcomes.push_back(run_survivable(described(wrong.describe), expected.cases));
  return outcomes;
}

Named name_mistakes(const Entry& entry, const Expected& expected, const std::vector<Outcomes>& wrong_ones,
                    const Outcomes& got, const Ask& ask) {
  const Parts parts = parts_of(expected, got);
  std::vector<Likenesses> alike;
  for (const Outcomes& known : wrong_ones) {
    Likenesses& its = alike.emplace_back();
    for (const std::string& name : parts.complete)
      its[name] =
          likeness(expected.exercise.part(name), known.at(name), got.at(name), expected.outcomes.at(name));
  }
  // 0 throughout several parts comes of any number of mistakes, but of none that gives only nearly 0
  const bool zeros = parts.failed.size() > 1 &&
                     std::all_of(parts.failed.begin(), parts.failed.end(),
                                 [&](const std::string& name) { return nothing_but_zeros(got.at(name)); });
  Named named;
  std::map<std::string, std::vector<std::size_t>> candidates_of;
  for (const std::string& name : parts.failed) {
    const Part& part = expected.exercise.part(name);
    std::optional<Further> further;
    const auto ask_further = [&]() -> const Further& {
      if (!further)
        further.emplace(part, expected.cases.at(name), expected.outcomes.at(name), got.at(name), ask);
      return *further;
    };
    const auto known = [&](std::size_t i) { return described(entry.wrong[i].describe).part(name); };
    std::vector<std::size_t> same, fitting, nearly;
    for (std::size_t i = 0; i < alike.size(); ++i) {
      const Likeness& here = alike[i].at(name);
      if (zeros && !nothing_but_zeros(wrong_ones[i].at(name))) continue;
      if (here.same && (here.telling > 0 || ask_further().confirm(known(i)))) same.push_back(i);
      if (here.fits && (here.fitting >= 3 || ask_further().fit(known(i), part))) fitting.push_back(i);
      if (nearly_same(here)) nearly.push_back(i);
    }
    const std::vector<std::size_t> left = best(!same.empty()      ? same
                                               : !fitting.empty() ? fitting
                                                                  : nearly,
                                               alike);
    if (const auto mistake = only_one(entry, left)) {
      named[name] = {*mistake};
      candidates_of[name] = left;
    } else if (same.empty()) {
      std::vector<const std::vector<CaseOutcome>*> candidates;
      for (const Outcomes& one : wrong_ones) candidates.push_back(&one.at(name));
      const auto two =
          two_mistakes(entry, candidates, expected.outcomes.at(name), got.at(name), tolerance_of(part));
      if (!two.empty()) named[name] = two;
    }
  }
  // Another part that fails, which nothing explains, where this mistake would show in another way: then it is
  // something else here as well.
  std::set<std::string> explained;
  for (const auto& [name, mistakes] : named) explained.insert(name);
  std::erase_if(named, [&](const auto& one) {
    const auto candidates = candidates_of.find(one.first);
    return candidates != candidates_of.end() &&
           std::all_of(candidates->second.begin(), candidates->second.end(), [&](std::size_t i) {
             return std::any_of(parts.failed.begin(), parts.failed.end(), [&](const std::string& other) {
               const Likeness& there = alike[i].at(other);
               return !explained.contains(other) && there.unlike > there.like &&
                      !passes(expected.exercise.part(other), expected.outcomes.at(other),
                              wrong_ones[i].at(other));
             });
           });
  });
  return named;
}

Named name_mistakes(const Entry& entry, const Expected& expected, const Outcomes& got, const Ask& ask) {
  if (parts_of(expected, got).failed.empty()) return {};
  return name_mistakes(entry, expected, run_wrong_ones(entry, expected), got, ask);
}

std::vector<Mistake> name_answers(const Entry& entry, const Part& part, const Expected& expected,
                                  const std::vector<CaseOutcome>& got) {
  const std::vector<CaseOutcome>& right = expected.outcomes.at(part.name);
  const bool all_right = passes(part, right, got);
  std::vector<Mistake> named;
  for (std::size_t i = 0; i < std::min(got.size(), right.size()); ++i) {
    const auto meant = std::find_if(entry.wrong.begin(), entry.wrong.end(), [&](const WrongOne& wrong) {
      const CaseOutcome its =
          run_case(described(wrong.describe).part(part.name), expected.cases.at(part.name)[i]);
      return !same(right[i], its, tolerance_of(part)) && (all_right || same(its, got[i], tolerance_of(part)));
    });
    if (meant != entry.wrong.end()) named.push_back(meant->mistake);
  }
  return named;
}

}  // namespace heed::grading
