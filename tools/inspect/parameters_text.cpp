// The parameters of a file of weights, part by part.
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "lib/text/display.hpp"
#include "tools/inspect/file_description.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

std::int64_t elements(const Tensor& tensor) {
  std::int64_t count = 1;
  for (const std::int64_t n : tensor.shape) count *= n;
  return count;
}

std::vector<std::string> words_of_name(const std::string& name) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin <= name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    words.push_back(name.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

/// The row of a tensor, and the number that "*" stands for in it.
struct RowName {
  std::string row, number;
};
RowName row_of(const std::string& name) {
  const std::vector<std::string> words = words_of_name(name);
  const auto is_number = [](const std::string& word) {
    return !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
  };
  const auto number = std::ranges::find_if(words, is_number);
  const bool numbered = number != words.end();
  const std::ptrdiff_t module = std::clamp<std::ptrdiff_t>(std::ssize(words) - 1, 1, 2);
  std::string row =
      fmt::format("{}", fmt::join(words.begin(), numbered ? number : words.begin() + module, "."));
  if (!numbered) return {row, ""};
  return {row + (row.empty() ? "*" : ".*"), *number};
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

struct Part {
  std::int64_t tensors = 0, parameters = 0;
  std::set<std::string> numbers{};  // of the modules in this row
  std::string same_as{};            // the tensor that one of its tensors is tied to
};

std::string parts_table(const std::map<std::string, Part>& parts, std::int64_t total) {
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

}  // namespace

std::string parameters_text(const Safetensors& file) {
  const bool state = file.metadata.contains("heed.training_state");
  const std::map<std::string, std::string> originals = tied_tensors(file);
  std::map<std::string, Part> parts;
  std::set<std::string> types, other_names;
  std::int64_t total = 0, tensors = 0, others = 0;
  for (const Tensor& tensor : file.tensors) {
    if (!is_trained(tensor) || (state && !tensor.name.starts_with("weights."))) {
      others += elements(tensor);
      other_names.insert(state ? words_of_name(tensor.name).front() : words_of_name(tensor.name).back());
      continue;
    }
    types.insert(std::string(dtype_name(tensor.dtype)));
    const RowName name = row_of(tensor.name);
    Part& part = parts[name.row];
    part.numbers.insert(name.number);
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

}  // namespace heed
