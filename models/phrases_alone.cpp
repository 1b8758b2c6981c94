#include "models/phrases_alone.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "lib/text/unicode.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// The tokens without marks behind them, with spaces between.
std::string phrase_of(std::vector<std::string> tokens) {
  tokens.resize(without_end_marks(tokens));
  return fmt::format("{}", fmt::join(tokens, " "));
}

constexpr std::size_t longest_phrase = 4;  // words
constexpr int often = 5;
constexpr std::ptrdiff_t one_in = 200;  // so many lines begin with a word that tells a new sentence

}  // namespace

std::map<std::string, std::set<std::string>> phrases_alone(
    const std::vector<std::vector<std::string>>& tokens) {
  std::map<std::string, int> lines, first;
  for (const std::vector<std::string>& line : tokens) {
    if (line.size() <= longest_phrase + 1) ++lines[phrase_of(line)];
    if (!line.empty()) ++first[line.front()];
  }
  std::erase_if(lines, [](const auto& line) { return line.second < often || line.first.empty(); });
  std::map<std::string, std::set<std::string>> followers, alone;
  for (const std::vector<std::string>& line : tokens) {
    for (std::size_t i = 1; i < std::min(line.size(), longest_phrase + 1); ++i) {
      if (is_no_word(line[i])) break;
      const std::string phrase = phrase_of({line.begin(), line.begin() + static_cast<std::ptrdiff_t>(i)});
      if (lines.contains(phrase)) followers[phrase].insert(line[i]);
    }
  }
  for (const auto& [phrase, times] : lines) {
    const std::set<std::string>& behind = followers[phrase];
    std::set<std::string> before;
    for (const auto& [word, begun] : first) {
      if (!behind.empty() && begun * one_in >= std::ssize(tokens) && !behind.contains(word))
        before.insert(word);
    }
    if (behind.empty() || !before.empty()) alone.emplace(phrase, std::move(before));
  }
  return alone;
}

void learn_closing_words(const std::vector<std::vector<std::string>>& tokens, LearnedText& learned) {
  constexpr std::size_t few = 30;
  constexpr int one_in_closes = 5;
  std::map<std::string, int> last, inside;
  std::map<std::string, std::set<std::string>> behind;
  for (const std::vector<std::string>& line : tokens) {
    const std::size_t words = without_end_marks(line);
    if (words == 0) continue;
    learned.first.insert(line.front());
    ++last[line[words - 1]];
    for (std::size_t i = 0; i + 1 < words; ++i) {
      ++inside[line[i]];
      if (behind[line[i]].size() <= few) behind[line[i]].insert(line[i + 1]);
    }
  }
  for (const auto& [word, times] : last) {
    if (times < often || behind[word].size() > few || times * one_in_closes < times + inside[word]) continue;
    learned.closing.insert(word);
    learned.behind_closing.merge(behind[word]);
  }
}

bool closes(const LearnedText& learned, const std::string& word, const std::string& next) {
  return learned.closing.contains(word) && !learned.behind_closing.contains(next);
}

void cut_off_phrases(std::string_view clause, const Tokenizer& tokenizer, const Vocabulary& vocabulary,
                     const LearnedText& learned, std::vector<std::string_view>& clauses) {
  std::vector<std::size_t> begins;  // of the words, and the end
  for (const std::string_view word : split_whitespace(clause))
    begins.push_back(static_cast<std::size_t>(word.data() - clause.data()));
  const std::size_t words = begins.size();
  begins.push_back(clause.size());
  const auto tokens_of = [&](std::size_t from, std::size_t to) {
    return tokenizer.split(clause.substr(begins[from], begins[to] - begins[from]));
  };
  const auto stands_alone = [&](std::size_t from, std::size_t to) {
    return to - from > longest_phrase ? learned.alone.end()
                                      : learned.alone.find(phrase_of(tokens_of(from, to)));
  };
  std::size_t from = 0;
  for (std::size_t i = 1; i < words; ++i) {
    const auto front = stands_alone(from, i), back = stands_alone(i, words);
    const std::vector<std::string> next = tokens_of(i, i + 1);
    const bool in_front = front != learned.alone.end() && !next.empty() && !is_no_word(next.front()) &&
                          (front->second.empty() || front->second.contains(next.front()));
    const std::string before = phrase_of(tokens_of(i - 1, i));
    const bool behind = back != learned.alone.end() && back->second.empty() && learned.last.contains(before);
    const bool goes_on = !next.empty() && learned.first.contains(next.front()) &&
                         !vocabulary.contains(before + next.front()) &&
                         learned.last.contains(phrase_of(tokens_of(words - 1, words)));
    const bool closed = goes_on && closes(learned, before, next.front());
    if (!in_front && !behind && !closed) continue;
    clauses.push_back(strip(clause.substr(begins[from], begins[i] - begins[from])));
    from = i;
  }
  clauses.push_back(clause.substr(begins[from]));
}

}  // namespace heed
