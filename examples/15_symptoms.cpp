// 15  Symptoms: what a training looks like that goes wrong by one line
//
// The loss falls and the output is nonsense, or the loss does not fall at all: why? Here stands the training
// of example 08 in full, with twelve mistakes to choose from. Each changes one line.
//
//     ./heed example 15              trains as it should be
//     ./heed example 15 no_shift     trains with that mistake; any other word lists them
//
// The course asks the other way round: its quiz "symptoms" shows what came out, and you say what was wrong.
//
// last line: i love apples -> 나는 사과를 좋아한다
#include <fmt/ranges.h>

#include <numeric>

#include "examples/wrong_training.hpp"
#include "lib/data/toy_grammar.hpp"

using namespace heed;

namespace {

Vocabulary vocabulary_of(const std::vector<SentencePair>& pairs, std::string SentencePair::*side) {
  TokenCounts words;
  for (const SentencePair& pair : pairs) words.add(split_words(pair.*side));
  return Vocabulary(words);
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mistake = argc > 1 ? argv[1] : "";
  if (!mistake.empty() && std::ranges::find(mistakes, mistake) == mistakes.end()) {
    fmt::print(stderr, "there is no mistake '{}'; there are {}\n", mistake, fmt::join(mistakes, ", "));
    return 2;
  }
  const Corpus corpus = toy_corpus(
      {.direction = Direction::english_to_korean, .train = 8000, .valid = 200, .test = 1, .level = 1});
  const Vocabulary from = vocabulary_of(corpus.train, &SentencePair::source),
                   into = vocabulary_of(corpus.train, &SentencePair::target);
  Rng rng(8);
  Training training{
      mistake, from, into,
      Transformer({.source_vocab = std::ssize(from.tokens()),
                   .target_vocab = std::ssize(into.tokens()),
                   .encoder_layers = 2,
                   .decoder_layers = 2,
                   .layer = {.d_model = 64, .heads = 4, .dim_feedforward = 128, .max_length = 64}},
                  rng)};
  training.run(training.ids(corpus.train), 1500);
  training.model.eval();
  std::vector<std::size_t> all(corpus.valid.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  fmt::print("unseen      loss {:.3f}\n\n", training.loss(training.ids(corpus.valid), all).value().item());

  if (mistake == "other_vocabulary") training.into = vocabulary_of(corpus.valid, &SentencePair::target);
  for (const char* const unseen : {"the students sell a new bag every day", "the boy will meet the singer",
                                   "the singer will meet the boy"})
    fmt::print("{} -> {}\n", unseen, training.translate(unseen));
  const std::string sentence = "i love apples";
  fmt::print("\n{}\n{} -> {}\n", training.map_of(sentence), sentence, training.translate(sentence));
}
