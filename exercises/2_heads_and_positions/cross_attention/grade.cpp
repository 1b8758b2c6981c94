#include "exercises/demos/picture.hpp"
#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"
#include "nn/multihead_attention.hpp"

Tensor cross_attention(const Tensor& decoder, const Tensor& memory, const Tensor& target_mask,
                       const Tensor& memory_mask, const Tensor& w_q, const Tensor& w_k, const Tensor& w_v,
                       const Tensor& w_o, int heads);

void describe(Exercise& e) {
  e.without({"multi_head_attention"});
  const auto run = [](Case& c) {
    c.give("output", cross_attention(c.tensor("decoder"), c.tensor("memory"), c.tensor("target_mask"),
                                     c.tensor("memory_mask"), c.tensor("w_q"), c.tensor("w_k"),
                                     c.tensor("w_v"), c.tensor("w_o"), c.integer("heads")));
  };
  static const auto mask_of = [](const std::vector<int>& lengths, int longest, bool in_front) {
    Tensor mask({int(lengths.size()), longest});
    for (int b = 0; b < mask.dim(0); ++b)
      for (int t = 0; t < lengths[std::size_t(b)]; ++t) mask(b, in_front ? longest - 1 - t : t) = 1;
    return mask;
  };
  struct Size {
    int dim, heads, target, source;
    std::vector<int> target_lengths, source_lengths;
    bool in_front = false;  // where the source's padding stands
  };
  static const auto add = [](Cases& cases, Draw& draw, const char* label, const Size& s) {
    const int batch = int(s.source_lengths.size());
    cases.add(label)
        .tensor("decoder", draw.normal({batch, s.target, s.dim}))
        .tensor("memory", draw.normal({batch, s.source, s.dim}))
        .tensor("target_mask", mask_of(s.target_lengths, s.target, false))
        .tensor("memory_mask", mask_of(s.source_lengths, s.source, s.in_front))
        .tensor("w_q", draw.normal({s.dim, s.dim}))
        .tensor("w_k", draw.normal({s.dim, s.dim}))
        .tensor("w_v", draw.normal({s.dim, s.dim}))
        .tensor("w_o", draw.normal({s.dim, s.dim}))
        .integer("heads", s.heads);
  };
  static const auto add_small = [](Cases& cases, const char* label, double second) {
    const Tensor one = Tensor::of({2, 2}, {1, 0, 0, 1});
    cases.add(label)
        .tensor("decoder", Tensor::of({1, 2, 2}, {1, 0, 0, 2}))
        .tensor("memory", Tensor::of({1, 2, 2}, {1, 0, 0, 1}))
        .tensor("target_mask", Tensor::of({1, 2}, {1, 1}))
        .tensor("memory_mask", Tensor::of({1, 2}, {1, second}))
        .tensor("w_q", one)
        .tensor("w_k", one)
        .tensor("w_v", Tensor::of({2, 2}, {10, 0, 0, 20}))
        .tensor("w_o", Tensor::of({2, 2}, {1, 1, 0, 1}))
        .integer("heads", 1);
  };
  // Equal lengths first: swapped roles then give a result to compare instead of an index outside the shape.
  e.part("forward", {.points = 4}, run, [](Cases& cases, Draw& draw) {
    add_small(cases, "two target positions, two source positions, one head", 1);
    add(cases, draw, "2 heads of 2", {4, 2, 3, 3, {3}, {3}});
    cases.add("large scores")
        .tensor("decoder", draw.normal({2, 4, 4}))
        .tensor("memory", draw.normal({2, 4, 4}))
        .tensor("target_mask", Tensor::full({2, 4}, 1))
        .tensor("memory_mask", Tensor::full({2, 4}, 1))
        .tensor("w_q", draw.normal({4, 4}, {.std = 40}))
        .tensor("w_k", draw.normal({4, 4}, {.std = 40}))
        .tensor("w_v", draw.normal({4, 4}))
        .tensor("w_o", draw.normal({4, 4}))
        .integer("heads", 2);
    add(cases, draw, "one position each", {4, 2, 1, 1, {1, 1}, {1, 1}});
    add(cases, draw, "2 sentences, 3 heads", {6, 3, 4, 4, {4, 4}, {4, 4}});
    add(cases, draw, "3 sentences, 2 heads of 3", {6, 2, 5, 5, {5, 5, 5}, {5, 5, 5}});
    add(cases, draw, "2 heads of 4", {8, 2, 3, 3, {3, 3}, {3, 3}});
    add(cases, draw, "3 heads of 1", {3, 3, 4, 4, {4, 4}, {4, 4}});
    add(cases, draw, "one head of 3", {3, 1, 2, 2, {2, 2}, {2, 2}});
    add(cases, draw, "one head of 1", {1, 1, 3, 3, {3, 3}, {3, 3}});
  });
  e.part("padding", {.points = 3}, run, [](Cases& cases, Draw& draw) {
    add_small(cases, "the second source position is padding", 0);
    add(cases, draw, "2 sentences, 2 heads", {4, 2, 4, 4, {4, 2}, {1, 3}});
    add(cases, draw, "3 sentences, 2 heads of 3", {6, 2, 5, 5, {2, 5, 3}, {5, 1, 3}});
    // no two of a query equal: the logarithm of the sum has no digits left there
    cases.add("scores of −100000, and 0 where the padding is")
        .tensor("decoder", Tensor::of({1, 3, 4}, {2, 0, 0, 0, 2, 1, 0, 1, 2, 2, 1, 0}))
        .tensor("memory", Tensor::of({1, 3, 4}, {2, 0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 5}))
        .tensor("target_mask", Tensor::of({1, 3}, {1, 1, 1}))
        .tensor("memory_mask", Tensor::of({1, 3}, {1, 1, 0}))
        .tensor("w_q", Tensor::of({4, 4}, {400, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}))
        .tensor("w_k", Tensor::of({4, 4}, {-400, 0, 0, 0, 0, -1, 0, 0, 0, 0, -1, 0, 0, 0, 0, 0}))
        .tensor("w_v", Tensor::of({4, 4}, {1, 2, 0, 0, 0, 3, 1, 0, 0, 0, 1, 4, 1, 0, 0, 1}))
        .tensor("w_o", draw.normal({4, 4}))
        .integer("heads", 1);
    add(cases, draw, "a padded target, a full memory", {4, 2, 3, 3, {1}, {3}});
    add(cases, draw, "2 sentences, 4 heads", {8, 4, 4, 4, {3, 4}, {2, 3}});
    add(cases, draw, "3 sentences, 3 heads", {6, 3, 2, 2, {2, 1, 2}, {1, 2, 1}});
    add(cases, draw, "padding in front", {4, 2, 4, 4, {4, 4}, {1, 3}, true});
  });
  e.part("unequal_lengths", {.points = 3}, run, [](Cases& cases, Draw& draw) {
    add(cases, draw, "one target position, three of the source", {2, 1, 1, 3, {1, 1, 1}, {2, 3, 1}});
    add(cases, draw, "3 target positions, 2 of the source", {4, 2, 3, 2, {3}, {2}});
    add(cases, draw, "a long source", {4, 2, 2, 6, {2, 1}, {6, 4}});
    add(cases, draw, "a short source", {6, 3, 7, 2, {5, 7}, {1, 2}});
    add(cases, draw, "3 sentences", {6, 2, 3, 5, {1, 3, 2}, {5, 2, 4}});
  });
  e.now([](Demo& d) {
    heed::Rng rng(1);
    const heed::MultiheadAttention layer(32, 4, rng);
    Draw draw(1);
    const Tensor decoder = draw.normal({2, 5, 32}), memory = draw.normal({2, 8, 32});
    const auto tensor = [](const Variable& v) { return heed::learn::to_tensor(v.value()); };
    const Tensor stacked = tensor(layer.in_proj_weight);
    const auto rows = [&](int first) {
      Tensor w({32, 32});
      for (int i = 0; i < w.size(); ++i) w.flat(i) = stacked.flat(first * 32 + i);
      return w;
    };
    const Tensor yours = cross_attention(decoder, memory, Tensor::full({2, 5}, 1), Tensor::full({2, 8}, 1),
                                         rows(0), rows(32), rows(64), tensor(layer.out_proj.weight), 4);
    const Variable target(heed::learn::to_array(decoder)), source(heed::learn::to_array(memory));
    const Tensor ours = tensor(layer(target, source, source));  // its biases are zero at the start
    double worst = 0;
    for (int i = 0; i < ours.size(); ++i) worst = std::max(worst, std::abs(ours.flat(i) - yours.flat(i)));
    const heed::grading::RealTranslator model;
    const auto probe = model.cross_probe(0);
    const int written = probe.from.dim(1), read = probe.to.dim(1);
    const Tensor looked =
        cross_attention(probe.from, probe.to, Tensor::full({1, written}, 1), Tensor::full({1, read}, 1),
                        probe.query, probe.key, probe.value, probe.output, probe.heads);
    Tensor alignment({written, read});
    for (int h = 0; h < probe.heads; ++h) alignment += probe.weights(looked, h) / probe.heads;
    const std::string map = heed::demos::heat_map(alignment, model.words_written(0), model.words_read(0)),
                      difference = heed::demos::magnitude(worst);
    d.say(
        fmt::format(
            "Your function, with the parameters of heed's own MultiheadAttention(32, 4): the largest "
            "difference between the outputs is {}. In a small translator it looks here before it writes each "
            "word (mean of four heads; seven sentences known by heart need no exact alignment):{}",
            difference, map),
        fmt::format(
            "여러분의 함수에 heed의 MultiheadAttention(32, 4)의 매개변수를 넣었습니다. 두 출력의 가장 큰 "
            "차이는 {}입니다. 작은 번역기가 단어를 쓰기 직전마다 보는 곳입니다(헤드 네 개의 평균. 외운 일곱 "
            "문장에는 정확한 정렬이 필요 없습니다):{}",
            difference, map));
  });
}
