// Differences in the place of a gradient.
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("differences of the forward pass are too much work for a gradient", "[.long]") {
  const heed::Verdict verdict = graded(
      "layer_norm",
      replaced(
          solution("layer_norm"),
          "Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) "
          "{",
          R"(Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) {
  Tensor moved = x, slopes = x;
  const auto value = [&] {
    const Tensor y = layer_norm(moved, weight, Tensor(weight.shape()), eps);
    double sum = 0;
    for (int i = 0; i < y.size(); ++i) sum += y.flat(i) * grad.flat(i);
    return sum;
  };
  for (int i = 0; i < x.size(); ++i) {
    double estimates[4];
    for (int n = 0; n < 4; ++n) {
      const double step = 0.08 / (1 << n);
      moved.flat(i) = x.flat(i) + step;
      estimates[n] = value();
      moved.flat(i) = x.flat(i) - step;
      estimates[n] = (estimates[n] - value()) / (2 * step);
      moved.flat(i) = x.flat(i);
    }
    slopes.flat(i) = estimates[3];
  }
  if (x.size() > 0) return slopes;)"));
  const auto backward = std::find_if(verdict.parts.begin(), verdict.parts.end(),
                                     [](const auto& part) { return part.name == "backward"; });
  REQUIRE(backward != verdict.parts.end());
  CHECK(backward->status == heed::PartStatus::failed);
  CHECK(backward->failed_checks > 8);  // of every case the number and the cost, but of the smallest
}

TEST_CASE("nor do differences on plain vectors earn a gradient, however exact they are at one size of rows",
          "[.long]") {
  for (const char* step : {"0.05", "1e-3", "1e-6"}) {
    INFO(step);
    std::string text = replaced(
        solution("layer_norm"),
        "Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) "
        "{",
        R"(Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) {
  Tensor slopes = x;
  for (int n = 0; n < x.dim(0); ++n) {
    std::vector<long double> row, factor;
    for (int c = 0; c < x.dim(1); ++c) row.push_back(x(n, c)), factor.push_back(weight(c) * grad(n, c));
    const auto value = [&] {
      long double mean = 0, variance = 0, sum = 0;
      for (const long double v : row) mean += v / row.size();
      for (const long double v : row) variance += (v - mean) * (v - mean) / row.size();
      for (std::size_t c = 0; c < row.size(); ++c) sum += factor[c] * (row[c] - mean) / std::sqrt(variance + eps);
      return sum;
    };
    const auto slope = [&](long double& at, long double step) {
      const long double before = at;
      at = before + step;
      const long double above = value();
      at = before - step;
      const long double below = value();
      at = before;
      return (above - below) / (2 * step);
    };
    for (std::size_t c = 0; c < row.size(); ++c) {
      // Romberg's extrapolation
      std::vector<long double> d;
      for (int k = 0; k < 6; ++k) d.push_back(slope(row[c], STEP / (1 << k)));
      for (int level = 1; level < 6; ++level)
        for (int k = 5; k >= level; --k) d[k] += (d[k] - d[k - 1]) / ((1 << 2 * level) - 1);
      slopes(n, int(c)) = double(d[5]);
    }
  }
  if (x.size() > 0) return slopes;)");
    text.replace(text.find("STEP"), 4, step);
    const heed::Verdict verdict = graded("layer_norm", text);
    const heed::PartVerdict& backward = verdict.parts.at(1);
    CHECK(backward.status == heed::PartStatus::failed);
    REQUIRE(backward.failure);
    // exact for numbers of the usual size: the first case that it fails has others
    if (step == std::string("0.05")) CHECK(backward.failure->label == "tiny numbers");
  }
}

/// Σ_i f(x)_i g_i of one row, differentiated by Romberg's extrapolation in long double, its step the one
/// whose last two estimates are the closest.
constexpr char differences_of_a_row[] = R"(
#include <cmath>
#include <functional>
#include <vector>
using Row = std::vector<long double>;
Row differences(Row row, const std::function<long double(const Row&)>& value) {
  Row slopes;
  for (long double& at : row) {
    const long double before = at;
    long double best = 0, apart = INFINITY;
    for (long double step = 16; step > 1e-6L; step /= 4) {
      Row d;
      for (int k = 0; k < 6; ++k) {
        const long double h = step / (1 << k);
        at = before + h;
        const long double above = value(row);
        at = before - h;
        d.push_back((above - value(row)) / (2 * h));
        at = before;
      }
      for (int level = 1; level < 6; ++level)
        for (int k = 5; k >= level; --k) d[k] += (d[k] - d[k - 1]) / ((1 << 2 * level) - 1);
      if (std::abs(d[5] - d[4]) < apart) apart = std::abs(d[5] - d[4]), best = d[5];
    }
    slopes.push_back(best);
  }
  return slopes;
}
long double log_of_sum(const Row& row) {
  long double largest = row[0], sum = 0;
  for (const long double x : row) largest = std::max(largest, x);
  for (const long double x : row) sum += std::exp(x - largest);
  return largest + std::log(sum);
}
)";

TEST_CASE("differences with the best of many steps drown where a probability hardly counts", "[.long]") {
  const auto with = [](const std::string& exercise, const std::string& start, const std::string& body) {
    std::string text = solution(exercise);
    const std::size_t at = text.find(start);
    REQUIRE(at != text.npos);
    text.insert(text.find("{\n", at) + 2, body);
    text.insert(text.find('\n', text.find("#include")) + 1, differences_of_a_row);
    const heed::Verdict verdict = graded(exercise, text);
    REQUIRE(verdict.compiled);
    return verdict;
  };
  const auto check_failed = [](const heed::PartVerdict& part, const std::string& label) {
    INFO(part.name);
    CHECK(part.status == heed::PartStatus::failed);
    CHECK(part.failed_checks == 2);  // of each seed that case
    REQUIRE(part.failure);
    CHECK(part.failure->label == label);
  };
  const heed::Verdict softmax = with("softmax_backward", "Tensor softmax_backward(", R"(
  Tensor slopes = probabilities;
  for (int n = 0; n < grad.dim(0); ++n) {
    Row logits, g;
    for (int c = 0; c < grad.dim(1); ++c)
      logits.push_back(std::log((long double)(probabilities(n, c)))), g.push_back(grad(n, c));
    const Row found = differences(logits, [&](const Row& row) {
      const long double total = log_of_sum(row);
      long double sum = 0;
      for (std::size_t c = 0; c < row.size(); ++c) sum += std::exp(row[c] - total) * g[c];
      return sum;
    });
    for (int c = 0; c < grad.dim(1); ++c) slopes(n, c) = double(found[std::size_t(c)]);
  }
  if (grad.size() > 0) return slopes;
)");
  check_failed(softmax.parts.at(1), "large gradients, and a class of hardly any probability");
  const heed::Verdict entropy = with("cross_entropy", "Tensor cross_entropy_backward(", R"(
  Tensor slopes = logits;
  int rows = 0;
  for (const int target : targets) rows += target != ignore_index;
  for (int n = 0; n < logits.dim(0); ++n) {
    Row scores;
    for (int c = 0; c < logits.dim(1); ++c) scores.push_back(logits(n, c));
    const Row found = differences(scores, [&](const Row& row) {
      long double mean = 0;
      for (const long double x : row) mean += x / row.size();
      const int target = targets[std::size_t(n)];
      if (target == ignore_index) return 0.0L;
      return log_of_sum(row) - (1 - label_smoothing) * row[std::size_t(target)] - label_smoothing * mean;
    });
    for (int c = 0; c < logits.dim(1); ++c) slopes(n, c) = double(found[std::size_t(c)] * upstream / rows);
  }
  if (logits.size() > 0) return slopes;
)");
  check_failed(entropy.parts.at(5), "a class of hardly any probability, 1e12 arrives");
}

}  // namespace tricks
