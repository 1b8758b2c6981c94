// The kinds of errors. Who throws one includes lib/core/error.hpp.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>

#include "lib/core/message.hpp"

namespace heed {

/// Something failed: a file, a value, a shape. The command line prints its message in the reader's language
/// and exits with 1; what() is English.
class Error : public std::runtime_error {
 public:
  explicit Error(Message message)
      : std::runtime_error(message.english), message_(std::make_shared<const Message>(std::move(message))) {}
  explicit Error(const std::string& what) : Error(Message{.english = what}) {}
  const Message& message() const { return *message_; }

 private:
  std::shared_ptr<const Message> message_;  // copies of an exception must not throw
};

/// The call itself was wrong: an unknown option, heads that do not divide d_model. The command line exits
/// with 2.
struct UsageError : Error {
  using Error::Error;
};

/// Two shapes that do not go together. The text opens with the op in brackets and gives both shapes:
/// "[matmul] inner dimensions differ: (2, 3) @ (4, 5)".
struct ShapeError : Error {
  using Error::Error;
};

/// A NaN or an infinity where none may be (anomaly mode, a loss that diverged).
struct NumericError : Error {
  using Error::Error;
};

}  // namespace heed
