#include "models/source_text.hpp"

#include <algorithm>
#include <map>

#include "lib/text/sentences.hpp"
#include "lib/text/unicode.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// The mark that a typewriter has for one of typography, of CJK or in full width; else the token.
std::string plain_mark(const std::string& token) {
  static const std::map<std::string, std::string> plain{
      {"。", "."}, {"．", "."},  {"｡", "."},   {"…", "."},   {"？", "?"},  {"！", "!"}, {"，", ","},
      {"、", ","}, {"；", ";"},  {"：", ":"},  {"“", "\""},  {"”", "\""},  {"„", "\""}, {"«", "\""},
      {"»", "\""}, {"「", "\""}, {"」", "\""}, {"『", "\""}, {"』", "\""}, {"‘", "'"},  {"’", "'"},
      {"（", "("}, {"）", ")"},  {"–", "-"},   {"—", "-"},   {"～", "~"},  {"〜", "~"}};
  const auto found = plain.find(token);
  return found == plain.end() ? token : found->second;
}

bool is_clause_mark(std::string_view token) { return token == "," || token == ";"; }

bool is_end_mark(const std::string& token) {
  const std::u32string points = to_code_points(token);
  return points.size() == 1 && ends_sentences(points.front());
}

/// How many tokens stand in front of those at the end that are no words.
std::size_t without_end_marks(const std::vector<std::string>& tokens) {
  std::size_t words = tokens.size();
  while (words > 0 && is_no_word(tokens[words - 1])) --words;
  return words;
}

/// The word closes a sentence that goes on so: a new one begins, or something is wrong.
bool closes(const LearnedText& learned, const std::string& word, const std::string& next) {
  return learned.closing.contains(word) && !learned.behind_closing.contains(next);
}

void drop(SourceText& text, std::size_t i) {
  text.dropped.push_back(text.tokens[i]);
  text.tokens.erase(text.tokens.begin() + static_cast<std::ptrdiff_t>(i));
  text.words.erase(text.words.begin() + static_cast<std::ptrdiff_t>(i));
}

/// Keeps of the end marks one, where it stands behind words at the end: a question mark, or the first.
void keep_one_end_mark(SourceText& text) {
  std::vector<std::string>& t = text.tokens;
  std::size_t first = t.size();
  while (first > 0 && is_end_mark(t[first - 1])) --first;
  if (first > 0 && first < t.size()) {
    if (std::find(t.begin() + static_cast<std::ptrdiff_t>(first), t.end(), "?") != t.end()) t[first] = "?";
    t.resize(first + 1);
    text.words.resize(first + 1);
  }
  for (std::size_t i = first > 0 ? first : t.size(); i-- > 0;) {
    if (is_end_mark(t[i])) drop(text, i);
  }
}

/// The first word that stands where none did in training; "" if there is none, or it is not known.
std::string word_out_of_place(const std::vector<std::string>& tokens, const Vocabulary& vocabulary,
                              const LearnedText& learned) {
  const std::size_t words = without_end_marks(tokens);
  if (learned.last.empty() || words == 0) return "";
  for (std::size_t i = 0; i + 1 < words; ++i) {
    if (closes(learned, tokens[i], tokens[i + 1])) return tokens[i];
  }
  const std::string& last = tokens[words - 1];
  return vocabulary.contains(last) && !learned.last.contains(last) ? last : "";
}

bool is_hangul(const std::string& token) {
  const std::u32string points = to_code_points(token);
  return std::all_of(points.begin(), points.end(), [](char32_t c) { return 0xAC00 <= c && c <= 0xD7A3; });
}

/// The fewest known words, at most four, that make up the token; empty if there are none.
std::vector<std::string> cut(const std::string& token, const Vocabulary& vocabulary) {
  constexpr std::size_t most_words = 4, syllable = 3;  // bytes in UTF-8
  constexpr std::size_t longest = 64;                  // syllables: the search is quadratic in them
  const std::size_t count = token.size() / syllable;
  if (count > longest) return {};
  std::vector<std::vector<std::string>> best(count + 1);
  for (std::size_t end = 1; end <= count; ++end) {
    for (std::size_t begin = 0; begin < end; ++begin) {
      if (begin > 0 && best[begin].empty()) continue;
      const std::string word = token.substr(begin * syllable, (end - begin) * syllable);
      if (!vocabulary.contains(word)) continue;
      if (!best[end].empty() && best[end].size() <= best[begin].size() + 1) continue;
      best[end] = best[begin];
      best[end].push_back(word);
    }
  }
  return best[count].size() <= most_words ? best[count] : std::vector<std::string>{};
}

bool joinable(const std::string& one, const std::string& next, const Vocabulary& vocabulary) {
  return vocabulary.contains(one + next) && is_hangul(one + next);
}

}  // namespace

bool is_no_word(std::string_view token) {
  return std::ranges::none_of(to_code_points(token), [](char32_t c) {
    const bool jamo = 0x3131 <= c && c <= 0x318E;
    return !jamo && (is_letter(c) || is_number(c) || c == U'_');
  });
}

SpacedWords respaced(const std::vector<std::string>& tokens, const Vocabulary& vocabulary,
                     const std::set<std::string>* apart) {
  SpacedWords all;
  const auto add = [&](const std::string& word, std::size_t token) {
    all.words.push_back(word);
    all.from.push_back(token);
  };
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool known = vocabulary.contains(tokens[i]);
    if (i + 1 < tokens.size() && joinable(tokens[i], tokens[i + 1], vocabulary)) {
      const bool both = known && vocabulary.contains(tokens[i + 1]);
      if (!both || (apart != nullptr && !apart->contains(tokens[i] + ' ' + tokens[i + 1]))) {
        add(tokens[i] + tokens[i + 1], i);
        ++i;
        continue;
      }
    }
    const std::vector<std::string> parts =
        known || !is_hangul(tokens[i]) ? std::vector<std::string>{} : cut(tokens[i], vocabulary);
    if (parts.empty()) add(tokens[i], i);
    for (const std::string& part : parts) add(part, i);
  }
  return all;
}

std::set<std::string> words_apart(const std::vector<std::string>& tokens, const Vocabulary& vocabulary) {
  std::set<std::string> pairs;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (joinable(tokens[i], tokens[i + 1], vocabulary)) pairs.insert(tokens[i] + ' ' + tokens[i + 1]);
  }
  return pairs;
}

std::vector<std::string_view> cut_clauses(std::string_view sentence, const Tokenizer& tokenizer,
                                          const Vocabulary& vocabulary, const LearnedText& learned) {
  const std::vector<std::string_view> words = split_whitespace(sentence);
  if (tokenizer.kind() != Tokenisation::words || learned.unknown_words || words.size() < 2) return {sentence};
  std::vector<std::vector<std::string>> tokens;  // of each word, without marks at its end
  std::string end;                               // the last word
  for (const std::string_view word : words) {
    tokens.push_back(tokenizer.split(word));
    tokens.back().resize(without_end_marks(tokens.back()));
    if (!tokens.back().empty()) end = tokens.back().back();
  }
  std::vector<std::string_view> clauses;
  const char* from = words.front().data();
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (tokens[i - 1].empty() || tokens[i].empty()) continue;
    const std::string &before = tokens[i - 1].back(), &next = tokens[i].front(),
                      mark = end_mark(words[i - 1]);
    const bool marked = is_clause_mark(mark) && !vocabulary.contains(mark) && learned.last.contains(before);
    const bool closed = closes(learned, before, next) && learned.first.contains(next) &&
                        !vocabulary.contains(before + next) && learned.last.contains(end);
    if (!marked && !closed) continue;
    clauses.emplace_back(from, words[i - 1].end());
    from = words[i].data();
  }
  clauses.emplace_back(from, words.back().end());
  return clauses;
}

std::string end_mark(std::string_view sentence) {
  const std::u32string points = to_code_points(sentence);
  std::string mark;
  for (std::size_t i = points.size(); i-- > 0;) {
    const std::string one = plain_mark(to_utf8(std::u32string_view(points).substr(i, 1)));
    if (!is_no_word(one)) break;
    if (mark != "?" && (is_clause_mark(one) || is_end_mark(one))) mark = one;
  }
  return mark;
}

SourceText read_source(std::string_view sentence, const Tokenizer& tokenizer, const Vocabulary& vocabulary,
                       const std::optional<LearnedText>& learned) {
  SourceText text;
  text.tokens = tokenizer.split(sentence);
  text.words = tokenizer.words_of(text.tokens, sentence);
  if (tokenizer.kind() != Tokenisation::words) return text;
  const bool may_drop = learned && !learned->unknown_words;
  for (std::size_t i = text.tokens.size(); i-- > 0;) {
    std::string& token = text.tokens[i];
    if (vocabulary.contains(token)) continue;
    if (const std::string plain = plain_mark(token); vocabulary.contains(plain))
      token = plain;
    else if (may_drop && is_no_word(token))
      drop(text, i);
  }
  if (may_drop && learned->single_sentences) keep_one_end_mark(text);
  std::reverse(text.dropped.begin(), text.dropped.end());
  SpacedWords spaced = respaced(text.tokens, vocabulary, learned ? &learned->apart : nullptr);
  text.respaced = spaced.words != text.tokens;
  for (std::size_t& from : spaced.from) from = text.words[from];
  text.tokens = std::move(spaced.words);
  text.words = std::move(spaced.from);
  if (learned) text.out_of_place = word_out_of_place(text.tokens, vocabulary, *learned);
  return text;
}

}  // namespace heed
