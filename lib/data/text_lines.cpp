#include "lib/data/text_lines.hpp"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

std::string read_bytes(const std::filesystem::path& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    throw_error("{} is a folder, not a file: put one sentence a line into a file of that name",
                path.string());
  }
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    const int problem = errno;
    throw_error("cannot read {}: {}; check its {}", path.string(), std::strerror(problem),
                problem == ENOENT ? "name" : "permissions");
  }
  std::string bytes((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad())
    throw_error("reading {} stopped after {} bytes: {}", path.string(), bytes.size(), std::strerror(errno));
  return bytes;
}

void check_utf8(std::string_view line, const std::filesystem::path& path, std::size_t number) {
  const auto bad = first_invalid_utf8(line);
  if (!bad) return;
  throw_error(
      "{}:{}: byte {} (0x{:02X}) is not UTF-8; save the file as UTF-8, or convert it with iconv -t UTF-8",
      path.string(), number, *bad + 1, static_cast<unsigned>(static_cast<unsigned char>(line[*bad])));
}

void refuse_zero_bytes(std::string_view line, const std::filesystem::path& path, std::size_t number) {
  if (const std::size_t zero = line.find('\0'); zero != std::string_view::npos) {
    throw_error("{}:{}: byte {} is 0x00 (NUL), which no text holds; is the file damaged, or no text file?",
                path.string(), number, zero + 1);
  }
}

}  // namespace

TextLines read_text_lines(const std::filesystem::path& path, LineForm form) {
  const std::string bytes = read_bytes(path);
  std::string_view rest = bytes;
  if (rest.starts_with("\xFF\xFE") || rest.starts_with("\xFE\xFF")) {
    throw_error("{}:1: the file is UTF-16, not UTF-8; convert it with iconv -f UTF-16 -t UTF-8",
                path.string());
  }
  TextLines result;
  result.byte_order_mark = rest.starts_with("\xEF\xBB\xBF");
  if (result.byte_order_mark) rest.remove_prefix(3);
  if (rest.empty()) throw_error("{} is empty: put one sentence a line into it", path.string());
  if (const std::size_t cr = rest.find('\r');
      cr < rest.size() - 1 && rest.find('\n') == std::string_view::npos) {
    throw_error("{} has only CR as line ends, so all of it is one line; convert it with tr '\\r' '\\n'",
                path.string());
  }
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
    if (line.ends_with('\r')) {
      line.remove_suffix(1);
      ++result.windows_ends;
    }
    const std::size_t number = result.lines.size() + 1;
    check_utf8(line, path, number);
    if (form == LineForm::tidy) refuse_zero_bytes(line, path, number);
    result.lines.push_back(form == LineForm::tidy ? nfc(strip(line)) : std::string(strip_right(line)));
  }
  return result;
}

}  // namespace heed
