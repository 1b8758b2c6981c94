// The header of a safetensors file: its JSON text, the rules that it must keep, and how a file that heed
// wrote shows damage. Two texts in its metadata, both or neither of them:
//
//   heed.hash.tensors   content_hash() of each tensor's bytes, in the order of the bytes, a space between two
//   heed.hash.header    content_hash() of all before the tensors' bytes (the length, and the header: names,
//                       types, shapes, metadata), computed with "0" for each of its own 32 digits
//
// So one changed bit anywhere is found, and one in a weight is found in a tensor with a name. Files of others
// have neither and are read as they are; who changes a file on purpose leaves both out.
#pragma once

#include "lib/files/safetensors.hpp"

namespace heed {

inline constexpr const char* header_hash_key = "heed.hash.header";
inline constexpr const char* tensors_hash_key = "heed.hash.tensors";

/// Checks the text of a header against every rule of the format, and the hash, if it has one. `data_bytes` is
/// the length of what follows the header, `label` the file's name in messages. Takes time in proportion to
/// the text, and beside the text at most 64 MiB and five times its longest string. Throws TruncatedError when
/// only the data's end is missing, DamagedError when only the hash is wrong, FormatError for anything else.
SafetensorsHeader parse_safetensors_header(std::string_view json_text, std::uint64_t data_bytes,
                                           std::string_view label);

/// The header of tensors that stand in this order, with both texts in its metadata. Throws UsageError for
/// text that is not UTF-8.
std::string safetensors_header_text(std::span<const Tensor> tensors, std::span<const std::size_t> order,
                                    std::map<std::string, std::string> metadata);

/// Checks the header's hash if there is one, and moves the tensors' from the metadata to their entries.
/// Throws DamagedError, or FormatError when one of the two texts is missing or of another form.
void check_header_hash(SafetensorsHeader& header, std::string_view json_text, std::string_view label);

}  // namespace heed
