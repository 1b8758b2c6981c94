#include "lib/files/folders.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <system_error>
#include <vector>

#include "lib/core/error.hpp"

namespace heed {

namespace fs = std::filesystem;

void sync_folder(const fs::path& folder) {
  const int descriptor = ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

void make_folders(const fs::path& folder) {
  std::error_code problem;
  std::vector<fs::path> missing;
  for (fs::path at = folder; !at.empty() && !fs::exists(at, problem) && !problem; at = at.parent_path())
    missing.push_back(at);
  fs::create_directories(folder, problem);
  if (problem)
    throw_error("cannot create the folder {}: {}; choose another place, or check its permissions",
                folder.string(), problem.message());
  for (const fs::path& made : missing) sync_folder(made.parent_path());
}

}  // namespace heed
