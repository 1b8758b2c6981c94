#include "lib/files/safetensors_header.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <utility>

#include "lib/files/file_error.hpp"

namespace heed {
namespace {

using nlohmann::json;

// A damaged or hostile name must not fill the screen or send the terminal control characters.
std::string shown(const std::string& name) {
  std::string text = json(name.substr(0, 80)).dump(-1, ' ', true, json::error_handler_t::replace);
  return name.size() > 80 ? text + "…" : text;
}

// Parses with what nlohmann-json does not check by itself: a key given twice, nesting, and a NUL (its end of
// input).
json parse_strictly(std::string_view text, std::string_view label) {
  if (text.empty() || text.front() != '{') {
    throw_error<FormatError>("{}: not a safetensors file: the header does not begin with '{{'", label);
  }
  if (text.find('\0') != std::string_view::npos) {
    throw_error<FormatError>("{}: the header is not JSON: it holds a zero byte", label);
  }
  std::vector<std::set<std::string>> keys;
  const auto watch = [&](int depth, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start || event == json::parse_event_t::array_start) {
      if (depth > 2)
        throw_error<FormatError>("{}: the header is nested more deeply than the format allows", label);
    }
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key) {
      const auto& key = parsed.get_ref<const std::string&>();
      if (!keys.back().insert(key).second) {
        throw_error<FormatError>("{}: the header has the key {} twice", label, shown(key));
      }
    }
    return true;
  };
  try {
    return json::parse(text, watch);
  } catch (const json::parse_error& error) {
    throw_error<FormatError>("{}: the header is not JSON in UTF-8, near its byte {}; the file is damaged",
                             label, error.byte);
  } catch (const json::exception&) {
    throw_error<FormatError>("{}: the header holds a number that is too large", label);
  }
}

std::map<std::string, std::string> metadata_of(const json& value, std::string_view label) {
  if (!value.is_object()) throw_error<FormatError>("{}: {} is not an object", label, metadata_key);
  std::map<std::string, std::string> metadata;
  for (const auto& [key, text] : value.items()) {
    if (!text.is_string()) {
      throw_error<FormatError>("{}: {}: the value of {} is not a string", label, metadata_key, shown(key));
    }
    metadata.emplace(key, text.get<std::string>());
  }
  return metadata;
}

const json& field(const json& object, const char* name, json::value_t type, std::string_view where) {
  const auto found = object.find(name);
  if (found == object.end()) throw_error<FormatError>("{}: has no \"{}\"", where, name);
  if (found->type() != type) {
    throw_error<FormatError>("{}: \"{}\" is not {}", where, name,
                             type == json::value_t::string ? "a string" : "an array");
  }
  return *found;
}

std::uint64_t natural(const json& number, const char* name, std::string_view where) {
  if (!number.is_number_unsigned()) {
    throw_error<FormatError>("{}: \"{}\" holds {}, which is not a non-negative integer of 64 bits", where,
                             name, shown(number.dump(-1, ' ', true)));
  }
  return number.get<std::uint64_t>();
}

TensorEntry entry_of(const std::string& name, const json& value, std::string_view label) {
  const std::string where = fmt::format("{}: tensor {}", label, shown(name));
  if (!value.is_object()) throw_error<FormatError>("{}: is not an object", where);
  const auto& type_name = field(value, "dtype", json::value_t::string, where).get_ref<const std::string&>();
  const auto dtype = dtype_from_name(type_name);
  if (!dtype) throw_error<FormatError>("{}: unknown dtype {}", where, shown(type_name));

  TensorEntry entry{name, *dtype, {}, 0, 0};
  for (const json& item : field(value, "shape", json::value_t::array, where)) {
    const std::uint64_t dim = natural(item, "shape", where);
    if (dim > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
      throw_error<FormatError>("{}: dimension {} is too large", where, dim);
    }
    entry.shape.push_back(static_cast<std::int64_t>(dim));
  }
  const json& offsets = field(value, "data_offsets", json::value_t::array, where);
  if (offsets.size() != 2) {
    throw_error<FormatError>("{}: \"data_offsets\" has {} numbers, not 2", where, offsets.size());
  }
  entry.begin = natural(offsets[0], "data_offsets", where);
  entry.end = natural(offsets[1], "data_offsets", where);
  if (entry.begin > entry.end) {
    throw_error<FormatError>("{}: its bytes end at {}, before they begin at {}", where, entry.end,
                             entry.begin);
  }
  const auto bytes = tensor_bytes(entry.dtype, entry.shape);
  if (!bytes) {
    throw_error<FormatError>("{}: the shape {} of {} overflows or does not fill whole bytes", where,
                             shape_text(entry.shape), type_name);
  }
  if (*bytes != entry.end - entry.begin) {
    throw_error<FormatError>("{}: {} of {} takes {} bytes, but its offsets span {}", where,
                             shape_text(entry.shape), type_name, *bytes, entry.end - entry.begin);
  }
  return entry;
}

// `tensors` come sorted by their offsets.
void require_gapless(const std::vector<TensorEntry>& tensors, std::uint64_t data_bytes,
                     std::string_view label) {
  std::uint64_t expected = 0;
  for (const TensorEntry& tensor : tensors) {
    if (tensor.begin > expected) {
      throw_error<FormatError>("{}: tensor {}: a hole of {} bytes lies before it", label, shown(tensor.name),
                               tensor.begin - expected);
    }
    if (tensor.begin < expected) {
      throw_error<FormatError>(
          "{}: tensor {}: its bytes from {} on overlap those of another tensor, which end at {}", label,
          shown(tensor.name), tensor.begin, expected);
    }
    expected = tensor.end;
  }
  if (expected > data_bytes) {
    throw_error<TruncatedError>(
        "{}: is cut short: the tensors take {} bytes, {} are there; copy or save it again", label, expected,
        data_bytes);
  }
  if (expected < data_bytes) {
    throw_error<FormatError>("{}: {} bytes after the last tensor belong to none", label,
                             data_bytes - expected);
  }
}

}  // namespace

SafetensorsHeader parse_safetensors_header(std::string_view json_text, std::uint64_t data_bytes,
                                           std::string_view label) {
  const json document = parse_strictly(json_text, label);
  SafetensorsHeader header;
  for (const auto& [name, value] : document.items()) {
    if (name == metadata_key) {
      header.metadata = metadata_of(value, label);
    } else {
      header.tensors.push_back(entry_of(name, value, label));
    }
  }
  std::ranges::sort(header.tensors, [](const TensorEntry& a, const TensorEntry& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  require_gapless(header.tensors, data_bytes, label);
  return header;
}

}  // namespace heed
