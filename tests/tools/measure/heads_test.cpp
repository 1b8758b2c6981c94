// C13 and C16 measure this of a head: its weights, and what silencing it does to a translator that learns in
// a moment.
#include "tools/measure/heads.hpp"
#include "nn/trace.hpp"
#include "tests/catch.hpp"
#include "tests/tools/small_training.hpp"

using namespace heed;

namespace {

/// The facts of a head whose weights are these, (1, 2, Tq, Tk), head 1 of them; the sentence's words are
/// aligned so.
HeadFacts facts_of(HeadPlace place, const Array& weights, std::vector<std::pair<int, int>> alignment = {}) {
  HeadFacts facts{.place = place, .head = 1};
  HeadSums sums;
  add_weights(weights, facts, {.source = "", .target = "", .alignment = std::move(alignment)}, sums);
  sums.put_into(facts);
  return facts;
}

/// Head 0 has zeros, head 1 these.
Array second_head(std::int64_t queries, std::int64_t keys, const std::vector<Scalar>& rows) {
  std::vector<Scalar> both(rows.size());
  both.insert(both.end(), rows.begin(), rows.end());
  return Array({1, 2, queries, keys}, both);
}

}  // namespace

TEST_CASE("alignment counts the words whose largest weight lies on a source word of theirs") {
  // Three target words and <eos>; source: words 0, 1, 2 and <eos>. Target 0 is of 0, 1 of 2, 2 of 1 and 2.
  const Array weights = second_head(4, 4,
                                    {0.7F, 0.1F, 0.1F, 0.1F,    // at 0: right
                                     0.1F, 0.6F, 0.2F, 0.1F,    // at 1: wrong
                                     0.1F, 0.1F, 0.8F, 0.0F,    // at 2: right, and right of the last word
                                     0.2F, 0.5F, 0.2F, 0.1F});  // <eos> has no words; the last word's 1
  const HeadFacts f = facts_of(HeadPlace::cross, weights, {{0, 0}, {2, 1}, {1, 2}, {2, 2}});
  CHECK(f.next_word.mean == Approx(2 / 3.0));
  CHECK(f.last_word.mean == Approx(2 / 3.0));  // asked of queries 1, 2, 3: only the first is wrong
  CHECK(f.chance == Approx((0.25 + 0.25 + 0.5) / 3));
  CHECK(f.sharpness == Approx((0.7 + 0.6 + 0.8 + 0.5) / 4));
  CHECK(f.previous.mean == 0);  // of self-attention alone
}

TEST_CASE("the weight of the token before is that of self-attention, from the second token on") {
  const Array weights = second_head(3, 3, {1.0F, 0.0F, 0.0F, 0.9F, 0.1F, 0.0F, 0.2F, 0.5F, 0.3F});
  CHECK(facts_of(HeadPlace::encoder, weights).previous.mean == Approx(0.7));
}

TEST_CASE("how hard a head looks is told by queries that see enough keys") {
  // Causal and uniform: 1, 1/2, 1/3, 1/4, 1/5. The first query can give its weight to none but itself.
  std::vector<Scalar> rows;
  for (int q = 0; q < 5; ++q)
    for (int k = 0; k < 5; ++k) rows.push_back(k <= q ? 1 / static_cast<Scalar>(q + 1) : 0);
  CHECK(facts_of(HeadPlace::decoder, second_head(5, 5, rows)).sharpness == Approx((1 / 4.0 + 1 / 5.0) / 2));
  // Nothing is said of a sentence with too few keys.
  CHECK(facts_of(HeadPlace::decoder, second_head(2, 2, {1, 0, 1, 0})).sharpness == 0);
}

TEST_CASE("heads are examined one by one: what is lost without each") {
  const TranslationData& data = testing::training_data();
  const TranslationSession session{
      .model = {.encoder_layers = 1,
                .decoder_layers = 1,
                .layer = {.d_model = 32, .heads = 2, .dim_feedforward = 64}},
      .run = {.epochs = 5, .batch_sentences = 32, .learning_rate = 5e-3, .warmup = 60}};
  const Translator translator = train_translator(data, session, {.talk = Talk::bar}).translator;
  const auto& model = std::get<Transformer>(translator.model());
  constexpr std::size_t translated = 60;
  const auto bleu = [&] { return bleu_of(bleu_counts(data, translator, translated)); };
  const ExaminedHeads examined = examine_heads(data, translator, 20, translated);
  std::vector<std::string> names;
  for (const HeadFacts& f : examined.heads) names.push_back(head_name(f).english);
  REQUIRE(names == std::vector<std::string>{"encoder 1.1", "encoder 1.2", "decoder 1.1", "decoder 1.2",
                                            "cross 1.1", "cross 1.2"});
  CHECK(examined.bleu == Approx(bleu()));
  CHECK(examined.bleu > 1);
  Trace trace(model);
  for (std::size_t h = 0; h < examined.heads.size(); ++h) {
    const HeadFacts& f = examined.heads[h];
    INFO(names[h]);
    CHECK((f.sharpness > 0 && f.sharpness <= 1));
    CHECK(f.example.size() == (f.place == HeadPlace::cross ? 3 : 0));
    for (const ExampleWord& word : f.example) CHECK((word.weight > 0.25 && word.weight <= 1));
  }
  trace.replace("encoder.layers.0.self_attn.z", ablate_head(1));
  CHECK(examined.heads[1].silenced.difference == Approx(bleu() - examined.bleu));
}
