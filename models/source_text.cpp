#include "models/source_text.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "lib/files/file_error.hpp"
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

/// No letter and no number, or jamo alone: ^^ ~ 🙂 ㅋㅋ ㅠㅠ.
bool is_no_word(const std::string& token) {
  const std::u32string points = to_code_points(token);
  return std::none_of(points.begin(), points.end(), [](char32_t c) {
    const bool jamo = 0x3131 <= c && c <= 0x318E;
    return !jamo && (is_letter(c) || is_number(c) || c == U'_');
  });
}

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

/// Keeps of the end marks one, where it stands at the end: a question mark, or the first.
void keep_one_end_mark(SourceText& text) {
  const std::vector<std::string>& t = text.tokens;
  std::size_t first = t.size();
  while (first > 0 && is_end_mark(t[first - 1])) --first;
  if (first < t.size()) {
    const bool question = std::find(t.begin() + static_cast<std::ptrdiff_t>(first), t.end(), "?") != t.end();
    if (question) text.tokens[first] = "?";
    text.tokens.resize(first + 1);
    text.words.resize(first + 1);
  }
  while (first-- > 0) {
    if (is_end_mark(t[first])) drop(text, first);
  }
}

}  // namespace

LearnedText learned_text(const std::vector<std::string>& lines,
                         const std::vector<std::vector<std::string>>& tokens, const Vocabulary& vocabulary) {
  constexpr std::ptrdiff_t one_in = 1000;
  LearnedText learned;
  const std::ptrdiff_t several = std::count_if(
      lines.begin(), lines.end(), [](const std::string& line) { return split_sentences(line).size() > 1; });
  learned.single_sentences = several * one_in < std::ssize(lines);
  for (const std::vector<std::string>& line : tokens) {
    learned.unknown_words =
        learned.unknown_words || !std::all_of(line.begin(), line.end(), [&](const std::string& token) {
          return vocabulary.contains(token);
        });
    learned.apart.merge(words_apart(line, vocabulary));
  }
  return learned;
}

std::string to_json(const LearnedText& learned) {
  return nlohmann::json{{"single_sentences", learned.single_sentences},
                        {"unknown_words", learned.unknown_words},
                        {"words_apart", learned.apart}}
      .dump();
}

LearnedText parse_learned_text(const std::string& where, const std::string& json) try {
  const nlohmann::json all = nlohmann::json::parse(json);
  return {.single_sentences = all.at("single_sentences").get<bool>(),
          .unknown_words = all.at("unknown_words").get<bool>(),
          .apart = all.at("words_apart").get<std::set<std::string>>()};
} catch (const nlohmann::json::exception&) {
  throw_error<FormatError>("{}: what it says of the text of its training is damaged; train and save it again",
                           where);
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
  return text;
}

}  // namespace heed
