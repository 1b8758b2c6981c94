#include "lib/files/temporary_folder.hpp"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>

#include <string>

#include "lib/core/error.hpp"

namespace heed {

namespace {

namespace fs = std::filesystem;

const std::string prefix = "heed-course-";  // then the number of the process, and six letters

void remove_orphans(const fs::path& parent) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(prefix)) continue;
    const pid_t owner = std::atoi(name.c_str() + prefix.size());
    if (owner <= 0 || ::kill(owner, 0) == 0 || errno != ESRCH) continue;
    // not those of another container that shares the folder
    const auto age = fs::file_time_type::clock::now() - entry.last_write_time(ignored);
    if (age > std::chrono::minutes(10)) fs::remove_all(entry.path(), ignored);
  }
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  const fs::path parent = fs::temp_directory_path();
  remove_orphans(parent);
  std::string name = (parent / (prefix + std::to_string(::getpid()) + '-' + std::string(6, 'X'))).string();
  if (::mkdtemp(name.data()) == nullptr)
    throw_error("no folder can be made at {}; set TMPDIR to one that can be written to", name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace heed
