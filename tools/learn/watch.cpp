#include "tools/learn/watch.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "lib/report/interrupt.hpp"
#include "tools/learn/watch_session.hpp"

namespace heed {
namespace {

/// While it lives, keys come one by one and are not echoed; Ctrl-C still sends SIGINT.
class SingleKeys {
 public:
  SingleKeys() { begin(); }
  ~SingleKeys() { end(); }
  SingleKeys(const SingleKeys&) = delete;
  SingleKeys& operator=(const SingleKeys&) = delete;

  void end() const {
    if (changed_) ::tcsetattr(STDIN_FILENO, TCSANOW, &before_);
  }
  /// Once more, where a shell has changed it meanwhile (Ctrl-Z).
  void begin() {
    termios now{};
    if (::tcgetattr(STDIN_FILENO, &now) != 0 || (changed_ && (now.c_lflag & ICANON) == 0)) return;
    if (!changed_) before_ = now;
    termios keys = before_;
    keys.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO);
    keys.c_cc[VMIN] = 1;
    keys.c_cc[VTIME] = 0;
    changed_ = ::tcsetattr(STDIN_FILENO, TCSANOW, &keys) == 0;
  }

 private:
  termios before_{};
  bool changed_ = false;
};

/// Rows and columns.
std::pair<std::size_t, std::size_t> size_of_terminal() {
  winsize window{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0) return {};
  return {window.ws_row, window.ws_col};
}

class WatchLoop {
 public:
  WatchLoop(Learner& learner, const GradeOptions& options, const std::function<void()>& review)
      : review_(review), session_(learner, options) {}

  int run() {
    for (bool news = true; !session_.finished() && !at_end_;) {
      news = std::exchange(size_, size_of_terminal()) != size_ || news;
      if (news) show();
      const auto [out, err, report] = session_.follower().descriptors();
      std::array<pollfd, 4> ready{{{STDIN_FILENO, POLLIN, 0}, out, err, report}};
      ::poll(ready.data(), ready.size(), Follower::timeout);
      if (interrupt_requested()) return 128 + interrupt_signal();
      single_keys_.begin();
      news = ready[0].revents != 0 && read_keys();
      if (session_.takes_old_questions()) {
        single_keys_.end();
        fmt::print("\033[H\033[2J");
        review_();
        single_keys_.begin();
      }
      if (session_.finished() || !session_.follower().advance()) continue;
      session_.note_outcome();
      news = true;
    }
    return 0;
  }

 private:
  bool read_keys() {
    std::array<char, 256> buffer{};
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (count <= 0) {
      at_end_ = count == 0 || (errno != EINTR && errno != EAGAIN);
      return false;
    }
    unread_.append(buffer.data(), static_cast<std::size_t>(count));
    // A character of several bytes may come in pieces.
    const auto lead = static_cast<unsigned char>(unread_[0]);
    const std::size_t length = lead < 0xc0 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (unread_.size() < length) return false;
    for (const std::string& key : keys_in(std::exchange(unread_, ""))) {
      session_.key(key);
      if (session_.finished()) break;
      page();  // the next key turns this one
    }
    return true;
  }

  Page page() {
    const std::size_t rows = size_.first;  // the last is where the cursor stands
    return session_.page(rows > 1 ? rows - 1 : rows);
  }

  void show() {
    fmt::print("\033[H\033[2J");
    page().print();
  }

  const std::function<void()>& review_;
  bool at_end_ = false;  // of standard input
  std::string unread_;
  std::pair<std::size_t, std::size_t> size_ = size_of_terminal();
  SingleKeys single_keys_;
  WatchSession session_;
};

}  // namespace

int watch(Learner& learner, const GradeOptions& options, const std::function<void()>& review) {
  return WatchLoop(learner, options, review).run();
}

}  // namespace heed
