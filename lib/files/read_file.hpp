// Reading files, with errors that a person can act on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace heed {

/// A regular file opened for reading at any place. Every function throws Error: path, reason, what to do.
class InputFile {
 public:
  explicit InputFile(std::filesystem::path path);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// Bytes in the file when it was opened.
  std::uint64_t size() const { return size_; }

  /// Fills `bytes` from `offset` on. Throws TruncatedError when the file ends before.
  void read(std::uint64_t offset, std::span<std::byte> bytes) const;

 private:
  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t size_ = 0;
};

/// The whole file.
std::string read_text_file(const std::filesystem::path& path);

}  // namespace heed
