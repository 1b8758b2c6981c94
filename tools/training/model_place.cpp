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

fs::path behind_links(const fs::path& path) {
  return fs::is_symlink(path) ? fs::weakly_canonical(path) : path;
}

fs::path beside_model(const fs::path& model, const std::string& name) {
  if (model.filename() == "model.safetensors") return model.parent_path() / name;
  return fs::path(model).replace_extension(name);
}

fs::path history_of(const fs::path& model) {
  const bool unfinished = model.stem().extension() == ".unfinished";
  return unfinished ? fs::path(model).replace_extension("json") : beside_model(model, "training.json");
}

ModelPlace::ModelPlace(fs::path model, OlderModel older) : model_(std::move(model)) {
  // A link may lead to the unfinished weights of an earlier training.
  unfinished_ = behind_links(model_).replace_extension("unfinished.safetensors");
  // A device such as /dev/null is nothing to be kept.
  if (older == OlderModel::look) older = fs::is_regular_file(model_) ? OlderModel::kept : OlderModel::none;
  while_training_ = older == OlderModel::kept ? unfinished_ : model_;
  check_writable(model_);
  check_writable(while_training_);
}

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
