// IDX, the format of MNIST (http://yann.lecun.com/exdb/mnist): an array of unsigned bytes.
//
//   2 bytes        0, 0
//   1 byte         the type: 8 is unsigned bytes, the only one that is read
//   1 byte         the number of axes
//   4 bytes each   their lengths, most significant byte first
//   the rest       the elements
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "lib/files/tensor.hpp"

namespace heed {

/// Reads one array of 1 to 4 axes as U8; the tensor's name stays empty. Throws TruncatedError when the file
/// ends too early, FormatError for another type, more bytes than the lengths say or anything else that is no
/// IDX (a file that is still compressed, say), Error when it cannot be read.
Tensor read_idx(const std::filesystem::path& path);

/// The same for a file in memory; `label` stands for its path in messages.
Tensor decode_idx(std::span<const std::byte> file, std::string_view label);

}  // namespace heed
