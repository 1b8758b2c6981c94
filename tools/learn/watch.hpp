// The watch mode: shows the current exercise and its verdict, and checks it again at every save. Keys come
// one by one.
#pragma once

#include <termios.h>

#include <string>
#include <vector>

#include "tools/learn/learner.hpp"

namespace heed {

/// Runs at a terminal until q or a signal that CatchInterrupts catches, of which the caller has one; returns
/// the exit status. The page is redrawn where there is news, and keys are single.
int watch(Learner& learner, const GradeOptions& options);

/// While it lives, keys come one by one and are not echoed; Ctrl-C still sends SIGINT.
class SingleKeys {
 public:
  SingleKeys() { begin(); }
  ~SingleKeys();
  SingleKeys(const SingleKeys&) = delete;
  SingleKeys& operator=(const SingleKeys&) = delete;

  /// Once more, where a shell has changed it meanwhile (Ctrl-Z).
  void begin();

 private:
  termios before_{};
  bool changed_ = false;
};

/// Keys in what was read from a terminal: ASCII and other characters as they are, "escape", "enter",
/// "backspace", "up" and "down" (also of a page); other sequences are left out.
std::vector<std::string> keys_in(const std::string& bytes);

/// The Latin letter on the same key of a Korean keyboard: "ㅜ" -> "n"; anything else as it is.
std::string latin_key(const std::string& key);

}  // namespace heed
