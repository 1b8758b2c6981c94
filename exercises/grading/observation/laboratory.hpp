// The wrong cases of a part asked again with an input changed, of the right program and of the wrong one.
#pragma once

#include <algorithm>
#include <cmath>
#include <set>

#include "exercises/grading/observation/probes.hpp"

namespace heed::grading::patterns {

/// The case with an input changed; none where it is no tensor or real number, or the change changes nothing.
inline std::optional<Inputs> with_changed(const Inputs& inputs, std::size_t at, const Transform& change) {
  auto value = at < inputs.values.size() ? changed(inputs.values[at].value, change) : std::nullopt;
  return value ? with_value(inputs, at, std::move(*value)) : std::nullopt;
}

/// Numbers, not all alike, and no input unchanged: those come out of many a wrong program, too.
inline bool says_something(const Results& results, const Inputs& inputs, const Tensor& t) {
  const auto it_is = [&](const Input& input) { return results.equal(as_tensor(input.value), t); };
  if (std::ranges::any_of(inputs.values, it_is)) return false;
  const std::set<double> all(t.values().begin(), t.values().end());
  return all_finite(t) && (all.size() > 1 || (t.size() == 1 && *all.begin() != 0 && *all.begin() != 1));
}

/// Other numbers, in another order of sizes.
inline Tensor mixed(const Tensor& before) {
  Tensor t = before;
  for (int n = 0; n < t.size(); ++n) t.flat(n) *= n % 2 == 0 ? 1.25 : -0.75;
  return t;
}

class Laboratory {
 public:
  Laboratory(const Results& results, const std::string& output, const Implementation& reference,
             const Answer& answer)
      : results_(results), output_(output), reference_(reference), answer_(answer) {
    constexpr std::size_t most_cases = 8;
    for (const Pair& pair : results.pairs()) {
      if (reference && answer && !results.equal(pair.right, pair.given) &&
          numbers_of(*pair.inputs) <= most_numbers && wrong_.size() < most_cases)
        wrong_.push_back(pair.inputs);
    }
  }

  bool empty() const { return wrong_.size() < 2; }
  const Inputs& first() const { return *wrong_.front(); }
  const std::vector<Input>& inputs() const { return wrong_.front()->values; }
  /// Whether a case has the same input at that place: some have other ones.
  bool same_input(const Inputs& one, std::size_t at) const {
    return at < one.values.size() && one.values[at].name == inputs()[at].name;
  }

  bool in_all(const std::function<bool(const Inputs&)>& holds) const {
    return std::ranges::all_of(wrong_, [&](const Inputs* one) { return holds(*one); });
  }
  bool ever_changeable(std::size_t at) const {
    return std::ranges::any_of(wrong_, [&](const Inputs* one) {
      return same_input(*one, at) && is_changeable(one->values[at].value);
    });
  }

  /// The wrong cases changed so, but for those that cannot be, as a mask, if most can; none if one stays as
  /// it is: that is wrong without what the change takes away.
  std::vector<Inputs> asked(const std::function<std::optional<Inputs>(const Inputs&)>& change) const {
    std::vector<Inputs> all;
    for (const Inputs* one : wrong_) {
      auto other = change(*one);
      if (!other) continue;
      if (first_difference(*one, *other) == nullptr) return {};
      all.push_back(std::move(*other));
    }
    return 2 * all.size() > wrong_.size() ? all : std::vector<Inputs>();
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
  /// With every other one with which they do before the change: else much is right that has little to do with
  /// the mistake.
  bool moves_with_others(const std::vector<Inputs>& asked, std::size_t at) const {
    std::vector<Inputs> before;
    for (const Inputs* one : wrong_) before.push_back(*one);
    for (std::size_t other = 0; other < inputs().size(); ++other)
      if (other != at && !moves_with(asked, other) && moves_with(before, other)) return false;
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

}  // namespace heed::grading::patterns
