// The Markdown of statements and notes, for a page in HTML.
#pragma once

#include <string>
#include <string_view>

namespace heed {

/// A text in HTML or XML.
std::string escaped(std::string_view text);

/// Headings (from `level` on), paragraphs, code, lists and tables.
std::string html_of_markdown(std::string_view markdown, int level);

}  // namespace heed
