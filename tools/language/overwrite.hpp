// Files that people lose if a command writes over them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heed {

/// Throws UsageError if `out`, which `option` names, is one of `others` (also by another name, or a link to
/// it), or a saved model or the history of a training. "" and "-" are no files.
void refuse_to_overwrite(const std::string& option, const std::filesystem::path& out,
                         const std::vector<std::filesystem::path>& others = {});

/// Throws Error if the folder of `file` is missing or may not be written to: to be asked before work begins.
void require_writable_folder(const std::filesystem::path& file);

}  // namespace heed
