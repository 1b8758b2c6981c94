#include "lib/files/atomic_write.hpp"

#include <fcntl.h>
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
#include <csignal>
#include <ctime>
#include <mutex>
#include <regex>
#include <set>
#include <system_error>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

const char* advice(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return tr_noop("free some space there or choose another place");
    case EFBIG:
      return tr_noop("raise the limit on file sizes (ulimit -f) or choose another place");
    case EACCES:
    case EPERM:
    case EROFS:
      return tr_noop("choose a place that you may write to");
    case ENOENT:
      return tr_noop("create its folder first");
    case ENOTDIR:
      return tr_noop("a part of the path is a file; choose another path");
    case EISDIR:
      return tr_noop("that is a folder; give the name of a file in it");
    case ENXIO:
      return tr_noop("that is a pipe that nobody reads; give the name of a file");
    default:
      return tr_noop("choose another place");
  }
}

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

/// Removes a temporary file that no process has locked: whoever made it is dead.
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

struct TemporaryFile {
  fs::path path;
  int descriptor = -1;  // open for writing; -1 if none could be made, and errno then says why
};

/// Makes `folder`/.heed-PID-N.tmp and locks it (flock) for as long as the descriptor is open: the system
/// lifts the lock when the process ends, however it ends. The first call of a process for a folder removes
/// the files of that pattern on which there is no lock: their processes are dead. Neither a process number
/// that was given out again nor one of another container can mislead it. On network file systems, where a
/// lock may count on one machine alone, only files that were not written to for a day are removed.
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
    // If there are no locks, nobody else gets one either, and the file stays.
    while (::flock(file.descriptor, LOCK_EX) != 0 && errno == EINTR) continue;
    struct stat found {};
    if (::fstat(file.descriptor, &found) != 0 || found.st_nlink > 0) return file;
    ::close(file.descriptor);  // another process took it for abandoned before it was locked
  }
}

// Past `ulimit -f` the kernel sends SIGXFSZ, which would end the program before write() can report the
// reason.
void let_write_report_size_limit() {
  static const bool once = [] {
    struct sigaction current {};
    if (sigaction(SIGXFSZ, nullptr, &current) == 0 && current.sa_handler == SIG_DFL)
      std::signal(SIGXFSZ, SIG_IGN);
    return true;
  }();
  (void)once;
}

/// Failure leaves what a new file has, as where one may not give files away or a file system knows no
/// permissions.
void keep_owner_and_permissions(int descriptor, const struct stat& before) {
  const bool given = ::fchown(descriptor, before.st_uid, before.st_gid) == 0;
  if (!given) (void)!::fchown(descriptor, static_cast<uid_t>(-1), before.st_gid);
  (void)!::fchmod(descriptor, before.st_mode & (given ? 07777 : 0777));  // setuid is for its owner alone
}

}  // namespace

AtomicFile::AtomicFile(fs::path target) : asked_(target), target_(std::move(target)) {
  let_write_report_size_limit();
  std::error_code ignored;
  // Renaming over a link would replace the link itself, and leave what it points to as it was.
  for (int links = 0; links < 40 && fs::is_symlink(target_, ignored); ++links) {
    target_ = target_.parent_path() / fs::read_symlink(target_, ignored);
  }
  if (fs::is_symlink(target_, ignored)) fail(ELOOP);
  struct stat found {};
  const bool exists = ::stat(target_.c_str(), &found) == 0;
  if ((exists && S_ISDIR(found.st_mode)) || target_.filename().empty()) fail(EISDIR);
  if (exists && !S_ISREG(found.st_mode)) {
    // A pipe that nobody reads is an error, not something to wait for without end.
    descriptor_ = ::open(target_.c_str(), O_WRONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor_ < 0) fail(errno);
    ::fcntl(descriptor_, F_SETFL, 0);
    return;
  }
  if (exists && ::access(target_.c_str(), W_OK) != 0) fail(errno);  // rename would get round a read-only file
  TemporaryFile temporary = make_temporary_file(target_.parent_path());
  if (temporary.descriptor < 0) fail(errno);
  temporary_ = std::move(temporary.path);
  descriptor_ = temporary.descriptor;
  if (exists) keep_owner_and_permissions(descriptor_, found);
}

AtomicFile::~AtomicFile() { close_and_remove(); }

void AtomicFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void AtomicFile::commit() {
  if (temporary_.empty()) {  // a device or a pipe
    if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail(errno);
    return;
  }
  while (sync_file(descriptor_) != 0) {
    if (errno != EINTR) fail(errno);
  }
  // While the lock is held: else another process could take the temporary for one of a dead process.
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  ::close(std::exchange(descriptor_, -1));  // all bytes are on the disk: nothing is left that could fail
  sync_folder(target_.parent_path());
}

void AtomicFile::fail(int error_number) {
  close_and_remove();
  throw_error(tr_noop("{}: cannot write: {}; {}"), asked_.string(), system_message(error_number),
              Message::of(advice(error_number)));
}

void AtomicFile::close_and_remove() noexcept {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void atomic_write(const fs::path& path, std::string_view content) {
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

}  // namespace heed
