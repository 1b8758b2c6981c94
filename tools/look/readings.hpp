// How each kind of model reads one text, with the points that are looked at.
#pragma once

#include <string>

#include "lib/core/error.hpp"
#include "models/any_model.hpp"
#include "tools/look/looking.hpp"

namespace heed {

/// As LookableModel::look() says.
Looked look_at(const Translator& translator, const std::string& sentence, const LookOptions& options);
Looked look_at(const SequenceSolver& solver, const std::string& sequence, const LookOptions& options);
Looked look_at(const LanguageModel& model, const std::string& sentence, const LookOptions& options);
Looked look_at(const MaskedLanguageModel& model, const std::string& sentence, const LookOptions& options);
/// `image`: "3", of the drawn digits that heed vit is tested on, or "mnist 3", of a folder's.
Looked look_at(const Vit& model, const std::string& image, const LookOptions& options);
/// A classifier is not opened to be looked into.
inline Looked look_at(const TextClassifier& /*model*/, const std::string& /*text*/,
                      const LookOptions& /*options*/) {
  throw_error<Error>("a classifier of texts is not looked into");
}

/// As LookableModel::length() says.
std::size_t length_of(const Translator& translator, const std::string& sentence);
/// Of an image its tokens: the class token and the patches. Throws as look_at().
std::size_t length_of(const Vit& model, const std::string& image);
inline std::size_t length_of(const SequenceSolver& solver, const std::string& sequence) {
  return solver.encode(sequence).size();
}
inline std::size_t length_of(const MaskedLanguageModel& model, const std::string& sentence) {
  return model.encode(sentence).size();
}
/// Of a language model or a classifier.
template <typename Model>
std::size_t length_of(const Model& model, const std::string& text) {
  return model.tokens().encode(text).size();
}

/// Throws UsageError for a sentence of no tokens.
void require_tokens(std::size_t count);
/// A word with what the model reads in its place.
std::string read_as_unknown(const std::string& word);
/// Whether the vocabulary is wanted, for what logits stand for.
bool has_logits(const Looked& looked);

}  // namespace heed
