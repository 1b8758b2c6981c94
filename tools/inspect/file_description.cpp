#include "tools/inspect/terminal_view.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <sstream>
#include <tuple>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/files/safetensors.hpp"
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

/// "options      d_model 4 · heads 2": such lines stand below each other.
std::string titled(const std::string& title, const std::string& text) {
  return pad_width(title, 12) + ' ' + text + '\n';
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
  const nlohmann::json settings = parse_json(file.metadata.at("heed." + kind), path.string());
  std::string options;  // "d_model 4 · heads 2"
  for (const auto& [name, value] : settings.items())
    options += fmt::format("{}{} {}", options.empty() ? "" : " · ", name,
                           value.is_string() ? value.get<std::string>() : value.dump());
  return options.empty() ? text : text + titled(tr("options"), printable(options));
}

/// Words of a vocabulary that a model keeps under this key of its metadata, without the special ones; none
/// where the key is no vocabulary's.
std::vector<std::string> vocabulary_words(const std::string& key, const std::string& json,
                                          const std::string& path) {
  if (!key.starts_with("heed.") || !key.ends_with("vocabulary")) return {};
  try {
    const Vocabulary vocabulary = vocabulary_from_json(json);
    return {vocabulary.tokens().begin() + std::ssize(Vocabulary::special_names), vocabulary.tokens().end()};
  } catch (const Error& e) {
    throw_error<FormatError>(tr_noop("{}: {}; train and save the model again"),
                             fmt::format("{}: {}", path, shown_name(key)), e.message());
  }
}

/// "1,042 tokens: 나는 사과를 …"
std::string vocabulary_text(const std::vector<std::string>& words) {
  std::string text = trn("{} token:", "{} tokens:", std::ssize(words));
  for (std::size_t i = 0; i < std::min<std::size_t>(10, words.size()); ++i) text += ' ' + printable(words[i]);
  return text + (words.size() > 10 ? " …" : "");
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
    text += titled("  " + fit_width(name, 30),
                   words.empty() ? fit_width(line, 60) + more : vocabulary_text(words));
  }
  return text.empty() ? "" : tr("texts\n") + text;
}

/// Lists every word of every vocabulary: "vocabulary (1,042):", and all of them below.
std::string words_of_file(const fs::path& path) {
  const WrapOptions page{
      .width = std::clamp<std::size_t>(terminal(Stream::output).width, 20, 110), .first = "  ", .rest = "  "};
  std::string text;
  for (const auto& [key, value] : read_safetensors_header(path).metadata) {
    std::vector<std::string> words = vocabulary_words(key, value, path.string());
    if (words.empty()) continue;
    std::ranges::sort(words);
    text += fmt::format("{}{} ({}):\n", text.empty() ? "" : "\n", key.substr(5), grouped(std::ssize(words)));
    for (const std::string& line : wrap(printable(join_with_spaces(words)), page)) text += line + '\n';
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

std::int64_t elements(const Tensor& tensor) {
  return std::accumulate(tensor.shape.begin(), tensor.shape.end(), std::int64_t{1}, std::multiplies());
}

/// A row of the table of parameters. Numbered modules are one row, "h.* (12)"; a name without a number
/// belongs to the module that its first two words name.
struct Part {
  std::int64_t tensors = 0, parameters = 0;
  std::set<std::string> numbers{};  // of the modules in this row
  std::string same_as{};            // the tensor that one of its tensors is tied to
};
using PartRows = std::map<std::string, Part>;

/// Returns the row of a tensor, to which its number is added.
Part& part_of(const std::string& name, PartRows& parts) {
  std::istringstream text(name);
  std::vector<std::string> words;
  std::string before;
  for (std::string word; std::getline(text, word, '.'); words.push_back(word)) {
    if (!word.empty() && word.find_first_not_of("0123456789") == std::string::npos) {
      Part& part = parts[before + "*"];
      part.numbers.insert(word);
      return part;
    }
    before += word + '.';
  }
  words.resize(std::clamp<std::size_t>(words.size() - 1, 1, 2));
  return parts[fmt::format("{}", fmt::join(words, "."))];
}

/// False for whole numbers, which are places, packed weights or a generator's state, and for GPT-2's masks.
bool is_trained(const Tensor& tensor) {
  const bool mask = tensor.name.ends_with(".attn.bias") && tensor.shape.size() == 4;
  return is_float(tensor) && !mask;
}

/// Returns the matrices with the bytes of an earlier one, and the name of that. Several that hold
/// but one number, such as zeros, only begin alike.
std::map<std::string, std::string> tied_tensors(const Safetensors& file) {
  std::map<std::string, std::string> tied;
  std::map<std::tuple<DType, std::vector<std::int64_t>, std::string_view>, std::string> seen;
  for (const Tensor& tensor : file.tensors) {
    const auto size = static_cast<std::ptrdiff_t>(dtype_bytes(tensor.dtype));
    const auto& bytes = tensor.bytes;
    const bool constant =
        std::ssize(bytes) <= size || std::equal(bytes.begin() + size, bytes.end(), bytes.begin());
    if (constant || tensor.shape.size() < 2 || !is_trained(tensor)) continue;
    const std::string_view all(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    const auto [first, fresh] = seen.try_emplace({tensor.dtype, tensor.shape, all}, tensor.name);
    if (!fresh) tied.emplace(tensor.name, first->second);
  }
  return tied;
}

std::string parts_table(const PartRows& parts, std::int64_t total) {
  Table table{.columns = {{tr("  part")},
                          {tr("tensors"), Align::right},
                          {tr("parameters"), Align::right},
                          {tr("share"), Align::right}}};
  for (const auto& [name, part] : parts) {
    std::string title = "  " + fit_width(name, 60);
    if (part.numbers.size() > 1) title += fmt::format(" ({})", part.numbers.size());
    if (part.tensors == 0) {
      table.rows.push_back({title, "", "= " + fit_width(part.same_as, 30), ""});
      continue;
    }
    const auto share =
        static_cast<double>(part.parameters) / static_cast<double>(std::max<std::int64_t>(total, 1));
    table.rows.push_back({title, std::to_string(part.tensors), grouped(part.parameters),
                          fmt::format("{:.1f} %", 100 * share)});
  }
  return parts.empty() ? "" : format_table(table);
}

/// Counts the parameters, and what is none: buffers, whole numbers, what a training remembers. A matrix that
/// holds the bytes of an earlier one is tied to it and counts once.
std::string parameters_text(const Safetensors& file) {
  const bool state = file.metadata.contains("heed.training_state");
  const std::map<std::string, std::string> originals = tied_tensors(file);
  PartRows parts;
  std::set<std::string> types, other_names;
  std::int64_t total = 0, tensors = 0, others = 0;
  for (const Tensor& tensor : file.tensors) {
    if (!is_trained(tensor) || (state && !tensor.name.starts_with("weights."))) {
      others += elements(tensor);
      const std::string& name = tensor.name;
      other_names.insert(state ? name.substr(0, name.find('.')) : name.substr(name.rfind('.') + 1));
      continue;
    }
    types.insert(std::string(dtype_name(tensor.dtype)));
    Part& part = part_of(tensor.name, parts);
    if (const auto original = originals.find(tensor.name); original != originals.end()) {
      part.same_as = original->second;
      continue;
    }
    ++part.tensors, ++tensors;
    part.parameters += elements(tensor);
    total += elements(tensor);
  }
  std::string count = tr("{} in {} ({})", grouped(total), trn("{} tensor", "{} tensors", tensors),
                         fmt::format("{}", fmt::join(types, ", ")));
  if (!originals.empty()) count += tr("; {} more as another has them (tied)", originals.size());
  std::string text = titled(tr("parameters"), count);
  if (others > 0)
    text += titled(tr("others"), tr("{} that are no parameters ({})", grouped(others),
                                    fit_width(fmt::format("{}", fmt::join(other_names, ", ")), 60)));
  return text + parts_table(parts, total);
}

}  // namespace

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
