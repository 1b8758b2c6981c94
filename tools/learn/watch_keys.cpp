#include <unistd.h>

#include <map>

#include "tools/learn/watch.hpp"

namespace heed {

SingleKeys::~SingleKeys() {
  if (changed_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
}

void SingleKeys::begin() {
  termios now{};
  if (::tcgetattr(STDIN_FILENO, &now) != 0 || (changed_ && (now.c_lflag & ICANON) == 0)) return;
  if (!changed_) before_ = now;
  termios keys = before_;
  keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
  keys.c_cc[VMIN] = 1;
  keys.c_cc[VTIME] = 0;
  changed_ = ::tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0;
}

std::string latin_key(const std::string& key) {
  static const std::map<std::string, std::string> letters{{"ㅜ", "n"}, {"ㅔ", "p"}, {"ㅗ", "h"},
                                                          {"ㅣ", "l"}, {"ㅇ", "d"}, {"ㄱ", "r"},
                                                          {"ㄴ", "s"}, {"ㅂ", "q"}, {"ㅠ", "b"}};
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
        const std::size_t begin = i + 1;
        for (++i; i < bytes.size() && static_cast<unsigned char>(bytes[i]) < 0x40;) ++i;
        ++i;
        const std::string sequence = bytes.substr(begin, i - begin);
        if (sequence == "A" || sequence == "5~") keys.emplace_back("up");
        if (sequence == "B" || sequence == "6~") keys.emplace_back("down");
      }
      continue;
    }
    const std::size_t length = byte < 0x80 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
    if (byte == '\n' || byte == '\r')
      keys.emplace_back("enter");
    else if (byte == 0x7f || byte == 8)
      keys.emplace_back("backspace");
    else if (byte >= ' ')
      keys.push_back(bytes.substr(i, length));
    i += length;
  }
  return keys;
}

}  // namespace heed
