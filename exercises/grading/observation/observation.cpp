#include "exercises/grading/observation/observation.hpp"

#include <algorithm>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading {

using namespace patterns;

namespace {

/// Says little: then another result of the cases may tell more.
bool vague(const std::string& kind) {
  return kind == "right_cases" || kind == "wrong_cases" || kind == "only_output" || kind == "first_only";
}

/// All that a part's cases gave, and whom to ask for more.
struct Seen {
  std::vector<Inputs> cases;
  std::vector<CaseOutcome> expected, got;
  Tolerance tolerance;
  const Implementation& reference;
  const Answer& answer;
  bool measured = false;  // one run may take long
};

/// Where work or memory is measured, one run may take long, unless all cases are small.
bool is_measured(const Seen& seen) {
  const auto large = [](const Inputs& inputs) {
    constexpr int many = 1000;
    const auto all = sizes_of(inputs);
    return numbers_of(inputs) > many ||
           std::ranges::any_of(all, [](const auto& s) { return s.second > many; });
  };
  return has_costs(seen.expected) && std::ranges::any_of(seen.cases, large);
}

/// With the cases of other seeds, which every pattern has to hold in as well: of few, much is so by chance.
void add_more(Seen& seen, const MoreCases& further) {
  if (seen.measured || !seen.reference || !seen.answer || !further) return;
  std::vector<Inputs> all = seen.cases;
  add_new(all, further());
  const std::vector<Inputs> more(all.begin() + static_cast<std::ptrdiff_t>(seen.cases.size()), all.end());
  const std::vector<CaseOutcome> got = more.empty() ? std::vector<CaseOutcome>() : seen.answer(more);
  if (got.size() != more.size()) return;
  seen.cases = std::move(all);
  for (const Inputs& one : more) seen.expected.push_back(seen.reference(one));
  seen.got.insert(seen.got.end(), got.begin(), got.end());
}

/// What came out of a result, and should.
std::vector<Pair> pairs_of(const Seen& seen, const std::string& output) {
  std::vector<Pair> pairs;
  for (std::size_t i = 0; i < seen.cases.size(); ++i) {
    const Output *should = output_of(seen.expected[i], output), *is = output_of(seen.got[i], output);
    if (should != nullptr && is != nullptr && should->purpose == Purpose::compared)
      pairs.push_back({&seen.cases[i], should->value, is->value, &seen.expected[i], &seen.got[i]});
  }
  return pairs;
}

/// Of one result; and of which cases are right, if so.
Pattern look_at(const Seen& seen, const std::string& output, bool cases_too) {
  std::vector<bool> right;
  for (std::size_t i = 0; i < seen.cases.size(); ++i) {
    const Comparison comparison = compare(seen.expected[i], seen.got[i], seen.tolerance);
    right.push_back(seen.got[i].ending == Ending::finished && comparison.failed == 0);
  }
  const auto first = [](const std::initializer_list<std::function<Pattern()>>& looks) -> Pattern {
    for (const auto& look : looks) {
      if (Pattern found = look()) return found;
    }
    return {};
  };
  const auto which_cases = [&] {  // are right; not asked of a second result
    return first({[&] { return cases_too ? of_sizes(seen.cases, right) : Pattern(); },
                  [&] { return cases_too ? of_outputs(seen.expected, seen.got, seen.tolerance) : Pattern(); },
                  [&] { return cases_too ? of_labels(seen.cases, right) : Pattern(); }});
  };
  const Results results(pairs_of(seen, output), seen.tolerance);
  // the adapter's own question, whether something holds, is no result of the learner's
  const bool yes_or_no = results.all_of([](const Pair& p) {
    const auto question = [](const Tensor& t) { return t.size() == 1 && (t.flat(0) == 0 || t.flat(0) == 1); };
    return question(p.right) && question(p.given);
  });
  if (yes_or_no || results.pairs().empty() || !results.telling()) return which_cases();
  const auto of = [&](Pattern (*look)(const Results&)) { return [&results, look] { return look(results); }; };
  const auto others = [&] { return of_other_inputs(results, output, seen.reference); };
  const auto moves = [&] {
    return seen.measured ? Pattern() : of_moves(results, output, seen.reference, seen.answer);
  };
  // The first NaN tells, if most wrong results are NaN.
  const auto undefined = [&] {
    const auto count = [&](bool numbers) {
      return std::ranges::count_if(results.pairs(), [&](const Pair& p) {
        return !results.equal(p.right, p.given) && all_finite(p.given) == numbers;
      });
    };
    return count(false) > count(true) ? of_special_numbers(results) : Pattern();
  };
  return first({undefined, of(of_inputs), of(of_constants), of(of_each_number), of(of_shapes), of(of_places),
                of(of_each_case), others, of(of_ends), of(of_wrong_places), moves, which_cases});
}

}  // namespace

std::optional<Observation> observe(const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& expected,
                                   const std::vector<CaseOutcome>& got, const std::string& output,
                                   Tolerance tolerance, const Implementation& reference, const Answer& answer,
                                   const MoreCases& further) {
  const auto unwritten = [](const CaseOutcome& outcome) { return outcome.ending == Ending::not_written; };
  if (cases.empty() || got.size() != cases.size() || std::ranges::any_of(got, unwritten)) return {};
  Seen seen{cases, expected, got, tolerance, reference, answer};
  seen.measured = is_measured(seen);
  add_more(seen, further);
  Pattern found = look_at(seen, output, true);
  if (found && !vague(found->kind)) return found;
  for (const Output& other : expected.front().outputs) {
    if (other.name == output || other.purpose != Purpose::compared) continue;
    Pattern of_other = look_at(seen, other.name, false);
    if (!of_other || vague(of_other->kind)) continue;
    of_other->output = other.name;
    return of_other;
  }
  return found;
}

}  // namespace heed::grading
