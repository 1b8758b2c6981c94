#include "exercises/grading/naming/one_function.hpp"

#include <sys/time.h>

#include <algorithm>
#include <ctime>
#include <numeric>
#include <optional>
#include <utility>

#include "exercises/grading/naming/likeness.hpp"
#include "exercises/grading/naming/two_mistakes.hpp"
#include "exercises/grading/observation/patterns.hpp"
#include "exercises/grading/process/run_apart.hpp"

namespace heed::grading {

namespace {

constexpr double most_seconds = 0.3;        // for all pairs of a part
constexpr long most_microseconds = 50'000;  // for one of them
constexpr int most_not_ended = 3;           // pairs that crash, or do not end in that time

/// A part and what is known of it.
struct Answered {
  const Part& part;
  const std::vector<Inputs>& cases;
  const std::vector<CaseOutcome>&right, &got;
};

bool ended_alike(const CaseOutcome& a, const CaseOutcome& b) {
  return a.ending == Ending::threw && b.ending == Ending::threw;
}

/// The order in which the cases tell soonest that an implementation is another: the answer's wrong ones
/// first, small ones before large ones.
std::vector<std::size_t> telling_order(const Answered& known) {
  std::vector<std::pair<std::pair<bool, int>, std::size_t>> order;
  for (std::size_t i = 0; i < known.cases.size(); ++i) {
    const bool right = same(known.right[i], known.got[i], tolerance_of(known.part));
    order.push_back({{right, patterns::numbers_of(known.cases[i])}, i});
  }
  std::ranges::sort(order);
  std::vector<std::size_t> indices;
  for (const auto& one : order) indices.push_back(one.second);
  return indices;
}

/// Whether the part of this implementation gives what the answer gives; run in the order given.
bool gives_the_same(const Part& implementation, const Answered& known,
                    const std::vector<std::size_t>& order) {
  std::vector<CaseOutcome> outcomes(known.cases.size());
  for (const std::size_t i : order) {
    outcomes[i] = run_case(implementation, known.cases[i]);
    if (!same(outcomes[i], known.got[i], tolerance_of(known.part)) && !ended_alike(outcomes[i], known.got[i]))
      return false;
  }
  const bool passed = passes(known.part, known.right, known.got);
  const Likeness like = likeness(known.part, outcomes, known.got, known.right);
  return like.same && (passed || like.telling >= 3);
}

void allow_microseconds(long microseconds) {
  const itimerval once{.it_interval = {0, 0}, .it_value = {0, microseconds}};
  ::setitimer(ITIMER_VIRTUAL, &once, nullptr);
}

/// Those of the pairs that give the same as the answer, run apart; nothing if not all could be tried.
std::optional<std::vector<Two>> that_give_the_same(const Entry& entry, const Answered& known,
                                                   const std::vector<Two>& pairs) {
  const std::vector<std::size_t> order = telling_order(known);
  std::vector<Two> found;
  double left = most_seconds;
  int lost = 0;
  for (std::size_t next = 0; next < pairs.size();) {
    const Written written = written_apart([&](const Write& write) {
      for (std::size_t i = next; i < pairs.size(); ++i) {
        if (static_cast<double>(std::clock()) / CLOCKS_PER_SEC > left) return;
        const BothTurnedOn both(entry, pairs[i].first, pairs[i].second);
        allow_microseconds(most_microseconds);
        write(gives_the_same(both.exercise().part(known.part.name), known, order) ? "1" : "0");
      }
    });
    for (const char same : written.bytes) {
      if (same == '1') found.push_back(pairs[next]);
      ++next;
    }
    if (next < pairs.size() && (written.ended || ++lost == most_not_ended)) return {};
    if (next < pairs.size()) ++next;  // it did not come out where the answer did
  }
  return found;
}

/// All that could explain the part.
std::vector<Two> possible_pairs(const Entry& entry, const Answered& known,
                                const std::vector<Outcomes>& wrong_ones) {
  std::vector<std::size_t> showing;
  for (std::size_t i = 0; i < entry.wrong.size(); ++i) {
    const std::vector<CaseOutcome>& alone = wrong_ones[i].at(known.part.name);
    if (likeness(known.part, alone, known.got, known.right).same) return {};
    if (!passes(known.part, known.right, alone)) showing.push_back(i);
  }
  std::vector<Two> pairs;
  for (const std::size_t a : showing) {
    for (const std::size_t b : showing) {
      const WrongOne &one = entry.wrong[a], &other = entry.wrong[b];
      if (a < b && (one.has_switch || other.has_switch) && share_a_function(one, other) &&
          !same_code(one.mistake, other.mistake))
        pairs.emplace_back(a, b);
    }
  }
  return pairs;
}

}  // namespace

bool give_together(const Entry& entry, const Expected& expected, const std::string& part,
                   const std::vector<CaseOutcome>& got, std::size_t one, std::size_t other) {
  const WrongOne &first = entry.wrong[one], &second = entry.wrong[other];
  const Answered here{expected.exercise.part(part), expected.cases.at(part), expected.outcomes.at(part), got};
  const bool possible = first.has_switch || second.has_switch || !share_a_function(first, second);
  if (entry.change_to_switched == nullptr || !possible ||
      (entry.measured && has_costs(here.right, gradient_cost)))
    return false;
  const auto found = that_give_the_same(entry, here, {{one, other}});
  return found && !found->empty();
}

BothTurnedOn::BothTurnedOn(const Entry& entry, std::size_t one, std::size_t other)
    : exercise_(described(entry.plain)) {
  for (const std::size_t i : {one, other})
    if (!entry.wrong[i].has_switch) exercise_.before_each(entry.wrong[i].change);
  exercise_.before_each(entry.change_to_switched);
  exercise_.before_each(entry.choose_reference);
  turned_on = {static_cast<int>(one), static_cast<int>(other)};
}

Named mistakes_of_one_function(const Entry& entry, const Expected& expected,
                               const std::vector<Outcomes>& wrong_ones, const Outcomes& got,
                               const std::vector<std::string>& complete, const Named& named) {
  const auto known = [&](const std::string& name) {
    return Answered{expected.exercise.part(name), expected.cases.at(name), expected.outcomes.at(name),
                    got.at(name)};
  };
  Named found;
  if (entry.change_to_switched == nullptr) return found;
  std::vector<std::string> explained, settled;  // by the pairs that are left; and what they must not change
  std::vector<Two> left;
  for (const std::string& name : complete) {
    const Answered here = known(name);
    if (entry.measured && has_costs(here.right, gradient_cost)) continue;  // it runs for long
    if (named.contains(name) || passes(here.part, here.right, here.got)) {
      settled.push_back(name);
      continue;
    }
    std::vector<Two> both;
    if (!left.empty()) both = that_give_the_same(entry, here, left).value_or(both);
    if (both.empty() && left.empty())
      both = that_give_the_same(entry, here, possible_pairs(entry, here, wrong_ones)).value_or(both);
    if (both.empty()) continue;
    left = both;
    explained.push_back(name);
  }
  for (const std::string& name : settled)
    if (!left.empty()) left = that_give_the_same(entry, known(name), left).value_or(std::vector<Two>{});
  const std::vector<Mistake> two = only_two(entry, left);
  const auto told_by = [&](const std::string& name) {
    const auto& [a, b] = left.front();
    return need_each_other(wrong_ones[a].at(name), wrong_ones[b].at(name), expected.outcomes.at(name),
                           got.at(name), tolerance_of(expected.exercise.part(name)));
  };
  if (two.empty() || std::ranges::none_of(explained, told_by)) return found;
  for (const std::string& name : explained) found[name] = two;
  return found;
}

}  // namespace heed::grading
