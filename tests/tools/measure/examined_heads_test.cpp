// C13 and C16 on a translator that learns in a moment: which heads there are, and what silencing them does.
#include <cmath>

#include "lib/score/bleu.hpp"
#include "nn/trace.hpp"
#include "tests/catch.hpp"
#include "tests/tools/small_training.hpp"
#include "tools/measure/heads.hpp"

using namespace heed;

namespace {

TranslationSession small_session() {
  return {.model = {.encoder_layers = 1,
                    .decoder_layers = 1,
                    .layer = {.d_model = 32, .heads = 2, .dim_feedforward = 64}},
          .run = {.epochs = 5, .batch_sentences = 32, .learning_rate = 5e-3, .warmup = 60}};
}

GrammarTranslator small_translator() {
  const TranslationData& data = testing::training_data();
  return {data, train_translator(data, small_session(), {.talk = Talk::bar}).translator};
}

/// Head 2 of cross-attention gives nothing: its columns of out_proj are 0.
void cut_second_head(const Transformer& model) {
  Variable weight = model.decoder.layers[0].multihead_attn.out_proj.weight;
  const std::int64_t width = weight.dim(1);
  for (std::int64_t i = 0; i < weight.value().size(); ++i)
    if (i % width >= width / 2) weight.mutable_data()[i] = 0;
}

}  // namespace

TEST_CASE("heads are examined one by one: what is lost without each, and how much its gate matters") {
  const GrammarTranslator trained = small_translator();
  const auto& model = std::get<Transformer>(trained.translator.model());
  cut_second_head(model);
  constexpr std::size_t translated = 60;
  const auto bleu = [&] {
    return Bleu({.tokenize = BleuTokenizer::none})
        .score_of(bleu_counts(trained.data, trained.translator, translated).sums());
  };
  const ExaminedHeads examined = examine_heads(trained, {.looked = 20, .translated = translated});
  std::vector<std::string> names;
  for (const HeadFacts& f : examined.heads) names.push_back(head_name(f).english);
  REQUIRE(names == std::vector<std::string>{"encoder 1.1", "encoder 1.2", "decoder 1.1", "decoder 1.2",
                                            "cross 1.1", "cross 1.2"});
  CHECK(examined.bleu == Approx(bleu()));
  CHECK(examined.bleu > 5);
  const HeadFacts &first = examined.heads[4], &cut = examined.heads[5];
  CHECK((cut.importance == 0 && cut.silenced.difference == 0));
  CHECK(first.importance == Approx(1));
  CHECK(first.alone.difference == 0);
  CHECK(cut.alone.difference == Approx(first.silenced.difference));
  Trace trace(model);
  for (std::size_t h = 0; h < examined.heads.size(); ++h) {
    const HeadFacts& f = examined.heads[h];
    INFO(names[h]);
    CHECK((f.sharpness >= f.uniform && f.sharpness <= 1));
    CHECK(f.example.size() == (f.place == HeadPlace::cross ? 3 : 0));
    for (const ExampleWord& word : f.example) CHECK((word.weight > 0.25 && word.weight <= 1));
  }
  for (const std::size_t h : {0, 2})
    CHECK(std::hypot(examined.heads[h].importance, examined.heads[h + 1].importance) == Approx(1));
  trace.replace("encoder.layers.0.self_attn.z", ablate_head(1));
  CHECK(examined.heads[1].silenced.difference == Approx(bleu() - examined.bleu));
}

TEST_CASE(
    "a head that gives all tokens the same is at the first word, and at the token before by its share") {
  const TranslationData& data = testing::training_data();
  const GrammarTranslator trained{data, untrained_translator(data, small_session())};
  const auto& model = std::get<Transformer>(trained.translator.model());
  // Without queries all scores of head 2 are 0: uniform weights, of which the first is the largest.
  const auto blind = [](const MultiheadAttention& attention) {
    const std::int64_t width = attention.in_proj_weight.dim(1);
    Variable weight = attention.in_proj_weight, bias = attention.in_proj_bias;
    std::fill_n(weight.mutable_data() + width / 2 * width, width / 2 * width, Scalar(0));
    std::fill_n(bias.mutable_data() + width / 2, width / 2, Scalar(0));
  };
  model.eval();
  blind(model.encoder.layers[0].self_attn), blind(model.decoder.layers[0].self_attn);
  blind(model.decoder.layers[0].multihead_attn);
  constexpr std::size_t looked = 20;
  double of_next = 0, nexts = 0, of_last = 0, lasts = 0, by_encoder = 0, sources = 0, by_decoder = 0,
         targets = 0;
  for (std::size_t i = 0; i < looked; ++i) {
    const Example& example = trained.data.test.examples[i];
    const auto source = std::ssize(example.source) + 1,
               target = std::ssize(example.target) + 1;  // with <eos>
    for (std::int64_t word = 0; word < target - 1; ++word) {
      double words = 0, first = 0;
      for (const auto& [from, to] : trained.data.test.pairs[i].alignment)
        if (to == word) words += 1, first += from == 0;
      if (words == 0) continue;
      nexts += 1, of_next += first > 0, lasts += 1, of_last += first > 0;  // each is next once, then last
    }
    by_encoder += static_cast<double>(source - 1) / static_cast<double>(source);
    sources += static_cast<double>(source - 1), targets += static_cast<double>(target - 1);
    for (std::int64_t q = 1; q < target; ++q) by_decoder += 1 / static_cast<double>(q + 1);
  }
  const ExaminedHeads examined = examine_heads(trained, {.looked = looked, .translated = 5});
  CHECK(of_next > 0);
  CHECK(examined.heads[5].next_word.mean == Approx(of_next / nexts));
  CHECK(examined.heads[5].last_word.mean == Approx(of_last / lasts));
  CHECK(examined.heads[5].sharpness == Approx(examined.heads[5].uniform));
  CHECK(examined.heads[1].previous.mean == Approx(by_encoder / sources));
  CHECK(examined.heads[3].previous.mean == Approx(by_decoder / targets));
  CHECK(examined.heads[4].next_word.mean != Approx(of_next / nexts));
}
