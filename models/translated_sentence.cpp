// One sentence as a translator reads it and writes its translation, and several of them as one text.
#include <fmt/ranges.h>

#include <algorithm>

#include "lib/text/near.hpp"
#include "lib/text/sentences.hpp"
#include "lib/text/unicode.hpp"
#include "models/translator.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

template <typename T>
void append(std::vector<T>& all, const std::vector<T>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// Puts the mark behind a text that has words, and no mark there.
void end_with(std::string& text, const std::string& mark) {
  if (!text.empty() && end_mark(text).empty()) text += mark;
}

void add_with_space(std::string& text, const std::string& next) {
  if (!text.empty() && !next.empty()) text += ' ';
  text += next;
}

/// Those of the same rank side by side, as long as there are such; their scores add up.
void append_ranks(std::vector<Alternative>& all, const std::vector<Alternative>& more) {
  if (all.empty() || more.empty()) {
    append(all, more);
    return;
  }
  all.resize(std::min(all.size(), more.size()));
  for (std::size_t i = 0; i < all.size(); ++i) {
    add_with_space(all[i].text, more[i].text);
    all[i].score += more[i].score;
  }
}

}  // namespace

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
  result.least = hypotheses.front().least();
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

Translation Translator::joined(std::vector<Translation> parts) {
  Translation all;
  all.sentences = 0;
  std::size_t words = 0;
  for (Translation& part : parts) {
    end_with(part.text, part.end);
    for (Alternative& a : part.alternatives) end_with(a.text, part.end);
    append(all.source, part.source);
    append(all.target, part.target);
    append(all.source_words, part.source_words);
    for (const std::size_t word : part.target_words) all.target_words.push_back(words + word);
    words += split_whitespace(part.text).size();
    append(all.dropped, part.dropped);
    append(all.unknown, part.unknown);
    append(all.near, part.near);
    append(all.copied, part.copied);
    all.left_unknown += part.left_unknown;
    append(all.unsaid, part.unsaid);
    append(all.unfounded, part.unfounded);
    if (all.out_of_place.empty()) all.out_of_place = part.out_of_place;
    all.respaced = all.respaced || part.respaced;
    all.least = std::min(all.least, part.least);
    all.finished = all.finished && part.finished;
    all.cut = all.cut || part.cut;
    all.sentences += part.sentences;
    add_with_space(all.text, part.text);
    append_ranks(all.alternatives, part.alternatives);
  }
  all.parts = std::move(parts);
  return all;
}

}  // namespace heed
