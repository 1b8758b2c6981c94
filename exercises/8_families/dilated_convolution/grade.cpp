#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

Tensor causal_convolution(const Tensor& x, const Tensor& weight, const Tensor& bias, int dilation);
int receptive_field(int taps, const std::vector<int>& dilations);
std::vector<int> doubling_dilations(int taps, int tokens);
Tensor convolution_stack(Tensor x, const std::vector<Tensor>& weights, const std::vector<Tensor>& biases,
                         const std::vector<int>& dilations);

namespace {

/// Cut along the first axis.
std::vector<Tensor> layers_of(const Tensor& all) {
  std::vector<Tensor> layers;
  for (int l = 0; l < all.dim(0); ++l) layers.push_back(element(all, l));
  return layers;
}

/// The inputs that the last output of the stack depends on: 1, else 0.
Tensor seen_by_last(int length, int taps, const std::vector<int>& dilations) {
  const int layers = static_cast<int>(dilations.size());
  const std::vector<Tensor> weights(static_cast<std::size_t>(layers), Tensor::full({1, 1, taps}, 1)),
      biases(static_cast<std::size_t>(layers), Tensor({1}));
  Tensor seen({length});
  for (int t = 0; t < length; ++t) {
    Tensor x({length, 1});
    x(t, 0) = 1;
    seen(t) = convolution_stack(x, weights, biases, dilations)(length - 1, 0) != 0 ? 1 : 0;
  }
  return seen;
}

}  // namespace

void describe(Exercise& e) {
  e.part(
      "convolution", {.points = 4},
      [](Case& c) {
        c.give("y", causal_convolution(c.tensor("x"), c.tensor("weight"), c.tensor("bias"),
                                       c.integer("dilation")));
      },
      [](Cases& cases, Draw& draw) {
        cases.add("5 tokens, 1 channel, 2 taps, dilation 2")
            .tensor("x", Tensor::of({5, 1}, {1, 2, 3, 4, 5}))
            .tensor("weight", Tensor::of({1, 1, 2}, {10, 1}))
            .tensor("bias", Tensor::of({1}, {0.5}))
            .integer("dilation", 2);
        const auto random = [&](int length, int channels, int outputs, int taps, int dilation) {
          cases
              .add(fmt::format("{} token{}, {} channels, {} tap{}, dilation {}", length,
                               length == 1 ? "" : "s", channels, taps, taps == 1 ? "" : "s", dilation))
              .tensor("x", draw.normal({length, channels}))
              .tensor("weight", draw.normal({outputs, channels, taps}))
              .tensor("bias", draw.normal({outputs}))
              .integer("dilation", dilation);
        };
        random(6, 2, 3, 3, 1), random(9, 3, 2, 3, 2), random(8, 4, 2, 2, 4), random(10, 3, 5, 4, 3),
            random(3, 5, 4, 4, 5), random(1, 2, 3, 2, 1), random(5, 3, 2, 1, 2);
      });
  e.part(
      "receptive_field", {.points = 2},
      [](Case& c) { c.give("tokens", receptive_field(c.integer("taps"), c.ids("dilations"))); },
      [](Cases& cases, Draw& draw) {
        const auto add = [&](int taps, const std::vector<int>& dilations) {
          cases
              .add(fmt::format("{} tap{}, {} layer{}", taps, taps == 1 ? "" : "s", dilations.size(),
                               dilations.size() == 1 ? "" : "s"))
              .integer("taps", taps)
              .ids("dilations", dilations);
        };
        add(2, {1, 2, 4}), add(3, {1, 2, 4, 8}), add(3, {5}), add(4, {1, 1, 1}), add(2, {}),
            add(5, draw.ids(3, 2, 9)), add(1, {1, 4});
      });
  e.part(
      "dilations", {.points = 2},
      [](Case& c) { c.give("dilations", doubling_dilations(c.integer("taps"), c.integer("tokens"))); },
      [](Cases& cases, Draw& draw) {
        const auto add = [&](int taps, int tokens) {
          cases.add(fmt::format("{} taps, {} tokens", taps, tokens))
              .integer("taps", taps)
              .integer("tokens", tokens);
        };
        add(2, 8), add(2, 9), add(3, 100), add(3, 1), add(5, 29), add(4, draw.integer(200, 4000));
      });
  e.part(
      "stack", {.points = 2},
      [](Case& c) {
        c.give("y", convolution_stack(c.tensor("x"), layers_of(c.tensor("weights")),
                                      layers_of(c.tensor("biases")), c.ids("dilations")));
      },
      [](Cases& cases, Draw& draw) {
        const auto random = [&](int length, int channels, int taps, const std::vector<int>& dilations) {
          const int layers = static_cast<int>(dilations.size());
          cases
              .add(fmt::format("{} token{}, {} layer{}", length, length == 1 ? "" : "s", layers,
                               layers == 1 ? "" : "s"))
              .tensor("x", draw.normal({length, channels}))
              .tensor("weights", draw.normal({layers, channels, channels, taps}))
              .tensor("biases", draw.normal({layers, channels}))
              .ids("dilations", dilations);
        };
        random(4, 1, 2, {1, 2}), random(2, 3, 4, {1, 2, 1}), random(8, 3, 2, {1, 2, 4}),
            random(5, 2, 2, {3, 1}), random(9, 2, 3, {2, 1, 3}), random(7, 2, 2, {2}),
            random(1, 2, 2, {1, 2});
      });
  e.now([](Demo& d) {
    using heed::learn::to_array;
    Draw draw(1);
    const Tensor x = draw.normal({40, 3}), weight = draw.normal({5, 3, 3}), bias = draw.normal({5});
    const Tensor mine = causal_convolution(x, weight, bias, 4);
    const Tensor real = heed::learn::to_tensor(
        heed::conv1d(Variable(to_array(transpose(x).reshape({1, 3, 40}))), Variable(to_array(weight)),
                     Variable(to_array(bias)), {.dilation = 4, .before = 8})
            .value());
    double difference = 0;
    for (int t = 0; t < 40; ++t) {
      for (int c = 0; c < 5; ++c) difference = std::max(difference, std::abs(mine(t, c) - real(0, c, t)));
    }
    // layer by layer, what the last token sees of 64
    const std::vector<int> dilations = doubling_dilations(3, 60);
    std::string lines;
    for (std::size_t depth = 1; depth <= dilations.size(); ++depth) {
      const std::vector<int> first(dilations.begin(), dilations.begin() + static_cast<std::ptrdiff_t>(depth));
      lines += "\n  ";
      for (const double one : seen_by_last(64, 3, first).values()) lines += one > 0 ? "█" : "·";
      lines += fmt::format(" {} ", receptive_field(3, first));
    }
    d.say(fmt::format("Yours and heed's convolution differ by {}. What the last of 64 tokens sees "
                      "through 1 to {} of your layers:{}",
                      heed::demos::magnitude(difference), dilations.size(), lines),
          fmt::format("여러분의 합성곱과 heed의 합성곱은 {}만큼 다릅니다. 토큰 64개 중 마지막 토큰이 "
                      "여러분의 층 1개부터 {}개까지를 거쳐 보는 것:{}",
                      heed::demos::magnitude(difference), dilations.size(), lines));
  });
}
