// The page itself: one file that needs nothing beside it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace heed {

/// HTML with its style, its program and the data inside. It asks for nothing: its content security policy
/// forbids every request. What stands in the data cannot end the script element that holds it.
std::string report_page(const nlohmann::json& data);

/// JSON whose text has no <, > or & and no line end that JavaScript would see as one.
std::string json_for_html(const nlohmann::json& data);

}  // namespace heed
