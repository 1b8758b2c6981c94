// Writing a whole file or nothing: a crash, Ctrl-C or a full disk leaves the old file as it was.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace heed {

/// A file in the making. The bytes go to a temporary file beside the target; commit() makes them safe on the
/// disk (fsync), renames the temporary to the target and makes the rename safe too. Without commit() the
/// destructor removes the temporary, and the target stays as it was.
///
/// An existing target keeps its permissions and, where the system allows it, its owner and group. A symbolic
/// link stays a link (one that leads in a circle is an error). Temporaries of killed processes in the folder
/// are removed. A device or pipe (/dev/stdout) is written to directly. Every function throws Error: path,
/// reason ("No space left on device"), what to do.
class AtomicFile {
 public:
  explicit AtomicFile(std::filesystem::path target);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail(int error_number);
  void close_and_remove() noexcept;

  std::filesystem::path asked_;   // as the caller named it, for messages
  std::filesystem::path target_;  // with links resolved
  std::filesystem::path temporary_;
  int descriptor_ = -1;
};

/// Writes `content` to `path`, whole or not at all.
void atomic_write(const std::filesystem::path& path, std::string_view content);

}  // namespace heed
