#include "tools/learn/watch/watch.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

#include "tools/learn/watch/keyboard.hpp"
#include "tools/learn/watch/watch_session.hpp"

namespace heed {
namespace {

std::size_t terminal_rows() {
  winsize window{};
  return ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 ? window.ws_row : 0;
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
  WatchLoop(Learner& learner, const WatchModeOptions& options)
      : learner_(learner),
        draws_(learner.look().terminal.interactive),
        keys_are_single_(::isatty(STDIN_FILENO) == 1),
        session_(learner, options) {}

  int run() {
    show();
    while (!session_.finished()) {
      const auto [save, out, err, report] = session_.follower().descriptors();
      // Without a terminal keys wait until the check is over, so that a script sees every verdict.
      const bool listen = !at_end_ && (keys_are_single_ || !session_.follower().checking());
      std::array<pollfd, 6> ready{{{listen ? STDIN_FILENO : -1, POLLIN, 0},
                                   {signals_.descriptor(), POLLIN, 0},
                                   save,
                                   out,
                                   err,
                                   report}};
      ::poll(ready.data(), ready.size(), session_.follower().timeout());
      bool news = false;
      while (const int signal = signals_.next()) {
        if (signal == SIGTSTP) suspend();
        if (signal != SIGTSTP && signal != SIGWINCH) return 128 + signal;
        news = true;
      }
      if (ready[0].revents != 0) news = read_keys() || news;
      if (session_.finished()) break;
      if (session_.follower().advance()) {
        session_.note_outcome();
        news = true;
      }
      if (news) show();
      if (at_end_ && !session_.follower().checking()) break;
    }
    return 0;
  }

 private:
  bool read_keys() {
    std::array<char, 256> buffer{};
    const ssize_t count = ::read(STDIN_FILENO, buffer.data(), keys_are_single_ ? buffer.size() : 1);
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

  void suspend() {
    single_keys_.end();
    put("\n");
    ::kill(::getpid(), SIGSTOP);
    single_keys_.begin();
  }

  void show() {
    if (!draws_) return put(session_.news());
    learner_.look().terminal = terminal(Stream::output);
    const std::size_t rows = terminal_rows();  // the last is where the cursor stands
    put("\033[H\033[2J" + session_.page(rows > 1 ? rows - 1 : rows).joined());
  }

  Learner& learner_;
  bool draws_, keys_are_single_;
  bool at_end_ = false;  // of standard input
  std::string unread_;
  SignalReader signals_;
  SingleKeys single_keys_;
  WatchSession session_;
};

}  // namespace

int watch(Learner& learner, const WatchModeOptions& options) { return WatchLoop(learner, options).run(); }

}  // namespace heed
