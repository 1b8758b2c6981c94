#include "tools/language/spoken_lines.hpp"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

#include "tools/language/spoken_error.hpp"
#include "tools/language/utf8.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

std::string all_of(std::istream& stream) { return {std::istreambuf_iterator<char>(stream), {}}; }

}  // namespace

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
    const std::string bytes = all_of(std::cin);
    refuse_utf16(spoken("standard input", "표준 입력"), bytes);
    require_utf8_in_korean("표준 입력: ", bytes);
    return parse_text_lines(bytes, "standard input", form);
  }
  require_file(path);
  try {
    return read_text_lines(path, form);
  } catch (const Error&) {
    std::error_code ignored;
    if (fs::is_regular_file(path, ignored)) {
      std::ifstream file(path, std::ios::binary);
      const std::string bytes = all_of(file);
      refuse_utf16(path, bytes);
      require_utf8_in_korean(path + ": ", bytes);
      if (fs::file_size(path, ignored) == 0)
        throw_spoken<Error>("{} is empty: put one sentence a line into it",
                            "{}: 빈 파일입니다. 한 줄에 한 문장씩 쓰세요", path);
    }
    throw;
  }
}

}  // namespace heed
