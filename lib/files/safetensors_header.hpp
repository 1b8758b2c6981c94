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

/// More than any model has. What is kept of a tensor or a text is larger than the few bytes that can stand
/// for it in a header, and so a small file could take much memory.
inline constexpr std::size_t max_tensors = 100'000, max_metadata_texts = 100'000, max_axes = 32;

/// The one key of the header that is no tensor.
inline constexpr std::string_view metadata_key = "__metadata__";

/// What the header says of one tensor. Its bytes are [begin, end) after the header.
struct TensorEntry {
  std::string name;
  DType dtype = DType::F32;
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string hash = {};  // content_hash() of its bytes; empty when the file does not say
};

struct SafetensorsHeader {
  std::vector<TensorEntry> tensors;             // in the order of their bytes
  std::map<std::string, std::string> metadata;  // without the hashes (see safetensors_hash.hpp)
};

/// A name or text of a file as JSON in ASCII, at most 80 bytes of it: damaged or hostile, it can neither fill
/// the screen nor steer the terminal.
std::string shown_name(std::string_view name);

/// Checks the text of a header against every rule: JSON in UTF-8 that opens with '{', no key twice and none
/// unknown, known types, shapes of non-negative integers, offsets that match type × shape and cover the data
/// without hole or overlap, and the hash, if it has one. `data_bytes` is the length of what follows the
/// header, `label` the file's name in messages. Takes time in proportion to the text, and beside the text at
/// most 64 MiB and five times its longest string. Throws TruncatedError when only the data's end is missing,
/// DamagedError when only the hash is wrong, FormatError for anything else.
SafetensorsHeader parse_safetensors_header(std::string_view json_text, std::uint64_t data_bytes,
                                           std::string_view label);

}  // namespace heed
