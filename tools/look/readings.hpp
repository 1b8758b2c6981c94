// How each kind of model reads one text, with the points that are looked at.
#pragma once

#include <string>

#include "models/language_model.hpp"
#include "models/masked_language_model.hpp"
#include "models/sequence_solver.hpp"
#include "models/translator.hpp"
#include "models/vit.hpp"
#include "tools/look/looking.hpp"

namespace heed {

/// As LookableModel::look() says.
Looked look_at(const Translator& translator, const std::string& sentence, const LookOptions& options);
Looked look_at(const SequenceSolver& solver, const std::string& sequence, const LookOptions& options);
Looked look_at(const LanguageModel& model, const std::string& sentence, const LookOptions& options);
Looked look_at(const MaskedLanguageModel& model, const std::string& sentence, const LookOptions& options);
/// `image`: "3", of the drawn digits that heed vit is tested on, or "mnist 3", of a folder's.
Looked look_at(const Vit& model, const std::string& image, const LookOptions& options);
/// Its tokens: the class token and the patches. Throws as look_at().
std::size_t length_of(const Vit& model, const std::string& image);

/// Throws UsageError for a sentence of no tokens.
void require_tokens(std::size_t count);
/// A word with what the model reads in its place.
std::string read_as_unknown(const std::string& word);
/// Whether the vocabulary is wanted, for what logits stand for.
bool has_logits(const Looked& looked);

}  // namespace heed
