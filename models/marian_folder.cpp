#include "models/marian_folder.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "models/marian.hpp"
#include "nn/checkpoint.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// The number of each token of a vocab.json.
std::unordered_map<std::string, std::int64_t> read_numbers(const fs::path& path) {
  std::unordered_map<std::string, std::int64_t> numbers;
  std::map<std::int64_t, std::string> tokens;
  const Json json = read_json(path);
  if (!json.is_object()) throw_error<FormatError>("{}: no JSON object of tokens and numbers", path.string());
  for (const auto& [token, number] : json.items()) {
    if (!number.is_number_unsigned() || number.get<std::uint64_t>() > INT32_MAX)
      throw_error<FormatError>("{}: the number of '{}' is {}", path.string(), token, number.dump());
    numbers[token] = number.get<std::int64_t>();
    const auto [first, is_new] = tokens.emplace(numbers[token], token);
    if (!is_new)
      throw_error<FormatError>("{}: '{}' and '{}' are both number {}", path.string(), first->second, token,
                               first->first);
  }
  return numbers;
}

struct Side {
  ModelLanguage language;
  TokenPlaces places;
};

SubwordModel read_subwords(const fs::path& path) {
  std::string bytes = read_text_file(path);
  try {
    return SubwordModel::from_bytes(std::move(bytes));
  } catch (const Error& problem) {
    throw_error<FormatError>("{}: {}", path.string(), problem.what());
  }
}

/// Without its own vocabulary a target would be read by the numbers of the source. MarianTokenizer says
/// whether there are two; where it does not, a model that shares no embeddings has two.
void refuse_missing_vocabulary(const fs::path& target, const Json& tokenizer, const Json& model) {
  const std::string config = (target.parent_path() / "config.json").string();
  if (!model.is_object()) throw_error<FormatError>("{}: no JSON object", config);
  const bool shared = flag_value(model, "share_encoder_decoder_embeddings", true, config);
  if (!fs::exists(target) && tokenizer.value("separate_vocabs", !shared))
    throw_error<FormatError>("{} is missing: source and target have vocabularies of their own",
                             target.string());
}

/// A token of config.json by its number: one that no table can have would be read as another.
std::int64_t special_token(const Json& model, const char* name, const std::string& label) {
  const std::int64_t id = whole_number(model, name, label), tokens = whole_number(model, "vocab_size", label);
  if (id < 0 || id >= tokens)
    throw_error<FormatError>("{}: {} is {}, which is none of the {} tokens", label, name,
                             model.at(name).dump(), tokens);
  return id;
}

Side read_side(const fs::path& subwords, const fs::path& vocabulary, const std::string& language,
               const Json& tokenizer, const Json& model) {
  const auto numbers = read_numbers(vocabulary);
  Tokenizer cut(read_subwords(subwords), usual_case(Tokenisation::subwords));
  Vocabulary pieces(cut.subwords()->pieces());
  TokenPlaces places;
  for (const std::string& token : pieces.tokens()) {
    const auto found = numbers.find(token);
    places.push_back(found == numbers.end() ? -1 : found->second);
  }
  const std::string unknown = tokenizer.value("unk_token", "<unk>");
  if (!numbers.contains(unknown))
    throw_error<FormatError>("{}: there is no '{}'", vocabulary.string(), unknown);
  places[Vocabulary::unk] = numbers.at(unknown);
  const std::string label = (vocabulary.parent_path() / "config.json").string();
  for (const auto& [id, name] :
       {std::pair(Vocabulary::pad, "pad_token_id"), std::pair(Vocabulary::bos, "decoder_start_token_id"),
        std::pair(Vocabulary::eos, "eos_token_id")})
    places[static_cast<std::size_t>(id)] = special_token(model, name, label);
  return {{language, std::move(cut), std::move(pieces), {}}, std::move(places)};
}

/// from_marian(), of a named folder.
Transformer read_model(const fs::path& folder, const MarianModel& marian, const Side& source,
                       const Side& target) try {
  return from_marian(marian, source.places, target.places);
} catch (const FormatError& e) {
  throw_error<FormatError>("{}: {}", folder.string(), e.what());
}

}  // namespace

Translator load_marian(const fs::path& folder) try {
  StateDict weights = load_checkpoint(folder / "model.safetensors").weights;
  const Json config = read_json(folder / "config.json");
  const MarianModel marian{.weights = std::move(weights), .config = config.dump()};
  const fs::path tokenizer_path = folder / "tokenizer_config.json",
                 target_vocabulary = folder / "target_vocab.json";
  const Json tokenizer = fs::exists(tokenizer_path) ? read_json(tokenizer_path) : Json::object();
  refuse_missing_vocabulary(target_vocabulary, tokenizer, config);
  Side source = read_side(folder / "source.spm", folder / "vocab.json", tokenizer.value("source_lang", ""),
                          tokenizer, config);
  Side target = read_side(folder / "target.spm",
                          fs::exists(target_vocabulary) ? target_vocabulary : folder / "vocab.json",
                          tokenizer.value("target_lang", ""), tokenizer, config);
  return {read_model(folder, marian, source, target), std::move(source.language), std::move(target.language)};
} catch (const nlohmann::json::exception& e) {
  throw_error<FormatError>("{}: {}", folder.string(), e.what());
} catch (const SizesError& e) {
  throw_error<SizesError>("{}: {}", folder.string(), e.what());
} catch (const UsageError& e) {
  throw_error<FormatError>("{}: {}", folder.string(), e.what());
}

}  // namespace heed
