// The errors of files are types, so that a caller can tell a download cut short from another
// version.
#pragma once

#include "lib/core/error_types.hpp"

namespace heed {

/// The file ends before what its header promises: a copy or download that was cut short.
struct TruncatedError : Error {
  using Error::Error;
};

/// The content breaks a rule of the format.
struct FormatError : Error {
  using Error::Error;
};

/// The bytes are not those that were written: their hash is another.
struct DamagedError : Error {
  using Error::Error;
};

/// The file is of a version that this program does not read.
struct VersionError : Error {
  using Error::Error;
};

/// The file is whole, but its tensors do not fit the model: other names or other shapes.
struct SizesError : Error {
  using Error::Error;
};

}  // namespace heed
