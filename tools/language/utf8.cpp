#include "tools/language/utf8.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lib/text/unicode.hpp"

namespace heed {

void require_utf8_in_korean(const std::string& where, std::string_view text) {
  const auto bad = first_invalid_utf8(text);
  if (!bad || spoken_language() != Language::korean) return;
  const std::string_view before = text.substr(0, *bad);
  const std::string line =
      where.empty() && text.find('\n') == text.npos  // whoever hands over a line says which it is
          ? ""
          : fmt::format("{}번째 줄 ", std::count(before.begin(), before.end(), '\n') + 1);
  throw_error<Error>(
      "{}{}{}번째 바이트가 UTF-8이 아닙니다. UTF-8로 저장하거나, 한글 윈도에서 쓴 글이면 "
      "iconv -f CP949 -t UTF-8 파일 > 새파일로 바꾸세요",
      where, line, before.size() - (before.rfind('\n') + 1) + 1);
}

}  // namespace heed
