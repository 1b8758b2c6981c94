#include "lib/files/read_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, int error_number) {
  const char* advice = error_number == ENOENT   ? tr_noop("check the path")
                       : error_number == EACCES ? tr_noop("check its permissions")
                                                : tr_noop("check the file and its disk");
  throw_error(tr_noop("{}: cannot read: {}; {}"), path.string(), system_message(error_number),
              Message::of(advice));
}

}  // namespace

InputFile::InputFile(std::filesystem::path path) : path_(std::move(path)) {
  // Opening a pipe that nobody writes to would wait for ever without O_NONBLOCK.
  descriptor_ = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) fail(path_, errno);
  struct stat found {};
  const int status = ::fstat(descriptor_, &found);
  const int error_number = errno;
  if (status != 0 || !S_ISREG(found.st_mode)) {
    ::close(std::exchange(descriptor_, -1));
    if (status != 0) fail(path_, error_number);
    if (S_ISDIR(found.st_mode))
      throw_error(tr_noop("{}: is a folder; give the path of a file"), path_.string());
    throw_error(tr_noop("{}: is not a regular file; give the path of a file"), path_.string());
  }
  size_ = static_cast<std::uint64_t>(found.st_size);
}

InputFile::~InputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void InputFile::read(std::uint64_t offset, std::span<std::byte> bytes) const {
  while (!bytes.empty()) {
    const ssize_t count = ::pread(descriptor_, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(path_, errno);
    if (count == 0) {
      throw_error<TruncatedError>(tr_noop("{}: ends at byte {}, {} bytes too early; copy or save it again"),
                                  path_.string(), offset, bytes.size());
    }
    offset += static_cast<std::uint64_t>(count);
    bytes = bytes.subspan(static_cast<std::size_t>(count));
  }
}

std::string read_text_file(const std::filesystem::path& path) {
  const InputFile file(path);
  std::string content(file.size(), '\0');
  file.read(0, std::as_writable_bytes(std::span(content)));
  return content;
}

}  // namespace heed
