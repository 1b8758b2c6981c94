// A sentence as people type it, made to look like the text that a translator learned from.
#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "lib/core/scalar.hpp"
#include "lib/text/tokenizer.hpp"
#include "lib/text/vocabulary.hpp"

namespace heed::inline HEED_PRECISION {

/// No letter and no number, or jamo alone: ^^ ~ 🙂 ㅋㅋ ㅠㅠ.
bool is_no_word(std::string_view token);

struct SpacedWords {
  std::vector<std::string> words;
  std::vector<std::size_t> from;  // the token in which each begins
};

/// The tokens, but that words of Hangul which the vocabulary does not have are joined with the one behind
/// them (먹고 + 싶어요) or cut into two to four that it has (나는사과를), the fewest, where that helps. What
/// is longer than 64 syllables stays. Two words that it has are joined where it has the joined one too, and
/// the training text never had them side by side (좋아 + 한다): `apart` are the pairs that it had; null: not
/// known.
SpacedWords respaced(const std::vector<std::string>& tokens, const Vocabulary& vocabulary,
                     const std::set<std::string>* apart = nullptr);

/// The neighbours of a sentence that would be a word of the vocabulary if they were joined, as "그 하고".
std::set<std::string> words_apart(const std::vector<std::string>& tokens, const Vocabulary& vocabulary);

/// The source lines of a training, as they were measured.
struct LearnedText {
  bool single_sentences = false;  // fewer than one line in a thousand has several
  bool unknown_words = false;     // words that are not in the vocabulary stood there, as <unk>
  std::set<std::string> apart{};  // words_apart() of all
  // If the vocabulary lacks "," or ";": words that lines ended with, and began with; words that end lines
  // and stand inside in front of a few others alone (먹었어; 먹어, but for 먹어 주세요); and these others.
  std::set<std::string> last{}, first{}, closing{}, behind_closing{};

  bool operator==(const LearnedText&) const = default;
};
LearnedText learned_text(const std::vector<std::string>& lines,
                         const std::vector<std::vector<std::string>>& tokens, const Vocabulary& vocabulary);

std::string to_json(const LearnedText& learned);
/// Throws FormatError that begins with `where` for a text that to_json() did not write.
LearnedText parse_learned_text(const std::string& where, const std::string& json);

/// A sentence cut behind words with a "," or ";" that is not in the vocabulary, where the word can end a
/// sentence, and behind words that close one, where what follows begins and ends as lines do (안녕하세요 저는
/// 학생이에요; 배고파 밥 먹자).
std::vector<std::string_view> cut_clauses(std::string_view sentence, const Tokenizer& tokenizer,
                                          const Vocabulary& vocabulary, const LearnedText& learned);

/// The mark with which a sentence ends, as a typewriter has it: of several ? or the first; "" if it has none.
std::string end_mark(std::string_view sentence);

/// The tokens that a model reads of a sentence.
struct SourceText {
  std::vector<std::string> tokens;
  std::vector<std::size_t> words;    // of the text cut at white space, the one in which each token begins
  std::vector<std::string> dropped;  // marks that the model has nothing for
  bool respaced = false;             // see respaced()
  std::string
      out_of_place{};  // a word with which no line ended, at the end, or one that closes lines, inside
};

/// If tokens are words, marks of another type face become those that the model has (“ → ", 。 → .), words
/// are respaced(). Where in training no word was unknown, other marks, pictures and "ㅋㅋ" are dropped, and
/// end marks but one at the end. `learned`: nothing where it is not known.
SourceText read_source(std::string_view sentence, const Tokenizer& tokenizer, const Vocabulary& vocabulary,
                       const std::optional<LearnedText>& learned);

}  // namespace heed
