#include <fmt/format.h>

#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

using Map = std::function<Tensor(const Tensor&)>;

int prediction(int which);
double deviation_from_linear(const std::function<Tensor(const Tensor&)>& f, const Tensor& v, const Tensor& w,
                             double a, double b);
Tensor without_feed_forward(const Tensor& x, const given::EncoderWeights& weights);

namespace {

given::EncoderWeights weights_of(Case& c) {
  const auto linear = [&](const std::string& name) {
    return given::Linear{c.tensor("w_" + name), c.tensor("b_" + name)};
  };
  const auto norm = [&](const std::string& name) {
    return given::Norm{c.tensor(name + "_weight"), c.tensor(name + "_bias")};
  };
  return {{c.integer("heads"), linear("query"), linear("key"), linear("value"), linear("output")},
          norm("norm1"),
          linear("linear1"),
          linear("linear2"),
          norm("norm2")};
}

void add_layer(Cases& cases, Draw& draw, int tokens, int width, int heads) {
  auto& c = cases.add(fmt::format("{} tokens of {} numbers", tokens, width))
                .integer("heads", heads)
                .tensor("x", draw.normal({tokens, width}));
  for (const char* name : {"query", "key", "value", "output", "linear1", "linear2"})
    c.tensor(std::string("w_") + name, draw.normal({width, width}))
        .tensor(std::string("b_") + name, draw.normal({width}));
  for (const char* name : {"norm1", "norm2"})
    c.tensor(std::string(name) + "_weight", draw.uniform({width}, 0.5, 2))
        .tensor(std::string(name) + "_bias", draw.normal({width}));
}

/// Applies the function of the case: 0 is attention as a function of its values, 1 the square, 2 relu, 3 a bias
/// that is added, which makes f(0) other than 0, 4 the numbers as they are and their squares in further rows.
Tensor apply(Case& c, const Tensor& v) {
  if (c.integer("kind") == 0) return given::attention(c.tensor("query"), c.tensor("key"), v);
  if (c.integer("kind") == 3) return v + 1.5;
  if (c.integer("kind") == 4) {
    std::vector<double> both = v.values();
    for (const double x : v.values()) both.push_back(x * x);
    return Tensor::of({2 * v.dim(0), v.dim(1)}, both);
  }
  return c.integer("kind") == 1 ? v * v : given::relu(v);
}

}  // namespace

void describe(Exercise& e) {
  ask_for_predictions(e, [](int which) { return prediction(which); });
  e.part(
      "deviation", {.points = 4, .atol = 1e-9},
      [](Case& c) {
        const Map f = [&](const Tensor& v) { return apply(c, v); };
        c.give("deviation",
               deviation_from_linear(f, c.tensor("v"), c.tensor("w"), c.number("a"), c.number("b")));
      },
      [](Cases& cases, Draw& draw) {
        const auto add = [&](int kind, int tokens, int width, double a, double b, double size = 1) {
          cases.add(fmt::format("{} tokens of {} numbers", tokens, width))
              .integer("kind", kind)
              .tensor("query", draw.normal({tokens, width}))
              .tensor("key", draw.normal({tokens, width}))
              .tensor("v", draw.normal({tokens, width}, {.std = size}))
              .tensor("w", draw.normal({tokens, width}, {.std = size}))
              .number("a", a)
              .number("b", b);
        };
        add(1, 1, 2, 2, -3);
        add(0, 3, 2, 2, -3);
        add(2, 3, 3, -1.5, 0.5);
        add(1, 4, 2, 0.5, 0.75);
        add(0, 5, 4, -1, 4);
        add(2, 4, 4, 2.5, 3);
        add(3, 2, 3, 2, -4);
        add(3, 3, 1, 0.5, 1.5);
        add(1, 2, 2, 2, -3, 1e-3);
        add(4, 3, 4, 2, 0.5);
      });
  e.part(
      "without_ffn", {.points = 4},
      [](Case& c) { c.give("output", without_feed_forward(c.tensor("x"), weights_of(c))); },
      [](Cases& cases, Draw& draw) {
        add_layer(cases, draw, 2, 2, 1);
        add_layer(cases, draw, 3, 4, 2);
        add_layer(cases, draw, 1, 4, 2);
        add_layer(cases, draw, 2, 6, 3);
        add_layer(cases, draw, 4, 2, 2);
        add_layer(cases, draw, 3, 3, 3);
        add_layer(cases, draw, 2, 5, 1);
      });
  e.now([](Demo& d) {
    const heed::grading::RealEncoder encoder = heed::grading::real_encoder();
    const given::EncoderWeights& first = encoder.layers[0];
    const Tensor x = encoder.input;
    const auto mixed = [&](const Tensor& v) { return given::attention(x, x, v); };
    const auto network = [&](const Tensor& v) {
      return given::feed_forward(v, first.linear1, first.linear2);
    };
    const Tensor other = transpose(transpose(x)) * 0.5 + 1.0;
    const double attention = deviation_from_linear(mixed, x, other, 2, -3),
                 ffn = deviation_from_linear(network, x, other, 2, -3);
    d.say(fmt::format("Of heed's first layer, attention is {:.0e} from linear in its values by your measure, "
                      "the feed-forward network {:.2f}.",
                      attention, ffn),
          fmt::format("여러분의 척도로 heed의 첫 층을 재면, 어텐션은 value에 대해 선형에서 {:.0e} 벗어나고 "
                      "FFN은 {:.2f} 벗어납니다.",
                      attention, ffn));
  });
}
