// A name that stands twice in a JSON object of a request: the parser alone would keep the last of its values.
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace heed {

/// For nlohmann::json::parse(): `twice` becomes a name that the outermost object has more than once.
inline nlohmann::json::parser_callback_t watch_names(std::string& twice) {
  return [&twice, names = std::set<std::string>()](int depth, nlohmann::json::parse_event_t event,
                                                   const nlohmann::json& name) mutable {
    if (event == nlohmann::json::parse_event_t::key && depth == 1 && !names.insert(name).second) twice = name;
    return true;
  };
}

}  // namespace heed
