// Experiments with an input: once it is 0, small, symmetric, without negative numbers, a wrong program is
// right. Then the mistake lies in what is made of it, or of what was taken from it.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "exercises/grading/observation/input_changes.hpp"
#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// Half of itself and of its transpose; a tensor that has none as it is.
Tensor symmetric(const Tensor& t) {
  return t.rank() == 2 && t.dim(0) == t.dim(1) ? (t + transpose(t)) * 0.5 : t;
}

/// An experiment; what is told with it is an axis, or nothing.
struct Experiment {
  Observation told;
  Transform change;
};

/// A matrix with zeros where column − row is that; another tensor as it is.
Transform without_diagonal(int more) {
  return [more](const Tensor& before) {
    Tensor t = before;
    for (int n = 0; t.rank() == 2 && t.dim(1) > 1 && n < t.size(); ++n)
      if (n % t.dim(1) - n / t.dim(1) == more) t.flat(n) = 0;
    return t;
  };
}

/// What is taken from an input that keeps the rest of its influence.
std::vector<Experiment> ways_to_tame() {
  std::vector<Experiment> list{{{"right_if_small"}, [](const Tensor& t) { return t * 0.01; }},
                               {{"right_if_no_negative"}, each<of_number::absolute>},
                               {{"right_if_symmetric"}, symmetric}};
  for (const int more : {0, 1, -1})
    list.push_back({{"right_if_diagonal_zero", {}, {double(more)}}, without_diagonal(more)});
  return list;
}

/// The case with an input changed; none where it is no tensor or real number, or the change changes nothing.
std::optional<Inputs> with_changed(const Inputs& inputs, std::size_t at, const Transform& change) {
  auto value = at < inputs.values.size() ? changed(inputs.values[at].value, change) : std::nullopt;
  return value ? with_value(inputs, at, std::move(*value)) : std::nullopt;
}

/// With that number everywhere in an input, an integer as well; no ids.
std::optional<Inputs> filled(const Inputs& inputs, std::size_t at, double number) {
  if (at < inputs.values.size() && std::holds_alternative<int>(inputs.values[at].value))
    return is_id(inputs.values[at].name) ? std::nullopt : with_value(inputs, at, static_cast<int>(number));
  return with_changed(inputs, at, [number](const Tensor& t) { return Tensor::full(t.shape(), number); });
}

/// Numbers, not all alike, and no input unchanged: those come out of many a wrong program, too.
bool says_something(const Results& results, const Inputs& inputs, const Tensor& t) {
  const auto it_is = [&](const Input& input) { return results.equal(as_tensor(input.value), t); };
  if (std::ranges::any_of(inputs.values, it_is)) return false;
  const std::set<double> all(t.values().begin(), t.values().end());
  return all_finite(t) && (all.size() > 1 || (t.size() == 1 && *all.begin() != 0 && *all.begin() != 1));
}

/// Other numbers, in another order of sizes.
Tensor mixed(const Tensor& before) {
  Tensor t = before;
  for (int n = 0; n < t.size(); ++n) t.flat(n) *= n % 2 == 0 ? 1.25 : -0.75;
  return t;
}

class Laboratory {
 public:
  Laboratory(const Results& results, const std::string& output, const Implementation& reference,
             const Answer& answer)
      : results_(results), output_(output), reference_(reference), answer_(answer) {
    constexpr std::size_t most_cases = 6;
    for (const Pair& pair : results.pairs()) {
      if (reference && answer && !results.equal(pair.right, pair.given) &&
          numbers_of(*pair.inputs) <= most_numbers && wrong_.size() < most_cases)
        wrong_.push_back(pair.inputs);
    }
  }

  bool empty() const { return wrong_.size() < 2; }
  const std::vector<Input>& inputs() const { return wrong_.front()->values; }

  /// The wrong cases changed so; none if one cannot be: it is wrong without what the change takes away.
  std::vector<Inputs> asked(const std::function<std::optional<Inputs>(const Inputs&)>& change) const {
    std::vector<Inputs> all;
    for (const Inputs* one : wrong_)
      if (auto other = change(*one)) all.push_back(std::move(*other));
    return all.size() == wrong_.size() ? all : std::vector<Inputs>();
  }

  /// Whether the program is right in all these, and the right results of several say something.
  bool right(const std::vector<Inputs>& asked) {
    should_.clear(), is_.clear();
    if (asked.size() < 2) return false;
    const std::vector<CaseOutcome> right = outcomes_apart(reference_, asked);
    if (right.size() != asked.size()) return false;
    const std::vector<CaseOutcome> given = answer_(asked);
    bool same = given.size() == asked.size();
    int telling = 0;
    for (std::size_t i = 0; i < given.size() && i < asked.size(); ++i) {
      const auto should = result_of(right[i], output_), is = result_of(given[i], output_);
      if (!should || !is) return false;
      same = same && results_.equal(*should, *is);
      telling += says_something(results_, asked[i], *should);
      should_.push_back(*should), is_.push_back(*is);
    }
    return same && telling >= 2;
  }

  /// Whether, of the cases that were asked last, all should be 0, and hardly one is.
  bool leaves_something() const {
    const auto zeros = [](const Tensor& t) {
      return std::ranges::all_of(t.values(), [](double x) { return std::abs(x) <= 1e-6; });
    };
    return should_.size() >= 3 && std::ranges::all_of(should_, zeros) &&
           std::ranges::all_of(is_, all_finite) && std::ranges::none_of(is_, zeros);
  }

  /// Whether the right results of these move with an input, if it may be changed.
  bool moves_with(const std::vector<Inputs>& asked, std::size_t at) const {
    std::vector<Inputs> before, after;
    for (const Inputs& one : asked) {
      const bool number = at < one.values.size() && is_changeable(one.values[at].value);
      auto moved = number ? with_changed(one, at, mixed) : std::nullopt;
      if (moved) before.push_back(one), after.push_back(std::move(*moved));
    }
    const auto a = outcomes_apart(reference_, before), b = outcomes_apart(reference_, after);
    bool moves = before.empty() || a.size() != b.size();
    for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
      const auto x = result_of(a[i], output_), y = result_of(b[i], output_);
      moves = moves || !x || !y || !results_.equal(*x, *y);
    }
    return moves;
  }
  /// With every other one: where they do not, much is right that has little to do with the mistake.
  bool moves_with_others(const std::vector<Inputs>& asked, std::size_t at) const {
    for (std::size_t other = 0; other < inputs().size(); ++other)
      if (other != at && !moves_with(asked, other)) return false;
    return true;
  }

 private:
  const Results& results_;
  const std::string& output_;
  const Implementation& reference_;
  const Answer& answer_;
  std::vector<const Inputs*> wrong_;
  std::vector<Tensor> should_, is_;  // of the cases asked last
};

}  // namespace

Pattern of_tamed_inputs(const Results& results, const std::string& output, const Implementation& reference,
                        const Answer& answer) {
  Laboratory laboratory(results, output, reference, answer);
  if (laboratory.empty()) return {};
  for (const Experiment& experiment : ways_to_tame()) {
    const auto right_with = [&](const std::vector<std::size_t>& which) {
      const auto asked = laboratory.asked([&](const Inputs& one) -> std::optional<Inputs> {
        Inputs other = one;
        for (const std::size_t at : which)
          if (at < one.values.size() && is_changeable(one.values[at].value))
            if (auto next = with_changed(other, at, experiment.change)) other = std::move(*next);
        return first_difference(one, other) == nullptr ? std::nullopt : std::optional(other);
      });
      const auto matters = [&](std::size_t at) { return laboratory.moves_with(asked, at); };
      return laboratory.right(asked) && std::ranges::all_of(which, matters);
    };
    // all at once, and then as few of them as suffice
    std::vector<std::size_t> which(laboratory.inputs().size());
    std::iota(which.begin(), which.end(), 0);
    std::erase_if(which, [&](std::size_t at) { return holds_ids(results, laboratory.inputs()[at].name); });
    if (!right_with(which)) continue;
    for (std::size_t i = which.size(); i-- > 0 && which.size() > 1;) {
      std::vector<std::size_t> fewer = which;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (right_with(fewer)) which = fewer;
    }
    if (which.size() > 2) continue;
    Observation found = experiment.told;
    for (const std::size_t at : which) found.names.push_back(laboratory.inputs()[at].name);
    return found;
  }
  return {};
}

Pattern of_neutral_inputs(const Results& results, const std::string& output, const Implementation& reference,
                          const Answer& answer) {
  Laboratory laboratory(results, output, reference, answer);
  if (laboratory.empty()) return {};
  Pattern fewest, leaves;
  for (const double number : {0.0, 1.0}) {
    Observation found{number == 0 ? "right_if_zero" : "right_if_one"};
    for (std::size_t at = 0; at < laboratory.inputs().size(); ++at) {
      if (holds_ids(results, laboratory.inputs()[at].name)) continue;
      const auto asked = laboratory.asked([&](const Inputs& one) { return filled(one, at, number); });
      if (laboratory.right(asked)) {
        if (laboratory.moves_with_others(asked, at)) found.names.push_back(laboratory.inputs()[at].name);
      } else if (number == 0 && !leaves && laboratory.leaves_something()) {
        leaves = Observation{"zero_leaves", {laboratory.inputs()[at].name}};
      }
    }
    // one or two tell enough: what is 1 everywhere hides more than what is 0
    const bool enough = fewest && fewest->names.size() <= found.names.size();
    if (found.names.empty() || found.names.size() > 2 || enough) continue;
    if (found.names.size() > 1) found.kind += "_any";
    fewest = found;
  }
  return fewest ? fewest : leaves;
}

}  // namespace heed::grading::patterns
