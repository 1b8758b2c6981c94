// Single keys from a terminal, and the terminal as it was afterwards.
#pragma once

#include <termios.h>

#include <string>
#include <vector>

namespace heed {

/// While it lives, keys come one by one and are not echoed; Ctrl-C still sends SIGINT. Does nothing when
/// standard input is not a terminal.
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

/// Keys in what was read: ASCII and other characters as they are, "escape", "enter", "backspace", "up" and
/// "down" (also of a page); other sequences are left out. With the Korean keyboard on, the jamo of a key
/// stands for its letter.
std::vector<std::string> keys_in(const std::string& bytes);

/// The Latin letter on the same key: "ㅜ" -> "n"; anything else as it is.
std::string latin_key(const std::string& key);

}  // namespace heed
