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

/// Adds the clause to `clauses`, cut behind such phrases, and in front of one that ends it where the word
/// before can end a sentence.
void cut_off_phrases(std::string_view clause, const Tokenizer& tokenizer, const LearnedText& learned,
                     std::vector<std::string_view>& clauses);

}  // namespace heed
