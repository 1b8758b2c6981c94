#include "tools/learn/learner/file_watch.hpp"

#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
#include <sys/inotify.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

namespace heed {

FileWatch::FileWatch(const std::filesystem::path& file, const WatchOptions& options)
    : name_(file.filename().string()), looked_(std::chrono::steady_clock::now()) {
#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
  if (options.poll) return;
  inotify_ = ::inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (inotify_ < 0) return;
  constexpr std::uint32_t events =
      IN_CLOSE_WRITE | IN_MODIFY | IN_MOVED_TO | IN_CREATE | IN_DELETE | IN_MOVED_FROM;
  if (::inotify_add_watch(inotify_, file.parent_path().c_str(), events) < 0)
    ::close(std::exchange(inotify_, -1));
#else
  static_cast<void>(options);
#endif
}

FileWatch::~FileWatch() {
  if (inotify_ >= 0) ::close(inotify_);
}

bool FileWatch::changed() {
  bool mine = false;
#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
  alignas(inotify_event) std::array<char, 16384> buffer{};
  for (ssize_t count = 0; inotify_ >= 0 && (count = ::read(inotify_, buffer.data(), buffer.size())) > 0;) {
    for (const char* at = buffer.data(); at < buffer.data() + count;) {
      inotify_event event{};
      std::memcpy(&event, at, sizeof event);
      const char* name = at + sizeof event;
      // After an overflow nobody knows what happened: the file must be read again.
      mine = mine || (event.mask & (IN_Q_OVERFLOW | IN_IGNORED)) != 0 || (event.len > 0 && name_ == name);
      at = name + event.len;
    }
  }
#endif
  const auto now = std::chrono::steady_clock::now();
  if (mine || now - looked_ >= interval()) {
    looked_ = now;
    return true;
  }
  return false;
}

int FileWatch::timeout() const {
  const auto left = looked_ + interval() - std::chrono::steady_clock::now();
  return static_cast<int>(
      std::max<std::int64_t>(0, std::chrono::ceil<std::chrono::milliseconds>(left).count()));
}

}  // namespace heed
