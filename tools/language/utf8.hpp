// Text that is no UTF-8: of Windows, UTF-16 and, in Korea, CP949.
#pragma once

#include <string>
#include <string_view>

namespace heed {

/// Throws Error that begins with `where` for a text that is not UTF-8, where the program speaks Korean. In
/// English nothing: who reads the text says so.
void require_utf8_in_korean(const std::string& where, std::string_view text);

/// Throws Error, in either language, for a text that begins as UTF-16 does: with its byte-order mark.
void refuse_utf16(const std::string& label, std::string_view text);

}  // namespace heed
