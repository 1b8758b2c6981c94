#include "tools/training/model_place.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <system_error>

#include "lib/core/error.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

void check_writable(const fs::path& file) {
  if (!fs::exists(file)) return;
  if (fs::is_directory(file))
    throw_error<Error>("{} is a folder: it would have to be a model's file", file.string());
  if (::access(file.c_str(), W_OK) != 0)
    throw_error<Error>("{} may not be written: allow it, or name another file with --model", file.string());
}

}  // namespace

ModelPlace::ModelPlace(fs::path model) : model_(std::move(model)) {
  // Of a link the file behind it counts: it may be the unfinished weights of an earlier training.
  fs::path file = fs::is_symlink(model_) ? fs::weakly_canonical(model_) : model_;
  unfinished_ = file.replace_extension("unfinished.safetensors");
  // A device such as /dev/null is nothing to be kept.
  while_training_ = fs::is_regular_file(model_) ? unfinished_ : model_;
  check_writable(model_);
  check_writable(while_training_);
}

fs::path ModelPlace::history() const {
  const fs::path file = model_.filename() == "model.safetensors"
                            ? fs::path("training.json")
                            : model_.filename().replace_extension("training.json");
  return model_.parent_path() / file;
}

fs::path ModelPlace::unfinished_history() const { return fs::path(unfinished_).replace_extension("json"); }

void ModelPlace::remove_unfinished() const {
  std::error_code nothing_there;
  fs::remove(unfinished_, nothing_there);
  fs::remove(unfinished_history(), nothing_there);
}

std::string ModelPlace::interrupted_text(const TrainingResult& training) const {
  std::string text =
      fmt::format("Interrupted: {} are saved in {}", weights_kept(training), while_training_.string());
  if (keeps_older_model()) text += fmt::format("; {} is still the older model", model_.string());
  return text;
}

}  // namespace heed
