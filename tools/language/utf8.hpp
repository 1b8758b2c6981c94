// Text that is no UTF-8: of Windows, UTF-16 and, in Korea, CP949.
#pragma once

#include <string>
#include <string_view>

#include "lib/data/text_lines.hpp"
#include "tools/language/spoken_error.hpp"

namespace heed {

/// Throws Error that begins with `where` for a text that is not UTF-8, where the program speaks Korean. In
/// English nothing: who reads the text says so.
void require_utf8_in_korean(const std::string& where, std::string_view text);

/// Throws E, in either language, for a text that begins as UTF-16 does: with its byte-order mark.
template <typename E = Error>
void refuse_utf16(const std::string& label, std::string_view text) {
  if (begins_as_utf16(text))
    throw_spoken<E>("{}: this is UTF-16, not UTF-8; convert it with iconv -f UTF-16 -t UTF-8 FILE > NEW",
                    "{}: UTF-8이 아니라 UTF-16입니다. iconv -f UTF-16 -t UTF-8 파일 > 새파일로 바꾸세요",
                    label);
}

}  // namespace heed
