// Single keys from a terminal, and the terminal as it was afterwards.
#pragma once

#include <termios.h>

#include <array>
#include <csignal>
#include <string>
#include <vector>

#include "lib/process/descriptors.hpp"

namespace heed {

/// While it lives, keys come one by one and are not echoed; Ctrl-C still sends SIGINT. Does nothing when
/// standard input is not a terminal.
class SingleKeys {
 public:
  SingleKeys() { begin(); }
  ~SingleKeys() { end(); }
  SingleKeys(const SingleKeys&) = delete;
  SingleKeys& operator=(const SingleKeys&) = delete;
  void begin();
  void end();

 private:
  termios before_{};
  bool changed_ = false;
};

/// SIGINT, SIGTERM, SIGHUP, SIGWINCH and SIGTSTP as something to read instead of an interruption. By handlers
/// and not by blocking them: the threads of OpenBLAS would take a blocked signal and end the program. One at
/// a time.
class SignalReader {
 public:
  SignalReader();
  ~SignalReader();
  SignalReader(const SignalReader&) = delete;
  SignalReader& operator=(const SignalReader&) = delete;
  int descriptor() const { return pipe_.ends[0]; }
  /// The next signal that has come, or 0.
  int next();

 private:
  static constexpr std::array<int, 5> wanted{SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP};

  std::array<struct sigaction, wanted.size()> before_{};
  Pipe pipe_;
};

/// Keys in what was read: ASCII and other characters as they are, "escape", "enter", "backspace". Sequences
/// of arrows and the like are left out. With the Korean keyboard on, the jamo of a key stands for its letter.
std::vector<std::string> keys_in(const std::string& bytes);

/// The Latin letter on the same key: "ㅜ" -> "n"; anything else as it is.
std::string latin_key(const std::string& key);

}  // namespace heed
