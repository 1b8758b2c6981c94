// The Markdown of statements and notes, for a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tools/language/language.hpp"

namespace heed {

/// Paragraphs, lists and quotes wrapped to the terminal's width, headings in bold, code (fenced or indented
/// by four) as it stands, and tables whose cells go on over lines. Of **bold** and [links](address) the words
/// are left; `code` and *emphasis* keep their marks.
std::vector<std::string> render_markdown(std::string_view markdown, const Look& look);

}  // namespace heed
