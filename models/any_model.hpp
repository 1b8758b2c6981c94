// A saved model of any kind, and the list of the kinds that there are.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "models/language_model.hpp"
#include "models/masked_language_model.hpp"
#include "models/sequence_solver.hpp"
#include "models/text_classifier.hpp"
#include "models/translator.hpp"
#include "models/vit.hpp"

namespace heed::inline HEED_PRECISION {

using AnyModel =
    std::variant<Translator, SequenceSolver, LanguageModel, MaskedLanguageModel, TextClassifier, Vit>;

/// One kind of saved model (models/saved_model.hpp).
struct ModelKind {
  std::string_view name;  // as its file says it
  const char* what;       // marked by tr_noop()
  AnyModel (*open)(const std::filesystem::path& file);
  bool looked_into = true;  // by heed look and heed report
};
std::span<const ModelKind> model_kinds();
/// Null for a kind of one's own.
const ModelKind* find_kind(std::string_view name);

/// A file, or a folder with a model.safetensors or GPT-2's files. Throws Error that says what is wrong.
AnyModel open_model(const std::filesystem::path& path);

/// Returns the module that has its parameters.
Module module_of(const AnyModel& model);
/// Null of other models.
const Transformer* transformer_of(const AnyModel& model);

}  // namespace heed
