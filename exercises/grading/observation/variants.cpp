#include "exercises/grading/observation/variants.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

template <typename Holds>
bool all(const Tensor& t, const Holds& holds) {
  return std::ranges::all_of(t.values(), holds);
}

/// Zeros and ones.
bool is_mask(const Tensor& t) {
  return all(t, [](double x) { return x == 0 || x == 1; });
}

/// Says whether its rows are probabilities, or logarithms of such.
bool has_probabilities(const Tensor& t) {
  const int length = t.rank() == 0 ? 1 : t.dim(-1);
  if (length < 2 || t.size() == 0) return false;
  const auto rows_sum_to_one = [&](double (*f)(double)) {
    for (int start = 0; start < t.size(); start += length) {
      double sum = 0;
      for (int n = start; n < start + length; ++n) sum += f(t.flat(n));
      if (std::abs(sum - 1) > 1e-9) return false;
    }
    return true;
  };
  return rows_sum_to_one([](double x) { return std::exp(x); }) || rows_sum_to_one([](double x) { return x; });
}

/// After a change masks and probabilities would be none, and no program has to expect that.
bool changeable(const Tensor& t) { return t.size() > 0 && !is_mask(t) && !has_probabilities(t); }

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

}  // namespace

bool is_changeable(const Value& value) {
  if (const double* number = std::get_if<double>(&value)) return *number != 0 && *number != 1;
  const auto* t = std::get_if<Tensor>(&value);
  return t != nullptr && changeable(*t);
}

std::vector<Inputs> variants_of(const Inputs& inputs) {
  // exp overflows above 709 and vanishes below −745
  constexpr std::array sizes{1.0,   2.0,   5.0,   10.0,  20.0,   40.0,  80.0,
                             200.0, 400.0, 600.0, 800.0, 1500.0, 3000.0};
  constexpr std::array offsets{-2000.0, -800.0, -100.0, 100.0, 800.0, 2000.0};
  constexpr double far = 1000;
  constexpr int redraws = 2;
  std::vector<Inputs> variants;
  if (numbers_of(inputs) > most_numbers) return variants;
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

}  // namespace heed::grading::patterns
