#include "models/marian_folder.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "models/marian.hpp"
#include "models/not_written.hpp"
#include "models/tokenizer_files.hpp"
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

/// The tokens by their numbers, which are ours.
Vocabulary in_order(const std::unordered_map<std::string, std::int64_t>& numbers, const fs::path& path) {
  std::vector<std::pair<std::int64_t, std::string>> order;
  for (const auto& [token, number] : numbers) order.emplace_back(number, token);
  std::ranges::sort(order);
  std::vector<std::string> tokens;
  for (auto& [number, token] : order) {
    if (number != std::ssize(tokens))
      throw_error<FormatError>("{}: '{}' is number {}: there is none of number {}", path.string(), token,
                               number, tokens.size());
    tokens.push_back(std::move(token));
  }
  return Vocabulary(std::move(tokens));
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
  const Tokenisation kind = parse_tokenisation(tokenizer.value(heed_tokens_key, "subwords"));
  const Case letters = tokenizer.contains(heed_case_key)
                           ? parse_case(tokenizer.at(heed_case_key).get<std::string>())
                           : usual_case(kind);
  const bool pieces = kind == Tokenisation::subwords;
  Tokenizer cut = pieces ? Tokenizer(read_subwords(subwords), letters) : Tokenizer(kind, letters);
  Vocabulary words = pieces ? Vocabulary(cut.subwords()->pieces()) : in_order(numbers, vocabulary);
  TokenPlaces places;
  for (const std::string& token : words.tokens()) {
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
  return {{language, std::move(cut), std::move(words), {}}, std::move(places)};
}

/// from_marian(), of a named folder.
Transformer read_model(const fs::path& folder, const MarianModel& marian, const Side& source,
                       const Side& target) try {
  return from_marian(marian, source.places, target.places);
} catch (const FormatError& e) {
  throw_error<FormatError>("{}: {}", folder.string(), e.what());
}

std::pair<Counterparts, Counterparts> read_counterparts(const fs::path& file) try {
  const Json json = read_json(file);
  return {json.at("source").get<Counterparts>(), json.at("target").get<Counterparts>()};
} catch (const Json::exception&) {
  throw_error<FormatError>(
      "{}: is damaged; export the model again, or delete the file: it holds notes on "
      "translations alone",
      file.string());
}

}  // namespace

void save_marian(const fs::path& folder, const Translator& translator) {
  const Transformer* const model = std::get_if<Transformer>(&translator.model());
  if (model == nullptr)
    throw NotWrittenError("an LSTM is not written as a Marian model", {{Unwritten::lstm}});
  if (translator.source().tokenizer.kind() != translator.target().tokenizer.kind())
    throw NotWrittenError("the model cannot be written as a Marian model", {{Unwritten::token_kinds}});
  const MarianModel marian = to_marian(*model);
  write_new_folder(folder, [&](const fs::path& inside) {
    write_tokenizer_files(inside, translator);
    save_checkpoint(inside / "model.safetensors", marian.weights);
    atomic_write(inside / "config.json", marian.config + '\n');
    const Counterparts &source = translator.source().counterparts, &target = translator.target().counterparts;
    if (!source.empty() || !target.empty())
      write_json(inside / heed_counterparts_file, {{"source", source}, {"target", target}});
  });
}

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
  if (tokenizer.contains(heed_source_text_key))
    source.language.learned =
        parse_learned_text(tokenizer_path.string(), tokenizer.at(heed_source_text_key).get<std::string>());
  if (const fs::path file = folder / heed_counterparts_file; fs::exists(file))
    std::tie(source.language.counterparts, target.language.counterparts) = read_counterparts(file);
  return {read_model(folder, marian, source, target), std::move(source.language), std::move(target.language)};
} catch (const nlohmann::json::exception& e) {
  throw_error<FormatError>("{}: {}", folder.string(), e.what());
} catch (const SizesError& e) {
  throw_error<SizesError>("{}: {}", folder.string(), e.what());
} catch (const UsageError& e) {
  throw_error<FormatError>("{}: {}", folder.string(), e.what());
}

}  // namespace heed
