#include "lib/files/folders.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <system_error>
#include <vector>

#include "lib/core/error.hpp"

namespace heed {

namespace fs = std::filesystem;

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
    throw_error("cannot create the folder {}: {}; choose another place, or check its permissions",
                folder.string(), problem.message());
  for (const fs::path& made : missing) sync_folder(made.parent_path());
  return missing;
}

void write_new_folder(const fs::path& given, const std::function<void(const fs::path&)>& write) {
  const fs::path folder = given.has_filename() ? given : given.parent_path();  // of "marian/", too
  if (fs::exists(fs::symlink_status(folder)))
    throw_error<UsageError>("{} is there already: give the name of a new folder", folder.string());
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

}  // namespace heed
