// A finished model takes the place of an older one, which is kept.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "tools/training/model_place.hpp"

namespace heed {

struct Replaced {
  std::filesystem::path file{};   // where it is saved: the model's place, or where save_somewhere() found one
  std::filesystem::path older{};  // the folder in which the older one is kept; empty: none, or the same bytes
};
/// Sets the older model aside, and saves. Where the new one comes to another place, the older one stays where
/// it is. Throws as save_somewhere() does.
Replaced replace_model(const ModelPlace& place,
                       const std::function<void(const std::filesystem::path&)>& save);

/// `mv replaced-1/* ./`: what brings the older model in `older` back to where `file` is.
std::string bring_back_command(const std::filesystem::path& older, const std::filesystem::path& file);

}  // namespace heed
