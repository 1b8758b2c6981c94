// Sentences to tokens and back: words or characters.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

enum class Tokenisation { words, characters };

/// "words" or "characters". Throws UsageError for anything else.
Tokenisation parse_tokenisation(std::string_view name);
std::string_view to_string(Tokenisation tokenisation);

/// Lower-cased NFC words: runs of letters, digits, marks and underscores; every other character that is no
/// space is a token of its own. Python: re.findall(r"\w+|[^\w\s]", sentence.lower()), but that a combining
/// mark stays with what it marks. "Don't go." -> don ' t go . Throws Error if the sentence is not UTF-8.
std::vector<std::string> split_words(std::string_view sentence);

/// Stands for a space among characters.
inline constexpr std::string_view visible_space = "▁";

/// The code points of the sentence in NFC, case kept; white space between them as one "▁", none at the ends.
/// Throws Error if the sentence is not UTF-8.
std::vector<std::string> split_characters(std::string_view sentence);

std::vector<std::string> tokenise(std::string_view sentence, Tokenisation tokenisation);

/// Tokens with one space between: the form that is scored.
std::string join_with_spaces(std::span<const std::string> tokens);

/// Words as a person writes them: punctuation at the word it belongs to, "don't", "the doctors' friend",
/// "3.14", quotes in pairs. For display.
std::string join_words(std::span<const std::string> tokens);

/// Characters side by side, "▁" as a space again.
std::string join_characters(std::span<const std::string> tokens);

/// join_words or join_characters.
std::string detokenise(std::span<const std::string> tokens, Tokenisation tokenisation);

}  // namespace heed
