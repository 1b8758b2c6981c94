// Room on the disk for what a compiler writes: no answer is wrong for want of it.
#pragma once

#include <filesystem>
#include <string>

namespace heed::grading {

/// Throws Error if it cannot be written.
void write_source(const std::filesystem::path& source, const std::string& text);

/// Where a compiler or linker has failed: throws Error if nothing can be written in the folder that it writes
/// to.
void require_room(const std::filesystem::path& folder);

}  // namespace heed::grading
