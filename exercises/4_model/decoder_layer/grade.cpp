#include "exercises/demos/picture.hpp"
#include "exercises/grading/exercise.hpp"

Tensor decoder_layer(const Tensor& x, const Tensor& memory, const Tensor& memory_mask,
                     const given::DecoderWeights& weights);

void describe(Exercise& e) {
  e.without({"decoder_layer"});

  const auto weights = [](Case& c) {
    const auto projection = [&](int i) {
      return given::Linear{element(c.tensor("projections"), i), element(c.tensor("projection_biases"), i)};
    };
    const auto norm = [&](int i) {
      return given::Norm{element(c.tensor("norm_weights"), i), element(c.tensor("norm_biases"), i)};
    };
    const int heads = c.integer("heads");
    return given::DecoderWeights{
        .self_attention = {heads, projection(0), projection(1), projection(2), projection(3)},
        .norm1 = norm(0),
        .cross_attention = {heads, projection(4), projection(5), projection(6), projection(7)},
        .norm2 = norm(1),
        .linear1 = {c.tensor("weight1"), c.tensor("bias1")},
        .linear2 = {c.tensor("weight2"), c.tensor("bias2")},
        .norm3 = norm(2)};
  };

  struct Size {
    int target, source, width, heads, hidden, padding;
    bool rows_differ = false;  // the last row sees all, each before it one position less
  };
  const auto add = [](Cases& cases, Draw& draw, const std::string& label, Size size) {
    Tensor mask = Tensor::full({size.target, size.source}, 1);
    for (int i = 0; i < size.target; ++i) {
      const int hidden = size.rows_differ ? size.target - 1 - i : size.padding;
      for (int j = size.source - hidden; j < size.source; ++j) mask(i, j) = 0;
    }
    cases.add(label)
        .tensor("x", draw.normal({size.target, size.width}))
        .tensor("memory", draw.normal({size.source, size.width}, {.std = 1.5}))
        .tensor("memory_mask", mask)
        .integer("heads", size.heads)
        .tensor("projections", draw.normal({8, size.width, size.width}))
        .tensor("projection_biases", draw.normal({8, size.width}, {.std = 0.3}))
        .tensor("weight1", draw.normal({size.hidden, size.width}))
        .tensor("bias1", draw.normal({size.hidden}, {.std = 0.3}))
        .tensor("weight2", draw.normal({size.width, size.hidden}))
        .tensor("bias2", draw.normal({size.width}, {.std = 0.3}))
        .tensor("norm_weights", draw.uniform({3, size.width}, 0.5, 2))
        .tensor("norm_biases", draw.normal({3, size.width}, {.std = 0.5}));
  };
  const auto run = [weights](Case& c) {
    c.give("y", decoder_layer(c.tensor("x"), c.tensor("memory"), c.tensor("memory_mask"), weights(c)));
  };

  e.part("layer", {.points = 7}, run, [add](Cases& cases, Draw& draw) {
    add(cases, draw, "2 target and 3 source positions, one head", {2, 3, 3, 1, 4, 0});
    add(cases, draw, "6 target and 3 source positions, 2 heads", {6, 3, 4, 2, 5, 0});
    add(cases, draw, "3 target and 2 source positions, 3 heads", {3, 2, 6, 3, 1, 0});
    add(cases, draw, "one target position", {1, 1, 4, 2, 6, 0});
    add(cases, draw, "square", {4, 4, 4, 2, 4, 0});
    add(cases, draw, "3 target and 4 source positions, 3 heads", {3, 4, 3, 3, 2, 0});
    add(cases, draw, "2 target and 4 source positions, one head", {2, 4, 5, 1, 3, 0});
  });

  e.part("padded_source", {.points = 3}, run, [add](Cases& cases, Draw& draw) {
    add(cases, draw, "the last of 3 source positions is padding", {2, 3, 3, 1, 4, 1});
    add(cases, draw, "2 of 5 source positions are padding", {3, 5, 4, 2, 5, 2});
    add(cases, draw, "3 of 6 source positions are padding", {5, 6, 6, 3, 4, 3});
    add(cases, draw, "each target position sees one source position more", {3, 5, 4, 2, 5, 0, true});
    add(cases, draw, "square", {4, 4, 4, 2, 4, 1});
    add(cases, draw, "one target position", {1, 4, 4, 2, 6, 2});
    add(cases, draw, "the last of 4 source positions is padding", {3, 4, 3, 3, 2, 1});
  });

  e.now([add, weights](Demo& d) {
    // Tells the target positions that come into each output: each is moved in turn.
    Draw draw(3);
    Cases cases;
    add(cases, draw, "", {10, 5, 8, 2, 12, 0});
    const heed::grading::Inputs inputs = cases.list().front();
    Case c(inputs);
    const Tensor before =
        decoder_layer(c.tensor("x"), c.tensor("memory"), c.tensor("memory_mask"), weights(c));
    Tensor moved({10, 20});
    for (int j = 0; j < 10; ++j) {
      Tensor x = c.tensor("x");
      for (int k = 0; k < x.dim(1); ++k) x(j, k) += 0.1 * (k + 1);
      const Tensor after = decoder_layer(x, c.tensor("memory"), c.tensor("memory_mask"), weights(c));
      for (int i = 0; i < 10; ++i) {
        for (int k = 0; k < x.dim(1); ++k) {
          if (after(i, k) != before(i, k)) moved(i, 2 * j) = moved(i, 2 * j + 1) = 1;
        }
      }
    }
    const std::string lines = heed::demos::picture(moved);
    d.say(
        "Which output of your layer (rows) changes with which target position (columns): none with one that "
        "comes later." +
            lines,
        "여러분의 층에서 어느 출력(행)이 어느 목표 위치(열)에 따라 바뀌는지입니다. 뒤에 올 것에 따라 바뀌는 "
        "출력은 없습니다." +
            lines);
  });
}
