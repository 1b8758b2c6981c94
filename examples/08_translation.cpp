// 08  Translation: Korean to English
//
// The same Transformer on words. The sentences come from a small grammar, 나는 사과를 좋아한다 / I love
// apples: the word order turns around, the verb's ending becomes "did not", and the particles 은/는/을/를 say
// who does what.
//
//     text → tokens → ids    "나는 사과를 좋아한다" → 나는 | 사과를 | 좋아한다 → three numbers
//     train()                the loop of example 07, with validation, clipping, and the best epoch kept
//     greedy_decode()        ids of a source → ids of its translation → text
//
// This is a model for a coffee break, of 2 layers and a few thousand sentences: `./heed translate` trains a
// better one on harder sentences.
//
// last line: 나는 사과를 좋아한다 -> i love apples
#include <fmt/ranges.h>

#include <string>
#include <vector>

#include "lib/data/toy_grammar.hpp"
#include "lib/text/vocabulary.hpp"
#include "lib/text/words.hpp"
#include "models/seq2seq.hpp"
#include "nn/trainer.hpp"

using namespace heed;

namespace {

struct Translator {
  Vocabulary source, target;
  Transformer model;

  std::vector<Example> examples(const std::vector<SentencePair>& pairs) const {
    std::vector<Example> ids;
    for (const SentencePair& pair : pairs)
      ids.push_back({source.encode(split_words(pair.source)), target.encode(split_words(pair.target))});
    return ids;
  }

  std::string operator()(const std::string& sentence) const {
    const std::vector<std::vector<std::int32_t>> ids{source.encode(split_words(sentence))};
    const Hypothesis best = greedy_decode(model, make_sources(ids)).front();
    return join_words(target.decode(best.tokens));
  }
};

}  // namespace

int main() {
  constexpr std::size_t pairs = 8000;
  const Corpus corpus = toy_corpus({.train = pairs, .valid = 100, .test = 100, .level = 1});

  // A number for every word that occurs at least twice; the others are <unk>.
  TokenCounts korean, english;
  for (const SentencePair& pair : corpus.train) {
    korean.add(split_words(pair.source));
    english.add(split_words(pair.target));
  }
  const Vocabulary source(korean, {.min_frequency = 2}), target(english, {.min_frequency = 2});

  Rng rng(8);
  const Translator translate{
      source, target,
      Transformer(
          {.source_vocab = static_cast<std::int64_t>(source.size()),
           .target_vocab = static_cast<std::int64_t>(target.size()),
           .encoder_layers = 1,
           .decoder_layers = 1,
           .layer = {.d_model = 64, .heads = 4, .dim_feedforward = 128, .dropout = 0.1, .max_length = 64}},
          rng)};
  fmt::print("{} Korean and {} English words, {} parameters\n", source.size(), target.size(),
             translate.model.parameter_count());

  // A learning rate that rises and falls: large steps before Adam knows the gradients would do harm, and
  // small steps settle the model at the end.
  constexpr std::size_t epochs = 6, sentences = 32, steps = epochs * pairs / sentences;
  Adam optimizer(translate.model.parameters(), {.beta2 = 0.98});
  train(seq2seq_task(translate.model, translate.examples(corpus.train), translate.examples(corpus.valid),
                     {.batches = {.sentences = sentences}, .label_smoothing = 0.1}),
        optimizer,
        {.epochs = epochs,
         .schedule = cosine_schedule(3e-3, 100, steps),
         .seed = 8,
         .on_epoch = [](const EpochReport& e) {
           fmt::print("epoch {}/{}  train loss {:.3f}  valid loss {:.3f}\n", e.epoch, e.epochs, e.train_loss,
                      e.valid_loss);
         }});

  std::size_t right = 0;
  for (std::size_t i = 0; i < corpus.test.size(); ++i) {
    const auto& [korean_text, english_text, alignment] = corpus.test[i];
    const std::string answer = translate(korean_text);
    if (answer == join_words(split_words(english_text))) ++right;
    if (i < 5) fmt::print("{} -> {}   (reference: {})\n", korean_text, answer, english_text);
  }
  fmt::print("{} of {} unseen sentences are translated exactly\n", right, corpus.test.size());

  const std::string sentence = "나는 사과를 좋아한다";
  const std::vector<std::string> tokens = split_words(sentence);
  fmt::print("tokens {}, ids {}\n", fmt::join(tokens, " | "), fmt::join(source.encode(tokens), ", "));
  fmt::print("{} -> {}\n", sentence, translate(sentence));
}
