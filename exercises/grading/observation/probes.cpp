#include "exercises/grading/observation/probes.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace heed::grading::patterns {

namespace {

constexpr int small = 400;    // numbers of a case that is looked at
constexpr int most_rows = 6;  // of an axis, the first ones
constexpr int most_cases = 3, redrawn = 10;

template <typename Holds>
bool all(const Tensor& t, const Holds& holds) {
  return std::ranges::all_of(t.values(), holds);
}

/// What the rows of a tensor are.
enum class Rows : unsigned char { free, probabilities, logarithms };

Rows kind_of_rows(const Tensor& t) {
  const int length = t.rank() == 0 ? 1 : t.dim(-1);
  if (length < 2 || t.size() == 0) return Rows::free;
  const auto rows_sum_to_one = [&](double (*f)(double)) {
    for (int start = 0; start < t.size(); start += length) {
      double sum = 0;
      for (int n = start; n < start + length; ++n) sum += f(t.flat(n));
      if (std::abs(sum - 1) > 1e-9) return false;
    }
    return true;
  };
  if (rows_sum_to_one([](double x) { return std::exp(x); })) return Rows::logarithms;
  return rows_sum_to_one([](double x) { return x; }) ? Rows::probabilities : Rows::free;
}

bool is_mask(const Tensor& t) {
  return all(t, [](double x) { return x == 0 || x == 1; });
}

/// Not masks and probabilities: after a change they would be none, and no program has to expect that.
bool changeable(const Tensor& t) { return t.size() > 0 && !is_mask(t) && kind_of_rows(t) == Rows::free; }

/// Rows of probabilities, or their logarithms, each moved on by one place, those at one index or all.
Tensor rows_turned(const Tensor& before, int axis, int index) {
  Tensor t = before;
  const int length = t.dim(-1);
  for (int n = 0; n < t.size(); ++n)
    if (axis < 0 || along(t, n, axis) == index)
      t.flat(n) = before.flat(n / length * length + (n + 1) % length);
  return t;
}

/// Other numbers of the same signs, each by a factor of its own; axis −1: everywhere.
Tensor varied(const Tensor& before, int axis, int index) {
  Tensor t = before;
  for (int n = 0; n < t.size(); ++n) {
    if (axis >= 0 && along(t, n, axis) != index) continue;
    const double factor = 1.07 + 0.04 * (n * 7 % 5);
    t.flat(n) = t.flat(n) == 0 ? factor - 1 : t.flat(n) * factor;
  }
  return t;
}

/// Numbers drawn anew, with another sign only where both occur.
Tensor redraw(Tensor t, int seed) {
  const bool one_sign = all(t, [](double x) { return x >= 0; }) || all(t, [](double x) { return x <= 0; });
  for (int n = 0; n < t.size(); ++n) {
    if (!std::isfinite(t.flat(n))) continue;
    const double random = std::sin(12.9898 * (n + 1) + 78.233 * seed) * 43758.5453;
    const double part = random - std::floor(random);
    const double size = (0.3 + 1.5 * part) * (t.flat(n) == 0 ? 0.3 : std::abs(t.flat(n)));
    const bool negative = one_sign ? t.flat(n) < 0 : std::fmod(part * 64, 1.0) < 0.5;
    t.flat(n) = negative ? -size : size;
  }
  return t;
}

/// A case as it is, and after it the same with one input changed at a time.
struct Questions {
  std::vector<Inputs> inputs = {};
  std::vector<Probe> probes = {};  // one less
};

Questions questions_of(const Inputs& inputs, const Inputs& original, const Results& results) {
  Questions result{.inputs = {inputs}};
  for (std::size_t at = 0; at < inputs.values.size(); ++at) {
    if (holds_ids(results, inputs.values[at].name)) continue;
    // whether it may be changed is asked of the case that was drawn
    const auto* drawn = std::get_if<Tensor>(&original.values[at].value);
    if (const double* number = std::get_if<double>(&inputs.values[at].value);
        number != nullptr && *number != 0 && *number != 1) {
      result.probes.push_back({.name = inputs.values[at].name});
      result.inputs.push_back(inputs);
      result.inputs.back().values[at].value = *number * 0.93;
    }
    if (drawn == nullptr || drawn->size() == 0 || is_mask(*drawn)) continue;
    const bool free = changeable(*drawn);
    const Tensor& t = std::get<Tensor>(inputs.values[at].value);
    const auto add = [&](Probe::What what, int axis, int index, const Tensor& value) {
      result.probes.push_back({.what = what,
                               .name = inputs.values[at].name,
                               .axis = axis,
                               .index = index,
                               .length = axis < 0 ? 0 : t.dim(axis)});
      result.inputs.push_back(inputs);
      result.inputs.back().values[at].value = value;
    };
    const auto other = free ? varied : rows_turned;
    add(Probe::What::all, -1, -1, other(t, -1, -1));
    if (free) add(Probe::What::doubled, -1, -1, t * 2.0);
    if (free) add(Probe::What::one_more, -1, -1, t + 1.0);
    for (const int axis : axes_of(t)) {
      if (!free && axis == t.rank() - 1) continue;  // a row is moved as a whole
      for (int i = 0; i < t.dim(axis); ++i)
        if (i < most_rows || i == t.dim(axis) - 1) add(Probe::What::place, axis, i, other(t, axis, i));
    }
  }
  return result;
}

double largest_of(const Tensor& t) {
  double largest = 1e-9;
  for (const double x : t.values())
    if (std::isfinite(x)) largest = std::max(largest, std::abs(x));
  return largest;
}

/// Every other one of small numbers: where a softmax gives 0 and 1, nothing moves that is used all the same.
Inputs redrawn_case(const Inputs& inputs, int seed) {
  constexpr double tame = 2, wild = 30;
  Inputs result = inputs;
  for (Input& input : result.values) {
    auto* t = std::get_if<Tensor>(&input.value);
    if (t == nullptr || !changeable(*t)) continue;
    *t = redraw(*t, seed);
    if (const double largest = largest_of(*t); seed % 2 == 1 && largest > wild) *t *= tame / largest;
  }
  return result;
}

/// And the probabilities among its inputs by other ones.
Inputs with_probabilities_redrawn(Inputs inputs, int seed) {
  for (Input& input : inputs.values) {
    auto* t = std::get_if<Tensor>(&input.value);
    if (t == nullptr || is_mask(*t) || kind_of_rows(*t) == Rows::free) continue;
    const bool logarithms = kind_of_rows(*t) == Rows::logarithms;
    Tensor p = *t;
    for (int n = 0; logarithms && n < p.size(); ++n) p.flat(n) = std::exp(p.flat(n));
    p = redraw(p, seed);
    const int length = p.dim(-1);
    for (int n = 0; n < p.size(); ++n)
      if ((logarithms ? std::exp(t->flat(n)) : t->flat(n)) == 0) p.flat(n) = 0;
    for (int start = 0; start < p.size(); start += length) {
      double sum = 0;
      for (int n = start; n < start + length; ++n) sum += p.flat(n);
      for (int n = start; n < start + length; ++n)
        t->flat(n) = logarithms ? std::log(p.flat(n) / sum) : p.flat(n) / sum;
    }
  }
  return inputs;
}

/// The result of that name, if it has the shape of the right one; otherwise none, and the probe is left out.
const Tensor* of_shape(const CaseOutcome& outcome, const std::string& name, const Tensor& like) {
  for (const Output& output : outcome.outputs) {
    if (outcome.ending == Ending::finished && output.name == name && output.value.shape() == like.shape())
      return &output.value;
  }
  return nullptr;
}

}  // namespace

bool is_changeable(const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return *number != 0 && *number != 1;
  const auto* t = std::get_if<Tensor>(&value);
  return t != nullptr && changeable(*t);
}

std::vector<int> axes_of(const Tensor& t) {
  constexpr int most = 3;
  std::vector<int> axes;
  for (int axis = 0; axis < t.rank(); ++axis)
    if (t.rank() <= most || axis == 0 || axis + most > t.rank()) axes.push_back(axis);
  return axes;
}

std::vector<Inputs> redrawn_cases(const Inputs& inputs, int times) {
  std::vector<Inputs> cases;
  for (int seed = 1; seed <= times; ++seed)
    cases.push_back(with_probabilities_redrawn(redrawn_case(inputs, seed), seed));
  return cases;
}

std::vector<Inputs> variants_of(const Inputs& inputs) {
  // exp overflows above 709 and vanishes below −745
  constexpr std::array sizes{1.0,   2.0,   5.0,   10.0,  20.0,   40.0,  80.0,
                             200.0, 400.0, 600.0, 800.0, 1500.0, 3000.0};
  constexpr std::array offsets{-2000.0, -800.0, -100.0, 100.0, 800.0, 2000.0};
  constexpr double far = 1000;
  constexpr int redraws = 2;
  std::vector<Inputs> variants;
  if (numbers_of(inputs) > small) return variants;
  const auto tensor = [](Inputs& one, std::size_t at) -> Tensor& {
    return std::get<Tensor>(one.values[at].value);
  };
  std::vector<std::size_t> those;
  bool infinite = false;
  for (std::size_t at = 0; at < inputs.values.size(); ++at) {
    const auto* t = std::get_if<Tensor>(&inputs.values[at].value);
    if (t == nullptr || !changeable(*t)) continue;
    those.push_back(at);
    infinite = infinite || !all(*t, [](double x) { return !std::isinf(x); });
  }
  if (those.empty()) return variants;
  for (int seed = 0; seed <= redraws; ++seed) {
    const Inputs drawn = seed == 0 ? inputs : redrawn_case(inputs, seed);
    const auto scaled = [&](double size) {
      Inputs one = drawn;
      for (const std::size_t at : those) tensor(one, at) *= size / largest_of(tensor(one, at));
      return one;
    };
    variants.push_back(drawn);
    for (const double size : sizes) variants.push_back(scaled(size));
    for (const std::size_t at : those) {
      for (const double offset : offsets) {
        variants.push_back(scaled(1));
        tensor(variants.back(), at) = tensor(variants.back(), at) + offset;
      }
    }
    if (!infinite) continue;
    variants.push_back(scaled(far));
    for (const std::size_t at : those) {
      Tensor& t = tensor(variants.back(), at);
      for (int n = 0; n < t.size(); ++n)
        if (std::isinf(t.flat(n))) t.flat(n) = std::copysign(far / 2, t.flat(n));
    }
  }
  return variants;
}

std::vector<ProbedCase> probe(const Results& results, const std::string& output,
                              const Implementation& reference, const Answer& answer) {
  std::vector<ProbedCase> cases;
  std::vector<Questions> questions;
  std::vector<Inputs> asked;
  for (const Pair& pair : results.pairs()) {
    const auto same_label = [&](const ProbedCase& one) {
      return one.pair->inputs->label == pair.inputs->label;
    };
    if (static_cast<int>(cases.size()) == most_cases || numbers_of(*pair.inputs) > small ||
        std::ranges::any_of(cases, same_label) || pair.right.shape() != pair.given.shape() ||
        results.equal(pair.right, pair.given))
      continue;
    cases.push_back({.pair = &pair});
    for (int seed = 0; seed <= redrawn; ++seed) {
      Inputs inputs =
          seed == 0 ? *pair.inputs : with_probabilities_redrawn(redrawn_case(*pair.inputs, seed), seed);
      for (std::size_t at = 0; at < inputs.values.size(); ++at)
        if (holds_ids(results, inputs.values[at].name)) inputs.values[at] = pair.inputs->values[at];
      questions.push_back(questions_of(inputs, *pair.inputs, results));
      asked.insert(asked.end(), questions.back().inputs.begin(), questions.back().inputs.end());
    }
  }
  const std::vector<CaseOutcome> answers = asked.empty() ? std::vector<CaseOutcome>() : answer(asked);
  if (answers.size() != asked.size()) return {};
  std::size_t next = 0;
  for (std::size_t q = 0; q < questions.size(); ++q) {
    ProbedCase& one = cases[q / (redrawn + 1)];
    const bool original = q % (redrawn + 1) == 0;
    const Tensor& like = one.pair->right;
    const CaseOutcome right_before = reference(asked[next]);
    const CaseOutcome& given_before = answers[next++];
    const Tensor *right = of_shape(right_before, output, like), *given = of_shape(given_before, output, like);
    if (right == nullptr || given == nullptr) return {};
    if (original) one.steady = results.equal(one.pair->given, *given);
    for (Probe& probe : questions[q].probes) {
      const CaseOutcome right_after = reference(asked[next]);
      const Tensor *expected = of_shape(right_after, output, like),
                   *got = of_shape(answers[next++], output, like);
      if (expected == nullptr || got == nullptr) return {};
      probe.right = *expected, probe.given = *got;
      probe.right_before = *right, probe.given_before = *given;
    }
    (original ? one.probes : one.others.emplace_back()) = std::move(questions[q].probes);
  }
  return cases;
}

}  // namespace heed::grading::patterns
