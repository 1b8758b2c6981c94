// Shows a test the system calls on which the safety of files rests, and their order.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/// While it lives, this program's calls of fsync, rename, close and fchown are its own. Those that concern a
/// folder or what lies in it are told to `before`, before they are done, and kept: "fsync a", "rename b a",
/// "close a", "fchown a 0 0", with names as seen from the folder, which itself is "."; temporary files are
/// called "temporary". What `before` itself calls is not told.
class FileCalls {
 public:
  explicit FileCalls(const std::filesystem::path& folder,
                     std::function<void(const std::string& call)> before = {});
  ~FileCalls();
  FileCalls(const FileCalls&) = delete;
  FileCalls& operator=(const FileCalls&) = delete;

  const std::vector<std::string>& calls() const { return calls_; }

  /// The name of a path or of an open file; empty for what lies elsewhere. For the calls themselves.
  std::string name(const std::filesystem::path& path) const;
  std::string name(int descriptor) const;
  void told(const std::string& call);

 private:
  std::filesystem::path folder_;
  std::function<void(const std::string&)> before_;
  std::vector<std::string> calls_;
  bool telling_ = false;
};
