// Text that is no UTF-8, said in Korean, where it comes most: Windows wrote CP949.
#pragma once

#include <string>
#include <string_view>

namespace heed {

/// Throws Error that begins with `where` for a text that is not UTF-8, where the program speaks Korean. In
/// English nothing: who reads the text says so.
void require_utf8_in_korean(const std::string& where, std::string_view text);

}  // namespace heed
