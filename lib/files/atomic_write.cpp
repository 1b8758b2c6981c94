#include "lib/files/atomic_write.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <system_error>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/temporary_file.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

std::string advice(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return "free some space there or choose another place";
    case EFBIG:
      return "raise the limit on file sizes (ulimit -f) or choose another place";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose a place that you may write to";
    case ENOENT:
      return "create its folder first";
    case ENOTDIR:
      return "a part of the path is a file; choose another path";
    case EISDIR:
      return "that is a folder; give the name of a file in it";
    case ELOOP:
      return "its links lead in a circle; choose another path";
    case ENXIO:
      return "that is a pipe that nobody reads; give the name of a file";
    case ENAMETOOLONG:
      return "choose a shorter name";
    default:
      return "choose another place";
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
  if (exists && S_ISDIR(found.st_mode)) fail(EISDIR);
  if (target_.filename().empty()) fail(EISDIR);
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
  if (descriptor_ < 0) throw_error<UsageError>("{}: written to after commit", asked_.string());
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void AtomicFile::write(std::string_view text) { write(std::as_bytes(std::span(text))); }

void AtomicFile::commit() {
  if (descriptor_ < 0) throw_error<UsageError>("{}: committed twice", asked_.string());
  const bool direct = temporary_.empty();
  if (!direct) {
    while (sync_file(descriptor_) != 0) {
      if (errno != EINTR) fail(errno);
    }
  }
  if (direct) {
    if (::close(std::exchange(descriptor_, -1)) != 0 && errno != EINTR) fail(errno);
    return;
  }
  // While the lock is held: else another process could take the temporary for one of a dead process.
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) fail(errno);
  temporary_.clear();
  ::close(std::exchange(descriptor_, -1));  // all bytes are on the disk: nothing is left that could fail
  sync_folder(target_.parent_path());
}

void AtomicFile::fail(int error_number) {
  close_and_remove();
  throw_error("{}: cannot write: {}; {}", asked_.string(), std::system_category().message(error_number),
              advice(error_number));
}

void AtomicFile::close_and_remove() noexcept {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
  temporary_.clear();
}

void atomic_write(const fs::path& path, std::span<const std::byte> content) {
  AtomicFile file(path);
  file.write(content);
  file.commit();
}

void atomic_write(const fs::path& path, std::string_view content) {
  atomic_write(path, std::as_bytes(std::span(content)));
}

}  // namespace heed
