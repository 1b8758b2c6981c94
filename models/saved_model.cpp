#include "models/saved_model.hpp"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/safetensors.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr const char* version_key = "heed.version";
constexpr const char* version = "1";
constexpr const char* kind_key = "heed.kind";

/// The file itself, or that of a folder.
std::filesystem::path file_of(const std::filesystem::path& path) {
  if (!std::filesystem::is_directory(path)) return path;
  if (!has_weights(path))
    throw_error<Error>(tr_noop("{}: there is no model.safetensors in this folder"), path.string());
  return path / "model.safetensors";
}

}  // namespace

void save_model(const std::filesystem::path& path, const std::string& kind, const std::string& settings,
                const Module& model, const Metadata& texts) {
  if (!nlohmann::json::accept(settings) || !nlohmann::json::parse(settings).is_object())
    throw_error<UsageError>("the settings of a saved model must be a JSON object, not '{}'", settings);
  Metadata all = texts;
  all[version_key] = version;
  all[kind_key] = kind;
  if (kind.empty() || !all.emplace("heed." + kind, settings).second)
    throw_error<UsageError>("'{}' cannot be the kind of a saved model: 'heed.{}' means something else", kind,
                            kind);
  save_checkpoint(path, model.state_dict(), all);
}

std::string kind_of(const Metadata& metadata) {
  if (const auto found = metadata.find(kind_key); found != metadata.end())
    return metadata.contains("heed." + found->second) ? found->second : "";
  // Files from before there was heed.kind.
  for (const char* kind : {"transformer", "lstm", "gpt", "bert", "vit"}) {
    if (metadata.contains(std::string("heed.") + kind)) return kind;
  }
  return "";
}

void refuse_settings(const std::filesystem::path& path, const UsageError& problem) {
  throw_error<FormatError>(tr_noop("{}: its settings cannot be: {}; train and save the model again"),
                           path.string(), problem.message());
}

SavedModel::SavedModel(const std::filesystem::path& path)
    : path_(file_of(path)), header_(read_safetensors_header(path_)), kind_(kind_of(header_.metadata)) {
  const std::string* const found = find(version_key);
  if (kind_.empty() && (found == nullptr || *found == version))
    throw_error<FormatError>(
        tr_noop("{}: no model that heed has saved; `heed show {}` says what it is, and what reads it"),
        path_.string(), path_.string());
  if (text(version_key) != version)
    throw_error<VersionError>("{}: is of version {}, this program reads version {}; save the model again",
                              path_.string(), *found, version);
}

const std::string* SavedModel::find(const char* key) const {
  const auto found = header_.metadata.find(key);
  return found == header_.metadata.end() ? nullptr : &found->second;
}

const std::string& SavedModel::text(const char* key) const {
  const std::string* const found = find(key);
  if (found == nullptr)
    throw_error<FormatError>(tr_noop("{}: the metadata have no '{}': was this file written by heed?"),
                             path_.string(), key);
  return *found;
}

Vocabulary SavedModel::vocabulary(const char* key) const {
  try {
    return vocabulary_from_json(text(key));
  } catch (const FormatError&) {
    throw;
  } catch (const Error& e) {
    throw_error<FormatError>(tr_noop("{}: '{}': {}; train and save the model again"), path_.string(), key,
                             e.message());
  }
}

void SavedModel::require_kind(const std::string& kind) const {
  if (kind_ != kind)
    throw_error<FormatError>(tr_noop("{}: the model is a {}, not a {}; `heed show {}` says more"),
                             path_.string(), kind_, kind, path_.string());
}

void SavedModel::require_tensor(const std::string& name, const std::vector<std::int64_t>& shape) const {
  const auto found = std::find_if(header_.tensors.begin(), header_.tensors.end(),
                                  [&](const TensorEntry& entry) { return entry.name == name; });
  if (found == header_.tensors.end() || found->shape != shape)
    throw_error<SizesError>(
        tr_noop("{}: its settings ask for {} of {}, and it {}; train and save the model again"),
        path_.string(), name, shape_text(shape),
        found == header_.tensors.end() ? Message::of(tr_noop("is missing"))
                                       : make_message(tr_noop("is {}"), shape_text(found->shape)));
}

void SavedModel::load_into(const Module& model) const {
  const StateDict weights = load_checkpoint(path_).weights;
  try {
    model.load_state_dict(weights);
  } catch (const Error& e) {
    throw_error<SizesError>("{}: {}", path_.string(), e.message());
  }
  model.eval();
}

namespace {

constexpr const char* case_key = "heed.case";
constexpr const char* blanks_key = "heed.blanks";

std::string to_hexadecimal(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

std::string from_hexadecimal(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    unsigned byte = 0;
    const char* const end = text.data() + std::min(i + 2, text.size());
    if (std::from_chars(text.data() + i, end, byte, 16).ptr != end)
      throw_error<Error>("it is no hexadecimal number at {}", i);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

}  // namespace

void describe_tokenizer(const Tokenizer& tokenizer, const char* subwords_name, Metadata& texts) {
  texts[tokenisation_key] = to_string(tokenizer.kind());
  if (tokenizer.letters() != usual_case(tokenizer.kind())) texts[case_key] = to_string(tokenizer.letters());
  if (tokenizer.blanks() == Blanks::all) texts[blanks_key] = "all";
  if (tokenizer.subwords()) texts[subwords_name] = to_hexadecimal(tokenizer.subwords()->bytes());
}

Tokenizer read_tokenizer(const SavedModel& saved, const char* subwords_name, const char* vocabulary_name) {
  const Tokenisation kind = parse_tokenisation(saved.text(tokenisation_key));
  const std::string* const letters_text = saved.find(case_key);
  const Case letters = letters_text ? parse_case(*letters_text) : usual_case(kind);
  if (kind != Tokenisation::subwords)
    return {kind, letters, saved.find(blanks_key) != nullptr ? Blanks::all : Blanks::one};
  const std::string& text = saved.text(subwords_name);
  try {
    SubwordModel model = SubwordModel::from_bytes(from_hexadecimal(text));
    if (model.pieces() != saved.vocabulary(vocabulary_name).tokens())
      throw_error<Error>("its pieces are not those of '{}'", vocabulary_name);
    return {std::move(model), letters};
  } catch (const Error& e) {
    throw_error<FormatError>(tr_noop("{}: '{}': {}; train and save the model again"), saved.path().string(),
                             subwords_name, e.message());
  }
}

}  // namespace heed
