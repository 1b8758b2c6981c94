#include "tools/learn/watch/keyboard.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <map>

namespace heed {
namespace {

std::atomic<int> signal_pipe{-1};
static_assert(std::atomic<int>::is_always_lock_free);  // else not allowed in a signal handler

/// Runs in whichever thread the signal reaches.
void on_signal(int number) {
  const int reason = errno;
  const auto byte = static_cast<unsigned char>(number);
  [[maybe_unused]] const ssize_t written = ::write(signal_pipe, &byte, 1);  // full: there is enough to read
  errno = reason;
}

}  // namespace

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
  for (const int end : pipe_.ends) ::fcntl(end, F_SETFL, O_NONBLOCK);
  signal_pipe = pipe_.ends[1];
  struct sigaction action {};
  action.sa_handler = on_signal;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < wanted.size(); ++i) ::sigaction(wanted[i], &action, &before_[i]);
}

SignalReader::~SignalReader() {
  for (std::size_t i = 0; i < wanted.size(); ++i) ::sigaction(wanted[i], &before_[i], nullptr);
  signal_pipe = -1;
}

int SignalReader::next() {
  unsigned char number = 0;
  return ::read(pipe_.ends[0], &number, 1) == 1 ? number : 0;
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
