#include "tools/language/spoken_lines.hpp"

#include <filesystem>
#include <iostream>
#include <iterator>

#include "lib/core/error.hpp"
#include "tools/language/tr.hpp"

namespace heed {

namespace fs = std::filesystem;

void require_file(const std::string& path) {
  std::error_code ignored;
  const fs::file_type type = fs::status(path, ignored).type();
  if (type == fs::file_type::not_found)
    throw_error<Error>(tr_noop("cannot read {}: No such file or directory; check its name"), path);
  if (type == fs::file_type::directory)
    throw_error<Error>(tr_noop("{} is a folder, not a file: name a file with one sentence a line"), path);
}

TextLines read_spoken_lines(const std::string& path, LineForm form) {
  if (path == "-") {
    const std::string bytes{std::istreambuf_iterator<char>(std::cin), {}};
    return parse_text_lines(bytes, tr("standard input"), form);
  }
  require_file(path);
  return read_text_lines(path, form);
}

}  // namespace heed
