// heed lab --ask: what the reader expects of a claim, and what came of it.
#pragma once

#include <iosfwd>
#include <optional>
#include <string_view>

#include "tools/lab/claim.hpp"

namespace heed {

/// What a line says to a question: y, yes, 예, 네, or n, no, 아니요; and what y and n write while the
/// keyboard is set to Hangul, ㅛ and ㅜ. Nothing for all else.
std::optional<LabAnswer> yes_or_no(std::string_view line);

/// Asks for it, twice more if an answer is neither. Nothing without an answer.
std::optional<LabAnswer> ask_for_guess(const Claim& claim, std::istream& in, Language language);

/// What the finding answers to the question: Finding::answer, or else what the verdict says, where the
/// question is whether the claim holds.
LabAnswer answer_of(const Finding& finding);

/// "As you said."
Bilingual guess_text(LabAnswer answer, LabAnswer guess);

}  // namespace heed
