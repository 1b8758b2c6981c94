#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

Tensor padding_mask(const std::vector<int>& source, int queries, int pad);
Tensor embed(const std::vector<int>& ids, const Tensor& table);
Tensor encode(const std::vector<int>& source, const given::TransformerWeights& weights, int pad);
Tensor decode(const std::vector<int>& target, const Tensor& memory, const Tensor& memory_mask,
              const given::TransformerWeights& weights);
Tensor transformer(const std::vector<int>& source, const std::vector<int>& target,
                   const given::TransformerWeights& weights, int pad);

namespace {

/// Without a bias: those of a layer are an earlier exercise.
given::Linear linear(const Tensor& weight) { return {weight, Tensor({weight.dim(0)})}; }
given::Norm norm(const Tensor& weight) { return {weight, Tensor({weight.dim(0)})}; }

/// Those that the case holds; a stack that it does not hold is empty.
given::TransformerWeights weights_of(const Case& c) {
  given::TransformerWeights w;
  const auto attention = [&](const Tensor& of_layer, int first) {
    return given::AttentionWeights{c.integer("heads"), linear(element(of_layer, first)),
                                   linear(element(of_layer, first + 1)), linear(element(of_layer, first + 2)),
                                   linear(element(of_layer, first + 3))};
  };
  const auto final_norm = [&](int i) {
    return given::Norm{element(c.tensor("final_norms"), i), element(c.tensor("final_norms"), i + 1)};
  };
  w.source_embedding = c.tensor("source_embedding");
  w.target_embedding = c.tensor("target_embedding");
  w.encoder_norm = final_norm(0);
  w.decoder_norm = final_norm(2);
  for (int n = 0; c.has("encoder_attention") && n < c.tensor("encoder_attention").dim(0); ++n) {
    const Tensor norms = element(c.tensor("encoder_norms"), n);
    w.encoder.push_back({.attention = attention(element(c.tensor("encoder_attention"), n), 0),
                         .norm1 = norm(element(norms, 0)),
                         .linear1 = linear(element(c.tensor("encoder_linear1"), n)),
                         .linear2 = linear(element(c.tensor("encoder_linear2"), n)),
                         .norm2 = norm(element(norms, 1))});
  }
  for (int n = 0; c.has("decoder_attention") && n < c.tensor("decoder_attention").dim(0); ++n) {
    const Tensor norms = element(c.tensor("decoder_norms"), n),
                 both = element(c.tensor("decoder_attention"), n);
    w.decoder.push_back({.self_attention = attention(both, 0),
                         .norm1 = norm(element(norms, 0)),
                         .cross_attention = attention(both, 4),
                         .norm2 = norm(element(norms, 1)),
                         .linear1 = linear(element(c.tensor("decoder_linear1"), n)),
                         .linear2 = linear(element(c.tensor("decoder_linear2"), n)),
                         .norm3 = norm(element(norms, 2))});
  }
  if (c.has("output")) w.output = {c.tensor("output"), c.tensor("output_bias")};
  return w;
}

struct Size {
  std::vector<int> source, target;
  int width, heads, hidden, encoder_layers, decoder_layers, source_words, target_words, pad;
};

/// In both languages the ids are those of the smaller vocabulary.
const std::vector<std::pair<std::string, Size>>& sizes() {
  static const std::vector<std::pair<std::string, Size>> all{
      {"one layer each", {{4, 2, 5}, {1, 4}, 4, 1, 3, 1, 1, 6, 7, 0}},
      {"2 and 3 layers", {{3, 7}, {1, 7, 9, 3}, 4, 2, 5, 2, 3, 10, 12, 0}},
      {"3 and 2 layers, padding in the source",
       {{4, 3, 1, 4, 0, 0}, {1, 2, 4, 2, 3}, 2, 1, 1, 3, 2, 5, 6, 0}},
      {"one token each", {{1}, {1}, 6, 3, 8, 3, 3, 2, 2, 0}},
      {"2 and 3 layers, padding in the middle",
       {{3, 2, 4, 4, 2, 0}, {1, 0, 3, 2, 3, 0}, 2, 2, 1, 2, 3, 5, 5, 4}},
      {"2 and 1 layers, padding in front", {{3, 3, 2, 0, 5}, {4, 2, 0}, 6, 3, 2, 2, 1, 8, 6, 3}},
      {"3 layers each, padding in both", {{6, 5, 9, 2, 1, 1, 1}, {8, 7, 3, 1}, 8, 4, 6, 3, 3, 14, 11, 1}}};
  return all;
}

enum class Stacks { encoder, decoder, both };

void add(Cases& cases, Draw& draw, const std::string& label, const Size& size, Stacks stacks) {
  heed::grading::CaseInputs& one = cases.add(label);
  const int c = size.width, h = size.hidden, e = size.encoder_layers, d = size.decoder_layers;
  one.tensor("source_embedding", draw.normal({size.source_words, c}))
      .tensor("target_embedding", draw.normal({size.target_words, c}))
      .tensor("final_norms", draw.uniform({4, c}, 0.5, 2))
      .integer("heads", size.heads);
  if (stacks != Stacks::decoder) {
    one.ids("source", size.source)
        .integer("pad", size.pad)
        .tensor("encoder_attention", draw.normal({e, 4, c, c}))
        .tensor("encoder_norms", draw.uniform({e, 2, c}, 0.5, 2))
        .tensor("encoder_linear1", draw.normal({e, h, c}))
        .tensor("encoder_linear2", draw.normal({e, c, h}));
  } else {
    const int rows = static_cast<int>(size.target.size()), columns = static_cast<int>(size.source.size());
    Tensor mask({rows, columns});
    for (int k = 0; k < mask.size(); ++k)
      mask.flat(k) = size.source[static_cast<std::size_t>(k % columns)] == size.pad ? 0 : 1;
    one.tensor("memory", draw.normal({columns, c}, {.std = 1.5})).tensor("memory_mask", mask);
  }
  if (stacks != Stacks::encoder)
    one.ids("target", size.target)
        .tensor("decoder_attention", draw.normal({d, 8, c, c}))
        .tensor("decoder_norms", draw.uniform({d, 3, c}, 0.5, 2))
        .tensor("decoder_linear1", draw.normal({d, h, c}))
        .tensor("decoder_linear2", draw.normal({d, c, h}));
  if (stacks == Stacks::both)
    one.tensor("output", draw.normal({size.target_words, c}))
        .tensor("output_bias", draw.normal({size.target_words}));
}

void add_all(Cases& cases, Draw& draw, Stacks stacks) {
  for (const auto& [label, size] : sizes()) add(cases, draw, label, size, stacks);
}

}  // namespace

void describe(Exercise& e) {
  e.part(
      "mask", {.points = 2},
      [](Case& c) { c.give("mask", padding_mask(c.ids("source"), c.integer("queries"), c.integer("pad"))); },
      [](Cases& cases, Draw& draw) {
        const auto put = [&](const std::string& label, const std::vector<int>& source, int queries, int pad) {
          cases.add(label).ids("source", source).integer("queries", queries).integer("pad", pad);
        };
        put("the example", {5, 7, 0}, 2, 0);
        put("no padding", {3, 9, 4, 12}, 4, 0);
        put("padding in front", {1, 1, 6, 0, 8}, 3, 1);
        put("padding is 3", {4, 0, 0, 3, 3, 3}, 2, 3);
        put("one token", {11}, 5, 2);
        std::vector<int> drawn = draw.ids(7, 2, 20);
        drawn.insert(drawn.end(), {1, 1});
        put("drawn", drawn, draw.integer(2, 6), 1);
      });

  e.part(
      "embed", {.points = 3}, [](Case& c) { c.give("x", embed(c.ids("ids"), c.tensor("table"))); },
      [](Cases& cases, Draw& draw) {
        Tensor table({3, 4});
        for (int i = 0; i < 3; ++i) table(i, i) = 1;
        cases.add("the example").ids("ids", {2, 2}).tensor("table", table);
        const auto put = [&](const std::string& label, int length, int words, int channels) {
          cases.add(label)
              .ids("ids", draw.ids(length, 0, words - 1))
              .tensor("table", draw.normal({words, channels}));
        };
        put("3 tokens, 6 wide", 3, 12, 6);
        put("7 tokens, 4 wide", 7, 5, 4);
        put("one token, 10 wide", 1, 3, 10);
        put("9 tokens, 2 wide", 9, 15, 2);
        put("5 tokens, 8 wide", 5, 4, 8);
      });

  e.part(
      "encode", {.points = 3},
      [](Case& c) { c.give("memory", encode(c.ids("source"), weights_of(c), c.integer("pad"))); },
      [](Cases& cases, Draw& draw) { add_all(cases, draw, Stacks::encoder); });

  e.part(
      "decode", {.points = 4},
      [](Case& c) {
        c.give("x", decode(c.ids("target"), c.tensor("memory"), c.tensor("memory_mask"), weights_of(c)));
      },
      [](Cases& cases, Draw& draw) { add_all(cases, draw, Stacks::decoder); });

  e.part(
      "logits", {.points = 3},
      [](Case& c) {
        c.give("logits", transformer(c.ids("source"), c.ids("target"), weights_of(c), c.integer("pad")));
      },
      [](Cases& cases, Draw& draw) { add_all(cases, draw, Stacks::both); });

  e.now([](Demo& d) {
    const heed::grading::RealTranslator translator;
    const given::TransformerWeights weights = translator.weights();
    std::string lines;
    for (int sentence = 0; sentence < translator.sentences(); ++sentence) {
      std::vector<int> tokens{translator.bos()};
      while (tokens.size() < 9) {
        const Tensor logits =
            transformer(translator.source_ids(sentence), tokens, weights, given::SpecialIds().pad);
        int best = 0;
        for (int v = 1; v < logits.dim(1); ++v)
          if (logits(logits.dim(0) - 1, v) > logits(logits.dim(0) - 1, best)) best = v;
        if (best == translator.eos()) break;
        tokens.push_back(best);
      }
      lines +=
          "\n  " + translator.source(sentence) + " → " + translator.text({tokens.begin() + 1, tokens.end()});
    }
    d.say(
        "heed trained a Transformer just now. With its weights, your own Transformer translates:" + lines,
        "heed가 방금 트랜스포머 하나를 학습했습니다. 그 가중치로 여러분의 트랜스포머가 번역합니다:" + lines);
  });
}
