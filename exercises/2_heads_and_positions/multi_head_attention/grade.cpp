#include "exercises/demos/picture.hpp"
#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"
#include "nn/multihead_attention.hpp"

Tensor multi_head_attention(const Tensor& x, const Tensor& mask, const Tensor& in_proj_weight,
                            const Tensor& in_proj_bias, const Tensor& out_proj_weight,
                            const Tensor& out_proj_bias, int heads);

void describe(Exercise& e) {
  e.without({"multi_head_attention"});
  const auto run = [](Case& c) {
    c.give("output", multi_head_attention(c.tensor("x"), c.tensor("mask"), c.tensor("in_proj_weight"),
                                          c.tensor("in_proj_bias"), c.tensor("out_proj_weight"),
                                          c.tensor("out_proj_bias"), c.integer("heads")));
  };
  // Sentence b keeps lengths[b] tokens, its first or its last; the rest is padding, with contents of its own.
  enum class Padding { behind, in_front };
  static const auto add = [](Cases& cases, Draw& draw, const char* label, int dim, int heads,
                             const std::vector<int>& lengths, int longest,
                             Padding padding = Padding::behind) {
    const int batch = int(lengths.size());
    Tensor mask({batch, longest});
    for (int b = 0; b < batch; ++b)
      for (int t = 0; t < lengths[std::size_t(b)]; ++t)
        mask(b, padding == Padding::behind ? t : longest - 1 - t) = 1;
    cases.add(label)
        .tensor("x", draw.normal({batch, longest, dim}))
        .tensor("mask", mask)
        .tensor("in_proj_weight", draw.normal({3 * dim, dim}))
        .tensor("in_proj_bias", draw.normal({3 * dim}))
        .tensor("out_proj_weight", draw.normal({dim, dim}))
        .tensor("out_proj_bias", draw.normal({dim}))
        .integer("heads", heads);
  };
  static const auto small = [](Cases& cases, const char* label, double second) {
    cases.add(label)
        .tensor("x", Tensor::of({1, 2, 2}, {1, 0, 0, 1}))
        .tensor("mask", Tensor::of({1, 2}, {1, second}))
        .tensor("in_proj_weight", Tensor::of({6, 2}, {1, 0, 0, 1, 1, 0, 0, 1, 10, 0, 0, 20}))
        .tensor("in_proj_bias", Tensor({6}))
        .tensor("out_proj_weight", Tensor::of({2, 2}, {1, 1, 0, 1}))
        .tensor("out_proj_bias", Tensor({2}))
        .integer("heads", 2);
  };
  e.part("forward", {.points = 6}, run, [](Cases& cases, Draw& draw) {
    small(cases, "two positions, two heads of one feature", 1);
    add(cases, draw, "one sentence, 2 heads of 2", 4, 2, {3}, 3);
    cases.add("large scores")
        .tensor("x", draw.normal({2, 4, 4}))
        .tensor("mask", Tensor::full({2, 4}, 1))
        .tensor("in_proj_weight", draw.normal({12, 4}, {.std = 40}))
        .tensor("in_proj_bias", draw.normal({12}))
        .tensor("out_proj_weight", draw.normal({4, 4}))
        .tensor("out_proj_bias", draw.normal({4}))
        .integer("heads", 2);
    add(cases, draw, "one head", 2, 1, {8, 8, 8, 8, 8, 8, 8}, 8);
    add(cases, draw, "2 heads of 3, 2 sentences", 6, 2, {5, 5}, 5);
    add(cases, draw, "4 heads of 2, 3 sentences", 8, 4, {2, 2, 2}, 2);
    add(cases, draw, "one position", 4, 2, {1, 1, 1, 1, 1}, 1);
    add(cases, draw, "2 heads of 4", 8, 2, {6}, 6);
    add(cases, draw, "3 heads of 1, 2 sentences", 3, 3, {4, 4}, 4);
    add(cases, draw, "one head of 3", 3, 1, {2, 2}, 2);
    add(cases, draw, "one head of 1", 1, 1, {3, 3}, 3);
  });
  e.part("padding", {.points = 4}, run, [](Cases& cases, Draw& draw) {
    small(cases, "the second position is padding", 0);
    add(cases, draw, "one sentence, one padding", 4, 2, {2}, 3);
    // no two of a query equal: the logarithm of the sum has no digits left there
    cases.add("scores of −100000, and 0 where the padding is")
        .tensor("x", Tensor::of({1, 3, 4}, {2, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 5}))
        .tensor("mask", Tensor::of({1, 3}, {1, 1, 0}))
        .tensor("in_proj_weight", Tensor::of({12, 4}, {400,  0, 0, 0, 0, 1,  0, 0, 0, 0, 1,  0, 0, 0, 0, 1,
                                                       -400, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1,
                                                       1,    2, 0, 0, 0, 3,  1, 0, 0, 0, 1,  4, 1, 0, 0, 1}))
        .tensor("in_proj_bias", Tensor({12}))
        .tensor("out_proj_weight", draw.normal({4, 4}))
        .tensor("out_proj_bias", draw.normal({4}))
        .integer("heads", 1);
    add(cases, draw, "2 sentences, 3 heads", 6, 3, {2, 4}, 4);
    add(cases, draw, "3 sentences, 2 heads", 4, 2, {5, 1, 3}, 5);
    add(cases, draw, "2 sentences, 2 heads of 3", 6, 2, {3, 1}, 4);
    add(cases, draw, "3 sentences, 4 heads", 8, 4, {1, 3, 2}, 3);
    add(cases, draw, "padding in front", 4, 2, {2, 3, 1}, 4, Padding::in_front);
  });
  e.now([](Demo& d) {
    heed::Rng rng(1);
    const heed::MultiheadAttention layer(32, 4, rng);
    Draw draw(1);
    const Tensor x = draw.normal({2, 9, 32});
    const auto tensor = [](const Variable& v) { return heed::learn::to_tensor(v.value()); };
    const Tensor yours = multi_head_attention(x, Tensor::full({2, 9}, 1), tensor(layer.in_proj_weight),
                                              tensor(layer.in_proj_bias), tensor(layer.out_proj.weight),
                                              tensor(layer.out_proj.bias), 4);
    const Variable input(heed::learn::to_array(x));
    const Tensor ours = tensor(layer(input, input, input));
    double worst = 0;
    for (int i = 0; i < ours.size(); ++i) worst = std::max(worst, std::abs(ours.flat(i) - yours.flat(i)));
    const heed::grading::RealTranslator model;
    constexpr int sentence = 6;
    const auto probe = model.encoder_probe(sentence);
    const int channels = probe.query.dim(0), length = probe.from.dim(1);
    Tensor projections({3 * channels, channels});
    for (int i = 0; i < channels * channels; ++i) {
      projections.flat(i) = probe.query.flat(i);
      projections.flat(channels * channels + i) = probe.key.flat(i);
      projections.flat(2 * channels * channels + i) = probe.value.flat(i);
    }
    const Tensor looked =
        multi_head_attention(probe.from, Tensor::full({1, length}, 1), projections, Tensor({3 * channels}),
                             probe.output, Tensor({channels}), probe.heads);
    const std::vector<std::string> words = model.words_read(sentence);
    std::string maps;
    for (int h = 0; h < 2; ++h)
      maps +=
          fmt::format("\n\n  head {}{}", h, heed::demos::heat_map(probe.weights(looked, h), words, words));
    const std::string difference = heed::demos::magnitude(worst);
    d.say(fmt::format(
              "Your function, with the parameters of heed's own MultiheadAttention(32, 4): the largest "
              "difference between the outputs is {}. Two of the four heads of a trained encoder, by your "
              "function; each word's row shows where it looks:{}",
              difference, maps),
          fmt::format(
              "여러분의 함수에 heed의 MultiheadAttention(32, 4)의 매개변수를 넣었습니다. 두 출력의 가장 큰 "
              "차이는 {}입니다. 학습된 인코더의 헤드 네 개 가운데 둘을 여러분의 함수로 그렸습니다. 행마다 그 "
              "단어가 보는 곳입니다:{}",
              difference, maps));
  });
}
