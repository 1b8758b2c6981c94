#include "exercises/grading/naming/unguarded.hpp"

#include <algorithm>

namespace heed::grading {

namespace {

/// Whether the answer is wrong in at least a third of the cases of a part in which this mistake is.
bool is_wrong_where(const Evidence& evidence, std::size_t mistake, const std::string& name) {
  const Tolerance tolerance = tolerance_of(evidence.expected.exercise.part(name));
  const std::vector<CaseOutcome>&right = evidence.expected.outcomes.at(name),
        &known = evidence.wrong_ones[mistake].at(name), &got = evidence.got.at(name);
  int wrong = 0, both = 0;
  for (std::size_t i = 0; i < right.size(); ++i) {
    if (same(right[i], known[i], tolerance)) continue;
    ++wrong;
    both += !same(right[i], got[i], tolerance);
  }
  return 3 * both >= wrong;
}

}  // namespace

std::map<std::string, std::vector<std::size_t>> same_without_guards(const Evidence& evidence,
                                                                    const Evidence& without, const Ask& ask,
                                                                    const std::vector<std::string>& parts) {
  std::map<std::string, std::vector<std::size_t>> found;
  for (const std::string& name : parts) {
    if (std::ranges::find(without.parts.failed, name) == without.parts.failed.end()) continue;
    std::vector<std::size_t> same = FailedPart(without, name, ask).candidates().same;
    std::erase_if(same, [&](std::size_t i) { return !is_wrong_where(evidence, i, name); });
    if (!same.empty()) found[name] = best(same, without.alike);
  }
  return found;
}

}  // namespace heed::grading
