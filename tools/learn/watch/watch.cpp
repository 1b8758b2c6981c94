#include "tools/learn/watch/watch.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "lib/report/interrupt.hpp"
#include "tools/learn/watch/keyboard.hpp"
#include "tools/learn/watch/watch_session.hpp"

namespace heed {
namespace {

/// Rows and columns.
std::pair<std::size_t, std::size_t> size_of_terminal() {
  winsize window{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) != 0) return {};
  return {window.ws_row, window.ws_col};
}

/// All of it, whatever the terminal takes at once.
void put(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(STDOUT_FILENO, text.data(), text.size());
    if (count < 0 && errno != EINTR && errno != EAGAIN) return;
    if (count > 0) text.remove_prefix(static_cast<std::size_t>(count));
  }
}

class WatchLoop {
 public:
  WatchLoop(Learner& learner, const GradeOptions& options) : learner_(learner), session_(learner, options) {}

  int run() {
    for (bool news = true; !session_.finished() && !at_end_;) {
      news = std::exchange(size_, size_of_terminal()) != size_ || news;
      if (news) show();
      const auto [out, err, report] = session_.follower().descriptors();
      std::array<pollfd, 4> ready{{{STDIN_FILENO, POLLIN, 0}, out, err, report}};
      ::poll(ready.data(), ready.size(), session_.follower().timeout());
      if (interrupt_requested()) return 128 + interrupt_signal();
      single_keys_.begin();
      news = ready[0].revents != 0 && read_keys();
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
    }
    return true;
  }

  void show() {
    learner_.look().terminal = terminal(Stream::output);
    const std::size_t rows = size_.first;  // the last is where the cursor stands
    put("\033[H\033[2J" + session_.page(rows > 1 ? rows - 1 : rows).joined());
  }

  Learner& learner_;
  bool at_end_ = false;  // of standard input
  std::string unread_;
  std::pair<std::size_t, std::size_t> size_ = size_of_terminal();
  SingleKeys single_keys_;
  WatchSession session_;
};

}  // namespace

int watch(Learner& learner, const GradeOptions& options) { return WatchLoop(learner, options).run(); }

}  // namespace heed
