// One sentence as a translator reads it and writes its translation.
#include <fmt/ranges.h>

#include <algorithm>

#include "lib/text/near.hpp"
#include "lib/text/sentences.hpp"
#include "lib/text/unicode.hpp"
#include "models/translator.hpp"

namespace heed::inline HEED_PRECISION {

Translation Translator::read(std::string_view sentence, std::size_t most) const {
  SourceText text = read_source(sentence, source_.tokenizer, source_.vocabulary, source_.learned);
  Translation result;
  result.sentences = split_sentences(sentence).size();
  result.source = std::move(text.tokens);
  result.source_words = std::move(text.words);
  result.dropped = std::move(text.dropped);
  result.respaced = text.respaced;
  result.out_of_place = std::move(text.out_of_place);
  if (result.source.size() > most) {
    result.source.resize(most);
    result.source_words.resize(most);
    result.cut = true;
  }
  for (const std::string& token : result.source) {
    if (source_.vocabulary.contains(token)) continue;
    result.unknown.push_back(token);
    const std::vector<std::string> near = near_words(token, source_.vocabulary.tokens());
    result.near.push_back(fmt::format("{}", fmt::join(near, ", ")));
  }
  return result;
}

bool Translator::says_nothing(const Translation& read) const {
  const auto is_known_word = [&](const std::string& token) {
    return source_.vocabulary.contains(token) && !is_no_word(token);
  };
  return source_.learned && !source_.learned->unknown_words && !read.unknown.empty() &&
         std::none_of(read.source.begin(), read.source.end(), is_known_word);
}

void Translator::write(Translation& result, const std::vector<Hypothesis>& hypotheses,
                       Unknown unknown) const {
  if (result.source.empty()) return;  // what the model would make up belongs to no word
  result.finished = hypotheses.front().finished;
  result.least = hypotheses.front().least;
  for (const Hypothesis& h : hypotheses) {
    Translation one;
    one.source = result.source;
    one.target = target_.vocabulary.decode(h.tokens);
    one.text = written(one, unknown);
    result.alternatives.push_back({one.text, h.score});
    if (result.alternatives.size() > 1) continue;
    result.target = std::move(one.target);
    result.target_words = std::move(one.target_words);
    result.text = std::move(one.text);
    result.copied = std::move(one.copied);
    result.left_unknown = one.left_unknown;
  }
  const Counterparts &of_source = source_.counterparts, &of_target = target_.counterparts;
  result.unsaid = without_counterpart(of_source, result.source, result.target, of_target);
  result.unfounded = without_counterpart(of_target, result.target, result.source, of_source);
}

std::string Translator::written(Translation& translation, Unknown unknown) const {
  std::vector<std::string> tokens = translation.target;
  const auto unknown_words = [&] {
    const std::string_view unk = Vocabulary::special_names[Vocabulary::unk];
    return std::count(tokens.begin(), tokens.end(), unk);
  };
  if (unknown == Unknown::copy && unknown_words() > 0) {
    for (const Link& link : copies(translation)) {
      tokens[link.target] = translation.source[link.source];
      translation.copied.push_back(tokens[link.target]);
    }
    translation.left_unknown = static_cast<std::size_t>(unknown_words());
  }
  std::string text = target_.tokenizer.join(tokens);
  translation.target_words = target_.tokenizer.words_of(tokens, text);
  return text;
}

}  // namespace heed
