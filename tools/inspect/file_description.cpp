#include "tools/inspect/file_description.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "lib/report/terminal.hpp"
#include "lib/report/wrap.hpp"
#include "lib/text/display.hpp"
#include "lib/text/vocabulary.hpp"
#include "lib/text/words.hpp"
#include "models/any_model.hpp"
#include "models/saved_model.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/training_history.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

constexpr const char* byte_pairs_key = "heed.bpe.vocab";

/// "d_model 4 · heads 2" of a JSON object.
std::string settings_text(const nlohmann::json& settings) {
  std::string text;
  for (const auto& [name, value] : settings.items())
    text += fmt::format("{}{} {}", text.empty() ? "" : " · ", name,
                        value.is_string() ? value.get<std::string>() : value.dump());
  return printable(text);
}

/// Says kind and options.
std::string kind_lines(const fs::path& path, const Safetensors& file) {
  const std::string title = printable(path.string()) + ":", kind = kind_of(file.metadata);
  if (kind.empty() && file.metadata.contains("heed.settings"))
    return titled(title, tr("the state of a training that was interrupted: the same command with --resume "
                            "goes on"));
  if (kind.empty()) return titled(title, tr("weights, not a model that heed saved"));
  const ModelKind* const known = find_kind(kind);
  const std::string text = titled(
      title, known != nullptr ? tr("{}, saved by heed (kind: {})", localized(known->what), kind)
                              : tr("a model of one's own, saved by heed (kind: {})", fit_width(kind, 30)));
  const std::string options = settings_text(parse_json(file.metadata.at("heed." + kind), path.string()));
  return options.empty() ? text : text + titled(tr("options"), options);
}

/// The tokens of a vocab.json as GPT-2 and Marian have it, by their numbers.
std::vector<std::string> read_byte_pairs(const std::string& json, const std::string& label) try {
  std::map<std::int64_t, std::string> by_number;
  for (const auto& [token, number] : parse_json(json, label).get<std::map<std::string, std::int64_t>>())
    by_number[number] = token;
  std::vector<std::string> tokens;
  for (auto& [number, token] : by_number) tokens.push_back(std::move(token));
  return tokens;
} catch (const nlohmann::json::exception&) {
  throw_error<FormatError>("{}: no tokens with their numbers", label);
}

/// Words of a vocabulary that a model keeps under this key of its metadata, without the special ones; none
/// where the key is no vocabulary's.
std::vector<std::string> vocabulary_words(const std::string& key, const std::string& json,
                                          const std::string& path) {
  const std::string label = fmt::format("{}: {}", path, shown_name(key));
  if (key == byte_pairs_key) return read_byte_pairs(json, label);
  if (!key.starts_with("heed.") || !key.ends_with("vocabulary")) return {};
  try {
    const Vocabulary vocabulary = vocabulary_from_json(json);
    return {vocabulary.tokens().begin() + std::ssize(Vocabulary::special_names), vocabulary.tokens().end()};
  } catch (const Error& e) {
    throw_error<FormatError>(tr_noop("{}: {}; train and save the model again"), label, e.message());
  }
}

/// "1,042 tokens: 나는 사과를 …"; of byte pairs those behind the 256 bytes.
std::string vocabulary_text(const std::vector<std::string>& words, std::size_t first) {
  const std::size_t end = std::min(first + 10, words.size());
  std::string text = trn("{} token:", "{} tokens:", std::ssize(words));
  for (std::size_t i = std::min(first, end); i < end; ++i) text += ' ' + printable(words[i]);
  return text + (end < words.size() ? " …" : "");
}

/// A line for each text of the file that is not of its own format.
std::string texts_of(const Safetensors& file, const std::string& path) {
  const std::string kind = kind_of(file.metadata);
  std::string text;
  for (const auto& [key, value] : file.metadata) {
    if (key == "heed." + kind || key == "heed.version" || key == "heed.kind" || key == "format") continue;
    const std::vector<std::string> words = vocabulary_words(key, value, path);
    const std::string name = key.starts_with("heed.") ? key.substr(5) : key,
                      line = value.substr(0, value.find('\n')), more = line == value ? "" : " …";
    text += titled("  " + fit_width(name, 30), words.empty()
                                                   ? fit_width(line, 60) + more
                                                   : vocabulary_text(words, key == byte_pairs_key ? 256 : 0));
  }
  return text.empty() ? "" : tr("texts\n") + text;
}

/// "vocabulary (1,042):", and all of them below.
std::string list_of(const std::string& name, std::vector<std::string> words) {
  std::ranges::sort(words);
  std::string text = fmt::format("{} ({}):\n", name, grouped(std::ssize(words)));
  const WrapOptions page{
      .width = std::clamp<std::size_t>(terminal(Stream::output).width, 20, 110), .first = "  ", .rest = "  "};
  for (const std::string& line : wrap(printable(join_with_spaces(words)), page)) text += line + '\n';
  return text;
}

/// Lists every word of every vocabulary.
std::string words_of_file(const fs::path& path) {
  std::string text;
  for (const auto& [key, value] : read_safetensors_header(path).metadata) {
    const std::vector<std::string> words = vocabulary_words(key, value, path.string());
    if (!words.empty()) text += (text.empty() ? "" : "\n") + list_of(key.substr(5), words);
  }
  if (text.empty()) throw_error<UsageError>("{}: there is no vocabulary in it", path.string());
  return text;
}

std::string tensors_table(const Safetensors& file) {
  Table table{.columns = {{tr("tensor")}, {tr("type")}, {tr("shape")}}};
  for (const Tensor& tensor : file.tensors)
    table.rows.push_back(
        {fit_width(tensor.name, 100), std::string(dtype_name(tensor.dtype)), shape_text(tensor.shape)});
  std::ranges::sort(table.rows);
  return '\n' + format_table(table);
}

}  // namespace

std::string titled(const std::string& title, const std::string& text) {
  return pad_width(title, 12) + ' ' + text + '\n';
}

std::string describe_file(const fs::path& path, Detail detail) {
  if (detail == Detail::words) return words_of_file(path);
  const Safetensors file = read_safetensors(path);
  std::string text = kind_lines(path, file) + parameters_text(file) + texts_of(file, path.string());
  if (const std::string history = training_summary(path).text; !history.empty())
    text += titled(tr("training"), history);
  const bool hashed = std::ranges::any_of(read_safetensors_header(path).tensors,
                                          [](const TensorEntry& tensor) { return !tensor.hash.empty(); });
  text += titled(tr("hashes"), hashed ? tr("every byte is as it was written")
                                      : tr("none: what was written cannot be checked"));
  return detail == Detail::tensors ? text + tensors_table(file) : text;
}

}  // namespace heed
