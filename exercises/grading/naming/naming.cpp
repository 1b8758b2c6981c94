#include "exercises/grading/naming/naming.hpp"

#include <algorithm>
#include <deque>
#include <numeric>
#include <set>

#include "exercises/grading/naming/constants.hpp"
#include "exercises/grading/naming/one_function.hpp"
#include "exercises/grading/naming/partly.hpp"
#include "exercises/grading/naming/singles.hpp"
#include "exercises/grading/naming/two_mistakes.hpp"
#include "exercises/grading/naming/unguarded.hpp"

namespace heed::grading {

namespace {

/// Where the function of one mistake calls that of another: what both give together, of the parts where that
/// explains more. Of a part for which one name was found that no other part has, two that other parts have
/// are the better explanation; of one for which there is none, one that another part has and any other.
Named meetings(const Evidence& evidence, const CandidatesOf& candidates_of, const Named& named) {
  std::vector<std::size_t> all(evidence.entry.wrong.size());
  std::iota(all.begin(), all.end(), 0);
  Named found;
  for (const std::string& name : evidence.parts.failed) {
    std::set<std::size_t> others;
    for (const auto& [part, candidates] : candidates_of)
      if (part != name) others.insert(candidates.begin(), candidates.end());
    const std::vector<std::size_t> elsewhere(others.begin(), others.end());
    const auto here = candidates_of.find(name);
    const bool unnamed = here == candidates_of.end();
    if (unnamed ? named.contains(name) : others.contains(here->second.front())) continue;
    const auto meeting = [&](const std::vector<std::size_t>& second) {
      return meeting_mistakes(evidence.entry, evidence.expected.exercise.part(name), elsewhere, second,
                              evidence.wrong_ones, evidence.expected.cases.at(name),
                              evidence.expected.outcomes.at(name), evidence.got.at(name));
    };
    std::vector<Mistake> two = meeting(elsewhere);
    if (two.empty() && unnamed) two = meeting(all);
    if (!two.empty()) found[name] = two;
  }
  return found;
}

/// Of these parts: mistakes that explain most wrong cases of each. Where a part is left that none explains,
/// it may be at fault in the others, too.
Named named_partly(const Evidence& evidence, const Ask& ask, const std::vector<std::string>& parts) {
  Named found;
  for (const std::string& name : parts) {
    const auto partly = partly_same(evidence, name, ask);
    if (!partly) return {};
    Mistake mistake = evidence.entry.wrong[partly->mistake].mistake;
    mistake.alike = partly->share.alike, mistake.wrong = partly->share.wrong;
    found[name] = {mistake};
  }
  return found;
}

/// Those of the names that stand once others were found without guards: where the guards alone spoil the
/// other parts, or hide the same mistake.
Named no_longer_doubtful(const Evidence& evidence, const CandidatesOf& candidates_of, const Named& found,
                         const std::vector<std::string>& unexplained, Named doubtful) {
  std::erase_if(doubtful, [&](const auto& one) {
    return found.contains(one.first) || std::ranges::any_of(found, [&](const auto& other) {
             return !same_code(one.second.front(), other.second.front());
           });
  });
  erase_contradicted(evidence, candidates_of, without_those_of(doubtful, unexplained), doubtful);
  return doubtful;
}

/// Of these parts: by what the answer gives without its guards, or would give with one of its numbers in the
/// known mistakes, or, by whatever guard, where they have no number.
Named named_behind_guards(const Evidence& evidence, Further& further, const std::vector<Unguarded>& taken,
                          std::vector<std::string> parts, const Named& doubtful,
                          CandidatesOf& candidates_of) {
  if (taken.empty()) return {};
  std::deque<WithoutItsGuards> programs;
  for (const Unguarded& one : taken) programs.emplace_back(evidence, one, further);
  Named named;
  const auto add = [&](Named more, Guards guards = Guards::none) {
    for (auto& one : more) one.second.front().but_not_finite = guards == Guards::any;
    named.merge(more);
    parts = without_those_of(named, parts);
  };
  // what explains the answer as it is goes before what takes something away
  add(named_with_constants(evidence, further, taken.back().guards, parts));
  std::vector<std::string> wrong = parts;
  add(named_without_guards(evidence, programs, Guards::none, wrong, candidates_of));
  add(no_longer_doubtful(evidence, candidates_of, named, wrong, doubtful));
  add(named_by(evidence, parts, by_numbers(evidence, further, Guards::any), candidates_of), Guards::any);
  wrong = parts;
  add(named_without_guards(evidence, programs, Guards::any, wrong, candidates_of), Guards::any);
  return named;
}

}  // namespace

Named name_mistakes(const Entry& entry, const Expected& expected, const std::vector<Outcomes>& wrong_ones,
                    const Outcomes& got, const Ask& ask, const TakeGuards& take_guards) {
  const Evidence evidence = evidence_of(entry, expected, wrong_ones, got);
  Named named;
  CandidatesOf candidates_of;
  Further further(evidence, ask);
  for (const std::string& name : evidence.parts.failed) {
    const Candidates candidates = candidates_by_numbers(evidence, name, further);
    const std::vector<std::size_t> left = best(candidates.first(), evidence.alike);
    if (const auto mistake = only_one(entry, left)) {
      named[name] = {*mistake};
      candidates_of[name] = left;
    } else if (candidates.same.empty()) {
      std::vector<const std::vector<CaseOutcome>*> alone;
      for (std::size_t i = 0; i < wrong_ones.size(); ++i)
        alone.push_back(evidence.is_in_a_right_function(i, name) ? nullptr : &wrong_ones[i].at(name));
      const auto together = [&](std::size_t one, std::size_t other) {
        return give_together(entry, expected, name, got.at(name), one, other);
      };
      const auto two = two_mistakes(entry, alone, expected.outcomes.at(name), got.at(name),
                                    tolerance_of(expected.exercise.part(name)), together);
      if (!two.empty()) named[name] = two;
    }
  }
  for (const auto& [name, two] : meetings(evidence, candidates_of, named)) {
    named[name] = two;
    candidates_of.erase(name);
  }
  named.merge(mistakes_of_one_function(entry, expected, wrong_ones, got, evidence.parts.complete, named));
  Named doubtful = named;
  erase_contradicted(evidence, candidates_of, without_those_of(named, evidence.parts.failed), named);
  for (const auto& one : named) doubtful.erase(one.first);
  std::vector<std::string> left = without_those_of(named, evidence.parts.failed);
  if (!left.empty() && take_guards)
    named.merge(named_behind_guards(evidence, further, take_guards(), left, doubtful, candidates_of));
  named.merge(named_partly(evidence, ask, without_those_of(named, left)));
  return named;
}

Named name_mistakes(const Entry& entry, const Expected& expected, const Outcomes& got, const Ask& ask,
                    const TakeGuards& take_guards) {
  if (parts_of(expected, got).failed.empty()) return {};
  return name_mistakes(entry, expected, run_wrong_ones(entry, expected), got, ask, take_guards);
}

std::vector<Mistake> name_answers(const Entry& entry, const Part& part, const Expected& expected,
                                  const std::vector<CaseOutcome>& got) {
  const std::vector<CaseOutcome>& right = expected.outcomes.at(part.name);
  const bool all_right = passes(part, right, got);
  std::vector<Mistake> named;
  for (std::size_t i = 0; i < std::min(got.size(), right.size()); ++i) {
    const auto meant = std::ranges::find_if(entry.wrong, [&](const WrongOne& wrong) {
      const CaseOutcome its =
          run_case(described(wrong.describe).part(part.name), expected.cases.at(part.name)[i]);
      return !same(right[i], its, tolerance_of(part)) && (all_right || same(its, got[i], tolerance_of(part)));
    });
    if (meant != entry.wrong.end()) named.push_back(meant->mistake);
  }
  return named;
}

}  // namespace heed::grading
