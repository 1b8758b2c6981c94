// NumPy's format for one array (https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html):
//
//   6 bytes        "\x93NUMPY"
//   2 bytes        the version: 1.0, 2.0 or 3.0
//   2 or 4 bytes   the length of the header (4 from version 2.0 on), least significant byte first
//   the header     {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }, spaces and a newline
//   the rest       the elements
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string_view>

#include "lib/files/tensor.hpp"

namespace heed {

/// Reads one array; the tensor's name stays empty. Elements stored most significant byte first or in Fortran
/// order (columns first) are put into our order. Booleans, integers and real numbers of 1 to 8 bytes are
/// read; texts, records and Python objects are refused. Throws TruncatedError when the file ends too early,
/// VersionError for a version that does not exist yet, FormatError for anything else that breaks the format,
/// Error when it cannot be read.
Tensor read_npy(const std::filesystem::path& path);

/// The same for a file in memory; `label` stands for its path in messages.
Tensor decode_npy(std::span<const std::byte> file, std::string_view label);

/// Writes the tensor as np.load reads it (version 1.0; 2.0 for a header of more than 65,535 bytes), whole
/// file or nothing. The name is not saved. Throws UsageError for a type that NumPy does not have (BF16, F8,
/// …) and for bytes that do not match type and shape; Error when writing fails.
void write_npy(const std::filesystem::path& path, const Tensor& tensor);

}  // namespace heed
