#include "models/source_text.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/text/sentences.hpp"
#include "lib/text/unicode.hpp"
#include "models/phrases_alone.hpp"

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

/// Between two clauses, which are sentences where the model does not have the mark.
constexpr std::array<const char*, 2> clause_marks{",", ";"};

bool is_end_mark(const std::string& token) {
  const std::u32string points = to_code_points(token);
  return points.size() == 1 && ends_sentences(points.front());
}

/// Drops token i of the text.
void drop(SourceText& text, std::size_t i) {
  text.dropped.push_back(text.tokens[i]);
  text.tokens.erase(text.tokens.begin() + static_cast<std::ptrdiff_t>(i));
  text.words.erase(text.words.begin() + static_cast<std::ptrdiff_t>(i));
}

/// Keeps of the end marks one, where it stands behind words at the end: a question mark, or the first.
void keep_one_end_mark(SourceText& text) {
  const std::vector<std::string>& t = text.tokens;
  std::size_t first = t.size();
  while (first > 0 && is_end_mark(t[first - 1])) --first;
  if (first == 0) {
    first = t.size();
  } else if (first < t.size()) {
    const bool question = std::find(t.begin() + static_cast<std::ptrdiff_t>(first), t.end(), "?") != t.end();
    if (question) text.tokens[first] = "?";
    text.tokens.resize(first + 1);
    text.words.resize(first + 1);
  }
  while (first-- > 0) {
    if (is_end_mark(t[first])) drop(text, first);
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

}  // namespace

bool is_no_word(std::string_view token) {
  const std::u32string points = to_code_points(token);
  return std::none_of(points.begin(), points.end(), [](char32_t c) {
    const bool jamo = 0x3131 <= c && c <= 0x318E;
    return !jamo && (is_letter(c) || is_number(c) || c == U'_');
  });
}

std::size_t without_end_marks(const std::vector<std::string>& tokens) {
  std::size_t words = tokens.size();
  while (words > 0 && is_no_word(tokens[words - 1])) --words;
  return words;
}

LearnedText learned_text(const std::vector<std::string>& lines,
                         const std::vector<std::vector<std::string>>& tokens, const Vocabulary& vocabulary) {
  constexpr std::ptrdiff_t one_in = 1000;
  LearnedText learned;
  const bool commas = std::all_of(clause_marks.begin(), clause_marks.end(),
                                  [&](const char* mark) { return vocabulary.contains(mark); });
  const std::ptrdiff_t several = std::count_if(
      lines.begin(), lines.end(), [](const std::string& line) { return split_sentences(line).size() > 1; });
  learned.single_sentences = several * one_in < std::ssize(lines);
  for (const std::vector<std::string>& line : tokens) {
    learned.unknown_words =
        learned.unknown_words || !std::all_of(line.begin(), line.end(), [&](const std::string& token) {
          return vocabulary.contains(token);
        });
    learned.apart.merge(words_apart(line, vocabulary));
    const auto last = std::find_if_not(line.rbegin(), line.rend(), is_no_word);
    if (!commas && last != line.rend()) learned.last.insert(*last);
  }
  learned.alone = phrases_alone(tokens);
  if (commas) return learned;
  learn_closing_words(tokens, learned);
  return learned;
}

std::string to_json(const LearnedText& learned) {
  return nlohmann::json{{"single_sentences", learned.single_sentences},
                        {"unknown_words", learned.unknown_words},
                        {"words_apart", learned.apart},
                        {"last_words", learned.last},
                        {"closing", learned.closing},
                        {"behind_closing", learned.behind_closing},
                        {"first_words", learned.first},
                        {"alone", learned.alone}}
      .dump();
}

LearnedText parse_learned_text(const std::string& where, const std::string& json) try {
  const nlohmann::json all = nlohmann::json::parse(json);
  return {.single_sentences = all.at("single_sentences").get<bool>(),
          .unknown_words = all.at("unknown_words").get<bool>(),
          .apart = all.at("words_apart").get<std::set<std::string>>(),
          // Older files do not say these.
          .last = all.value("last_words", std::set<std::string>{}),
          .closing = all.value("closing", std::set<std::string>{}),
          .behind_closing = all.value("behind_closing", std::set<std::string>{}),
          .first = all.value("first_words", std::set<std::string>{}),
          .alone = all.value("alone", std::map<std::string, std::set<std::string>>{})};
} catch (const nlohmann::json::exception&) {
  throw_error<FormatError>("{}: what it says of the text of its training is damaged; train and save it again",
                           where);
}

std::vector<std::string_view> cut_clauses(std::string_view sentence, const Tokenizer& tokenizer,
                                          const Vocabulary& vocabulary, const LearnedText& learned) {
  std::vector<std::string_view> clauses;
  if (tokenizer.kind() != Tokenisation::words || learned.unknown_words) return {sentence};
  const std::u32string points = to_code_points(sentence);
  const std::vector<std::size_t> bytes = code_point_offsets(sentence);
  std::size_t from = 0, word = 0;  // where the clause and the last word in front of a mark begin
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const std::string mark = plain_mark(to_utf8(std::u32string_view(points).substr(i, 1)));
    if (mark != clause_marks[0] && mark != clause_marks[1]) {
      if (is_space(points[i]) && is_letter(points[i + 1])) word = i + 1;
      continue;
    }
    const std::vector<std::string> before =
        tokenizer.split(sentence.substr(bytes[word], bytes[i] - bytes[word]));
    word = i + 1;
    if (vocabulary.contains(mark) || before.empty() || !learned.last.contains(before.back()) ||
        is_no_word(sentence.substr(bytes[word])))
      continue;
    cut_off_phrases(strip(sentence.substr(from, bytes[word] - from)), tokenizer, vocabulary, learned,
                    clauses);
    from = bytes[word];
  }
  cut_off_phrases(strip(sentence.substr(from)), tokenizer, vocabulary, learned, clauses);
  return clauses;
}

std::string end_mark(std::string_view sentence) {
  const std::u32string points = to_code_points(sentence);
  std::string mark;
  for (std::size_t i = points.size(); i-- > 0;) {
    const std::string one = plain_mark(to_utf8(std::u32string_view(points).substr(i, 1)));
    if (!is_no_word(one)) break;
    if (mark != "?" && (one == clause_marks[0] || one == clause_marks[1] || is_end_mark(one))) mark = one;
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
    if (const std::string plain = plain_mark(token); vocabulary.contains(plain)) {
      token = plain;
    } else if (may_drop && is_no_word(token)) {
      drop(text, i);
    }
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
