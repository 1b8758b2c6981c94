#include "tools/language/spoken_lines.hpp"

#include <filesystem>
#include <iostream>
#include <iterator>

#include "tools/language/spoken_error.hpp"

namespace heed {

namespace fs = std::filesystem;

void require_file(const std::string& path) {
  std::error_code ignored;
  const fs::file_type type = fs::status(path, ignored).type();
  if (type == fs::file_type::not_found)
    throw_spoken<Error>("cannot read {}: No such file or directory; check its name",
                        "파일이 없습니다: {}. 이름을 확인하세요", path);
  if (type == fs::file_type::directory)
    throw_spoken<Error>("{} is a folder, not a file: name a file with one sentence a line",
                        "파일이 아니라 폴더입니다: {}. 그 안의 파일을 주세요", path);
}

TextLines read_spoken_lines(const std::string& path, LineForm form) {
  if (path == "-") {
    const std::string bytes{std::istreambuf_iterator<char>(std::cin), {}};
    return parse_text_lines(bytes, spoken("standard input", "표준 입력"), form);
  }
  require_file(path);
  return read_text_lines(path, form);
}

}  // namespace heed
