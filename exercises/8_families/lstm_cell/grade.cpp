#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

given::LstmState lstm_cell(const Tensor& x, const given::LstmState& before,
                           const given::LstmWeights& weights);
Tensor lstm(const Tensor& x, const given::LstmWeights& weights);

namespace {

given::LstmWeights weights_of(const Case& c) {
  return {c.tensor("w_input"), c.tensor("w_hidden"), c.tensor("bias")};
}

auto& add(Cases& cases, Draw& draw, const std::string& label, int features, int width) {
  return cases.add(label)
      .tensor("w_input", draw.normal({4 * width, features}))
      .tensor("w_hidden", draw.normal({4 * width, width}))
      .tensor("bias", draw.normal({4 * width}));
}

/// One number in, one in the state; only the biases of the gates.
auto& add_easy(Cases& cases, const std::string& label) {
  return cases.add(label)
      .tensor("w_input", Tensor::of({4, 1}, {0, 0, 1, 0}))
      .tensor("w_hidden", Tensor({4, 1}))
      .tensor("bias", Tensor::of({4}, {0, std::log(3.0), 0, std::log(4.0)}));
}

}  // namespace

void describe(Exercise& e) {
  e.part(
      "cell", {.points = 6},
      [](Case& c) {
        const given::LstmState after =
            lstm_cell(c.tensor("x"), {c.tensor("hidden"), c.tensor("cell")}, weights_of(c));
        c.give("new_cell", after.cell);
        c.give("new_hidden", after.hidden);
      },
      [](Cases& cases, Draw& draw) {
        add_easy(cases, "one number each")
            .tensor("x", Tensor::of({1}, {0.5493061443340549}))  // its tanh is 0.5
            .tensor("hidden", Tensor::of({1}, {0.3}))
            .tensor("cell", Tensor::of({1}, {2}));
        const auto random = [&](int features, int width) {
          add(cases, draw, fmt::format("C {}, H {}", features, width), features, width)
              .tensor("x", draw.normal({features}))
              .tensor("hidden", draw.uniform({width}, -1, 1))
              .tensor("cell", draw.normal({width}));
        };
        random(2, 3), random(3, 2), random(4, 4), random(1, 5), random(5, 1);
        // gates and candidates that exp cannot hold
        const auto far = [&](const std::string& label, const std::vector<double>& input, double cell) {
          cases.add(label)
              .tensor("w_input", Tensor::of({8, 1}, input))
              .tensor("w_hidden", Tensor({8, 2}))
              .tensor("bias", Tensor({8}))
              .tensor("x", Tensor::of({1}, {1}))
              .tensor("hidden", Tensor({2}))
              .tensor("cell", Tensor::of({2}, {cell, -cell}));
        };
        far("gates far from 0", {800, -800, -800, 800, 0.5, -0.25, 800, 1}, 2);
        far("a candidate and a cell far from 0", {1, -1, 0.5, 1, 900, -900, 1, -0.5}, 2000);
      });
  e.part(
      "sequence", {.points = 4}, [](Case& c) { c.give("hidden_states", lstm(c.tensor("x"), weights_of(c))); },
      [](Cases& cases, Draw& draw) {
        add_easy(cases, "2 tokens of one number").tensor("x", Tensor::of({2, 1}, {0.5493061443340549, 0}));
        const auto random = [&](int length, int features, int width) {
          add(cases, draw, fmt::format("{} tokens, C {}, H {}", length, features, width), features, width)
              .tensor("x", draw.normal({length, features}));
        };
        random(1, 3, 2), random(3, 5, 4), random(5, 3, 3), random(8, 1, 2), random(6, 5, 1), random(40, 2, 2);
      });
  e.now([](Demo& d) {
    using heed::learn::to_array;
    constexpr int length = 40, features = 3, width = 8;
    Draw draw(1);
    const Tensor x = draw.normal({length, features});
    const given::LstmWeights weights{draw.normal({4 * width, features}), draw.normal({4 * width, width}),
                                     draw.normal({4 * width})};
    const Tensor mine = lstm(x, weights);
    const heed::RecurrentWeights same{.input = Variable(to_array(weights.input)),
                                      .hidden = Variable(to_array(weights.hidden)),
                                      .input_bias = Variable(to_array(weights.bias)),
                                      .hidden_bias = Variable(to_array(Tensor({4 * width})))};
    const Tensor real = heed::learn::to_tensor(
        heed::recurrent(Variable(to_array(x.reshape({1, length, features}))), same).value());
    double difference = 0;
    for (int i = 0; i < mine.size(); ++i)
      difference = std::max(difference, std::abs(mine.flat(i) - real.flat(i)));
    // One cell that writes when x is 1 and otherwise keeps what it has: a bit over 60 tokens.
    const given::LstmWeights latch{Tensor::of({4, 1}, {20, 0, 20, 0}), Tensor({4, 1}),
                                   Tensor::of({4}, {-10, 10, 0, 10})};
    Tensor signal({60, 1});
    signal(12, 0) = 1;
    const Tensor kept = lstm(signal, latch);
    Tensor lines({2, 60});
    for (int t = 0; t < 60; ++t) lines(0, t) = signal(t, 0), lines(1, t) = kept(t, 0);
    const std::string drawn = heed::demos::picture(lines);
    d.say(
        fmt::format("On {} tokens your LSTM and heed's, with the same weights, differ by {}. One of your "
                    "cells was shown a 1 at token 12 (above) and keeps it (below, to {:.3f} at token 60):{}",
                    mine.dim(0), heed::demos::magnitude(difference), kept(59, 0), drawn),
        fmt::format("토큰 {}개에서 가중치가 같은 여러분의 LSTM과 heed의 LSTM은 {}만큼 다릅니다. 여러분의 셀 "
                    "하나에 토큰 12에서 1을 보여 주었더니(위) 계속 기억합니다(아래, 토큰 60에서 {:.3f}):{}",
                    mine.dim(0), heed::demos::magnitude(difference), kept(59, 0), drawn));
  });
}
