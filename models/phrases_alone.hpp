// What is a sentence of its own without a mark behind it: 안녕하세요 저는 학생이에요.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "models/source_text.hpp"

namespace heed::inline HEED_PRECISION {

/// LearnedText::alone of lines of tokens.
std::map<std::string, std::set<std::string>> phrases_alone(
    const std::vector<std::vector<std::string>>& tokens);

/// Fills LearnedText::closing, behind_closing and first from lines of tokens.
void learn_closing_words(const std::vector<std::vector<std::string>>& tokens, LearnedText& learned);

/// Whether the word closes a sentence that goes on so: a new one begins, or something is wrong.
bool closes(const LearnedText& learned, const std::string& word, const std::string& next);

/// Adds the clause to `clauses`, cut behind such phrases, in front of one that ends it where the word
/// before can end a sentence, and behind words that close one.
void cut_off_phrases(std::string_view clause, const Tokenizer& tokenizer, const Vocabulary& vocabulary,
                     const LearnedText& learned, std::vector<std::string_view>& clauses);

}  // namespace heed
