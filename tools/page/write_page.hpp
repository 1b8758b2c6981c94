// A page with Vega-Lite inside, where it is, as a file.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>

namespace heed {

/// Of data that its program knows; whole or not at all.
void write_page(const std::filesystem::path& page, const nlohmann::json& data);

}  // namespace heed
