// A folder for the files of the course that nobody needs afterwards.
#pragma once

#include <filesystem>

namespace heed {

/// Made with a name of its own in $TMPDIR, removed with all that is in it. Those of programs that were killed
/// are removed by the next.
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
