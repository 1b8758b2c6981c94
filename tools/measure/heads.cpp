#include "tools/measure/heads.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "autograd/no_grad.hpp"
#include "lib/data/toy_grammar.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/score/bleu.hpp"
#include "nn/next_token_task.hpp"
#include "nn/trace.hpp"

namespace heed {
namespace {

/// The name of a point of the head's attention: "z" is what its heads give before out_proj.
std::string point_of(const HeadFacts& f, const char* point) {
  const char* const places[]{"encoder.layers.{}.self_attn.{}", "decoder.layers.{}.self_attn.{}",
                             "decoder.layers.{}.multihead_attn.{}"};
  return fmt::format(fmt::runtime(places[static_cast<int>(f.place)]), f.layer, point);
}

std::vector<HeadFacts> heads_of(const Transformer& model) {
  std::vector<HeadFacts> all;
  for (const HeadPlace place : {HeadPlace::encoder, HeadPlace::decoder, HeadPlace::cross}) {
    const auto layers =
        place == HeadPlace::encoder ? std::ssize(model.encoder.layers) : std::ssize(model.decoder.layers);
    for (std::int64_t layer = 0; layer < layers; ++layer)
      for (std::int64_t h = 0; h < model.options().layer.heads; ++h)
        all.push_back({.place = place, .layer = layer, .head = h});
  }
  return all;
}

/// Sends the sentence that the documents align, 나는 사과를 좋아한다, through all heads of cross-attention.
void look_at_example(const Translator& translator, std::vector<HeadFacts>& heads) {
  const std::vector<std::string> read{"나는", "사과를", "좋아한다", "<eos>"}, written{"i", "love", "apples"};
  constexpr std::size_t belongs[]{0, 2, 1};
  const auto& model = std::get<Transformer>(translator.model());
  const std::vector<Example> example{{translator.source().vocabulary.encode({read.begin(), read.end() - 1}),
                                      translator.target().vocabulary.encode(written)}};
  const std::size_t first = 0;
  const Batch batch = make_batch(example, std::span(&first, 1));
  const Trace patterns(model, "*.multihead_attn.pattern");
  model(batch.source, batch.target_in);
  for (HeadFacts& f : heads) {
    if (f.place != HeadPlace::cross) continue;
    const Array& weights = patterns.value(point_of(f, "pattern"));
    const std::int64_t queries = weights.dim(2), keys = weights.dim(3);
    for (std::size_t q = 0; q < written.size(); ++q) {
      const Scalar* const row = weights.data() + (f.head * queries + static_cast<std::int64_t>(q)) * keys;
      const Scalar* const largest = std::max_element(row, row + keys);
      f.example.push_back({written[q], read[belongs[q]], read.at(static_cast<std::size_t>(largest - row)),
                           static_cast<double>(*largest)});
    }
  }
}

}  // namespace

TranslationData grammar_data(const ExperimentOptions& options, std::size_t test) {
  const Corpus corpus = toy_corpus(
      {.train = std::size_t{options.quick ? 6'000U : 12'000U}, .test = test, .level = options.quick ? 1 : 2});
  return make_translation_data(corpus, {});
}

TranslationSession grammar_session(const ExperimentOptions& options) {
  TranslationSession session{.run = {.epochs = options.quick ? 8 : 12, .learning_rate = 2e-3, .warmup = 100}};
  session.model.layer = {.d_model = 64, .heads = 4, .dim_feedforward = 128};
  session.run.seed = options.seed;
  return session;
}

SegmentStatistics bleu_counts(const TranslationData& data, const Translator& translator,
                              std::size_t sentences) {
  std::vector<std::vector<std::int32_t>> sources = sources_of(data.test);
  std::vector<std::string> references = data.test.references.words;
  sources.resize(std::min(sentences, sources.size()));
  references.resize(sources.size());
  const ScoredTexts texts = scored_texts(data.target.tokenizer, translator.decode_all(sources, {.beam = 1}));
  return Bleu({.tokenize = BleuTokenizer::none}).statistics(texts.words, {references});
}

Bilingual head_name(const HeadFacts& f) {
  return text_of(fmt::format("experiment.head {}", static_cast<int>(f.place)), f.layer + 1, f.head + 1);
}

void HeadSums::put_into(HeadFacts& f) const {
  f.sharpness = sharpness.share().mean;
  f.previous = previous.share();
  f.next_word = next_word.share();
  f.last_word = last_word.share();
  f.chance = chance.share().mean;
}

void add_weights(const Array& weights, const HeadFacts& f, const SentencePair& pair, HeadSums& sums) {
  constexpr std::int64_t enough_keys = 4;
  const std::int64_t queries = weights.dim(2), keys = weights.dim(3);
  for (SentenceSums* one : {&sums.sharpness, &sums.chance, &sums.next_word, &sums.last_word, &sums.previous})
    one->begin_sentence();
  for (std::int64_t q = 0; q < queries; ++q) {
    const Scalar* const row = weights.data() + (f.head * queries + q) * keys;
    const std::int64_t largest = std::max_element(row, row + keys) - row;
    if ((f.place == HeadPlace::decoder ? q + 1 : keys) >= enough_keys) sums.sharpness.add(row[largest]);
    if (f.place != HeadPlace::cross) {
      if (q > 0) sums.previous.add(row[q - 1]);
      continue;
    }
    // The q-th query reads the word before the q-th target word, which it predicts; the last predicts <eos>.
    for (const std::int64_t target : {q, q - 1}) {
      std::int64_t words = 0, hits = 0;  // source words that belong to the target word
      for (const auto& [source, of] : pair.alignment)
        if (of == target && source < keys) ++words, hits += source == largest;
      if (words == 0) continue;
      (target == q ? sums.next_word : sums.last_word).add(hits > 0 ? 1 : 0);
      if (target == q) sums.chance.add(static_cast<double>(words) / static_cast<double>(keys));
    }
  }
}

ExaminedHeads examine_heads(const TranslationData& data, const Translator& translator, std::size_t looked,
                            std::size_t translated) {
  const auto& model = std::get<Transformer>(translator.model());
  ExaminedHeads examined{.heads = heads_of(model)};
  std::vector<HeadFacts>& all = examined.heads;
  std::vector<HeadSums> sums(all.size());
  const std::size_t used = std::min(looked, data.test.examples.size());
  const NoGrad no_grad;
  for (std::size_t i = 0; i < used; ++i) {
    const Batch batch = make_batch(data.test.examples, std::span(&i, 1));
    const Trace patterns(model, "*.pattern");
    model(batch.source, batch.target_in);
    for (std::size_t h = 0; h < all.size(); ++h)
      add_weights(patterns.value(point_of(all[h], "pattern")), all[h], data.test.pairs[i], sums[h]);
  }
  look_at_example(translator, all);
  const SegmentStatistics with_all = bleu_counts(data, translator, translated);
  examined.bleu = bleu_of(with_all);
  for (std::size_t h = 0; h < all.size(); ++h) {
    HeadFacts& f = all[h];
    sums[h].put_into(f);
    Trace trace(model);
    trace.replace(point_of(f, "z"), ablate_head(f.head));
    f.silenced = paired_sentences(with_all, bleu_counts(data, translator, translated));
  }
  return examined;
}

const std::vector<ExaminedHeads>& examined_trainings(const ExperimentOptions& options) {
  static std::vector<ExaminedHeads> once;
  const std::size_t trainings = options.quick ? 2 : 3, looked = options.quick ? 60 : 1000,
                    translated = options.quick ? 200 : 3000;
  while (once.size() < trainings && !(interrupt_requested() && !once.empty())) {
    const TranslationData data = grammar_data(options, translated);
    TranslationSession session = grammar_session(options);
    session.run.seed = options.seed + once.size();
    const TrainedTranslator trained = train_translator(
        data, session, {.talk = Talk::bar, .label = word("a translator").in(spoken_language())});
    once.push_back(examine_heads(data, trained.translator, looked, translated));
    once.back().seed = session.run.seed;
  }
  return once;
}

}  // namespace heed
