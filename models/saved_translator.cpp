// Translator::save() and load(): model, vocabularies and tokenisers in one file.
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "models/saved_net.hpp"
#include "models/translator.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr const char* source_subwords_key = "heed.source_subwords";
constexpr const char* learned_key = "heed.source_text";                      // left out where it is not known
constexpr const char* source_counterparts_key = "heed.source_counterparts";  // these, too
constexpr const char* target_counterparts_key = "heed.target_counterparts";
constexpr const char* target_subwords_key = "heed.target_subwords";  // left out where both have the same

/// Older files have none.
Counterparts read_counterparts(const SavedModel& saved, const std::filesystem::path& path,
                               const char* key) try {
  const std::string* const json = saved.find(key);
  return json == nullptr ? Counterparts{} : nlohmann::json::parse(*json).get<Counterparts>();
} catch (const nlohmann::json::exception&) {
  throw_error<FormatError>("{}: its {} are damaged; train and save it again", path.string(), key);
}

EncoderDecoder load_model(const SavedModel& saved) {
  if (saved.kind() == "lstm") return load_net<AttentionLstm>(saved);
  saved.require_kind("transformer");
  return load_net<Transformer>(saved);
}

Translator read_translator(const std::filesystem::path& path, const SavedModel& saved) {
  EncoderDecoder model = load_model(saved);
  const auto language = [&](const char* name, const char* subwords, const char* vocabulary) -> ModelLanguage {
    return {saved.text(name), read_tokenizer(saved, subwords, vocabulary), saved.vocabulary(vocabulary), {}};
  };
  const char* const of_target =
      saved.find(target_subwords_key) == nullptr ? source_subwords_key : target_subwords_key;
  ModelLanguage source = language("heed.source_language", source_subwords_key, "heed.source_vocabulary");
  if (const std::string* const learned = saved.find(learned_key))
    source.learned = parse_learned_text(path.string(), *learned);
  ModelLanguage target = language("heed.target_language", of_target, "heed.target_vocabulary");
  source.counterparts = read_counterparts(saved, path, source_counterparts_key);
  target.counterparts = read_counterparts(saved, path, target_counterparts_key);
  const auto [sources, targets] = std::visit(
      [](const auto& m) { return std::pair(m.options().source_vocab, m.options().target_vocab); }, model);
  if (std::ssize(source.vocabulary.tokens()) != sources || std::ssize(target.vocabulary.tokens()) != targets)
    throw_error<SizesError>("{}: vocabularies of {} and {} words for a model of {} and {}", path.string(),
                            source.vocabulary.size(), target.vocabulary.size(), sources, targets);
  return {std::move(model), std::move(source), std::move(target)};
}

}  // namespace

void Translator::save(const std::filesystem::path& path) const {
  Metadata texts{{"heed.source_language", source_.name},
                 {"heed.target_language", target_.name},
                 {"heed.source_vocabulary", to_json(source_.vocabulary)},
                 {"heed.target_vocabulary", to_json(target_.vocabulary)}};
  if (source_.learned) texts[learned_key] = to_json(*source_.learned);
  for (const auto& [language, key] :
       {std::pair(&source_, source_counterparts_key), std::pair(&target_, target_counterparts_key)}) {
    if (!language->counterparts.empty()) texts[key] = nlohmann::json(language->counterparts).dump();
  }
  describe_tokenizer(source_.tokenizer, source_subwords_key, texts);
  if (const auto& from = source_.tokenizer.subwords(), &to = target_.tokenizer.subwords();
      from && to && from->bytes() != to->bytes())
    describe_tokenizer(target_.tokenizer, target_subwords_key, texts);
  const char* const kind = std::holds_alternative<AttentionLstm>(model()) ? "lstm" : "transformer";
  std::visit([&](const auto& net) { save_net(path, kind, net, texts); }, model());
}

Translator Translator::load(const std::filesystem::path& path) {
  return read_saved(path, "", [&](const SavedModel& saved) { return read_translator(path, saved); });
}

}  // namespace heed
