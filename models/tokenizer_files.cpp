#include "models/tokenizer_files.hpp"

#include <nlohmann/json.hpp>

#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using Json = nlohmann::json;

Json numbers_of(const Vocabulary& vocabulary) {
  Json json = Json::object();
  for (std::size_t id = 0; id < vocabulary.size(); ++id) json[vocabulary.tokens()[id]] = id;
  return json;
}

Json tokenizer_config(const Translator& translator) {
  const ModelLanguage &source = translator.source(), &target = translator.target();
  const auto special = [](Vocabulary::Id id) {
    return Vocabulary::special_names[static_cast<std::size_t>(id)];
  };
  Json config{{"tokenizer_class", "MarianTokenizer"},
              {"source_lang", source.name},
              {"target_lang", target.name},
              {"unk_token", special(Vocabulary::unk)},
              {"eos_token", special(Vocabulary::eos)},
              {"pad_token", special(Vocabulary::pad)},
              {"separate_vocabs", !(source.vocabulary == target.vocabulary)},
              {"model_max_length", max_length(translator.model())},
              {heed_tokens_key, to_string(source.tokenizer.kind())}};
  if (source.tokenizer.letters() != usual_case(source.tokenizer.kind()))
    config[heed_case_key] = to_string(source.tokenizer.letters());
  return config;
}

}  // namespace

void write_tokenizer_files(const std::filesystem::path& folder, const Translator& translator) {
  const ModelLanguage &source = translator.source(), &target = translator.target();
  write_json(folder / "tokenizer_config.json", tokenizer_config(translator));
  write_json(folder / "vocab.json", numbers_of(source.vocabulary));
  if (!(source.vocabulary == target.vocabulary))
    write_json(folder / "target_vocab.json", numbers_of(target.vocabulary));
  for (const auto& [name, language] : {std::pair("source.spm", &source), std::pair("target.spm", &target)})
    if (const auto& subwords = language->tokenizer.subwords())
      atomic_write(folder / name, std::string_view(subwords->bytes()));
}

}  // namespace heed
