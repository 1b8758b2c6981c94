#include "lib/text/tokenizer.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

/// With one blank between words, as sentencepiece knows no other white space.
std::vector<std::string> with_blanks(std::span<const std::string> sentences, Case letters) {
  std::vector<std::string> all;
  for (const std::string& sentence : sentences)
    all.push_back(fmt::format("{}", fmt::join(split_whitespace(normal_text(sentence, letters)), " ")));
  return all;
}

}  // namespace

Tokenisation parse_tokenisation(std::string_view name) {
  for (const auto kind : {Tokenisation::words, Tokenisation::characters, Tokenisation::subwords})
    if (name == to_string(kind)) return kind;
  throw_error<UsageError>("unknown tokenisation '{}': choose words, characters or subwords", name);
}

std::string_view to_string(Tokenisation tokenisation) {
  constexpr std::string_view names[] = {"words", "characters", "subwords"};
  return names[static_cast<std::size_t>(tokenisation)];
}

Case usual_case(Tokenisation tokenisation) {
  return tokenisation == Tokenisation::words ? Case::lower : Case::keep;
}

Tokenizer::Tokenizer(Tokenisation kind, Case letters, Blanks blanks)
    : kind_(kind), letters_(letters), blanks_(blanks) {
  if (kind == Tokenisation::subwords) throw_error<UsageError>("subwords have to be learned from text");
}

Tokenizer::Tokenizer(SubwordModel model, Case letters)
    : kind_(Tokenisation::subwords), letters_(letters), subwords_(std::move(model)) {}

Tokenizer Tokenizer::learn(std::span<const std::string> sentences, const SubwordOptions& options,
                           Case letters) {
  return {SubwordModel::learn(with_blanks(sentences, letters), options), letters};
}

std::vector<std::string> Tokenizer::split(std::string_view sentence) const {
  if (subwords_) {
    const std::string one(sentence);
    return subwords_->split(with_blanks({&one, 1}, letters_)[0]);
  }
  return kind_ == Tokenisation::words ? split_words(sentence, letters_)
                                      : split_characters(sentence, letters_, blanks_);
}

std::vector<std::vector<std::string>> Tokenizer::sample(std::span<const std::string> sentences, double alpha,
                                                        std::uint32_t seed) const {
  if (subwords_) return subwords_->sample(with_blanks(sentences, letters_), alpha, seed);
  std::vector<std::vector<std::string>> all;
  for (const std::string& sentence : sentences) all.push_back(split(sentence));
  return all;
}

std::string Tokenizer::join(std::span<const std::string> tokens) const {
  const bool one_blank = kind_ == Tokenisation::characters && blanks_ == Blanks::one;
  if (subwords_) return subwords_->join(tokens);
  if (one_blank) return join_subwords(tokens);
  return kind_ == Tokenisation::words ? join_words(tokens) : join_characters(tokens);
}

std::vector<std::size_t> Tokenizer::words_of(std::span<const std::string> tokens,
                                             std::string_view text) const {
  std::vector<std::size_t> places;
  if (kind_ != Tokenisation::words) {  // their spaces are tokens, or begin them
    std::size_t words = 0;             // begun so far
    bool in_word = false;
    for (std::string_view token : tokens) {
      for (; token.starts_with(visible_space); token.remove_prefix(visible_space.size())) in_word = false;
      if (!token.empty() && !std::exchange(in_word, true)) ++words;
      places.push_back(in_word ? words - 1 : words);  // a space alone belongs to the word behind it
    }
    for (std::size_t& place : places) place = std::min(place, std::max<std::size_t>(words, 1) - 1);
    return places;
  }
  const std::string normal = normal_text(text, letters_);
  const std::vector<std::string_view> words = split_whitespace(normal);
  std::size_t word = 0, from = 0;  // where the next token is looked for
  for (const std::string& token : tokens) {
    for (std::size_t w = word, begin = from; w < words.size(); ++w, begin = 0) {
      const std::size_t place = words[w].find(token, begin);
      if (place == std::string_view::npos) continue;
      word = w;
      from = place + token.size();
      break;
    }
    places.push_back(word);
  }
  return places;
}

}  // namespace heed
