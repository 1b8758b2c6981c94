// What a page of help says in Korean: its headings, and what each command is for.
#pragma once

#include <string>

namespace heed {

/// "Options" -> "옵션"; another heading as it is.
std::string korean_heading(const std::string& english);

/// Of a command by its words, as "learn check", and of the program by "". Throws Error for another.
std::string korean_summary(const std::string& command);

}  // namespace heed
