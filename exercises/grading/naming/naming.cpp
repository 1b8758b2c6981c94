#include "exercises/grading/naming/naming.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "exercises/grading/naming/further_cases.hpp"
#include "exercises/grading/naming/likeness.hpp"
#include "exercises/grading/naming/one_function.hpp"
#include "exercises/grading/naming/two_mistakes.hpp"

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
  return !likeness.contradicts && !likeness.right_where_not_finite && likeness.explained >= 2 &&
         likeness.telling >= 6 && likeness.unexplained < likeness.explained;
}

/// Where the function of one mistake calls that of another: what both give together, of the parts where that
/// explains more. Of a part for which one name was found that no other part has, two that other parts have
/// are the better explanation; of one for which there is none, one that another part has and any other.
Named meetings(const Entry& entry, const Expected& expected, const std::vector<Outcomes>& wrong_ones,
               const Outcomes& got, const std::vector<std::string>& failed,
               const std::map<std::string, std::vector<std::size_t>>& candidates_of, const Named& named) {
  std::vector<std::size_t> all(entry.wrong.size());
  std::iota(all.begin(), all.end(), 0);
  Named found;
  for (const std::string& name : failed) {
    std::set<std::size_t> others;
    for (const auto& [part, candidates] : candidates_of)
      if (part != name) others.insert(candidates.begin(), candidates.end());
    const std::vector<std::size_t> elsewhere(others.begin(), others.end());
    const auto here = candidates_of.find(name);
    const bool unnamed = here == candidates_of.end();
    if (unnamed ? named.contains(name) : others.contains(here->second.front())) continue;
    const auto meeting = [&](const std::vector<std::size_t>& second) {
      return meeting_mistakes(entry, expected.exercise.part(name), elsewhere, second, wrong_ones,
                              expected.cases.at(name), expected.outcomes.at(name), got.at(name));
    };
    std::vector<Mistake> two = meeting(elsewhere);
    if (two.empty() && unnamed) two = meeting(all);
    if (!two.empty()) found[name] = two;
  }
  return found;
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
    std::optional<FurtherCases> further;
    const auto ask_further = [&]() -> const FurtherCases& {
      if (!further)
        further.emplace(part, expected.cases.at(name), expected.outcomes.at(name), got.at(name), ask);
      return *further;
    };
    const auto known = [&](std::size_t i) { return described(entry.wrong[i].describe).part(name); };
    std::vector<std::size_t> same, fitting, nearly;
    for (std::size_t i = 0; i < alike.size(); ++i) {
      const Likeness& here = alike[i].at(name);
      if (zeros && !nothing_but_zeros(wrong_ones[i].at(name))) continue;
      if (here.same && (here.telling > 0 || ask_further().confirm(known(i), part))) same.push_back(i);
      if (here.fits && (here.fitting >= 3 || ask_further().fit(known(i), part))) fitting.push_back(i);
      if (nearly_same(here)) nearly.push_back(i);
    }
    // of those that overflow in the same cases, the ones whose NaN and infinities are the answer's most often
    const auto less_alike = [&](std::size_t a, std::size_t b) {
      return alike[a].at(name).alike < alike[b].at(name).alike;
    };
    if (!fitting.empty()) {
      const int most = alike[*std::ranges::max_element(fitting, less_alike)].at(name).alike;
      std::erase_if(fitting, [&](std::size_t i) { return alike[i].at(name).alike < most; });
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
      const auto two = two_mistakes(entry, candidates, expected.outcomes.at(name), got.at(name),
                                    tolerance_of(part), [&](std::size_t one, std::size_t other) {
                                      return give_together(entry, expected, name, got.at(name), one, other);
                                    });
      if (!two.empty()) named[name] = two;
    }
  }
  for (const auto& [name, two] :
       meetings(entry, expected, wrong_ones, got, parts.failed, candidates_of, named)) {
    named[name] = two;
    candidates_of.erase(name);
  }
  named.merge(mistakes_of_one_function(entry, expected, wrong_ones, got, parts.complete, named));
  // Another part that fails, which nothing explains, where this mistake would show in another way: then it is
  // something else here as well. Unless yet another mistake shows in that part, too: what both give is unlike
  // each.
  std::set<std::string> explained;
  for (const auto& [name, mistakes] : named) explained.insert(name);
  const auto shows = [&](std::size_t i, const std::string& part) {
    return !passes(expected.exercise.part(part), expected.outcomes.at(part), wrong_ones[i].at(part));
  };
  const auto met_by_another = [&](std::size_t i, const std::string& part) {
    return std::any_of(candidates_of.begin(), candidates_of.end(), [&](const auto& one) {
      return !same_code(entry.wrong[i].mistake, entry.wrong[one.second.front()].mistake) &&
             shows(one.second.front(), part);
    });
  };
  // Of two parts of which one's function calls the other's, a mistake in what is called shows in both: where
  // the part of what is called fails and nothing explains it, its fault may look like a known one of the
  // other.
  const auto comes_from = [&](std::size_t i, const std::string& part, const std::string& other) {
    const auto shows_in_both = [&](std::size_t k) {
      const bool elsewhere = !entry.wrong[k].functions.empty() && !entry.wrong[i].functions.empty() &&
                             !share_a_function(entry.wrong[i], entry.wrong[k]);
      return elsewhere && shows(k, part) && shows(k, other);
    };
    std::vector<std::size_t> all(entry.wrong.size());
    std::iota(all.begin(), all.end(), 0);
    return !shows(i, other) && std::any_of(all.begin(), all.end(), shows_in_both);
  };
  std::erase_if(named, [&](const auto& one) {
    const auto candidates = candidates_of.find(one.first);
    if (candidates == candidates_of.end()) return false;
    const bool inherited =
        std::any_of(parts.failed.begin(), parts.failed.end(), [&](const std::string& other) {
          return !explained.contains(other) &&
                 std::any_of(candidates->second.begin(), candidates->second.end(),
                             [&](std::size_t i) { return comes_from(i, one.first, other); });
        });
    return inherited || std::all_of(candidates->second.begin(), candidates->second.end(), [&](std::size_t i) {
             return std::any_of(parts.failed.begin(), parts.failed.end(), [&](const std::string& other) {
               const Likeness& there = alike[i].at(other);
               return !explained.contains(other) && there.unlike > there.like && shows(i, other) &&
                      !met_by_another(i, other);
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
