// Text for a language model: a line is a text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <unordered_set>
#include <vector>

#include "lib/data/batches.hpp"
#include "lib/data/toy_text.hpp"
#include "models/text_tokens.hpp"

namespace heed {

struct TextChoice {
  std::filesystem::path file{};    // empty: sentences of the embedded grammar
  int level = 2;                   // of the grammar
  std::size_t sentences = 40'000;  // of the grammar, to train on
  std::size_t min_frequency = 1;   // tokens seen less often in training become <unk>
  std::string tokens = "words";
};

/// The sentences of the grammar that the trained model is measured on.
ToyTextOptions test_text(const TextChoice& choice, std::size_t sentences);
/// Holds what training or validation has: a test leaves it out.
std::unordered_set<std::string> seen_sentences(const TextChoice& choice);

/// Holds what a trained model is measured on.
struct TestText {
  std::vector<Example> examples{};  // sources are empty
  std::int64_t lines = 0;
  /// Code points as the tokens write them, and one for the end of each line: blanks that the tokens do not
  /// tell apart are no text that a model could predict.
  std::int64_t characters = 0;
  std::int64_t tokens = 0;   // with that of each line's end
  std::int64_t unknown = 0;  // of them, that training does not have
};

struct LanguageData {
  TextTokens tokens;
  std::vector<Example> train, valid;  // sources are empty
  std::int64_t train_lines = 0, valid_lines = 0;
  TestText test{};
  double grammar_bits = 0;              // bits a test sentence of the grammar has; 0: another text
  std::vector<std::string> warnings{};  // what was left out or cut, with numbers
};

/// The last twentieth of a file's lines is held out (at most 2,000), and is the test as well: two parts
/// would cost a small text too much. Of the grammar 1,000 sentences are for validation, and another 1,000 for
/// the test, without those that training or validation has.
/// Lines of more than `most` tokens are cut into pieces that go on from the token before; BERT, which sees
/// both sides, reads each as a text of its own. Throws Error for a file that cannot be read or has fewer than
/// two lines of text.
LanguageData load_text(const TextChoice& choice, std::int64_t most);

}  // namespace heed
