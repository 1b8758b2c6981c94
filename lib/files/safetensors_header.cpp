#include "lib/files/safetensors_header.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
namespace {

using nlohmann::json;

// Turns the JSON parser's values into entries as they are read: no tree of the whole text is held, and a
// value that is not expected is refused where it stands.
class HeaderReader {
 public:
  HeaderReader(SafetensorsHeader& header, std::string_view label) : header_(header), label_(label) {}

  /// Returns whether the parser keeps the value for the object around it. `depth` counts what is open: names
  /// and their values have 1, fields and texts of metadata 2, the numbers of a field 3.
  bool read(int depth, json::parse_event_t event, json& value) {
    using Event = json::parse_event_t;
    const bool metadata = name_ == metadata_key;
    if (event == Event::key) {
      (depth == 1 ? name_ : field_) = value.get<std::string>();
      depth == 1 ? begin_name() : begin_field();
    } else if (event == Event::object_start) {
      if (depth > 1) refuse(depth, "{");
    } else if (event == Event::array_start) {
      if (depth != 2 || metadata || field_ == "dtype") refuse(depth, "[");
      numbers_ = 0;
    } else if (event == Event::value) {
      const bool text = depth == 2 && value.is_string() && (metadata || field_ == "dtype");
      if (!text && !(depth == 3 && value.is_number_unsigned()))
        refuse(depth, value.is_string() ? value.get<std::string>() : value.dump());
      if (depth == 3 && ++numbers_ > max_axes)
        throw_error<FormatError>("{}: \"{}\" holds more than {} numbers", where(), field_, max_axes);
      if (metadata) header_.metadata[field_] = std::move(value.get_ref<std::string&>());
      return !metadata;
    } else if (event == Event::object_end && depth == 1) {
      if (!metadata) finish_tensor(value);
      return false;
    }
    return true;
  }

 private:
  std::string where() const { return fmt::format("{}: tensor {}", label_, shown_name(name_)); }

  /// Refuses a value that must not stand here.
  [[noreturn]] void refuse(int depth, const std::string& value) const {
    const std::string field = depth < 2 ? "" : ": " + shown_name(field_);
    throw_error<FormatError>("{}{}: the format has no {} here", where(), field, shown_name(value));
  }
  [[noreturn]] void refuse_second(std::string_view key) const {
    throw_error<FormatError>("{}: the header has the key {} twice", label_, shown_name(key));
  }

  void begin_name() {
    fields_.clear();
    if (name_ == metadata_key) {
      if (std::exchange(has_metadata_, true)) refuse_second(name_);
    } else if (header_.tensors.size() == max_tensors) {
      throw_error<FormatError>("{}: holds more than {} tensors, which heed does not read", label_,
                               max_tensors);
    }
  }

  void begin_field() {
    if (name_ == metadata_key) {
      if (header_.metadata.contains(field_)) refuse_second(field_);
      if (header_.metadata.size() == max_metadata_texts)
        throw_error<FormatError>("{}: its metadata are more than {} texts, which heed does not read", label_,
                                 max_metadata_texts);
      return;
    }
    if (field_ != "dtype" && field_ != "shape" && field_ != "data_offsets")
      throw_error<FormatError>("{}: has the unknown field {}", where(), shown_name(field_));
    if (!fields_.insert(field_).second) refuse_second(field_);
  }

  void finish_tensor(const json& fields) {
    if (fields_.size() < 3)
      throw_error<FormatError>("{}: has not all of \"dtype\", \"shape\" and \"data_offsets\"", where());
    const auto name = fields["dtype"].get<std::string>();
    const auto dtype = dtype_from_name(name);
    if (!dtype) throw_error<FormatError>("{}: unknown dtype {}", where(), shown_name(name));
    const auto shape = fields["shape"].get<std::vector<std::uint64_t>>(),
               offsets = fields["data_offsets"].get<std::vector<std::uint64_t>>();
    TensorEntry entry{name_, *dtype, {shape.begin(), shape.end()}};
    const auto bytes = tensor_bytes(entry.dtype, entry.shape);  // too large a dimension has become negative
    if (!bytes)
      throw_error<FormatError>("{}: the shape ({}) of {} overflows", where(), fmt::join(shape, ", "), name);
    if (offsets.size() != 2 || offsets[0] > offsets[1] || offsets[1] - offsets[0] != *bytes)
      throw_error<FormatError>("{}: {} of {} takes {} bytes, but its offsets are ({})", where(),
                               shape_text(entry.shape), name, *bytes, fmt::join(offsets, ", "));
    entry.begin = offsets[0];
    entry.end = offsets[1];
    header_.tensors.push_back(std::move(entry));
  }

  SafetensorsHeader& header_;
  std::string_view label_;
  bool has_metadata_ = false;
  std::string name_, field_;      // of the tensor, and of its part or of the metadata
  std::set<std::string> fields_;  // of the tensor so far
  std::size_t numbers_ = 0;       // of the field so far
};

// `tensors` come sorted by their offsets. No two have one name, nor is there a hole or an overlap.
void require_gapless(const std::vector<TensorEntry>& tensors, std::uint64_t data_bytes,
                     std::string_view label) {
  std::vector<std::string_view> names;
  names.reserve(tensors.size());
  for (const TensorEntry& tensor : tensors) names.push_back(tensor.name);
  std::ranges::sort(names);
  if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
    throw_error<FormatError>("{}: the header has the key {} twice", label, shown_name(*twice));
  std::uint64_t expected = 0;
  for (const TensorEntry& tensor : tensors) {
    if (tensor.begin != expected)
      throw_error<FormatError>("{}: tensor {}: its bytes begin at {}, and those before it end at {}", label,
                               shown_name(tensor.name), tensor.begin, expected);
    expected = tensor.end;
  }
  if (expected > data_bytes) {
    throw_error<TruncatedError>(
        tr_noop("{}: is cut short: the tensors take {} bytes, {} are there; copy or save it again"), label,
        expected, data_bytes);
  }
  if (expected < data_bytes) {
    throw_error<FormatError>("{}: {} bytes after the last tensor belong to none", label,
                             data_bytes - expected);
  }
}

}  // namespace

std::string shown_name(std::string_view name) {
  std::string text = json(name.substr(0, 80)).dump(-1, ' ', true, json::error_handler_t::replace);
  return name.size() > 80 ? text + "…" : text;
}

SafetensorsHeader parse_safetensors_header(std::string_view json_text, std::uint64_t data_bytes,
                                           std::string_view label) {
  if (!json_text.starts_with('{'))
    throw_error<FormatError>(tr_noop("{}: not a safetensors file: the header does not begin with '{{'"),
                             label);
  if (json_text.find('\0') != std::string_view::npos)  // where nlohmann-json would end
    throw_error<FormatError>("{}: the header is not JSON: it holds a zero byte", label);
  SafetensorsHeader header;
  HeaderReader reader(header, label);
  try {
    [[maybe_unused]] const json rest = json::parse(
        json_text,
        [&](int depth, json::parse_event_t event, json& value) { return reader.read(depth, event, value); });
  } catch (const json::parse_error& error) {
    throw_error<FormatError>(
        tr_noop("{}: the header is not JSON in UTF-8, near its byte {}; the file is damaged"), label,
        error.byte);
  } catch (const json::exception&) {
    throw_error<FormatError>("{}: the header holds a number that is too large", label);
  }
  std::ranges::sort(header.tensors, [](const TensorEntry& a, const TensorEntry& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  require_gapless(header.tensors, data_bytes, label);
  check_header_hash(header, json_text, label);
  return header;
}

}  // namespace heed
