#include "models/any_model.hpp"

#include <algorithm>
#include <type_traits>

#include "lib/core/error.hpp"
#include "models/saved_model.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

namespace fs = std::filesystem;

template <typename Model>
AnyModel open(const fs::path& file) {
  return Model::load(file);
}

AnyModel open_transformer(const fs::path& file) {
  return SavedModel(file).find(SequenceSolver::task_key) != nullptr ? open<SequenceSolver>(file)
                                                                    : open<Translator>(file);
}

constexpr ModelKind kinds[] = {
    {"transformer", tr_noop("an encoder-decoder Transformer"), open_transformer},
    {"lstm", tr_noop("an encoder-decoder of LSTMs with additive attention"), open<Translator>},
    {"gpt", tr_noop("a language model"), open<LanguageModel>},
    {"bert", tr_noop("an encoder of masked words (BERT)"), open<MaskedLanguageModel>},
    {.name = "bert_classifier",
     .what = tr_noop("a classifier of texts (BERT)"),
     .open = open<TextClassifier>,
     .looked_into = false},
    {"vit", tr_noop("a Vision Transformer"), [](const fs::path& file) -> AnyModel { return load_vit(file); }},
};

/// f of the net that has the parameters.
template <typename F>
auto with_net(const AnyModel& model, const F& f) {
  return std::visit(
      [&](const auto& m) {
        using Model = std::remove_cvref_t<decltype(m)>;
        if constexpr (std::is_same_v<Model, Translator>)
          return std::visit(f, m.model());
        else if constexpr (std::is_same_v<Model, Vit>)
          return f(m);
        else
          return f(m.model());
      },
      model);
}

}  // namespace

std::span<const ModelKind> model_kinds() { return kinds; }

const ModelKind* find_kind(std::string_view name) {
  const auto* const found = std::ranges::find(kinds, name, &ModelKind::name);
  return found == std::end(kinds) ? nullptr : found;
}

AnyModel open_model(const fs::path& path) {
  if (fs::exists(path / "vocab.json") || fs::exists(path / "tokenizer.json"))
    return LanguageModel::load(path);  // GPT-2's folder
  const SavedModel file(path);
  const ModelKind* const kind = find_kind(file.kind());
  if (kind == nullptr)
    throw_error<Error>("{}: a model of one's own ('{}'): only the program that saved it can make it",
                       path.string(), file.kind());
  return kind->open(file.path());
}

Module module_of(const AnyModel& model) {
  return with_net(model, [](const auto& net) -> Module { return net; });
}

const Transformer* transformer_of(const AnyModel& model) {
  return with_net(model, [](const auto& net) -> const Transformer* {
    if constexpr (std::is_same_v<std::remove_cvref_t<decltype(net)>, Transformer>)
      return &net;
    else
      return nullptr;
  });
}

}  // namespace heed
