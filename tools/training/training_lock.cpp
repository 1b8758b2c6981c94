#include "tools/training/training_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>
#include <system_error>

#include "lib/core/error.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

std::string holder(int descriptor) {
  std::array<char, 32> text{};
  const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
  return count > 0 ? fmt::format(" (process {})", std::string(text.data(), static_cast<std::size_t>(count)))
                   : "";
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
  path_ = model.parent_path() / fmt::format(".{}.lock", model.stem().string());
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0)
      throw_error<Error>("{}: cannot write: {}; choose a place that you may write to, with --out",
                         path_.string(), std::system_category().message(errno));
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      const std::string who = holder(descriptor_);
      ::close(descriptor_);
      throw_error<Error>(
          "another training{} writes to {}: wait for its end, or choose another place with --out", who,
          model.string());
    }  // a file system without locks: go on without
  } while (!is_at(descriptor_, path_));
  const std::string number = std::to_string(::getpid());
  if (::ftruncate(descriptor_, 0) != 0 ||
      ::pwrite(descriptor_, number.data(), number.size(), 0) != static_cast<ssize_t>(number.size())) {
    // a full disk: the lock holds without a name
  }
}

TrainingLock::~TrainingLock() {
  ::unlink(path_.c_str());  // while it is held, so that nobody else's is removed
  ::close(descriptor_);
}

}  // namespace heed
