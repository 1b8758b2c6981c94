// The kinds of errors. Who throws one includes lib/core/error.hpp.
#pragma once

#include <stdexcept>

namespace heed {

/// Something failed: a file, a value, a shape. The command line prints what() and exits with 1.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The call itself was wrong: an unknown option, heads that do not divide d_model. The command line exits
/// with 2.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// Two shapes that do not go together. The text opens with the op in brackets and gives both shapes:
/// "[matmul] inner dimensions differ: (2, 3) @ (4, 5)".
class ShapeError : public Error {
 public:
  using Error::Error;
};

/// A NaN or an infinity where none may be (anomaly mode, a loss that diverged).
class NumericError : public Error {
 public:
  using Error::Error;
};

}  // namespace heed
