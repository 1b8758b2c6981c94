#include "tests/lib/files/file_calls.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdio>

namespace {
FileCalls* observer = nullptr;
}

FileCalls::FileCalls(const std::filesystem::path& folder, std::function<void(const std::string&)> before)
    : folder_(std::filesystem::canonical(folder)), before_(std::move(before)) {
  observer = this;
}

FileCalls::~FileCalls() { observer = nullptr; }

std::string FileCalls::name(const std::filesystem::path& path) const {
  std::error_code gone;
  const std::filesystem::path seen =
      std::filesystem::weakly_canonical(path, gone).lexically_relative(folder_);
  if (seen.empty() || *seen.begin() == "..") return "";
  const std::string text = seen.string();
  return text.starts_with(".heed-") && text.ends_with(".tmp") ? "temporary" : text;
}

std::string FileCalls::name(int descriptor) const {
  std::error_code not_open;
  return name(std::filesystem::read_symlink(fmt::format("/proc/self/fd/{}", descriptor), not_open));
}

void FileCalls::told(const std::string& call) {
  if (telling_) return;
  telling_ = true;
  calls_.push_back(call);
  if (before_) before_(call);
  telling_ = false;
}

// The program's definitions come before those of the C library, for the C++ library too.
extern "C" {

int fsync(int descriptor) {
  if (observer)
    if (const std::string file = observer->name(descriptor); !file.empty()) observer->told("fsync " + file);
  return static_cast<int>(::syscall(SYS_fsync, descriptor));
}

int close(int descriptor) {
  if (observer)
    if (const std::string file = observer->name(descriptor); !file.empty()) observer->told("close " + file);
  return static_cast<int>(::syscall(SYS_close, descriptor));
}

int fchown(int descriptor, uid_t owner, gid_t group) noexcept {
  if (observer)
    if (const std::string file = observer->name(descriptor); !file.empty())
      observer->told(fmt::format("fchown {} {} {}", file, static_cast<int>(owner), static_cast<int>(group)));
  return static_cast<int>(::syscall(SYS_fchown, descriptor, owner, group));
}

int rename(const char* from, const char* to) noexcept {
  if (observer)
    if (const std::string file = observer->name(std::filesystem::path(to)); !file.empty())
      observer->told("rename " + observer->name(std::filesystem::path(from)) + " " + file);
  return static_cast<int>(::syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to));
}
}
