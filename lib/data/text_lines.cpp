#include "lib/data/text_lines.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include "lib/core/error.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

const utf8proc_uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

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
  for (std::size_t at = 0; at < line.size();) {
    utf8proc_int32_t code = 0;
    const std::string_view rest = line.substr(at);
    const utf8proc_ssize_t length =
        utf8proc_iterate(bytes_of(rest), static_cast<utf8proc_ssize_t>(rest.size()), &code);
    if (length < 0) {
      throw_error(
          "{}:{}: byte {} (0x{:02X}) is not UTF-8; save the file as UTF-8, or convert it with iconv -t UTF-8",
          path.string(), number, at + 1, static_cast<unsigned>(static_cast<unsigned char>(line[at])));
    }
    at += static_cast<std::size_t>(length);
  }
}

bool is_ascii(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) >= 0x80) return false;
  }
  return true;
}

std::string normalised(std::string_view line, const std::filesystem::path& path, std::size_t number) {
  if (is_ascii(line)) return std::string(line);
  utf8proc_uint8_t* composed = nullptr;
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE);
  const utf8proc_ssize_t length =
      utf8proc_map(bytes_of(line), static_cast<utf8proc_ssize_t>(line.size()), &composed, options);
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(composed, &std::free);
  if (length < 0)
    throw_error("{}:{}: cannot be normalised to NFC: {}", path.string(), number, utf8proc_errmsg(length));
  return {reinterpret_cast<const char*>(composed), static_cast<std::size_t>(length)};
}

bool is_blank(utf8proc_int32_t code) {
  return code == '\t' || code == '\v' || code == '\f' || code == '\r' ||
         utf8proc_category(code) == UTF8PROC_CATEGORY_ZS;
}

std::string_view trimmed(std::string_view line) {
  std::size_t begin = line.size(), end = 0;
  for (std::size_t at = 0; at < line.size();) {
    utf8proc_int32_t code = 0;
    const std::string_view rest = line.substr(at);
    const auto length = static_cast<std::size_t>(
        utf8proc_iterate(bytes_of(rest), static_cast<utf8proc_ssize_t>(rest.size()), &code));
    if (!is_blank(code)) {
      begin = std::min(begin, at);
      end = at + length;
    }
    at += length;
  }
  return begin < end ? line.substr(begin, end - begin) : std::string_view{};
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
    result.lines.push_back(form == LineForm::tidy ? normalised(trimmed(line), path, number)
                                                  : std::string(strip_right(line)));
  }
  return result;
}

}  // namespace heed
