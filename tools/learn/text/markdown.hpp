// The Markdown of statements and notes, for a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/language/language.hpp"

namespace heed {

/// Headings, paragraphs, lists, quotes, code (fenced or indented by four) and tables as lines of at most the
/// terminal's width (cells of a table go on over lines; code is broken at spaces where it is wider). Inline:
/// **bold**, *italics*, `code` and [links](address). With colours the marks give way to colours; without,
/// bold and italics lose their marks and code keeps its back-ticks.
std::vector<std::string> render_markdown(std::string_view markdown, const Look& look);

}  // namespace heed
