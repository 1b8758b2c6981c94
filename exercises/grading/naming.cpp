#include "exercises/grading/naming.hpp"

#include <algorithm>
#include <set>

#include "exercises/grading/two_mistakes.hpp"

namespace heed::grading {

namespace {

Tolerance tolerance_of(const Part& part) { return {part.options.rtol, part.options.atol}; }

/// Whether an implementation gives on all cases what the learner's gives. Two exceptions count as the same:
/// whatever they say if some case came out wrong, and in the same words if none did.
bool all_same(const Part& part, const std::vector<CaseOutcome>& known, const std::vector<CaseOutcome>& got,
              const std::vector<CaseOutcome>& right) {
  bool in_any_words = false;
  for (std::size_t i = 0; i < got.size(); ++i)
    in_any_words = in_any_words || (got[i].ending == Ending::finished &&
                                    compare(right[i], got[i], tolerance_of(part)).failed > 0);
  return std::equal(known.begin(), known.end(), got.begin(), [&](const CaseOutcome& a, const CaseOutcome& b) {
    if (in_any_words && a.ending == Ending::threw && b.ending == Ending::threw) return true;
    return same(a, b, tolerance_of(part));
  });
}

/// Exceptions alone say too little: at least one case must have come out.
bool tells_something(const std::vector<CaseOutcome>& outcomes) {
  return std::any_of(outcomes.begin(), outcomes.end(),
                     [](const CaseOutcome& outcome) { return outcome.ending == Ending::finished; });
}

std::optional<Mistake> choose(const Entry& entry, const std::vector<std::set<std::string>>& matches,
                              const std::string& part, std::size_t parts) {
  std::vector<const Mistake*> here, everywhere;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    if (matches[i].contains(part)) here.push_back(&entry.wrong[i].mistake);
    if (matches[i].contains(part) && matches[i].size() == parts)
      everywhere.push_back(&entry.wrong[i].mistake);
  }
  const std::vector<const Mistake*>& left = here.size() == 1 || everywhere.empty() ? here : everywhere;
  if (left.empty()) return {};
  const bool one_code = std::all_of(left.begin(), left.end(), [&](const Mistake* mistake) {
    return !mistake->code.empty() && mistake->code == left.front()->code;
  });
  if (left.size() > 1 && !one_code) return {};
  return *left.front();
}

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
  for (const Part& part : expected.exercise.parts())
    expected.outcomes[part.name] = run_cases(part, expected.cases[part.name]);
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
                    const Outcomes& got) {
  const Parts parts = parts_of(expected, got);
  // matches[i]: the parts on which wrong implementation i gives what the learner's gives
  std::vector<std::set<std::string>> matches;
  for (const Outcomes& known : wrong_ones) {
    std::set<std::string>& matching = matches.emplace_back();
    for (const std::string& name : parts.complete) {
      if (all_same(expected.exercise.part(name), known.at(name), got.at(name), expected.outcomes.at(name)))
        matching.insert(name);
    }
  }
  Named named;
  for (const std::string& part : parts.failed) {
    const bool known =
        std::any_of(matches.begin(), matches.end(), [&](const auto& m) { return m.contains(part); });
    if (const auto mistake = choose(entry, matches, part, parts.complete.size())) {
      named[part] = {*mistake};
    } else if (!known) {
      std::vector<const std::vector<CaseOutcome>*> candidates;
      for (const Outcomes& one : wrong_ones) candidates.push_back(&one.at(part));
      const auto two = two_mistakes(entry, candidates, expected.outcomes.at(part), got.at(part),
                                    tolerance_of(expected.exercise.part(part)));
      if (!two.empty()) named[part] = two;
    }
  }
  return named;
}

Named name_mistakes(const Entry& entry, const Expected& expected, const Outcomes& got) {
  if (parts_of(expected, got).failed.empty()) return {};
  return name_mistakes(entry, expected, run_wrong_ones(entry, expected), got);
}

}  // namespace heed::grading
