#include "exercises/grading/naming/singles.hpp"

#include <algorithm>

namespace heed::grading {

namespace {

/// Says whether they are one mistake, or forms of one.
bool same_code(const Mistake& a, const Mistake& b) {
  return a.id == b.id || (!a.code.empty() && a.code == b.code);
}

}  // namespace

std::optional<Mistake> only_one(const Entry& entry, const std::vector<std::size_t>& left) {
  if (left.empty()) return {};
  const auto mistake = [&](std::size_t i) -> const Mistake& { return entry.wrong[i].mistake; };
  const bool one_code = std::ranges::all_of(left, [&](std::size_t i) {
    return !mistake(i).code.empty() && mistake(i).code == mistake(left.front()).code;
  });
  if (left.size() > 1 && !one_code) return {};
  return mistake(left.front());
}

void erase_contradicted(const Evidence& evidence, const CandidatesOf& candidates_of, Named& named) {
  const auto& wrong = evidence.entry.wrong;
  std::vector<std::string> unexplained = evidence.parts.failed;
  std::erase_if(unexplained, [&](const std::string& part) { return named.contains(part); });
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
    if (there == evidence.alike[i].end()) return false;
    // in wrong cases, or in such as the answer has right
    const Likeness& its = there->second;
    return std::max(its.unlike, its.spoilt) > its.like && evidence.shows(i, other) &&
           !met_by_another(i, other);
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
    const std::string& part = one.first;
    const std::vector<std::size_t>& candidates = candidates_of.at(part);
    const auto inherited = [&](std::size_t i) {
      return std::ranges::any_of(unexplained, [&](const auto& other) { return comes_from(i, part, other); });
    };
    // of another function that goes wrong in another way, where this one's every number is the mistake's
    const auto certain_beside = [&](std::size_t i, const std::string& other) {
      const auto here = evidence.alike[i].find(part);
      return here != evidence.alike[i].end() && here->second.same && here->second.explained >= 4 &&
             here->second.telling >= 20 && evidence.test_other_functions(part, other);
    };
    const auto contradicted = [&](std::size_t i) {
      return std::ranges::any_of(unexplained, [&](const auto& other) {
        return shows_otherwise(i, other) && !certain_beside(i, other);
      });
    };
    return std::ranges::any_of(candidates, inherited) || std::ranges::all_of(candidates, contradicted);
  });
}

}  // namespace heed::grading
