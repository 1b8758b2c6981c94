// The files of a MarianMTModel's folder.

#include <map>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "models/formats/marian.hpp"
#include "nn/checkpoint.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

/// The number of each token of a vocab.json.
std::unordered_map<std::string, std::int64_t> read_numbers(const fs::path& path) {
  std::unordered_map<std::string, std::int64_t> numbers;
  std::map<std::int64_t, std::string> tokens;
  const Json json = read_json_object(path);
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

/// A file of settings; empty where there is none.
struct FolderFile {
  explicit FolderFile(const fs::path& file, bool must_be_there = false)
      : label(file.string()),
        json(must_be_there || fs::exists(file) ? read_json_object(file) : Json::object()) {}
  std::string text(const char* name, const std::string& otherwise) const {
    return text_value(json, name, otherwise, label);
  }
  std::string label;
  Json json;
};

struct Side {
  ModelLanguage language;
  TokenPlaces places;
};

SubwordModel read_subwords(const fs::path& path) {
  std::string bytes = read_text_file(path);
  try {
    return SubwordModel::from_bytes(std::move(bytes));
  } catch (const Error& problem) {
    throw_error<FormatError>("{}: {}", path.string(), problem.message());
  }
}

/// Without its own vocabulary a target would be read by the numbers of the source. MarianTokenizer says
/// whether there are two; where it does not, a model that shares no embeddings has two.
void refuse_missing_vocabulary(const fs::path& target, const FolderFile& tokenizer, const FolderFile& model) {
  const bool shared = flag_value(model.json, "share_encoder_decoder_embeddings", true, model.label);
  if (flag_value(tokenizer.json, "separate_vocabs", !shared, tokenizer.label) && !fs::exists(target))
    throw_error<FormatError>(tr_noop("{} is missing: source and target have vocabularies of their own"),
                             target.string());
}

/// A token of config.json, or of generation_config.json, by its number: one that no table can have would be
/// read as another. `usual`: of MarianConfig.
std::int64_t special_token(const FolderFile& model, const char* name, std::int64_t usual) {
  std::vector<std::int64_t> given = whole_numbers(model.json, name, model.label);
  const FolderFile generation(fs::path(model.label).parent_path() / "generation_config.json");
  if (given.empty()) given = whole_numbers(generation.json, name, generation.label);
  const std::int64_t id = given.empty() ? usual : given.front(),
                     tokens = whole_number(model.json, "vocab_size", usual_marian_vocabulary, model.label);
  if (id >= 0 && id < tokens) return id;
  if (given.empty())
    throw_error<FormatError>(tr_noop("{}: {} is missing: give it the number of that token"), model.label,
                             name);
  throw_error<FormatError>("{}: {} is {}, which is none of the {} tokens", model.label, name, id, tokens);
}

Side read_side(const fs::path& subwords, const fs::path& vocabulary, const std::string& language,
               const FolderFile& tokenizer, const FolderFile& model) {
  const auto numbers = read_numbers(vocabulary);
  Tokenizer cut(read_subwords(subwords), usual_case(Tokenisation::subwords));
  Vocabulary pieces(cut.subwords()->pieces());
  TokenPlaces places;
  for (const std::string& token : pieces.tokens()) {
    const auto found = numbers.find(token);
    places.push_back(found == numbers.end() ? -1 : found->second);
  }
  const FolderFile names(vocabulary.parent_path() / "special_tokens_map.json");
  const std::string unknown = tokenizer.text("unk_token", names.text("unk_token", "<unk>"));
  if (!numbers.contains(unknown))
    throw_error<FormatError>(tr_noop("{}: there is no '{}'"), vocabulary.string(), unknown);
  places[Vocabulary::unk] = numbers.at(unknown);
  constexpr std::int64_t last = usual_marian_vocabulary - 1;
  places[Vocabulary::pad] = special_token(model, "pad_token_id", last);
  places[Vocabulary::bos] = special_token(model, "decoder_start_token_id", last);
  places[Vocabulary::eos] = special_token(model, "eos_token_id", 0);
  return {{language, std::move(cut), std::move(pieces), {}}, std::move(places)};
}

/// Names of weights and biases; others are buffers, of whatever type.
bool is_left_out(const std::string& name) { return !name.ends_with(".weight") && !name.ends_with("bias"); }

/// from_marian(), of a named folder.
Transformer read_model(const fs::path& folder, const MarianModel& marian, const Side& source,
                       const Side& target) try {
  return from_marian(marian, source.places, target.places);
} catch (const FormatError& e) {
  throw_error<FormatError>("{}: {}", folder.string(), e.message());
}

Activation activation_of(const std::string& name) {
  if (name == "swish" || name == "silu") return Activation::silu;
  if (name == "gelu") return Activation::gelu;
  if (name == "relu") return Activation::relu;
  throw_error<FormatError>("config.json: the activation is {}: swish, silu, gelu and relu are computed",
                           name);
}

}  // namespace

MarianConfig read_marian_config(const std::string& text) {
  const char* const label = "config.json";
  const Json config = parse_json(text, label);
  if (!config.is_object()) throw_error<FormatError>("config.json: no JSON object");
  if (const std::string type = text_value(config, "model_type", "marian", label); type != "marian")
    throw_error<FormatError>("config.json: model_type is {}, not marian", type);
  // A missing flag is false in MarianConfig.
  for (const auto& [name, value] : {std::pair("scale_embedding", true), std::pair("normalize_before", false),
                                    std::pair("normalize_embedding", false)}) {
    if (flag_value(config, name, false, label) != value)
      throw_error<FormatError>("config.json: {} is {}: only {} is computed", name, !value, value);
  }
  const auto number = [&](const std::string& name, std::int64_t usual) {
    constexpr std::int64_t most = 1'000'000;
    const std::int64_t value = whole_number(config, name.c_str(), usual, label);
    if (value < 1 || value > most)
      throw_error<FormatError>("config.json: {} is {}, not from 1 to {}", name, value, most);
    return value;
  };
  const auto of_both = [&](const std::string& of, std::int64_t usual) {
    const std::int64_t one = number("encoder_" + of, usual), other = number("decoder_" + of, usual);
    if (one != other)
      throw_error<FormatError>(
          "config.json: encoder_{0} is {1} and decoder_{0} {2}: only the same in both is "
          "computed",
          of, one, other);
    return one;
  };
  MarianConfig c{.shared = flag_value(config, "share_encoder_decoder_embeddings", true, label)};
  c.options.final_norm = FinalNorm::no;
  c.options.encoder_layers = number("encoder_layers", 12);
  c.options.decoder_layers = number("decoder_layers", 12);
  LayerOptions& layer = c.options.layer;
  layer.d_model = number("d_model", 1024);
  layer.heads = of_both("attention_heads", 16);
  layer.dim_feedforward = of_both("ffn_dim", 4096);
  layer.max_length = number("max_position_embeddings", 1024);
  layer.dropout = number_value(config, "dropout", 0.1, label);
  layer.attention_dropout = number_value(config, "attention_dropout", 0, label);
  layer.activation_dropout = number_value(config, "activation_dropout", 0, label);
  layer.activation = activation_of(text_value(config, "activation_function", "gelu", label));
  c.source_tokens = whole_number(config, "vocab_size", usual_marian_vocabulary, label);
  const std::int64_t own = whole_number(config, "decoder_vocab_size", c.source_tokens, label);
  c.target_tokens = c.shared ? c.source_tokens : own;
  if (c.source_tokens < 1 || c.target_tokens < 1)
    throw_error<FormatError>("config.json: vocab_size is {} and decoder_vocab_size {}: no tokens",
                             c.source_tokens, c.target_tokens);
  return c;
}

Translator load_marian(const fs::path& folder) try {
  StateDict weights = load_checkpoint(folder / "model.safetensors", is_left_out).weights;
  const FolderFile config(folder / "config.json", true), tokenizer(folder / "tokenizer_config.json");
  const MarianModel marian{.weights = std::move(weights), .config = config.json.dump()};
  const fs::path target_vocabulary = folder / "target_vocab.json";
  refuse_missing_vocabulary(target_vocabulary, tokenizer, config);
  Side source = read_side(folder / "source.spm", folder / "vocab.json", tokenizer.text("source_lang", ""),
                          tokenizer, config);
  Side target = read_side(folder / "target.spm",
                          fs::exists(target_vocabulary) ? target_vocabulary : folder / "vocab.json",
                          tokenizer.text("target_lang", ""), tokenizer, config);
  return {read_model(folder, marian, source, target), std::move(source.language), std::move(target.language)};
} catch (const SizesError& e) {
  throw_error<SizesError>("{}: {}", folder.string(), e.message());
} catch (const UsageError& e) {
  throw_error<FormatError>("{}: {}", folder.string(), e.message());
}

}  // namespace heed
