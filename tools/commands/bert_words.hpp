// What heed bert says of hidden words: which it finds again, and what may stand in a text.
#pragma once

#include <string>

#include "tools/bert/train_bert.hpp"

namespace heed {

/// A text, and for each [MASK] in it the most probable words.
void print_filled(const MaskedLanguageModel& model, const std::string& text);
/// The same of a person's text, with a note on words that the model does not know. Throws UsageError if no
/// word is hidden.
void fill_with(const MaskedLanguageModel& model, const std::string& text);

void print_recovered(const Recovered& recovered);

}  // namespace heed
