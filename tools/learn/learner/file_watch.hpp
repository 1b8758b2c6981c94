// Has a file been saved? By inotify on its folder, so that editors that write another file and rename it are
// seen too; or by looking at the file from time to time.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>

namespace heed {

struct WatchOptions {
  bool poll = false;  // look at the content twice a second instead: for file systems that send no events
};

/// Says whether inotify hears nothing of changes made elsewhere: on file systems of another system, such as
/// the drives of Windows in WSL, or of a program. `type` is that of statfs().
bool sends_no_events(std::uint32_t type);

class FileWatch {
 public:
  /// Without inotify (another system than Linux, or none left on this machine), and where no events come, it
  /// looks at the content.
  FileWatch(const std::filesystem::path& file, const WatchOptions& options);
  ~FileWatch();
  FileWatch(const FileWatch&) = delete;
  FileWatch& operator=(const FileWatch&) = delete;

  /// For poll(); -1 when there is nothing to wait for but time.
  int descriptor() const { return inotify_; }
  bool polling() const { return inotify_ < 0; }

  /// May the file have changed since the last call? Never misses a change; may say yes without one. Also yes
  /// every now and then with inotify (2 s; 0.5 s without), as the folder itself may have been replaced.
  bool changed();

  /// Milliseconds after which changed() wants to be asked again.
  int timeout() const;

 private:
  std::chrono::milliseconds interval() const { return std::chrono::milliseconds(polling() ? 500 : 2000); }

  std::string name_;  // of the file in its folder
  int inotify_ = -1;
  std::chrono::steady_clock::time_point looked_;
};

}  // namespace heed
