// The measures of a training's source lines, and how a model's file keeps them.
#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/text/sentences.hpp"
#include "models/source_text.hpp"

namespace heed::inline HEED_PRECISION {

LearnedText learned_text(const std::vector<std::string>& lines,
                         const std::vector<std::vector<std::string>>& tokens, const Vocabulary& vocabulary) {
  constexpr std::ptrdiff_t one_in_several = 1000;
  constexpr std::size_t few = 30;
  constexpr int often = 5, one_in_closes = 5;
  LearnedText learned;
  learned.single_sentences =
      std::ranges::count_if(lines, [](const std::string& line) { return split_sentences(line).size() > 1; }) *
          one_in_several <
      std::ssize(lines);
  const bool commas = vocabulary.contains(",") && vocabulary.contains(";");
  std::map<std::string, int> last, inside;
  std::map<std::string, std::set<std::string>> behind;
  for (const std::vector<std::string>& line : tokens) {
    for (const std::string& token : line)
      learned.unknown_words = learned.unknown_words || !vocabulary.contains(token);
    learned.apart.merge(words_apart(line, vocabulary));
    std::size_t words = line.size();
    while (words > 0 && is_no_word(line[words - 1])) --words;
    if (commas || words == 0) continue;
    learned.first.insert(line.front());
    learned.last.insert(line[words - 1]);
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
  return learned;
}

std::string to_json(const LearnedText& learned) {
  return nlohmann::json{{"single_sentences", learned.single_sentences},
                        {"unknown_words", learned.unknown_words},
                        {"words_apart", learned.apart},
                        {"last_words", learned.last},
                        {"closing", learned.closing},
                        {"behind_closing", learned.behind_closing},
                        {"first_words", learned.first}}
      .dump();
}

LearnedText parse_learned_text(const std::string& where, const std::string& json) try {
  const nlohmann::json all = nlohmann::json::parse(json);
  const std::set<std::string> none;  // older files do not say all
  return {.single_sentences = all.at("single_sentences").get<bool>(),
          .unknown_words = all.at("unknown_words").get<bool>(),
          .apart = all.at("words_apart").get<std::set<std::string>>(),
          .last = all.value("last_words", none),
          .first = all.value("first_words", none),
          .closing = all.value("closing", none),
          .behind_closing = all.value("behind_closing", none)};
} catch (const nlohmann::json::exception&) {
  throw_error<FormatError>("{}: what it says of the text of its training is damaged; train and save it again",
                           where);
}

}  // namespace heed
