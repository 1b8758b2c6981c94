// The header of a safetensors file: its JSON text, and the rules that it must keep.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "lib/files/tensor.hpp"

namespace heed {

/// The format's own limit, against headers that would take all memory to parse.
inline constexpr std::uint64_t max_header_bytes = 100'000'000;

/// The one key of the header that is no tensor.
inline constexpr std::string_view metadata_key = "__metadata__";

/// What the header says of one tensor. Its bytes are [begin, end) after the header.
struct TensorEntry {
  std::string name;
  DType dtype = DType::F32;
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

struct SafetensorsHeader {
  std::vector<TensorEntry> tensors;  // in the order of their bytes
  std::map<std::string, std::string> metadata;
};

/// Checks the text of a header against every rule: JSON in UTF-8 that opens with '{', no key twice, known
/// types, shapes of non-negative integers, offsets that match type × shape and cover the data without hole or
/// overlap. `data_bytes` is the length of what follows the header, `label` the file's name in messages.
/// Throws TruncatedError when only the data's end is missing, FormatError for anything else.
SafetensorsHeader parse_safetensors_header(std::string_view json_text, std::uint64_t data_bytes,
                                           std::string_view label);

}  // namespace heed
