// Differences in the place of a gradient.
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("differences of the forward pass are too much work for a gradient") {
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

TEST_CASE("nor do differences on plain vectors earn a gradient, however exact they are at one size of rows") {
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
    if (step == std::string("0.05")) CHECK(backward.failure->label == "rows of very different sizes");
  }
}

}  // namespace tricks
