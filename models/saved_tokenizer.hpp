// A tokeniser in the file of a saved model, as texts of its metadata:
//
//   heed.tokenisation   "words", "characters" or "subwords"
//   heed.case           "keep" or "lower"; left out where it is the usual one
//   heed.blanks         "all" where characters keep all white space
//   a key of subwords   the bytes of the sentencepiece model, in hexadecimal
#pragma once

#include "lib/text/tokenizer.hpp"
#include "models/saved_model.hpp"

namespace heed::inline HEED_PRECISION {

inline constexpr const char* tokenisation_key = "heed.tokenisation";

/// Adds them; `subwords_name` names the last one, which words and characters do not have.
void describe_tokenizer(const Tokenizer& tokenizer, const char* subwords_name, Metadata& texts);

/// The tokeniser whose tokens the text `vocabulary_name` numbers. Throws FormatError if it cannot be read or
/// has other tokens, UsageError for a tokenisation that there is not.
Tokenizer read_tokenizer(const SavedModel& saved, const char* subwords_name, const char* vocabulary_name);

}  // namespace heed
