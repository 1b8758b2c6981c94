// The errors of files are types, so that a caller can tell a download cut short from another
// version.
#pragma once

#include "lib/core/error_types.hpp"

namespace heed {

/// The file ends before what its header promises: a copy or download that was cut short.
class TruncatedError : public Error {
 public:
  using Error::Error;
};

/// The content breaks a rule of the format.
class FormatError : public Error {
 public:
  using Error::Error;
};

/// The bytes are not those that were written: their hash is another.
class DamagedError : public Error {
 public:
  using Error::Error;
};

/// The file is of a version that this program does not read.
class VersionError : public Error {
 public:
  using Error::Error;
};

/// The file is whole, but its tensors do not fit the model: other names or other shapes.
class SizesError : public Error {
 public:
  using Error::Error;
};

}  // namespace heed
