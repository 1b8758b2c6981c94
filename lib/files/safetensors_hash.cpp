#include "lib/files/safetensors_header.hpp"

#include <fmt/ranges.h>

#include <array>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/byte_order.hpp"
#include "lib/files/content_hash.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
namespace {

constexpr std::size_t hash_digits = 32;

/// Returns where the 32 digits stand in the text, or npos. Nothing else can look like
/// this: a quote within a name or a text has a backslash before it.
std::size_t place_of_digits(std::string_view json_text) {
  const std::string before = fmt::format("\"{}\":\"", header_hash_key);
  const std::size_t found = json_text.find(before);
  if (found == std::string_view::npos) return found;
  const std::size_t place = found + before.size();
  return json_text.size() - place < hash_digits ? std::string_view::npos : place;
}

std::string hash_of_header(std::string_view json_text, std::size_t place) {
  std::array<std::byte, 8> length{};
  store_little_endian(static_cast<std::uint64_t>(json_text.size()), length.data());
  const std::string zeros(hash_digits, '0');
  ContentHash hash;
  hash.add(length);
  for (const std::string_view part :
       {json_text.substr(0, place), std::string_view(zeros), json_text.substr(place + hash_digits)})
    hash.add(std::as_bytes(std::span(part)));
  return hash.digits();
}

// JSON's quoting; nlohmann-json also checks that the text is UTF-8.
std::string quoted(const std::string& text) {
  try {
    return nlohmann::json(text).dump();
  } catch (const nlohmann::json::type_error&) {
    throw_error<UsageError>("safetensors: a name or metadata text is not UTF-8; only UTF-8 can be saved");
  }
}

}  // namespace

std::string safetensors_header_text(std::span<const Tensor> tensors, std::span<const std::size_t> order,
                                    std::map<std::string, std::string> metadata) {
  std::vector<std::string> items, texts, hashes;
  for (const std::size_t index : order) hashes.push_back(content_hash(tensors[index].bytes));
  metadata[header_hash_key] = std::string(hash_digits, '0');
  metadata[tensors_hash_key] = fmt::format("{}", fmt::join(hashes, " "));
  for (const auto& [key, value] : metadata) texts.push_back(quoted(key) + ":" + quoted(value));
  items.push_back(fmt::format("\"{}\":{{{}}}", metadata_key, fmt::join(texts, ",")));
  std::uint64_t begin = 0;
  for (const std::size_t index : order) {
    const Tensor& tensor = tensors[index];
    const std::uint64_t end = begin + tensor.bytes.size();
    items.push_back(fmt::format(R"({}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                                quoted(tensor.name), dtype_name(tensor.dtype), fmt::join(tensor.shape, ","),
                                begin, end));
    begin = end;
  }
  std::string text = fmt::format("{{{}}}", fmt::join(items, ","));
  text.append((8 - text.size() % 8) % 8, ' ');  // the data then starts at a multiple of 8
  const std::size_t place = place_of_digits(text);
  return text.replace(place, hash_digits, hash_of_header(text, place));
}

void check_header_hash(SafetensorsHeader& header, std::string_view json_text, std::string_view label) {
  const auto of_header = header.metadata.extract(header_hash_key);
  const auto of_tensors = header.metadata.extract(tensors_hash_key);
  if (!of_header && !of_tensors) return;
  if (!of_header || !of_tensors) {
    throw_error<FormatError>("{}: its metadata have {} without {}; the file is damaged", label,
                             of_header ? header_hash_key : tensors_hash_key,
                             of_header ? tensors_hash_key : header_hash_key);
  }
  const std::size_t place = place_of_digits(json_text);
  if (place == std::string_view::npos || hash_of_header(json_text, place) != of_header.mapped()) {
    throw_error<DamagedError>(
        tr_noop("{}: is damaged: its header (names, shapes, metadata) is not the one that was written; take "
                "another copy. (Was it changed on purpose? Then leave heed.hash.* out of the metadata)"),
        label);
  }
  const std::string& all = of_tensors.mapped();
  const std::size_t count = header.tensors.size();
  if (all.size() + 1 != count * (hash_digits + 1) + (count == 0)) {
    throw_error<FormatError>("{}: {} has not one hash of {} digits for each of {} tensors", label,
                             tensors_hash_key, hash_digits, count);
  }
  for (std::size_t i = 0; i < count; ++i)
    header.tensors[i].hash = all.substr(i * (hash_digits + 1), hash_digits);
}

}  // namespace heed
