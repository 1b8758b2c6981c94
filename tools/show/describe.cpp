#include "tools/show/describe.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "lib/core/error.hpp"
#include "lib/files/content_hash.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "models/saved_model.hpp"
#include "tools/language/tr.hpp"
#include "tools/show/kind.hpp"
#include "tools/show/lines.hpp"
#include "tools/show/parts.hpp"
#include "tools/show/texts.hpp"
#include "tools/training/training_history.hpp"

namespace heed {
namespace {

std::string options_text(const std::string& json, const std::string& label) {
  const nlohmann::json options = parse_json(json, label);
  std::string text;
  for (const auto& [name, value] : options.items())
    text += fmt::format("{}{} {}", text.empty() ? "" : " · ", name,
                        value.is_string() ? value.get<std::string>() : value.dump());
  return text.empty() ? "" : titled(tr("options"), printable(text));
}

/// One hash of what the weights are, wherever they stand in the file and whatever texts are beside them.
std::string weights_text(const Safetensors& file) {
  std::vector<const Tensor*> sorted;
  for (const Tensor& tensor : file.tensors) sorted.push_back(&tensor);
  std::ranges::sort(sorted, {}, &Tensor::name);
  ContentHash hash;
  for (const Tensor* const tensor : sorted) {
    const std::string what =
        fmt::format("{} {} {}\n", tensor->name, dtype_name(tensor->dtype), shape_text(tensor->shape));
    hash.add(std::as_bytes(std::span(what)));
    hash.add(tensor->bytes);
  }
  return titled(tr("weights"),
                tr("hash {}: two files with the same one have the same tensors", hash.digits()));
}

std::string no_hashes() { return titled(tr("hashes"), tr("none: what was written cannot be checked")); }

std::string tensors_table(const std::vector<TensorEntry>& tensors) {
  Table table{.columns = {{tr("tensor")}, {tr("type")}, {tr("shape")}}};
  for (const TensorEntry& tensor : tensors)
    table.rows.push_back(
        {shortened(tensor.name, 100), std::string(dtype_name(tensor.dtype)), shape_text(tensor.shape)});
  std::sort(table.rows.begin(), table.rows.end());
  return '\n' + format_table(table);
}

/// Tensors that are no parameters of the model, as a line of their own.
std::string apart_text(const std::string& title, const std::vector<TensorEntry>& tensors) {
  std::int64_t numbers = 0;
  for (const TensorEntry& tensor : tensors) numbers += elements(tensor.shape);
  const std::int64_t count = std::ssize(tensors);
  return count == 0 ? ""
                    : titled(title, tr("{} in {}", grouped(numbers), trn("{} tensor", "{} tensors", count)));
}

std::string optimizer_text(const std::vector<TensorEntry>& tensors) {
  return apart_text(tr("optimizer"), tensors);
}

/// Of a training's state only the weights of now are the model's; beside them are what the optimizer
/// remembers, and weights of other epochs.
std::string state_parameters_text(const SafetensorsHeader& header, const Safetensors& file) {
  SafetensorsHeader model{.tensors = {}, .metadata = {}};
  std::vector<TensorEntry> optimizer, copies;
  for (const TensorEntry& tensor : header.tensors)
    (tensor.name.starts_with("weights.")     ? model.tensors
     : tensor.name.starts_with("optimizer.") ? optimizer
                                             : copies)
        .push_back(tensor);
  return parameters_text(model, tied_tensors(model, file)) + optimizer_text(optimizer) +
         apart_text(tr("other epochs"), copies);
}

}  // namespace

std::string describe_file(const std::filesystem::path& path, Detail detail) {
  const SafetensorsHeader header = read_safetensors_header(path);
  if (detail == Detail::words) return words_of(header, path);
  const std::string kind = kind_of(header.metadata);
  std::string text = titled(printable(path.string()) + ":", kind_text(path, kind, header));
  text +=
      kind.empty() ? config_text_of(path) : options_text(header.metadata.at("heed." + kind), path.string());
  const Safetensors file = read_safetensors(path);
  text += header.metadata.contains("heed.training_state")
              ? state_parameters_text(header, file)
              : parameters_text(header, tied_tensors(header, file));
  text += texts_of(header, kind, path.string());
  text += weights_text(file);
  if (const std::string history = training_summary(path).text; !history.empty())
    text += titled(tr("training"), history);
  const bool hashed = std::any_of(header.tensors.begin(), header.tensors.end(),
                                  [](const TensorEntry& tensor) { return !tensor.hash.empty(); });
  text += hashed ? titled(tr("hashes"), tr("every byte is as it was written")) : no_hashes();
  return detail == Detail::parts ? text : text + tensors_table(header.tensors);
}

}  // namespace heed
