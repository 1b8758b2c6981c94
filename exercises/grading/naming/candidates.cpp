#include "exercises/grading/naming/candidates.hpp"

#include <algorithm>
#include <set>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading {

namespace {

/// Exceptions alone say too little: at least one case must have come out.
bool tells_something(const std::vector<CaseOutcome>& outcomes) {
  return std::ranges::any_of(outcomes,
                             [](const CaseOutcome& outcome) { return outcome.ending == Ending::finished; });
}

template <typename Holds>
bool everywhere(const Likenesses& of, const Holds& holds) {
  return std::ranges::all_of(of, [&](const auto& part) { return holds(part.second); });
}

/// Whether all results are 0.
bool nothing_but_zeros(const std::vector<CaseOutcome>& outcomes) {
  return std::ranges::all_of(outcomes, [](const CaseOutcome& outcome) {
    return std::ranges::all_of(outcome.outputs, [](const Output& output) {
      return output.purpose != Purpose::compared || patterns::all_zero(output.value);
    });
  });
}

/// Whether a case says that this mistake is not behind it (Case::mark).
bool is_marked_out(const std::string& mistake, const std::vector<CaseOutcome>& got) {
  return std::ranges::any_of(got, [&](const CaseOutcome& outcome) {
    return std::ranges::any_of(outcome.outputs, [&](const Output& output) {
      return output.purpose == Purpose::mark && output.name == mistake && output.value.flat(0) == 0;
    });
  });
}

/// Whether the numbers of a part alone say that a mistake is the same, although some cases end differently.
bool nearly_same(const Likeness& likeness) {
  return !likeness.contradicts && !likeness.right_where_not_finite && likeness.explained >= 2 &&
         likeness.telling >= 6 && likeness.unexplained < likeness.explained;
}

}  // namespace

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

Evidence evidence_of(const Entry& entry, const Expected& expected, const std::vector<Outcomes>& wrong_ones,
                     const Outcomes& got) {
  Evidence evidence{entry, expected, wrong_ones, got, parts_of(expected, got), {}};
  for (const Outcomes& one : wrong_ones) {
    Likenesses& its = evidence.alike.emplace_back();
    for (const std::string& name : evidence.parts.complete)
      its[name] =
          likeness(expected.exercise.part(name), one.at(name), got.at(name), expected.outcomes.at(name));
  }
  return evidence;
}

bool share_a_function(const WrongOne& one, const WrongOne& other) {
  return std::ranges::any_of(one.functions, [&](const std::string& function) {
    return std::ranges::find(other.functions, function) != other.functions.end();
  });
}

bool Evidence::is_in_a_right_function(std::size_t i, const std::string& failed) const {
  const auto of_another = [&](std::size_t k, const std::string& part) {
    return !entry.wrong[k].functions.empty() && !share_a_function(entry.wrong[i], entry.wrong[k]) &&
           shows(k, part);
  };
  const auto any_of_another = [&](const std::string& part) {
    for (std::size_t k = 0; k < entry.wrong.size(); ++k)
      if (of_another(k, part)) return true;
    return false;
  };
  return !entry.wrong[i].functions.empty() && any_of_another(failed) &&
         std::ranges::any_of(parts.complete, [&](const std::string& part) {
           return alike[i].at(part).spoilt > 0 && passes(part) && !any_of_another(part);
         });
}

bool Evidence::test_other_functions(const std::string& part, const std::string& other) const {
  const auto tested = [&](const std::string& by) {
    std::set<std::string> functions;
    for (std::size_t k = 0; k < entry.wrong.size(); ++k)
      if (entry.wrong[k].functions.size() == 1 && shows(k, by)) functions.insert(entry.wrong[k].functions[0]);
    return functions;
  };
  const std::set<std::string> here = tested(part), there = tested(other);
  return !here.empty() && !there.empty() &&
         std::ranges::none_of(here, [&](const std::string& function) { return there.contains(function); });
}

const FurtherCases& Further::of(const std::string& part) {
  const auto before = asked_.find(part);
  if (before != asked_.end()) return before->second;
  const Part& reference = evidence_.expected.exercise.part(part);
  FurtherCases cases(reference, evidence_.expected.cases.at(part), evidence_.expected.outcomes.at(part),
                     evidence_.got.at(part), ask_);
  return asked_.emplace(part, std::move(cases)).first->second;
}

Candidates candidates_by_numbers(const Evidence& evidence, const std::string& name, Further& further) {
  // 0 throughout several parts comes of any number of mistakes, but of none that gives only nearly 0
  const std::vector<std::string>& failed = evidence.parts.failed;
  const bool zeros = failed.size() > 1 && std::ranges::all_of(failed, [&](const std::string& other) {
                       return nothing_but_zeros(evidence.got.at(other));
                     });
  const auto likeness_of = [&](std::size_t i) -> const Likeness& { return evidence.alike[i].at(name); };
  Candidates found;
  for (std::size_t i = 0; i < evidence.alike.size(); ++i) {
    const Likeness& here = likeness_of(i);
    if (zeros && !nothing_but_zeros(evidence.wrong_ones[i].at(name))) continue;
    if (evidence.is_in_a_right_function(i, name)) continue;
    if (is_marked_out(evidence.entry.wrong[i].mistake.id, evidence.got.at(name))) continue;
    const auto its = [&] { return described(evidence.entry.wrong[i].describe).part(name); };
    // what is only 0 or NaN comes of many things: not of one that would show in a part that is right
    const auto confirmed = [&] {
      return !evidence.shows_in_a_right_part(i) && further.of(name).confirm(its());
    };
    if (here.same && (here.telling > 0 || confirmed())) found.same.push_back(i);
    if (here.fits && here.fitting >= 3) found.fitting.push_back(i);
    if (nearly_same(here)) found.nearly.push_back(i);
  }
  // of those that overflow in the same cases, the ones whose NaN and infinities are the answer's most often
  int most = 0;
  for (const std::size_t i : found.fitting) most = std::max(most, likeness_of(i).alike);
  std::erase_if(found.fitting, [&](std::size_t i) { return likeness_of(i).alike < most; });
  return found;
}

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

}  // namespace heed::grading
