#include "lib/files/temporary_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
#include <linux/magic.h>
#include <sys/vfs.h>
#elif defined(__APPLE__)
#include <sys/mount.h>
#endif

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <ctime>
#include <mutex>
#include <regex>
#include <set>
#include <string>

namespace heed {
namespace {

namespace fs = std::filesystem;

#if defined(__linux__) && !defined(HEED_POSIX_ONLY)
bool on_network(int descriptor) {
  constexpr std::array<unsigned long, 6> types{NFS_SUPER_MAGIC,  SMB_SUPER_MAGIC, 0xFF534D42,  // CIFS
                                               0xFE534D42,                                     // SMB2
                                               FUSE_SUPER_MAGIC, V9FS_MAGIC};
  struct statfs found {};
  return ::fstatfs(descriptor, &found) != 0 ||
         std::ranges::find(types, static_cast<unsigned long>(found.f_type)) != types.end();
}
#elif defined(__APPLE__)
bool on_network(int descriptor) {
  struct statfs found {};
  return ::fstatfs(descriptor, &found) != 0 || (found.f_flags & MNT_LOCAL) == 0;
}
#else
bool on_network(int) { return true; }  // POSIX does not tell
#endif

void remove_if_abandoned(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  constexpr std::time_t day = 24 * 60 * 60;
  struct stat found {};
  if (::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode) &&
      (!on_network(descriptor) || std::time(nullptr) - found.st_mtime > day) &&
      ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) {
    ::unlink(file.c_str());
  }
  ::close(descriptor);
}

/// Failures change nothing: the files only take space.
void remove_abandoned(const fs::path& folder) {
  static std::mutex lock;
  static std::set<fs::path> done;
  const std::lock_guard guard(lock);
  std::error_code problem;
  const fs::path absolute = fs::absolute(folder.empty() ? "." : folder, problem);
  if (problem || !done.insert(absolute).second) return;
  static const std::regex pattern(R"(\.heed-[0-9]+-[0-9]+\.tmp)");
  for (fs::directory_iterator entry(absolute, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    if (std::regex_match(entry->path().filename().string(), pattern)) remove_if_abandoned(entry->path());
  }
}

}  // namespace

TemporaryFile make_temporary_file(const fs::path& folder) {
  static std::atomic<unsigned> counter{0};
  remove_abandoned(folder);
  while (true) {
    // The name starts with a dot and is short whatever the target's name, which may already be as long as
    // names can be.
    TemporaryFile file{folder / fmt::format(".heed-{}-{}.tmp", ::getpid(), counter++)};
    file.descriptor = ::open(file.path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (file.descriptor < 0) {
      if (errno == EEXIST) continue;  // of a process of the same number, in another container perhaps
      return file;
    }
    // Where there are no locks, nobody else gets one either, and the file stays.
    while (::flock(file.descriptor, LOCK_EX) != 0 && errno == EINTR) continue;
    struct stat found {};
    if (::fstat(file.descriptor, &found) != 0 || found.st_nlink > 0) return file;
    ::close(file.descriptor);  // another process took it for abandoned before it was locked
  }
}

}  // namespace heed
