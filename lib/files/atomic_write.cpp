#include "lib/files/atomic_write.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <ctime>
#include <system_error>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

const char* advice(int error_number) {
  constexpr const char* no_space = tr_noop("free some space there or choose another place");
  constexpr const char* forbidden = tr_noop("choose a place that you may write to");
  constexpr std::pair<int, const char*> all[] = {
      {ENOSPC, no_space},
      {EDQUOT, no_space},
      {EFBIG, tr_noop("raise the limit on file sizes (ulimit -f) or choose another place")},
      {EACCES, forbidden},
      {EPERM, forbidden},
      {EROFS, forbidden},
      {ENOENT, tr_noop("create its folder first")},
      {ENOTDIR, tr_noop("a part of the path is a file; choose another path")},
      {EISDIR, tr_noop("that is a folder; give the name of a file in it")},
      {ENXIO, tr_noop("that is a pipe that nobody reads; give the name of a file")}};
  for (const auto& [number, text] : all) {
    if (number == error_number) return text;
  }
  return tr_noop("choose another place");
}

/// Removes a temporary file that no process has locked: whoever made it is dead. Where a lock counts on one
/// machine alone, as on some network file systems, only the age tells.
void remove_if_abandoned(const fs::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  constexpr std::time_t ten_minutes = 10 * 60;
  struct stat found {};
  if (::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode) &&
      std::time(nullptr) - found.st_mtime > ten_minutes && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    ::unlink(file.c_str());
  ::close(descriptor);
}

/// Failures change nothing: the files only take space.
void remove_abandoned(const fs::path& folder) {
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem), end; !problem && entry != end;
       entry.increment(problem)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(".heed-") && name.ends_with(".tmp") &&
        name.find_first_not_of("0123456789-", 6) == name.size() - 4)
      remove_if_abandoned(entry->path());
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
  make_temporary();
  if (exists) keep_owner_and_permissions(descriptor_, found);
}

void AtomicFile::make_temporary() {
  static std::atomic<unsigned> counter{0};
  const fs::path folder = target_.parent_path();
  remove_abandoned(folder.empty() ? "." : folder);
  do {
    // The name starts with a dot and is short whatever the target's name, which may already be as long as
    // names can be.
    temporary_ = folder / fmt::format(".heed-{}-{}.tmp", ::getpid(), counter++);
    descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  } while (descriptor_ < 0 && errno == EEXIST);  // of the same number, in another container perhaps
  if (descriptor_ < 0) {
    const int why = errno;
    temporary_.clear();  // there is none to remove
    fail(why);
  }
  // If there are no locks, nobody else gets one either, and the file stays.
  while (::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) continue;
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
