#include "tools/training/training_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string>
#include <system_error>

#include "lib/core/error.hpp"
#include "tools/language/tr.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// The number of the process that wrote it; "" if there is none, "?" if it is no lock of ours.
std::string written(int descriptor) {
  std::array<char, 32> text{};
  const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
  std::string number(text.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  const bool digits = std::all_of(number.begin(), number.end(), [](char c) { return '0' <= c && c <= '9'; });
  return digits && number.size() < text.size() ? number : "?";
}

fs::path lock_of(const fs::path& model) {
  const fs::path stem = model.stem();  // weights that are not finished have their model's
  return model.parent_path() /
         fmt::format(".{}.lock", (stem.extension() == ".unfinished" ? stem.stem() : stem).string());
}

/// Opened for its lock alone: one that another user's killed training left can be locked without writing.
int open_lock(const fs::path& path) {
  constexpr int always = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;  // neither follows a link nor waits for a pipe
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | always, 0666);
  return descriptor >= 0 || errno != EACCES ? descriptor : ::open(path.c_str(), O_RDONLY | always);
}

void refuse_others_files(int descriptor, const fs::path& path) {
  struct stat found {};
  if (::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode) && written(descriptor) != "?") return;
  ::close(descriptor);
  throw_error<Error>(tr_noop("{}: no lock of heed, though it has the name of one; move it away"),
                     path.string());
}

/// Whether the path still leads to the open file: whoever held it before may have removed it since.
bool is_at(int descriptor, const fs::path& path) {
  struct stat open {
  }, there{};
  return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &there) == 0 &&
         open.st_ino == there.st_ino && open.st_dev == there.st_dev;
}

}  // namespace

TrainingLock::TrainingLock(const fs::path& model) {
  path_ = lock_of(model);
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = open_lock(path_);
    if (descriptor_ < 0 && errno == ELOOP)
      throw_error<Error>(tr_noop("{}: a link, not a lock of heed; move it away"), path_.string());
    if (descriptor_ < 0)
      throw_error<Error>(tr_noop("{}: cannot write: {}; choose a place that you may write to, with --out"),
                         path_.string(), system_message(errno));
    refuse_others_files(descriptor_, path_);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      const std::string number = written(descriptor_);
      ::close(descriptor_);
      throw_error<Error>(
          tr_noop("another training{} writes to {}: wait for its end, or choose another place with --out"),
          number.empty() ? "" : tr(" (process {})", number), model.string());
    }  // a file system without locks: go on without
  } while (!is_at(descriptor_, path_));
  const std::string number = std::to_string(::getpid());
  if (::ftruncate(descriptor_, 0) != 0 ||
      ::pwrite(descriptor_, number.data(), number.size(), 0) != static_cast<ssize_t>(number.size())) {
    // a full disk, or another user's file: the lock holds without a name
  }
}

int running_training(const fs::path& model) {
  const int descriptor = ::open(lock_of(model).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return 0;
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  const std::string number = held ? written(descriptor) : "";
  ::close(descriptor);
  int process = 0;
  std::from_chars(number.data(), number.data() + number.size(), process);
  return !held ? 0 : process > 0 ? process : -1;
}

TrainingLock::~TrainingLock() {
  ::unlink(path_.c_str());  // while it is held, so that nobody else's is removed
  ::close(descriptor_);
}

}  // namespace heed
