#include "exercises/grading/observation/observation.hpp"

#include <algorithm>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading {

using namespace patterns;

namespace {

/// Says little: then another result of the cases may tell more.
bool vague(const std::string& kind) {
  return kind.starts_with("right_cases") || kind.starts_with("wrong_cases") || kind.starts_with("all_") ||
         kind == "only_output" || kind == "right_rows" || kind == "first_only";
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

/// What the sizes of right cases have in common. If nothing, then without those right ones of which the
/// result is nothing, one number or one number everywhere: these come out of many a wrong program.
Pattern of_sizes(const Seen& seen, const Results& results, const std::vector<bool>& right) {
  Pattern found = of_cases(seen.cases, right);
  if (found || results.pairs().size() != seen.cases.size()) return found;
  std::vector<Inputs> cases;
  std::vector<bool> right_of_them;
  for (std::size_t i = 0; i < right.size(); ++i) {
    const std::vector<double>& all = results.pairs()[i].right.values();
    if (right[i] && std::ranges::all_of(all, [&](double x) { return x == all.front(); })) continue;
    cases.push_back(seen.cases[i]), right_of_them.push_back(right[i]);
  }
  if (cases.size() < seen.cases.size() && std::ranges::count(right_of_them, true) > 1)
    found = of_cases(cases, right_of_them);
  if (found) found->kind.insert(found->kind.find("_where"), "_mostly");
  return found;
}

/// Of one result; and of which cases are right, if so.
Pattern look_at(const Seen& seen, const std::string& output, bool cases_too) {
  const std::vector<Inputs>& cases = seen.cases;
  const std::vector<CaseOutcome>&expected = seen.expected, &got = seen.got;
  const Tolerance tolerance = seen.tolerance;
  const Implementation& reference = seen.reference;
  const Answer& answer = seen.answer;
  std::vector<bool> right;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Comparison comparison = compare(expected[i], got[i], tolerance);
    right.push_back(got[i].ending == Ending::finished && comparison.failed == 0);
  }
  const auto first = [](const std::initializer_list<std::function<Pattern()>>& looks) -> Pattern {
    for (const auto& look : looks) {
      if (Pattern found = look()) return found;
    }
    return {};
  };
  const Results results(pairs_of(seen, output), tolerance);
  const auto of_which = [&](const auto& look) {  // cases are right; not asked of a second result
    return [&, look] { return cases_too ? look() : Pattern(); };
  };
  const auto members = of_which([&] { return of_members(cases, right); });
  const auto sizes = of_which([&] { return of_sizes(seen, results, right); });
  // a size of 1, or a square: says more than what one case shows
  const auto telling_sizes = [&] {
    const Pattern found = sizes();
    const auto tensor = [](const std::string& name) { return name.substr(0, name.find('.')); };
    const bool telling =
        found && (found->kind.starts_with("wrong_where_is") ||
                  (found->kind == "right_where_equal" && tensor(found->names[0]) == tensor(found->names[1])));
    return telling ? found : Pattern();
  };
  const auto labels = of_which([&] { return of_labels(cases, right); });
  const auto labels_of_wrong = [&] {
    const Pattern found = labels();
    return found && found->kind == "wrong_cases" ? found : Pattern();
  };
  const auto outputs = of_which([&] { return of_outputs(expected, got, tolerance); });
  const auto experiment =
      [&](Pattern (*look)(const Results&, const std::string&, const Implementation&, const Answer&)) {
        return seen.measured ? Pattern() : look(results, output, reference, answer);
      };
  std::optional<Pattern> without, with_less;  // asked for more than once
  const auto neutral = [&] {
    if (!without) without = experiment(of_neutral_inputs);
    return *without;
  };
  const auto small = [&] {
    if (!with_less) with_less = experiment(of_small_inputs);
    return *with_less;
  };
  // a law that is broken says less than an input without which it is kept
  const auto probes = [&] {
    const Pattern found = experiment(of_probes);
    const Pattern better = found && found->kind.starts_with("doubled_") ? neutral() : Pattern();
    return better ? better : found;
  };
  // the adapter's own question, whether something holds, is no result of the learner's
  const bool yes_or_no = results.all_of([](const Pair& p) {
    const auto question = [](const Tensor& t) { return t.size() == 1 && (t.flat(0) == 0 || t.flat(0) == 1); };
    return question(p.right) && question(p.given);
  });
  if (yes_or_no) return first({sizes, outputs, labels_of_wrong, members, labels});
  if (results.pairs().empty() || !results.telling())
    return first({sizes, outputs, labels_of_wrong, small, probes, neutral, members, labels});
  const auto of = [&](Pattern (*look)(const Results&)) { return [&results, look] { return look(results); }; };
  const auto others = [&] { return of_other_inputs(results, output, reference); };
  const auto integers = [&] { return of_other_integers(results, output, reference); };
  std::optional<Pattern> times;
  const auto scaled = [&](bool in_each) {
    if (!times) times = of_scaled_inputs(results, output, reference);
    return *times && (*times)->kind.ends_with("_in_each") == in_each ? *times : Pattern();
  };
  const auto scaled_alike = [&] { return scaled(false); };
  const auto scaled_in_each = [&] { return scaled(true); };
  // Where no wrong result has a number, it is the first that is none which tells, or without what it is one.
  const auto without_numbers = [&] {
    const Pattern found = small();
    return found ? found : of_special_numbers(results);
  };
  const auto undefined = [&] {
    const bool all = results.all_of(
        [&](const Pair& p) { return results.equal(p.right, p.given) || !has_a_number(p.given); });
    return all ? without_numbers() : Pattern();
  };
  const auto mostly_undefined = [&] {
    const auto count = [&](bool numbers) {
      return std::ranges::count_if(results.pairs(), [&](const Pair& p) {
        return !results.equal(p.right, p.given) && all_finite(p.given) == numbers;
      });
    };
    return count(false) > count(true) ? without_numbers() : Pattern();
  };
  return first({undefined,
                of(of_inputs),
                of(of_parts),
                of(of_each_number),
                of(of_last_digits),
                of(of_shapes),
                of(of_places),
                of(of_sums),
                of(of_each_case),
                of(of_last_steps),
                others,
                integers,
                scaled_alike,
                of(of_rows),
                of(of_inputs_in_rows),
                mostly_undefined,
                of(of_ends),
                of(of_wrong_places),
                of(of_missing_sums),
                small,
                telling_sizes,
                probes,
                scaled_in_each,
                members,
                neutral,
                of(of_beginnings),
                sizes,
                outputs,
                of(of_right_rows),
                labels,
                of(of_sizes_of_numbers)});
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
  const std::vector<Pair> pairs = pairs_of(seen, output);
  if (pairs.size() == seen.cases.size())
    if (Pattern of_one = of_one_case(pairs, tolerance, output, reference)) return of_one;
  return found;
}

}  // namespace heed::grading
