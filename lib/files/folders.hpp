// Folders whose names outlive a loss of power, and those that nobody needs afterwards.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

namespace heed {

/// As fsync, down to the disk itself.
int sync_file(int descriptor);

/// Makes the names in `folder` safe on the disk (fsync): those that were given, taken away or changed. Does
/// nothing for a folder that may be written but not listed, or on file systems that refuse.
void sync_folder(const std::filesystem::path& folder);

/// Makes `folder` and those above it that are missing, and each one's name safe on the disk. Returns those
/// that it made, the innermost first. Throws Error.
std::vector<std::filesystem::path> make_folders(const std::filesystem::path& folder);

/// Makes a new folder with what `write` puts into it, whole or not at all: it is written beside, as
/// NAME.part-PID, and gets its name at the end. Throws UsageError if it is there already, and what `write`
/// throws.
void write_new_folder(const std::filesystem::path& folder,
                      const std::function<void(const std::filesystem::path&)>& write);

/// A folder for the files of the course with a name of its own in $TMPDIR, which goes with all that is in it.
/// Those of programs that were killed are removed by the next.
class TemporaryFolder {
 public:
  /// Throws Error that says where no folder can be made.
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace heed
