// The lines of a file, with what is wrong with it in the spoken language.
#pragma once

#include <string>

#include "lib/data/text_lines.hpp"

namespace heed {

/// Throws Error if there is no such file, or it is a folder.
void require_file(const std::string& path);

/// read_text_lines(), or with "-" of standard input.
TextLines read_spoken_lines(const std::string& path, LineForm form = LineForm::tidy);

}  // namespace heed
