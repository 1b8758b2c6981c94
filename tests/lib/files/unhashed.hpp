// A safetensors file as others would have written it, or somebody who changes it on purpose.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "lib/files/byte_order.hpp"

/// The file of this header and these bytes of tensors.
inline std::string file_of(std::string_view header, std::string_view data = "") {
  std::string file(8, '\0');
  heed::store_little_endian(static_cast<std::uint64_t>(header.size()),
                            reinterpret_cast<std::byte*>(file.data()));
  return file.append(header).append(data);
}

/// The file with its header as `change` (of the JSON) leaves it.
template <typename Change>
std::string with_header(const std::string& file, const Change& change) {
  const auto length =
      heed::load_little_endian<std::uint64_t>(reinterpret_cast<const std::byte*>(file.data()));
  nlohmann::json header = nlohmann::json::parse(file.substr(8, length));
  change(header);
  return file_of(header.dump(), file.substr(8 + length));
}

/// The same file without the hashes of its content.
inline std::string unhashed(const std::string& file) {
  return with_header(file, [](nlohmann::json& header) {
    header.at("__metadata__").erase("heed.hash.header");
    header.at("__metadata__").erase("heed.hash.tensors");
  });
}
