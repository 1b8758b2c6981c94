#include "exercises/demos/picture.hpp"
#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

Tensor dropout(const Tensor& x, const Tensor& keep, double p, given::Mode mode);
Tensor encoder_layer(const Tensor& x, const Tensor& mask, const given::EncoderWeights& weights,
                     const given::Dropout& drop);

void describe(Exercise& e) {
  e.without({"dropout", "encoder_layer"});

  const auto weights = [](Case& c) {
    const auto projection = [&](int i) {
      return given::Linear{element(c.tensor("projections"), i), element(c.tensor("projection_biases"), i)};
    };
    const auto norm = [&](int i) {
      return given::Norm{element(c.tensor("norm_weights"), i), element(c.tensor("norm_biases"), i)};
    };
    return given::EncoderWeights{
        .attention = {c.integer("heads"), projection(0), projection(1), projection(2), projection(3)},
        .norm1 = norm(0),
        .linear1 = {c.tensor("weight1"), c.tensor("bias1")},
        .linear2 = {c.tensor("weight2"), c.tensor("bias2")},
        .norm2 = norm(1)};
  };
  const auto mode = [](Case& c) {
    return c.integer("training") == 1 ? given::Mode::training : given::Mode::evaluation;
  };
  const auto keep = [](Draw& draw, int rows, int columns) {
    Tensor mask({rows, columns});
    for (int i = 0; i < mask.size(); ++i) mask.flat(i) = draw.integer(0, 1);
    mask.flat(0) = 1;
    mask.flat(mask.size() - 1) = 0;  // both happen
    return mask;
  };

  e.part(
      "dropout", {.points = 3},
      [mode](Case& c) { c.give("y", dropout(c.tensor("x"), c.tensor("keep"), c.number("p"), mode(c))); },
      [keep](Cases& cases, Draw& draw) {
        for (const int training : {1, 0}) {
          const std::string when = training == 1 ? "training" : "evaluation";
          cases.add(when + ", p = 0.2")
              .tensor("x", Tensor::of({2, 2}, {4, -2, 1, 8}))
              .tensor("keep", Tensor::of({2, 2}, {1, 1, 0, 1}))
              .number("p", 0.2)
              .integer("training", training);
          for (const auto& [rows, columns, p] :
               std::vector<std::tuple<int, int, double>>{{3, 4, 0.1}, {5, 2, 0.4}, {3, 4, 0.7}}) {
            cases.add(fmt::format("{}, {} rows of {}, p = {}", when, rows, columns, p))
                .tensor("x", draw.normal({rows, columns}))
                .tensor("keep", keep(draw, rows, columns))
                .number("p", p)
                .integer("training", training);
          }
          cases.add(when + ", one row")
              .tensor("x", draw.normal({1, 5}))
              .tensor("keep", keep(draw, 1, 5))
              .number("p", 0.25)
              .integer("training", training);
        }
      });

  struct Size {
    int length, width, heads, hidden;
    bool drops_attention = true, drops_feed_forward = true;
  };
  const auto add = [keep](Cases& cases, Draw& draw, const std::string& label, Size size, double p,
                          int training) {
    // Padding at the end, and one more hole, so that the mask is not its own transpose.
    Tensor mask = Tensor::full({size.length, size.length}, 1);
    const int padding = size.length / 3;
    for (int i = 0; i < size.length; ++i) {
      for (int j = size.length - padding; j < size.length; ++j) mask(i, j) = 0;
    }
    if (size.length > 1) mask(size.length - 1, 0) = 0;
    const auto coins = [&](bool drops) {
      return drops && p > 0 ? keep(draw, size.length, size.width)
                            : Tensor::full({size.length, size.width}, 1);
    };
    cases.add(label)
        .tensor("x", draw.normal({size.length, size.width}))
        .tensor("mask", mask)
        .integer("heads", size.heads)
        .tensor("projections", draw.normal({4, size.width, size.width}))
        .tensor("projection_biases", draw.normal({4, size.width}, {.std = 0.3}))
        .tensor("weight1", draw.normal({size.hidden, size.width}))
        .tensor("bias1", draw.normal({size.hidden}, {.std = 0.3}))
        .tensor("weight2", draw.normal({size.width, size.hidden}))
        .tensor("bias2", draw.normal({size.width}, {.std = 0.3}))
        .tensor("norm_weights", draw.uniform({2, size.width}, 0.5, 2))
        .tensor("norm_biases", draw.normal({2, size.width}, {.std = 0.5}))
        .number("p", p)
        .integer("training", training)
        .tensor("keep_attention", coins(size.drops_attention))
        .tensor("keep_feed_forward", coins(size.drops_feed_forward));
  };
  const auto run = [weights, mode](Case& c) {
    const given::Dropout drop{.p = c.number("p"),
                              .mode = mode(c),
                              .keep_attention = c.tensor("keep_attention"),
                              .keep_feed_forward = c.tensor("keep_feed_forward")};
    c.give("y", encoder_layer(c.tensor("x"), c.tensor("mask"), weights(c), drop));
  };

  e.part("layer", {.points = 5}, run, [add](Cases& cases, Draw& draw) {
    const Tensor one = Tensor::of({2, 2}, {1, 0, 0, 1}), zero({2});
    cases.add("the example")
        .tensor("x", one)
        .tensor("mask", Tensor::full({2, 2}, 1))
        .integer("heads", 1)
        .tensor("projections", Tensor::of({4, 2, 2}, {1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1}))
        .tensor("projection_biases", Tensor({4, 2}))
        .tensor("weight1", one)
        .tensor("bias1", zero)
        .tensor("weight2", one)
        .tensor("bias2", zero)
        .tensor("norm_weights", Tensor::of({2, 2}, {1, 1, 1, 2}))
        .tensor("norm_biases", Tensor::of({2, 2}, {0, 0, 0, 0.5}))
        .number("p", 0)
        .integer("training", 0)
        .tensor("keep_attention", Tensor::full({2, 2}, 1))
        .tensor("keep_feed_forward", Tensor::full({2, 2}, 1));
    add(cases, draw, "6 positions, 4 wide, 2 heads", {6, 4, 2, 5}, 0, 0);
    add(cases, draw, "5 positions, 6 wide, 3 heads", {5, 6, 3, 8}, 0, 0);
    add(cases, draw, "one position", {1, 4, 2, 6}, 0, 0);
    add(cases, draw, "square", {4, 4, 2, 4}, 0, 0);
    add(cases, draw, "two positions", {2, 6, 3, 1}, 0, 0);
    add(cases, draw, "4 positions, 3 wide, 3 heads", {4, 3, 3, 2}, 0, 0);
    add(cases, draw, "3 positions, 5 wide, one head", {3, 5, 1, 4}, 0, 0);
  });

  e.part("layer_dropout", {.points = 2}, run, [add](Cases& cases, Draw& draw) {
    add(cases, draw, "training, p = 0.2", {3, 4, 2, 5}, 0.2, 1);
    add(cases, draw, "evaluation, p = 0.2", {3, 4, 2, 5}, 0.2, 0);
    add(cases, draw, "training, p = 0.4", {5, 6, 3, 8}, 0.4, 1);
    add(cases, draw, "evaluation, p = 0.4", {5, 6, 3, 8}, 0.4, 0);
    add(cases, draw, "training, p = 0.7", {4, 4, 2, 4}, 0.7, 1);
    add(cases, draw, "evaluation, p = 0.7", {4, 4, 2, 4}, 0.7, 0);
    add(cases, draw, "training, of attention all is kept",
        {.length = 4, .width = 4, .heads = 2, .hidden = 6, .drops_attention = false}, 0.3, 1);
    add(cases, draw, "training, of the feed-forward network all is kept",
        {.length = 4, .width = 4, .heads = 2, .hidden = 6, .drops_feed_forward = false}, 0.3, 1);
  });

  e.now([](Demo& d) {
    const heed::grading::RealEncoder real = heed::grading::real_encoder();
    const int length = real.input.dim(0), width = real.input.dim(1);
    Tensor x = real.input;
    for (const given::EncoderWeights& layer : real.layers) {
      x = encoder_layer(x, Tensor::full({length, length}, 1), layer, {.p = 0.1});
    }
    double distance = 0;
    for (int i = 0; i < x.size(); ++i)
      distance = std::max(distance, std::abs(x.flat(i) - real.output.flat(i)));
    const std::string number = heed::demos::magnitude(distance), wide = std::to_string(width);
    d.say("Two of your layers with the weights of a heed encoder (" + wide +
              " wide, 4 heads) give the encoder's output; the largest difference is " + number + ".",
          "heed 인코더(너비 " + wide +
              ", 헤드 4개)의 가중치를 여러분의 층 두 개에 넣으니 인코더와 같은 출력이 나옵니다. "
              "가장 큰 차이는 " +
              number + "입니다.");
  });
}
