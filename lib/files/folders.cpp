#include "lib/files/folders.hpp"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <system_error>

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

int sync_file(int descriptor) {
#if defined(F_FULLFSYNC)  // macOS, whose fsync leaves bytes in the memory of the disk
  if (::fcntl(descriptor, F_FULLFSYNC) == 0) return 0;
#endif
  return ::fsync(descriptor);
}

void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  sync_file(descriptor);
  ::close(descriptor);
}

std::vector<fs::path> make_folders(const fs::path& folder) {
  std::error_code problem;
  std::vector<fs::path> missing;
  for (fs::path at = folder; !at.empty() && !fs::exists(at, problem) && !problem; at = at.parent_path())
    missing.push_back(at);
  fs::create_directories(folder, problem);
  if (problem)
    throw_error(tr_noop("cannot create the folder {}: {}; choose another place, or check its permissions"),
                folder.string(), system_message(problem.value()));
  for (const fs::path& made : missing) sync_folder(made.parent_path());
  return missing;
}

void write_new_folder(const fs::path& given, const std::function<void(const fs::path&)>& write) {
  const fs::path folder = given.has_filename() ? given : given.parent_path();  // of "marian/", too
  if (fs::exists(fs::symlink_status(folder)))
    throw_error<UsageError>(tr_noop("{} is there already: give the name of a new folder"), folder.string());
  fs::path part = folder;
  part += fmt::format(".part-{}", ::getpid());
  std::error_code problem;
  fs::remove_all(part, problem);  // of a killed process that had the same number
  make_folders(part);
  try {
    write(part);
    fs::rename(part, folder, problem);
    if (problem) throw_error("cannot name the new folder {}: {}", folder.string(), problem.message());
    sync_folder(folder.parent_path());
  } catch (...) {
    fs::remove_all(part, problem);
    throw;
  }
}

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
  fs::remove_all(path_, ignored);
}

}  // namespace heed
