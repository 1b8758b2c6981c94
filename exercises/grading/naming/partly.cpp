#include "exercises/grading/naming/partly.hpp"

#include <algorithm>
#include <iterator>

#include "exercises/grading/naming/two_mistakes.hpp"
#include "exercises/grading/observation/probes.hpp"

namespace heed::grading {

namespace {

Share share_of(const Part& part, const std::vector<CaseOutcome>& known, const std::vector<CaseOutcome>& got,
               const std::vector<CaseOutcome>& right) {
  const Tolerance tolerance = tolerance_of(part);
  Share share;
  for (std::size_t i = 0; i < right.size(); ++i) {
    const bool wrong = !same(right[i], got[i], tolerance);
    share.wrong += wrong;
    share.either += wrong || !same(right[i], known[i], tolerance);
    if (!wrong || !same(known[i], got[i], tolerance)) continue;
    const int telling = telling_numbers(known[i], got[i], right[i], tolerance);
    ++share.alike;
    share.tell += telling > 0;
    share.telling += telling;
  }
  return share;
}

/// Of so many parts of a whole, and in three cases that tell.
bool is_most(const Share& share, int parts, int whole) {
  return share.tell >= 3 && whole * share.alike >= parts * share.either;
}

/// The one that is alike most often; none if that of another code is half as often.
std::optional<PartlySame> most_alike(const Entry& entry, const std::vector<Share>& shares) {
  constexpr int fewest_numbers = 6;
  const auto best = std::ranges::max_element(shares, {}, &Share::alike);
  if (best == shares.end() || !is_most(*best, 5, 6) || best->telling < fewest_numbers) return {};
  const auto at = static_cast<std::size_t>(best - shares.begin());
  for (std::size_t i = 0; i < shares.size(); ++i)
    if (2 * shares[i].alike >= best->alike && !same_code(entry.wrong[i].mistake, entry.wrong[at].mistake))
      return {};
  return PartlySame{at, *best};
}

/// None that are larger than those of the part are.
std::vector<Inputs> further_cases(const Part& part, const std::vector<Inputs>& cases) {
  constexpr std::uint64_t first_seed = 1001, seeds = 3;
  std::vector<Inputs> all = cases;
  for (std::uint64_t seed = first_seed; seed < first_seed + seeds; ++seed)
    add_new(all, draw_cases(part, seed));
  int most = 0;
  for (const Inputs& one : cases) most = std::max(most, patterns::numbers_of(one));
  std::vector<Inputs> further(
      std::make_move_iterator(all.begin() + static_cast<std::ptrdiff_t>(cases.size())),
      std::make_move_iterator(all.end()));
  std::erase_if(further, [&](const Inputs& one) { return patterns::numbers_of(one) > most; });
  return further;
}

}  // namespace

std::optional<PartlySame> partly_same(const Evidence& evidence, const std::string& name, const Ask& ask) {
  const Entry& entry = evidence.entry;
  const Part& part = evidence.expected.exercise.part(name);
  const std::vector<CaseOutcome>&right = evidence.expected.outcomes.at(name), &got = evidence.got.at(name);
  if (!ask || std::ranges::any_of(evidence.alike, [&](const Likenesses& of) { return of.at(name).same; }))
    return {};
  std::vector<Share> shares;
  for (const Outcomes& one : evidence.wrong_ones) shares.push_back(share_of(part, one.at(name), got, right));
  const auto found = most_alike(entry, shares);
  if (!found || found->share.alike == found->share.either || evidence.shows_in_a_right_part(found->mistake))
    return {};
  const std::vector<Inputs> more = further_cases(part, evidence.expected.cases.at(name));
  const std::vector<CaseOutcome> given = ask(part, more);
  if (given.size() != more.size()) return {};
  const Part its = described(entry.wrong[found->mistake].describe).part(name);
  const Share there = share_of(part, run_cases(its, more), given, run_cases(part, more));
  return is_most(there, 3, 4) ? found : std::nullopt;
}

}  // namespace heed::grading
