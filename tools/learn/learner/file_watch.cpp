#include "tools/learn/learner/file_watch.hpp"

#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
#include <sys/inotify.h>
#include <sys/vfs.h>
#endif
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <utility>

namespace heed {

#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
namespace {

bool has_no_events(const std::filesystem::path& folder) {
  struct statfs found {};
  return ::statfs(folder.c_str(), &found) == 0 && sends_no_events(static_cast<std::uint32_t>(found.f_type));
}

}  // namespace
#endif

bool sends_no_events(std::uint32_t type) {
  // linux/magic.h names them V9FS, NFS, FUSE, SMB, CIFS and SMB2; the last two are folders that VirtualBox
  // and VMware share.
  constexpr std::array<std::uint32_t, 8> silent{0x01021997, 0x6969,     0x65735546, 0x517B,
                                                0xFF534D42, 0xFE534D42, 0x786f4256, 0xbacbacbc};
  return std::ranges::find(silent, type) != silent.end();
}

FileWatch::FileWatch(const std::filesystem::path& file, const WatchOptions& options)
    : name_(file.filename().string()), looked_(std::chrono::steady_clock::now()) {
#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
  if (options.poll || has_no_events(file.parent_path())) return;
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
