// The header of a .npy file: a Python dictionary as text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lib/files/tensor.hpp"

namespace heed {

struct NpyHeader {
  DType dtype = DType::F32;
  bool big_endian = false;     // most significant byte first
  bool fortran_order = false;  // the first index varies fastest
  std::vector<std::int64_t> shape;
};

/// Reads {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }: the three keys once each, in any order.
/// Only the few forms of Python that occur there are understood. Throws FormatError, opening with `label`.
NpyHeader parse_npy_header(std::string_view text, std::string_view label);

/// The same as text, for little-endian elements in C order. Throws UsageError for a type that NumPy does not
/// have.
std::string npy_header_text(DType dtype, const std::vector<std::int64_t>& shape, std::string_view label);

}  // namespace heed
