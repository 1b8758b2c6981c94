#include "exercises/grading/observation.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "exercises/grading/more_cases.hpp"
#include "exercises/grading/patterns.hpp"

namespace heed::grading {

namespace patterns {

bool Results::equal(const Tensor& a, const Tensor& b) const {
  if (a.shape() != b.shape()) return false;
  for (int i = 0; i < a.size(); ++i) {
    if (!close(a.flat(i), b.flat(i))) return false;
  }
  return true;
}

bool Results::all_of(const std::function<bool(const Pair&)>& holds) const {
  return std::all_of(pairs_.begin(), pairs_.end(), holds);
}

bool Results::all(const Transform& change) const {
  return all_of([&](const Pair& pair) { return equal(change(pair.right), pair.given); });
}

bool Results::same_shapes() const {
  return all_of([](const Pair& p) { return p.right.shape() == p.given.shape() && p.right.size() > 0; });
}

bool Results::telling() const {
  int numbers = 0;
  for (const Pair& pair : pairs_) numbers += equal(pair.right, pair.given) ? 0 : pair.right.size();
  return numbers >= 3;
}

std::vector<std::pair<std::string, double>> sizes_of(const Inputs& inputs) {
  std::vector<std::pair<std::string, double>> list;
  for (const Input& input : inputs.values) {
    const Tensor value = as_tensor(input.value);
    if (std::holds_alternative<int>(input.value)) list.emplace_back(input.name, value.flat(0));
    if (!std::holds_alternative<Tensor>(input.value)) continue;
    for (int axis = 0; axis < value.rank(); ++axis)
      list.emplace_back(fmt::format("{}.dim({})", input.name, axis), value.dim(axis));
  }
  return list;
}

const double* value_at(const Pair& pair, const Tensor& input, int flat) {
  const Shape &whole = pair.right.shape(), &part = input.shape();
  if (part.size() > whole.size() || part.empty() || input.size() == 0) return nullptr;
  if (std::equal(part.begin(), part.end(), whole.begin()))
    return &input.values()[static_cast<std::size_t>(flat / (pair.right.size() / input.size()))];
  if (std::equal(part.rbegin(), part.rend(), whole.rbegin()))
    return &input.values()[static_cast<std::size_t>(flat % input.size())];
  return nullptr;
}

bool has_a_number(const Tensor& t) {
  return std::any_of(t.values().begin(), t.values().end(), [](double x) { return std::isfinite(x); });
}

std::vector<double> index_of(int flat, const Shape& shape) {
  std::vector<double> index(shape.size());
  for (std::size_t a = shape.size(); a-- > 0; flat /= shape[a]) index[a] = flat % shape[a];
  return index;
}

}  // namespace patterns

namespace {

using namespace patterns;

/// By their labels, which cases are right, where that says more than which are wrong.
Pattern of_labels(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  constexpr std::size_t few = 3;
  std::vector<std::string> rights, wrongs;
  std::set<std::string> bad;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!right[i]) bad.insert(cases[i].label);
  }
  std::set<std::string> told;
  for (const Inputs& one : cases) {
    if (told.insert(one.label).second) (bad.contains(one.label) ? wrongs : rights).push_back(one.label);
  }
  if (rights.empty() || wrongs.empty()) return {};
  if (wrongs.size() <= rights.size() && wrongs.size() <= few) return Observation{"wrong_cases", wrongs};
  if (rights.size() <= few) return Observation{"right_cases", rights};
  return {};
}

/// Where a case has several results: the only one that is ever wrong.
Pattern of_outputs(const std::vector<CaseOutcome>& expected, const std::vector<CaseOutcome>& got,
                   Tolerance tolerance) {
  std::set<std::string> right, wrong;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (got[i].ending != Ending::finished) return {};
    for (const Output& output : expected[i].outputs) {
      if (output.purpose != Purpose::compared) continue;
      const Comparison one = compare({.outputs = {output}}, got[i], tolerance);
      (one.failed == 0 ? right : wrong).insert(output.name);
    }
  }
  for (const std::string& name : wrong) right.erase(name);
  if (wrong.size() != 1 || right.empty()) return {};
  return Observation{"only_output", {*wrong.begin()}};
}

const Output* find(const CaseOutcome& outcome, const std::string& name) {
  return outcome.ending == Ending::finished ? find_output(outcome, name) : nullptr;
}

/// In the place of one result another one of the case.
Pattern of_exchanged_outputs(const Results& results, const std::vector<CaseOutcome>& expected,
                             const std::string& name) {
  if (expected.empty() || !results.same_shapes() || !results.telling()) return {};
  for (const Output& other : expected.front().outputs) {
    if (other.name == name || other.purpose != Purpose::compared) continue;
    const bool it_is = results.all_of([&](const Pair& p) {
      const auto at = std::find_if(expected.begin(), expected.end(), [&](const CaseOutcome& outcome) {
        const Output* right = find(outcome, name);
        return right != nullptr && results.equal(right->value, p.right) &&
               find(outcome, other.name) != nullptr &&
               results.equal(find(outcome, other.name)->value, p.given);
      });
      return at != expected.end();
    });
    if (it_is) return Observation{"other_output", {other.name}};
  }
  return {};
}

}  // namespace

std::optional<Observation> observe(const std::vector<Inputs>& cases, const std::vector<CaseOutcome>& expected,
                                   const std::vector<CaseOutcome>& got, const std::string& output,
                                   Tolerance tolerance, const Implementation& reference, const Answer& answer,
                                   const MoreCases& further) {
  const auto unwritten = [](const CaseOutcome& outcome) { return outcome.ending == Ending::not_written; };
  if (got.size() != cases.size() || std::any_of(got.begin(), got.end(), unwritten)) return {};
  std::vector<Pair> pairs;
  std::vector<bool> right;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Comparison comparison = compare(expected[i], got[i], tolerance);
    right.push_back(got[i].ending == Ending::finished && comparison.failed == 0);
    const Output *should = find(expected[i], output), *is = find(got[i], output);
    if (should != nullptr && is != nullptr && should->purpose == Purpose::compared)
      pairs.push_back({&cases[i], should->value, is->value});
  }
  const auto first = [](const std::initializer_list<std::function<Pattern()>>& looks) -> Pattern {
    for (const auto& look : looks) {
      if (Pattern found = look()) return found;
    }
    return {};
  };
  const auto values = [&] { return of_values(cases, right); };
  // one length is often less than another by chance: other cases must say so, too
  const auto no_chance = [&](Pattern found) {
    const bool chance = found && found->kind.ends_with("_where_less");
    return chance && !less_in_more(*found, cases, right, tolerance, reference, answer, further) ? Pattern()
                                                                                                : found;
  };
  const auto sizes = [&] { return no_chance(of_cases(cases, right)); };
  const auto only = [](const char* kind, Pattern found) {
    return found && found->kind == kind ? found : Pattern();
  };
  const auto equal_sizes = [&] { return only("right_where_equal", sizes()); };
  const auto of_more = [&] {
    return no_chance(of_more_cases(cases, right, tolerance, reference, answer, further));
  };
  const auto labels = [&] { return of_labels(cases, right); };
  const auto labels_of_wrong = [&] { return only("wrong_cases", labels()); };
  const auto outputs = [&] { return of_outputs(expected, got, tolerance); };
  const Results results(std::move(pairs), tolerance);
  // where work or memory is measured, one run may take long
  const bool measured = std::any_of(expected.begin(), expected.end(), [](const CaseOutcome& outcome) {
    return std::any_of(outcome.outputs.begin(), outcome.outputs.end(),
                       [](const Output& o) { return o.purpose == Purpose::measured; });
  });
  const auto probes = [&] { return measured ? Pattern() : of_probes(results, output, reference, answer); };
  const auto what_is_expected = [&] { return of_expected(cases, results, right); };
  // the adapter's own question, whether something holds, is no result of the learner's
  const bool yes_or_no = results.all_of([](const Pair& p) {
    return p.right.size() == 1 && p.right.flat(0) == 1 && p.given.size() == 1 && p.given.flat(0) == 0;
  });
  if (results.pairs().empty() || !results.telling() || yes_or_no)
    return first({sizes, of_more, outputs, labels_of_wrong, probes, values, labels});
  const auto exchanged = [&] { return of_exchanged_outputs(results, expected, output); };
  const auto of = [&](Pattern (*look)(const Results&)) { return [&results, look] { return look(results); }; };
  const auto others = [&] { return of_other_inputs(results, output, reference); };
  // Where no wrong result has a number, it is the first that is none which tells.
  const auto undefined = [&] {
    const bool all = results.all_of(
        [&](const Pair& p) { return results.equal(p.right, p.given) || !has_a_number(p.given); });
    return all ? of_special_numbers(results) : Pattern();
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
                of(of_powers),
                exchanged,
                of(of_added_inputs),
                others,
                of(of_factors_of_inputs),
                of(of_rows),
                of(of_columns),
                of(of_changes_of_inputs),
                of(of_special_numbers),
                of(of_ends),
                of(of_wrong_places),
                of(of_diagonals),
                of(of_counted_ones),
                of(of_empty_ends),
                of(of_inputs_at_ends),
                of(of_missing_sums),
                of(of_rows_and_columns),
                equal_sizes,
                probes,
                sizes,
                of(of_beginnings),
                of(of_right_zeros),
                values,
                what_is_expected,
                outputs,
                of(of_kept_sums),
                of_more,
                of(of_plain_places),
                of(of_right_rows),
                labels,
                of(of_signs),
                of(of_sizes_of_numbers),
                of(of_ratios_of_changes),
                of(of_ratios)});
}

}  // namespace heed::grading
