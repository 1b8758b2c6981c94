// Folders whose names outlive a loss of power.
#pragma once

#include <filesystem>
#include <functional>
#include <vector>

namespace heed {

/// As fsync, down to the disk itself.
int sync_file(int descriptor);

/// Makes the names in `folder` safe on the disk (fsync): those that were given, taken away or changed. Does
/// nothing for a folder that may be written but not listed, or on file systems that refuse.
void sync_folder(const std::filesystem::path& folder);

/// Makes `folder` and those above it that are missing, and each one's name safe on the disk. Returns those
/// that it made, the innermost first. Throws Error.
std::vector<std::filesystem::path> make_folders(const std::filesystem::path& folder);

/// Makes a new folder with what `write` puts into it, whole or not at all: it is written beside, as
/// NAME.part-PID, and gets its name at the end. Throws UsageError if it is there already, and what `write`
/// throws.
void write_new_folder(const std::filesystem::path& folder,
                      const std::function<void(const std::filesystem::path&)>& write);

}  // namespace heed
