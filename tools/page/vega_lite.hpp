// Vega-Lite for the page, where npm has installed it: npm ci --prefix tools/page/vega
#pragma once

#include <filesystem>
#include <string>

namespace heed {

/// Vega, Vega-Lite and Vega's interpreter of expressions (which needs no eval) as one program that can stand
/// in a script element; empty if one of them is not there. `folder`: where package.json and node_modules are.
std::string vega_lite(const std::filesystem::path& folder);

/// That of this program's sources.
std::filesystem::path vega_lite_folder();

}  // namespace heed
