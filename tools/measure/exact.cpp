// C11, C12, C14 and C15: what attention, masks and positions compute exactly.
#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/array/reduce.hpp"
#include "nn/encoder.hpp"
#include "nn/positions.hpp"
#include "tools/measure/claims.hpp"

namespace heed {
namespace {

constexpr std::int64_t encoder_width = 64;

Encoder two_layers(Rng& rng) {
  Encoder encoder({.d_model = encoder_width, .heads = 4, .dim_feedforward = 128, .dropout = 0}, {.layers = 2},
                  rng);
  encoder.eval();
  return encoder;
}

/// Rows of x (1, T, C) in another order.
Variable in_order(const Variable& x, const std::vector<std::int32_t>& order) {
  std::vector<Variable> rows;
  for (const std::int32_t i : order) rows.push_back(slice(x, 1, i, i + 1));
  return concat(rows, 1);
}

}  // namespace

double largest_magnitude(const Array& array) {
  double most = 0;
  for (const Scalar x : array.values()) most = std::max(most, std::abs(static_cast<double>(x)));
  return most;
}

double largest_difference(const Array& a, const Array& b) {
  double most = 0;
  for (std::int64_t i = 0; i < a.size(); ++i)
    most = std::max(most, std::abs(static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i])));
  return most;
}

double right_answers(const Array& logits, const Tokens& answer) {
  const std::vector<std::int32_t> best = argmax_rows(logits.reshape({answer.size(), -1}));
  double right = 0;
  for (std::int64_t i = 0; i < answer.size(); ++i) right += best[static_cast<std::size_t>(i)] == answer[i];
  return right;
}

bool rounds_to(double number, const std::string& printed) {
  const std::size_t point = printed.find('.');
  const auto digits = point == std::string::npos ? 0 : static_cast<double>(printed.size() - point - 1);
  return std::abs(number - std::stod(printed)) <= 0.5 * std::pow(10, -digits) + 1e-6;  // of float
}

Finding padding_is_masked(const ExperimentOptions& options) {
  const NoGrad no_grad;
  constexpr std::int64_t tokens = 9, filled = 3;
  Rng rng(options.seed);
  const Encoder encoder = two_layers(rng);
  const Variable words(rng.normal({1, tokens - filled, encoder_width}));
  const auto padded = [&] {
    return concat({words, Variable(rng.normal({1, filled, encoder_width}, 0, 10))}, 1);
  };
  const Variable one = padded(), other = padded();
  std::vector<std::int32_t> ids(tokens, 1);
  std::fill(ids.end() - filled, ids.end(), 0);
  const auto change = [&](const Mask& mask) {
    const auto of_words = [&](const Variable& x) {
      return slice(encoder(x, {.mask = mask}), 1, 0, tokens - filled).value();
    };
    return largest_difference(of_words(one), of_words(other));
  };
  const double with = change(Mask::padding(Tokens({1, tokens}, ids))), without = change(Mask());
  return {.verdict = holds_where(with == 0 && without > 1e-3),
          .measured = text_of("C11.measured", without, with == 0 ? "0" : fmt::format("{:.1e}", with))};
}

Finding order_of_words(const ExperimentOptions& options) {
  const NoGrad no_grad;
  constexpr std::int64_t tokens = 12;
  Rng rng(options.seed);
  const Encoder encoder = two_layers(rng);
  PositionalEncoding position(encoder_width, rng, {.dropout = 0});
  const Variable x(rng.normal({1, tokens, encoder_width}));
  std::vector<std::int32_t> order;
  for (std::int32_t i = 0; i < tokens; ++i) order.push_back((i * 5 + 3) % tokens);
  const double without =
      largest_difference(encoder(in_order(x, order), {}).value(), in_order(encoder(x, {}), order).value());
  const double with = largest_difference(encoder(position(in_order(x, order)), {}).value(),
                                         in_order(encoder(position(x), {}), order).value());
  return {.verdict = holds_where(without < 1e-4 && with > 1e-2),
          .measured = text_of("C12.measured", without, with)};
}

Finding worked_examples(const ExperimentOptions&) {
  const NoGrad no_grad;
  // 002: "The" asks "dog" and "chased".
  const Variable query(Array({1, 2}, {0.31F, -0.22F})), keys(Array({2, 2}, {1.12F, -0.26F, 0.53F, -0.80F}));
  const Array scores = matmul(query, transpose(keys)).value(),
              shares = softmax(Variable(scores)).value();  // of two words: 002 prints three weights
  const Variable weights(Array({1, 3}, {0.2F, 0.5F, 0.3F}));
  const Array output = matmul(weights, Variable(Array({3, 2}, {0.1F, 0.3F, 0.2F, 0.4F, 0.0F, 0.5F}))).value();
  const int right = rounds_to(scores.at({0, 0}), "0.4044") + rounds_to(scores.at({0, 1}), "0.3403") +
                    rounds_to(output.at({0, 0}), "0.12") + rounds_to(output.at({0, 1}), "0.41");
  // 003: four queries of three numbers, step by step.
  const Variable q(Array({4, 3}, {1, 0, 1, 0, 1, 0, 1, 1, 0, 0, 0, 1})),
      k(Array({4, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1, 0})),
      v(Array({4, 2}, {1, 0, 0, 1, 1, 1, 0.5F, 0.5F}));
  const Variable result = matmul(softmax(matmul(q, transpose(k)) / std::sqrt(Scalar(3))), v);
  const double apart = largest_difference(result.value(), scaled_dot_product_attention(q, k, v).value());
  return {.verdict = holds_where(right == 4 && apart < 1e-6),
          .measured = text_of("C14.measured", right, apart),
          .correction = text_of("C14.weights", shares.at({0, 0}), shares.at({0, 1}))};
}

Finding scores_are_bilinear(const ExperimentOptions& options) {
  const NoGrad no_grad;
  constexpr std::int64_t tokens = 32, d_model = 64, d_k = 16;
  Rng rng(options.seed);
  const double deviation = 1 / std::sqrt(static_cast<double>(d_model));
  const Variable x(rng.normal({tokens, d_model})), query(rng.normal({d_model, d_k}, 0, deviation)),
      key(rng.normal({d_model, d_k}, 0, deviation)), m = matmul(query, transpose(key));
  const Array projected = matmul(matmul(x, query), transpose(matmul(x, key))).value(),
              bilinear = matmul(matmul(x, m), transpose(x)).value();
  const double apart = largest_difference(projected, bilinear) / largest_magnitude(projected),
               turned = largest_difference(m.value(), transpose(m).value()) / largest_magnitude(m.value());
  std::int64_t negative = 0;  // tokens that are "closer than nothing" to themselves
  for (std::int64_t i = 0; i < tokens; ++i) negative += bilinear.at({i, i}) < 0;
  return {.verdict = holds_where(apart < 1e-5),
          .measured = text_of("C15.measured", apart),
          .correction = text_of("C15.correction", 100 * turned, negative, tokens)};
}

}  // namespace heed
