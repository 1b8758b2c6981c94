// Files that a person names: what is wrong with them, and which are lost if a command writes over them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "lib/data/text_lines.hpp"

namespace heed {

/// Throws UsageError if `out`, which `option` names, is one of `others` (also by another name, or a link to
/// it), or a saved model or the history of a training. "" and "-" are no files.
void refuse_to_overwrite(const std::string& option, const std::filesystem::path& out,
                         const std::vector<std::filesystem::path>& others = {});

/// Throws Error if the folder of `file` is missing or may not be written to: to be asked before work begins.
void require_writable_folder(const std::filesystem::path& file);

/// Throws Error if there is no such file, or it is a folder.
void require_file(const std::string& path);

/// read_text_lines(), or with "-" of standard input.
TextLines read_spoken_lines(const std::string& path, LineForm form = LineForm::tidy);

}  // namespace heed
