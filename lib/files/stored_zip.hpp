// ZIP archives whose files are stored as they are (PKWARE's APPNOTE.TXT), as PyTorch writes them: it maps the
// tensors' bytes into memory. Nothing is ever unpacked.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace heed {

class StoredZip {
 public:
  /// A file, or bytes in memory: `read` fills the span from an offset on.
  struct Source {
    std::uint64_t size = 0;
    std::function<void(std::uint64_t offset, std::span<std::byte> bytes)> read{};
  };
  struct Entry {
    std::uint64_t header = 0, size = 0;
  };

  /// Reads the directory at the end; `label` stands for the archive in messages. Throws TruncatedError where
  /// it is not there, FormatError for files that are compressed, encrypted, twice there or outside the
  /// archive, and for whatever else PyTorch does not write.
  StoredZip(Source source, std::string label);

  const std::map<std::string, Entry>& files() const { return files_; }
  /// The bytes of the file called `name`. Throws FormatError if there is none, or more than `most`.
  std::vector<std::byte> read(const std::string& name, std::uint64_t most) const;

 private:
  struct Directory {
    std::uint64_t files = 0, size = 0, begin = 0;
  };
  Directory find_directory() const;
  void add_entry(std::span<const std::byte> header, std::span<const std::byte> name,
                 std::span<const std::byte> extra);
  std::vector<std::byte> bytes(std::uint64_t offset, std::uint64_t count, const char* what) const;

  Source source_;
  std::string label_;
  std::uint64_t end_of_files_ = 0;
  std::map<std::string, Entry> files_;
};

}  // namespace heed
