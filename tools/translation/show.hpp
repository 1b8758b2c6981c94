// Translations and attention on the terminal.
#pragma once

#include <string>
#include <vector>

#include "lib/report/terminal.hpp"
#include "models/translator.hpp"
#include "tools/training/training_history.hpp"

namespace heed {

/// Returns how much each output token attended to each source token: the mean over the heads of the last
/// decoder layer's cross-attention, as a heat map of each sentence.
std::string alignment_maps(const std::vector<TranslationAttention>& sentences, const Terminal& terminal);

/// All layers and heads: encoder self-attention, decoder self-attention, cross-attention.
std::string attention_maps(const TranslationAttention& attention, const Terminal& terminal);

/// "not in the vocabulary, read as <unk>: …", each as `words` has it.
std::string unknown_words_text(const std::vector<std::string>& words);

/// Says what a reader must know of a translation besides its text: words the model does not know, cut
/// sources; of several sentences with the number of each. May be empty. A translation with a token that is
/// less probable than is usual is far from what the model was trained for.
std::string remarks(const Translation& translation, const Usual& usual = {});

}  // namespace heed
