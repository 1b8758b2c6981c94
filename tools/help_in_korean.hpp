// What a page of help says in Korean: its headings, what each command is for, and its options.
#pragma once

#include <string>

namespace heed {

/// "Options" -> "옵션"; another heading as it is.
std::string korean_heading(const std::string& english);

/// Of a command by its words, as "learn check", and of the program by "". Throws Error for another.
std::string korean_summary(const std::string& command);

/// Of an option or an example by its English text, with the default behind it: "… [off]" -> "… [꺼짐]". A
/// text that is not known as it is.
std::string korean_help(const std::string& english);

}  // namespace heed
