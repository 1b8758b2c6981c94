// The file of the program that runs.
#pragma once

#include <filesystem>

namespace heed {

std::filesystem::path this_program();

}  // namespace heed
