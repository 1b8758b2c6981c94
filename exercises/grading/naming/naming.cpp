#include "exercises/grading/naming/naming.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "exercises/grading/naming/candidates.hpp"
#include "exercises/grading/naming/constants.hpp"
#include "exercises/grading/naming/one_function.hpp"
#include "exercises/grading/naming/partly.hpp"
#include "exercises/grading/naming/two_mistakes.hpp"
#include "exercises/grading/naming/unguarded.hpp"

namespace heed::grading {

namespace {

/// The only one of these implementations, or the first if all are forms of one mistake.
std::optional<Mistake> only_one(const Entry& entry, const std::vector<std::size_t>& left) {
  if (left.empty()) return {};
  const auto mistake = [&](std::size_t i) -> const Mistake& { return entry.wrong[i].mistake; };
  const bool one_code = std::ranges::all_of(left, [&](std::size_t i) {
    return !mistake(i).code.empty() && mistake(i).code == mistake(left.front()).code;
  });
  if (left.size() > 1 && !one_code) return {};
  return mistake(left.front());
}

/// Of each part for which one name was found, the implementations that have it.
using CandidatesOf = std::map<std::string, std::vector<std::size_t>>;

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

std::vector<std::string> without_those_of(const Named& named, std::vector<std::string> parts) {
  std::erase_if(parts, [&](const std::string& part) { return named.contains(part); });
  return parts;
}

/// Without single mistakes that another part speaks against: one that fails, and that nothing explains.
void erase_contradicted(const Evidence& evidence, const CandidatesOf& candidates_of,
                        const std::vector<std::string>& unexplained, Named& named) {
  const auto& wrong = evidence.entry.wrong;
  // Where this mistake would show in another way it is something else here as well. Unless yet another
  // mistake shows in that part, too: what both give is unlike each.
  const auto met_by_another = [&](std::size_t i, const std::string& part) {
    return std::ranges::any_of(candidates_of, [&](const auto& one) {
      return !same_code(wrong[i].mistake, wrong[one.second.front()].mistake) &&
             evidence.shows(one.second.front(), part);
    });
  };
  const auto shows_otherwise = [&](std::size_t i, const std::string& other) {
    const auto there = evidence.alike[i].find(other);
    return there != evidence.alike[i].end() && there->second.unlike > there->second.like &&
           evidence.shows(i, other) && !met_by_another(i, other);
  };
  // Of two parts of which one's function calls the other's, a mistake in what is called shows in both: where
  // the part of what is called fails, its fault may look like a known one of the other.
  const auto comes_from = [&](std::size_t i, const std::string& part, const std::string& other) {
    if (evidence.shows(i, other)) return false;
    for (std::size_t k = 0; k < wrong.size(); ++k) {
      const bool elsewhere =
          !wrong[k].functions.empty() && !wrong[i].functions.empty() && !share_a_function(wrong[i], wrong[k]);
      if (elsewhere && evidence.shows(k, part) && evidence.shows(k, other)) return true;
    }
    return false;
  };
  std::erase_if(named, [&](const auto& one) {
    const auto candidates = candidates_of.find(one.first);
    if (candidates == candidates_of.end()) return false;
    const std::string& part = one.first;
    const auto inherited = [&](std::size_t i) {
      return std::ranges::any_of(unexplained, [&](const auto& other) { return comes_from(i, part, other); });
    };
    const auto contradicted = [&](std::size_t i) {
      return std::ranges::any_of(unexplained, [&](const auto& other) { return shows_otherwise(i, other); });
    };
    return std::ranges::any_of(candidates->second, inherited) ||
           std::ranges::all_of(candidates->second, contradicted);
  });
}

/// Of these parts: by what one program gives.
Named named_by(const Evidence& evidence, const Evidence& without, const Unguarded& program,
               const std::vector<std::string>& parts, Guards guards, CandidatesOf& candidates_of) {
  Named found;
  for (const auto& [name, which] : same_without_guards(evidence, without, program.ask, parts, guards)) {
    auto mistake = only_one(evidence.entry, which);
    if (!mistake) continue;
    mistake->guards = program.guards;
    found[name] = {*mistake};
    candidates_of[name] = which;
  }
  return found;
}

/// Names these parts by what the answer gives without its guards. What was contradicted before (`doubtful`)
/// may not be any more, where the guards alone spoil the other parts, or hide the same mistake.
void name_without_guards(const Evidence& evidence, const std::vector<Unguarded>& programs,
                         std::vector<std::string> parts, Named doubtful, Guards guards,
                         CandidatesOf& candidates_of, Named& named) {
  Named found;
  for (const Unguarded& program : programs) {
    const Evidence without = evidence_of(evidence.entry, evidence.expected, evidence.wrong_ones, program.got);
    std::erase_if(parts, [&](const std::string& part) { return without.passes(part); });
    CandidatesOf with_these = candidates_of;
    Named more = named_by(evidence, without, program, parts, guards, with_these);
    erase_contradicted(without, with_these, without_those_of(more, parts), more);
    for (const auto& one : more) candidates_of[one.first] = with_these.at(one.first);
    parts = without_those_of(more, parts);
    found.merge(more);
  }
  std::erase_if(doubtful, [&](const auto& one) {
    return found.contains(one.first) || std::ranges::any_of(found, [&](const auto& other) {
             return !same_code(one.second.front(), other.second.front());
           });
  });
  erase_contradicted(evidence, candidates_of, without_those_of(doubtful, parts), doubtful);
  named.merge(found);
  named.merge(doubtful);
}

/// Of these parts: mistakes that the answer has where they give numbers, and that are wrong in it, by
/// whatever guard, in a third of the numbers in which they give none.
Named named_by_further_cases(const Evidence& evidence, const Ask& ask,
                             const std::vector<std::string>& parts) {
  Named found;
  CandidatesOf candidates_of;
  for (const std::string& name : parts) {
    const std::vector<std::size_t> left =
        best(FailedPart(evidence, name, ask).candidates(Guards::any).first(), evidence.alike);
    const auto mistake = only_one(evidence.entry, left);
    if (!mistake) continue;
    found[name] = {*mistake};
    candidates_of[name] = left;
  }
  erase_contradicted(evidence, candidates_of, without_those_of(found, parts), found);
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

}  // namespace

Named name_mistakes(const Entry& entry, const Expected& expected, const std::vector<Outcomes>& wrong_ones,
                    const Outcomes& got, const Ask& ask, const TakeGuards& take_guards) {
  const Evidence evidence = evidence_of(entry, expected, wrong_ones, got);
  Named named;
  CandidatesOf candidates_of;
  for (const std::string& name : evidence.parts.failed) {
    FailedPart failed(evidence, name, ask);
    const Candidates candidates = failed.candidates();
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
  if (!left.empty() && take_guards) {
    const std::vector<Unguarded> programs = take_guards();
    name_without_guards(evidence, programs, left, doubtful, Guards::none, candidates_of, named);
    left = without_those_of(named, left);
    if (!left.empty() && !programs.empty())
      named.merge(named_with_constants(entry, expected, got, ask, programs.back().guards, left));
    left = without_those_of(named, left);
    if (!programs.empty()) named.merge(named_by_further_cases(evidence, ask, left));
    left = without_those_of(named, left);
    if (!left.empty()) name_without_guards(evidence, programs, left, {}, Guards::any, candidates_of, named);
  }
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
