// Does a saved state belong to the training that shall go on?
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>

namespace heed {

/// What differs between two objects of settings, a phrase each: "--d-model is 32 here and 16 there". A name
/// that begins with a letter and holds no blank is that of an option (d_model for --d-model); others are
/// things such as "the training data", whose values are hashes and not worth showing. Names in `may_change`
/// are left out; empty if nothing differs.
std::string settings_difference(const nlohmann::json& here, const nlohmann::json& there,
                                const std::set<std::string>& may_change);

}  // namespace heed
