#include "tools/learn/keyboard.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <map>
#include <system_error>

#include "lib/core/error.hpp"

namespace heed {

void SingleKeys::begin() {
  if (changed_ || ::tcgetattr(STDIN_FILENO, &before_) != 0) return;
  termios keys = before_;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  changed_ = ::tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0;
}

void SingleKeys::end() {
  if (changed_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  changed_ = false;
}

SignalReader::SignalReader() {
  sigset_t wanted;
  sigemptyset(&wanted);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP}) sigaddset(&wanted, signal);
  ::sigprocmask(SIG_BLOCK, &wanted, &before_);
  descriptor_ = ::signalfd(-1, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
  if (descriptor_ < 0) {
    const int reason = errno;
    ::sigprocmask(SIG_SETMASK, &before_, nullptr);
    throw_error("signals cannot be read: {}", std::system_category().message(reason));
  }
}

SignalReader::~SignalReader() {
  while (next() != 0) {  // those that came last must not end the program after all
  }
  ::close(descriptor_);
  ::sigprocmask(SIG_SETMASK, &before_, nullptr);
}

int SignalReader::next() {
  signalfd_siginfo information{};
  const ssize_t count = ::read(descriptor_, &information, sizeof information);
  return count == static_cast<ssize_t>(sizeof information) ? static_cast<int>(information.ssi_signo) : 0;
}

std::string latin_key(const std::string& key) {
  // The two-set keyboard, for the letters that are keys here.
  static const std::map<std::string, std::string> letters{{"ㅜ", "n"}, {"ㅔ", "p"}, {"ㅗ", "h"}, {"ㅣ", "l"},
                                                          {"ㅇ", "d"}, {"ㄱ", "r"}, {"ㄴ", "s"}, {"ㅂ", "q"},
                                                          {"ㅛ", "y"}, {"ㅊ", "c"}};
  const auto found = letters.find(key);
  return found == letters.end() ? key : found->second;
}

std::vector<std::string> keys_in(const std::string& bytes) {
  std::vector<std::string> keys;
  for (std::size_t i = 0; i < bytes.size();) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    if (byte == 0x1b) {
      if (++i == bytes.size()) {
        keys.emplace_back("escape");
      } else if (bytes[i] == '[' || bytes[i] == 'O') {
        // parameters, then one final byte from '@' on
        for (++i; i < bytes.size() && static_cast<unsigned char>(bytes[i]) < 0x40;) ++i;
        ++i;
      }
      continue;
    }
    const std::size_t length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (byte == '\n' || byte == '\r') {
      keys.emplace_back("enter");
    } else if (byte == 0x7f || byte == 8) {
      keys.emplace_back("backspace");
    } else if (byte >= ' ') {
      keys.push_back(bytes.substr(i, length));
    }
    i += length;
  }
  return keys;
}

}  // namespace heed
