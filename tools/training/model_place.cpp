#include "tools/training/model_place.hpp"

#include <fmt/format.h>

#include <system_error>

namespace heed {

ModelPlace::ModelPlace(std::filesystem::path model)
    : model_(std::move(model)), unfinished_(model_.parent_path() / "unfinished.safetensors") {
  // A device such as /dev/null is nothing to be kept.
  while_training_ = std::filesystem::is_regular_file(model_) ? unfinished_ : model_;
}

void ModelPlace::remove_unfinished() const {
  std::error_code nothing_there;
  if (unfinished_ != model_) std::filesystem::remove(unfinished_, nothing_there);
}

std::string ModelPlace::interrupted_text(const TrainingResult& training) const {
  std::string text =
      fmt::format("Interrupted: {} are saved in {}", weights_kept(training), while_training_.string());
  if (keeps_older_model()) text += fmt::format("; {} is still the older model", model_.string());
  return text;
}

}  // namespace heed
