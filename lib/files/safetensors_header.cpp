#include "lib/files/safetensors_header.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <tuple>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
namespace {

using nlohmann::json;

// The events of the JSON parser become entries at once: no tree of the whole text is held, and what is not
// expected is refused where it stands.
class HeaderReader : public nlohmann::json_sax<json> {
 public:
  HeaderReader(SafetensorsHeader& header, std::string_view label) : header_(header), label_(label) {}

  bool null() override { return refuse("null"); }
  bool boolean(bool value) override { return refuse(value ? "true" : "false"); }
  bool number_integer(std::int64_t value) override { return refuse(std::to_string(value)); }
  bool number_float(double, const std::string& text) override { return refuse(text); }
  bool binary(json::binary_t&) override { return refuse("bytes"); }
  bool number_unsigned(std::uint64_t value) override {
    if (place_ != Place::numbers) return refuse(std::to_string(value));
    if (numbers_.size() == max_axes)
      throw_error<FormatError>("{}: \"{}\" holds more than {} numbers", where(), field_, max_axes);
    numbers_.push_back(value);
    return true;
  }
  bool string(std::string& text) override {
    if (place_ == Place::metadata) {
      header_.metadata[field_] = std::move(text);
    } else if (place_ == Place::fields && field_ == "dtype") {
      dtype_ = std::move(text);
    } else {
      return refuse(text);
    }
    return true;
  }

  bool key(std::string& key) override {
    if (place_ == Place::names) {
      if (header_.tensors.size() == max_tensors && key != metadata_key)
        throw_error<FormatError>("{}: holds more than {} tensors, which heed does not read", label_,
                                 max_tensors);
      name_ = std::move(key);
      return true;
    }
    field_ = std::move(key);
    if (place_ == Place::fields && field_ != "dtype" && field_ != "shape" && field_ != "data_offsets")
      throw_error<FormatError>("{}: has the unknown field {}", where(), shown_name(field_));
    const bool twice = place_ == Place::metadata ? header_.metadata.contains(field_)
                       : field_ == "dtype"       ? dtype_.has_value()
                       : field_ == "shape"       ? shape_.has_value()
                                                 : offsets_.has_value();
    if (twice) throw_error<FormatError>("{}: the header has the key {} twice", label_, shown_name(field_));
    if (place_ == Place::metadata && header_.metadata.size() == max_metadata_texts)
      throw_error<FormatError>("{}: its metadata are more than {} texts, which heed does not read", label_,
                               max_metadata_texts);
    return true;
  }

  bool start_object(std::size_t) override {
    if (place_ == Place::outside) {
      place_ = Place::names;
    } else if (place_ == Place::names && name_ == metadata_key) {
      if (has_metadata_)
        throw_error<FormatError>("{}: the header has the key \"{}\" twice", label_, metadata_key);
      has_metadata_ = true;
      place_ = Place::metadata;
    } else if (place_ == Place::names) {
      place_ = Place::fields;
    } else {
      return refuse("{");
    }
    return true;
  }
  bool end_object() override {
    if (place_ == Place::fields) finish_tensor();
    place_ = place_ == Place::names ? Place::outside : Place::names;
    return true;
  }
  bool start_array(std::size_t) override {
    if (place_ != Place::fields || field_ == "dtype") return refuse("[");
    place_ = Place::numbers;
    return true;
  }
  bool end_array() override {
    (field_ == "shape" ? shape_ : offsets_) = std::exchange(numbers_, {});
    place_ = Place::fields;
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const json::exception& error) override {
    if (dynamic_cast<const json::parse_error*>(&error) == nullptr)
      throw_error<FormatError>("{}: the header holds a number that is too large", label_);
    throw_error<FormatError>(
        tr_noop("{}: the header is not JSON in UTF-8, near its byte {}; the file is damaged"), label_, byte);
  }

 private:
  enum class Place { outside, names, metadata, fields, numbers };

  std::string where() const { return fmt::format("{}: tensor {}", label_, shown_name(name_)); }

  /// Refuses a value that must not stand here.
  bool refuse(const std::string& value) {
    const std::string field = place_ == Place::names ? "" : ": " + shown_name(field_);
    throw_error<FormatError>("{}{}: the format has no {} here", where(), field, shown_name(value));
  }

  void finish_tensor() {
    if (!dtype_) throw_error<FormatError>("{}: has no \"dtype\"", where());
    if (!shape_) throw_error<FormatError>("{}: has no \"shape\"", where());
    if (!offsets_) throw_error<FormatError>("{}: has no \"data_offsets\"", where());
    const auto dtype = dtype_from_name(*dtype_);
    if (!dtype) throw_error<FormatError>("{}: unknown dtype {}", where(), shown_name(*dtype_));
    TensorEntry entry{name_, *dtype, {}, 0, 0, {}};
    entry.shape.reserve(shape_->size());
    for (const std::uint64_t dim : *shape_) {
      if (dim > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
        throw_error<FormatError>("{}: dimension {} is too large", where(), dim);
      entry.shape.push_back(static_cast<std::int64_t>(dim));
    }
    if (offsets_->size() != 2)
      throw_error<FormatError>("{}: \"data_offsets\" has {} numbers, not 2", where(), offsets_->size());
    entry.begin = offsets_->front();
    entry.end = offsets_->back();
    check_span(entry);
    header_.tensors.push_back(std::move(entry));
    dtype_.reset();
    shape_.reset();
    offsets_.reset();
  }

  void check_span(const TensorEntry& entry) const {
    if (entry.begin > entry.end) {
      throw_error<FormatError>("{}: its bytes end at {}, before they begin at {}", where(), entry.end,
                               entry.begin);
    }
    const auto bytes = tensor_bytes(entry.dtype, entry.shape);
    if (!bytes) {
      throw_error<FormatError>("{}: the shape {} of {} overflows", where(), shape_text(entry.shape),
                               dtype_name(entry.dtype));
    }
    if (*bytes != entry.end - entry.begin) {
      throw_error<FormatError>("{}: {} of {} takes {} bytes, but its offsets span {}", where(),
                               shape_text(entry.shape), dtype_name(entry.dtype), *bytes,
                               entry.end - entry.begin);
    }
  }

  SafetensorsHeader& header_;
  std::string_view label_;
  Place place_ = Place::outside;
  bool has_metadata_ = false;
  std::string name_, field_;  // of the tensor, and of its part or of the metadata
  std::optional<std::string> dtype_;
  std::optional<std::vector<std::uint64_t>> shape_, offsets_;
  std::vector<std::uint64_t> numbers_;
};

void require_unique_names(const std::vector<TensorEntry>& tensors, std::string_view label) {
  std::vector<std::string_view> names;
  names.reserve(tensors.size());
  for (const TensorEntry& tensor : tensors) names.push_back(tensor.name);
  std::ranges::sort(names);
  if (const auto twice = std::ranges::adjacent_find(names); twice != names.end())
    throw_error<FormatError>("{}: the header has the key {} twice", label, shown_name(*twice));
}

// `tensors` come sorted by their offsets.
void require_gapless(const std::vector<TensorEntry>& tensors, std::uint64_t data_bytes,
                     std::string_view label) {
  std::uint64_t expected = 0;
  for (const TensorEntry& tensor : tensors) {
    if (tensor.begin > expected) {
      throw_error<FormatError>("{}: tensor {}: a hole of {} bytes lies before it", label,
                               shown_name(tensor.name), tensor.begin - expected);
    }
    if (tensor.begin < expected) {
      throw_error<FormatError>(
          "{}: tensor {}: its bytes from {} on overlap those of another tensor, which end at {}", label,
          shown_name(tensor.name), tensor.begin, expected);
    }
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
  json::sax_parse(json_text, &reader);
  require_unique_names(header.tensors, label);
  std::ranges::sort(header.tensors, [](const TensorEntry& a, const TensorEntry& b) {
    return std::tie(a.begin, a.end, a.name) < std::tie(b.begin, b.end, b.name);
  });
  require_gapless(header.tensors, data_bytes, label);
  check_header_hash(header, json_text, label);
  return header;
}

}  // namespace heed
