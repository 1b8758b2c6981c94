// Sentences to words or characters, and back.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// Says if capital letters stay, or all are small.
enum class Case { lower, keep };

/// "lower" or "keep". Throws UsageError for anything else.
Case parse_case(std::string_view name);
std::string_view to_string(Case letters);

/// The sentence in NFC, in small letters or as it is. Throws Error if it is not UTF-8.
std::string normal_text(std::string_view sentence, Case letters);

/// NFC words: runs of letters, digits, marks and underscores; every other character that is no
/// space is a token of its own. Python: re.findall(r"\w+|[^\w\s]", sentence.lower()), but that a combining
/// mark stays with what it marks. "Don't go." -> don ' t go . Throws Error if the sentence is not UTF-8.
std::vector<std::string> split_words(std::string_view sentence, Case letters = Case::lower);

/// Stands for a space among characters.
inline constexpr std::string_view visible_space = "▁";

/// Says how white space is kept among characters: as one "▁" for what stands between others, or all of it, a
/// blank as "▁" and the rest as it is.
enum class Blanks { one, all };

/// The code points of the sentence in NFC. Throws Error if the sentence is not UTF-8.
std::vector<std::string> split_characters(std::string_view sentence, Case letters = Case::keep,
                                          Blanks blanks = Blanks::one);

/// Tokens with one space between: the form that is scored.
std::string join_with_spaces(std::span<const std::string> tokens);

/// Words as a person writes them: punctuation at the word it belongs to, "don't", "the doctors' friend",
/// "3.14", quotes in pairs. For display.
std::string join_words(std::span<const std::string> tokens);

/// Characters side by side, "▁" as a space again.
std::string join_characters(std::span<const std::string> tokens);

}  // namespace heed
