#include "exercises/grading/compile/disk_room.hpp"

#include <cerrno>
#include <fstream>
#include <system_error>

#include "lib/core/error.hpp"

namespace heed::grading {

namespace fs = std::filesystem;

void write_source(const fs::path& source, const std::string& text) {
  errno = 0;
  std::ofstream file(source, std::ios::binary);
  if ((file << text).flush()) return;
  throw_error(
      "{}: what the compiler needs cannot be written there: {}; make room, or name another folder in the "
      "environment variable TMPDIR",
      source.string(), std::generic_category().message(errno));
}

void require_room(const fs::path& folder) {
  constexpr std::size_t enough = std::size_t{4} << 20;
  const fs::path trial = folder / "room";
  write_source(trial, std::string(enough, ' '));
  fs::remove(trial);
}

}  // namespace heed::grading
