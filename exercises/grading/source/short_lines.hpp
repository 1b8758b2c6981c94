// std::regex goes as deep as a match is long: what others wrote is shortened before it is searched.
#pragma once

#include <string>

namespace heed::grading {

/// Cuts after whole characters of UTF-8.
std::string at_most(std::string text, std::size_t bytes);

/// The text, each line cut after 4096 bytes.
std::string in_short_lines(const std::string& text);

}  // namespace heed::grading
