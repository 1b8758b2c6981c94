#include "models/formats/gpt2.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

using Json = nlohmann::json;

struct TokenFile {
  std::string label;
  Json json;
};

/// A list or an object; empty where it is missing or null.
const Json& items_of(const TokenFile& file, const char* name) {
  static const Json none = Json::array();
  const auto found = file.json.find(name);
  if (found == file.json.end() || found->is_null()) return none;
  if (!found->is_structured())
    throw_error<FormatError>("{}: {} is {}: it must be a list of tokens", file.label, name, found->dump());
  return *found;
}

/// Reads its text alone, or an object that has it as "content"; `field` is where it stands.
AddedToken added_token(const Json& token, const char* field, const std::string& label) {
  AddedToken added{.text = text_value({{field, token}}, field, "", label)};
  if (token.is_object()) {
    added.takes_before = flag_value(token, "lstrip", false, label);
    added.takes_behind = flag_value(token, "rstrip", false, label);
  }
  return added;
}

/// The tokens that files add, by their ids there. Of one id the first file counts.
std::map<std::int64_t, AddedToken> added_tokens(const std::vector<TokenFile>& files) {
  std::map<std::int64_t, AddedToken> all;
  for (const TokenFile& file : files) {
    const auto add = [&](std::int64_t id, const Json& token) {
      AddedToken added = added_token(token, "the token", file.label);
      if (id < 0 || added.text.empty())
        throw_error<FormatError>("{}: the token {} must have a text, and its id be a whole number from 0",
                                 file.label, token.dump());
      all.emplace(id, std::move(added));
    };
    for (const auto& [name, token] : items_of(file, "added_tokens_decoder").items()) {
      std::int64_t id = -1;
      read_number(name, id);
      add(id, token);
    }
    for (const Json& token : items_of(file, "added_tokens"))
      add(whole_number(token, "id", -1, file.label), token);
    if (!file.label.ends_with("added_tokens.json")) continue;
    for (const auto& [token, id] : file.json.items())
      add(id.is_number_integer() ? id.get<std::int64_t>() : -1, token);
  }
  return all;
}

/// The tokens that "bos" or "eos" stands for: those of the first file that names one that is there.
std::vector<std::int32_t> named(const std::vector<TokenFile>& files, const std::string& which,
                                const ByteBpe& bpe, const std::vector<std::int64_t>& ids) {
  for (const TokenFile& file : files) {
    std::vector<std::int32_t> found;
    for (const std::int64_t id : whole_numbers(file.json, (which + "_token_id").c_str(), file.label)) {
      const auto place = std::ranges::lower_bound(ids, id);
      if (place != ids.end() && *place == id) found.push_back(static_cast<std::int32_t>(place - ids.begin()));
    }
    const std::string text = text_value(file.json, (which + "_token").c_str(), "", file.label);
    if (const auto id = bpe.find(text)) found.push_back(*id);
    if (!found.empty()) return found;
  }
  if (const auto id = bpe.find(end_of_text_name)) return {*id};
  return {};
}

Gpt2Tokens with_files(ByteBpe bpe, const std::vector<TokenFile>& files, const std::string& config,
                      std::int64_t rows = std::numeric_limits<std::int64_t>::max()) {
  std::vector<std::int64_t> ids(static_cast<std::size_t>(bpe.size()));
  std::iota(ids.begin(), ids.end(), std::int64_t{0});
  for (const auto& [id, token] : added_tokens(files)) {
    if (id >= std::ssize(ids) && id >= rows) continue;
    if (id >= std::ssize(ids)) ids.push_back(id);
    bpe.add(static_cast<std::int32_t>(std::ranges::lower_bound(ids, id) - ids.begin()), token);
  }
  for (const TokenFile& file : files) {
    const auto mark = [&](const Json& token, const char* field) {
      AddedToken special = added_token(token, field, file.label);
      const auto id = bpe.find(special.text);
      if (id && !bpe.added().contains(*id)) bpe.add(*id, std::move(special));
    };
    for (const char* const name :
         {"bos_token", "eos_token", "unk_token", "sep_token", "pad_token", "cls_token", "mask_token"}) {
      if (const auto found = file.json.find(name); found != file.json.end() && !found->is_null())
        mark(*found, name);
    }
    const char* const more = "additional_special_tokens";
    for (const Json& token : items_of(file, more)) mark(token, more);
  }
  const std::vector<std::int32_t> bos = named(files, "bos", bpe, ids), eos = named(files, "eos", bpe, ids);
  if (bos.empty() && eos.empty())
    throw_error<FormatError>(tr_noop("{}: bos_token_id and eos_token_id name no token of vocab.json, and "
                                     "there is no {} in it: give them "
                                     "the ids of the tokens that open and close a text"),
                             config, end_of_text_name);
  const std::int32_t first = (bos.empty() ? eos : bos).front();
  return {TextTokens(std::move(bpe), first, eos.empty() ? bos : eos), std::move(ids)};
}

/// Reads vocab.json and merges.txt; where these are not there, tokenizer.json, as transformers writes it: a
/// merge is "a b" or ["a", "b"].
ByteBpe byte_pairs_of(const std::filesystem::path& folder) {
  const std::filesystem::path vocabulary = folder / "vocab.json", whole = folder / "tokenizer.json";
  if (std::filesystem::exists(vocabulary) || !std::filesystem::exists(whole))
    return ByteBpe::load(vocabulary, folder / "merges.txt");
  const TokenFile file{whole.string(), read_json_object(whole)};
  const Json model = file.json.value("model", Json::object());
  if (!model.is_object() || !model.contains("vocab") || !model.contains("merges"))
    throw_error<FormatError>("{}: has no model of byte pairs (vocab and merges)", file.label);
  std::string merges;
  for (const Json& merge : model["merges"]) {
    const bool pair = merge.is_array() && merge.size() == 2 && merge[0].is_string() && merge[1].is_string();
    if (!pair && !merge.is_string()) throw_error<FormatError>("{}: {} is no merge", file.label, merge.dump());
    merges +=
        pair ? merge[0].get<std::string>() + " " + merge[1].get<std::string>() : merge.get<std::string>();
    merges += '\n';
  }
  return {model["vocab"].dump(), merges};
}

Json decoder_of(const ByteBpe& bpe) {
  Json all = Json::object();
  for (const auto& [id, token] : bpe.added())
    all[std::to_string(id)] = {{"content", token.text},        {"lstrip", token.takes_before},
                               {"rstrip", token.takes_behind}, {"normalized", false},
                               {"single_word", false},         {"special", true}};
  return all;
}

}  // namespace

Gpt2Tokens load_gpt2_tokens(const std::filesystem::path& folder, std::int64_t rows) {
  ByteBpe bpe = byte_pairs_of(folder);
  std::vector<TokenFile> files;
  for (const char* const name : {"generation_config.json", "config.json", "tokenizer_config.json",
                                 "special_tokens_map.json", "tokenizer.json", "added_tokens.json"}) {
    if (const std::filesystem::path file = folder / name; std::filesystem::exists(file))
      files.push_back({file.string(), read_json_object(file)});
  }
  return with_files(std::move(bpe), files, (folder / "config.json").string(), rows);
}

std::string special_tokens(const TextTokens& tokens) {
  return Json{{"added_tokens_decoder", decoder_of(*tokens.byte_pairs())},
              {"bos_token_id", tokens.ids().bos},
              {"eos_token_id", tokens.ends()}}
      .dump();
}

TextTokens with_special_tokens(ByteBpe bpe, const std::string& json, const std::string& label) {
  return with_files(std::move(bpe), {{label, parse_json(json, label)}}, label).tokens;
}

std::string gpt2_tokenizer_config(const TextTokens& tokens) {
  return Json{{"tokenizer_class", "GPT2Tokenizer"},
              {"added_tokens_decoder", decoder_of(*tokens.byte_pairs())},
              {"bos_token", tokens.decode({tokens.ids().bos})},
              {"eos_token", tokens.decode({tokens.ids().eos})}}
             .dump(2) +
         '\n';
}

}  // namespace heed
