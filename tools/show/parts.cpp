#include "tools/show/parts.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <unordered_map>
#include <vector>

#include "lib/report/number.hpp"
#include "lib/report/table.hpp"
#include "tools/language/tr.hpp"
#include "tools/show/lines.hpp"

namespace heed {
namespace {

/// A name cut at its first number: "encoder.layers.", "3", "linear1.weight" of
/// encoder.layers.3.linear1.weight. Without a number all stands before.
struct NameParts {
  std::string before, number, behind;
};
NameParts cut(const std::string& name) {
  for (std::size_t begin = 0; begin < name.size();) {
    const std::size_t end = std::min(name.find('.', begin), name.size());
    const std::string word = name.substr(begin, end - begin);
    if (!word.empty() && word.find_first_not_of("0123456789") == std::string::npos)
      return {name.substr(0, begin), word, end < name.size() ? name.substr(end + 1) : ""};
    begin = end + 1;
  }
  return {name, "", ""};
}

/// Of a name without a number the module: at most so many of its words, without the last, which is that of
/// the parameter.
std::string module_of(const std::string& name, int words) {
  std::size_t end = 0;
  for (int i = 0; i < words; ++i) {
    const std::size_t next = name.find('.', end == 0 ? 0 : end + 1);
    if (next == std::string::npos) break;
    end = next;
  }
  return end == 0 ? name : name.substr(0, end);
}

/// Whether all names of three words or more begin with the same one, as "transformer." or "model.".
bool have_common_word(const SafetensorsHeader& header) {
  std::set<std::string> first;
  for (const TensorEntry& tensor : header.tensors) {
    if (std::count(tensor.name.begin(), tensor.name.end(), '.') >= 2)
      first.insert(tensor.name.substr(0, tensor.name.find('.')));
  }
  return first.size() == 1;
}

/// Places of tokens, packed weights, or a random generator's state: the file does not say. Matrices of bytes
/// count as rounded weights.
bool is_integer(const TensorEntry& tensor) {
  static const std::set<DType> types{DType::I16, DType::U16, DType::I32, DType::U32, DType::I64, DType::U64};
  const bool bytes = tensor.dtype == DType::U8 || tensor.dtype == DType::I8;
  return types.contains(tensor.dtype) || (bytes && tensor.shape.size() < 2);
}

/// Numbers that belong to a model and are not trained: batch norm's statistics, truth values, and what GPT-2,
/// BERT and rotary positions keep beside their weights.
bool is_buffer(const TensorEntry& tensor) {
  const std::size_t dot = tensor.name.rfind('.');
  const std::string last = dot == std::string::npos ? tensor.name : tensor.name.substr(dot + 1);
  const bool mask = tensor.name.ends_with(".attn.bias") && tensor.shape.size() == 4;
  return mask || tensor.dtype == DType::BOOL ||
         std::set<std::string>{"running_mean", "running_var",  "num_batches_tracked",
                               "masked_bias",  "position_ids", "inv_freq"}
             .contains(last);
}

struct Part {
  std::size_t tensors = 0;
  std::int64_t parameters = 0;
  std::string same_as{};  // the matrix that one of its tensors is tied to
};

/// The name without the word for a parameter that every module has.
std::string without_weight(const std::string& name) {
  return name.ends_with(".weight") ? name.substr(0, name.size() - 7) : name;
}

/// Tensors that are no parameters, as a line of their own.
struct Others {
  std::string title, what;
  std::int64_t tensors = 0, numbers = 0;
  std::set<std::string> names{};

  void add(const TensorEntry& tensor) {
    ++tensors;
    numbers += elements(tensor.shape);
    names.insert(tensor.name.substr(tensor.name.rfind('.') + 1));
  }
  std::string text() const {
    if (tensors == 0) return "";
    return titled(title, tr("{} in {}{} ({})", grouped(numbers), trn("{} tensor", "{} tensors", tensors),
                            what, shortened(fmt::format("{}", fmt::join(names, ", ")))));
  }
};

/// The row of each numbered module: "h.*" for all of h.0, h.1, … that have the same tensors of the same
/// shapes; "net.0", "net.2, 5" where they differ.
std::map<std::string, std::string> rows_of_numbered(const SafetensorsHeader& header) {
  std::map<std::string, std::map<int, std::set<std::string>>>
      modules;  // tensors by number, by what is before it
  for (const TensorEntry& tensor : header.tensors) {
    const NameParts name = cut(tensor.name);
    if (!name.number.empty() && name.number.size() < 9)
      modules[name.before][std::stoi(name.number)].insert(name.behind + shape_text(tensor.shape));
  }
  std::map<std::string, std::string> rows;
  for (const auto& [before, numbers] : modules) {
    std::map<std::set<std::string>, std::vector<int>> alike;
    for (const auto& [number, tensors] : numbers) alike[tensors].push_back(number);
    for (const auto& [tensors, same] : alike) {
      std::string row = before + fmt::format("{}", fmt::join(same, ", "));
      if (same.size() > 1 && alike.size() == 1) row = fmt::format("{}* ({})", before, same.size());
      for (const int number : same) rows[before + std::to_string(number)] = row;
    }
  }
  return rows;
}

/// Finds tensors that hold what an earlier one holds.
class Ties {
 public:
  explicit Ties(const Safetensors& file) {
    for (const Tensor& tensor : file.tensors) tensors_.emplace(tensor.name, &tensor);
  }
  /// The name of an earlier matrix of the same bytes; empty: there is none.
  std::string original_of(const TensorEntry& entry) {
    const auto found = tensors_.find(entry.name);
    if (found == tensors_.end() || entry.shape.size() < 2 || elements(entry.shape) < 2) return "";
    const Tensor& tensor = *found->second;
    if (is_constant(tensor)) return "";
    // The hash only says where to look.
    const std::string_view bytes(reinterpret_cast<const char*>(tensor.bytes.data()), tensor.bytes.size());
    std::vector<const Tensor*>& alike = seen_[std::hash<std::string_view>()(bytes)];
    for (const Tensor* other : alike) {
      if (other->dtype == tensor.dtype && other->shape == tensor.shape && other->bytes == tensor.bytes)
        return other->name;
    }
    alike.push_back(&tensor);
    return "";
  }

 private:
  static bool is_constant(const Tensor& tensor) {
    const auto size = static_cast<std::ptrdiff_t>(dtype_bytes(tensor.dtype));
    if (size == 0) return false;
    return std::equal(tensor.bytes.begin() + size, tensor.bytes.end(), tensor.bytes.begin());
  }

  std::map<std::string_view, const Tensor*> tensors_;
  std::unordered_map<std::size_t, std::vector<const Tensor*>> seen_;
};

}  // namespace

std::int64_t elements(const std::vector<std::int64_t>& shape) {
  std::int64_t count = 1;
  for (const std::int64_t n : shape) count *= n;
  return count;
}

std::map<std::string, std::string> tied_tensors(const SafetensorsHeader& header, const Safetensors& file) {
  Ties ties(file);
  std::map<std::string, std::string> tied;
  for (const TensorEntry& tensor : header.tensors) {
    if (is_buffer(tensor) || is_integer(tensor)) continue;
    if (std::string original = ties.original_of(tensor); !original.empty())
      tied.emplace(tensor.name, std::move(original));
  }
  return tied;
}

std::string parameters_text(const SafetensorsHeader& header,
                            const std::map<std::string, std::string>& originals) {
  const std::map<std::string, std::string> numbered = rows_of_numbered(header);
  const int words = have_common_word(header) ? 3 : 2;
  std::map<std::string, Part> parts;
  std::set<std::string> types;
  Others buffers{.title = tr("buffers"), .what = tr(", not trained")},
      integers{.title = tr("integers"),
               .what = tr(" of whole numbers: places, packed weights, a generator's state")};
  std::int64_t total = 0;
  std::vector<std::string> tied;
  for (const TensorEntry& tensor : header.tensors) {
    if (is_buffer(tensor) || is_integer(tensor)) {
      (is_buffer(tensor) ? buffers : integers).add(tensor);
      continue;
    }
    types.insert(std::string(dtype_name(tensor.dtype)));
    const NameParts name = cut(tensor.name);
    const auto row = numbered.find(name.before + name.number);
    Part& part = parts[row == numbered.end() ? module_of(name.before + name.number, words) : row->second];
    if (const auto original = originals.find(tensor.name); original != originals.end()) {
      part.same_as = without_weight(original->second);
      tied.push_back(fmt::format("{} = {}", part.same_as, without_weight(tensor.name)));
      continue;
    }
    ++part.tensors;
    part.parameters += elements(tensor.shape);
    total += elements(tensor.shape);
  }
  const std::int64_t own = std::ssize(header.tensors) - std::ssize(tied) - buffers.tensors - integers.tensors;
  std::string text = titled(tr("parameters"),
                            tr("{} in {} ({}){}", grouped(total), trn("{} tensor", "{} tensors", own),
                               fmt::format("{}", fmt::join(types, ", ")),
                               !tied.empty() ? tr("; {} more as another has them (tied)", tied.size()) : ""));
  constexpr std::size_t shown_ties = 8;
  for (std::size_t i = 0; i < std::min(tied.size(), shown_ties); ++i)
    text += titled(i == 0 ? tr("tied") : "", shortened(tied[i], 100));
  if (tied.size() > shown_ties) text += titled("", tr("… and {} more", tied.size() - shown_ties));
  text += buffers.text() + integers.text();
  Table table{.columns = {{tr("  part")},
                          {tr("tensors"), Align::right},
                          {tr("parameters"), Align::right},
                          {tr("share"), Align::right}}};
  for (const auto& [name, part] : parts) {
    if (part.tensors == 0) {
      table.rows.push_back({"  " + shortened(name), "", "= " + shortened(part.same_as, 30), ""});
      continue;
    }
    table.rows.push_back({"  " + shortened(name), std::to_string(part.tensors), grouped(part.parameters),
                          total == 0 ? ""
                                     : fmt::format("{:.1f} %", 100 * static_cast<double>(part.parameters) /
                                                                   static_cast<double>(total))});
  }
  return parts.empty() ? text : text + format_table(table);
}

}  // namespace heed
