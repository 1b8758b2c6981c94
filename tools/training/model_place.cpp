#include "tools/training/model_place.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"
#include "lib/text/shell_word.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/training_history.hpp"

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

bool same_bytes(const fs::path& a, const fs::path& b) {
  std::ifstream one(a, std::ios::binary), other(b, std::ios::binary);
  using Bytes = std::istreambuf_iterator<char>;
  return one && other && std::equal(Bytes(one), Bytes(), Bytes(other), Bytes());
}

}  // namespace

fs::path model_file(const fs::path& path) {
  return fs::is_directory(path) ? path / "model.safetensors" : path;
}

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

fs::path ModelPlace::folder_for_older() const {
  fs::path folder;
  for (int number = 1; folder.empty() || fs::exists(folder); ++number)
    folder = model_.parent_path() / fmt::format("replaced-{}", number);
  return folder;
}

std::string ModelPlace::replaced_note() const {
  if (!keeps_older_model()) return "";
  const std::string summary = training_summary(model_).text;
  return tr(
      "note: {}{} is replaced when this training has ended, and then kept in {}, unless both are the same\n",
      model_.string(), summary.empty() ? "" : fmt::format(" ({})", summary), folder_for_older().string());
}

fs::path ModelPlace::set_aside() const {
  if (!keeps_older_model()) return {};
  const fs::path folder = folder_for_older();
  make_folders(folder);
  const auto keep = [&](const fs::path& file, const std::string& name) {
    std::error_code problem;
    if (!fs::is_regular_file(file, problem)) return;
    // A second name costs no room; what takes the first one is another file.
    fs::create_hard_link(behind_links(file), folder / name, problem);
    if (problem) fs::copy_file(file, folder / name, problem);
    if (problem)
      throw_error<Error>("{}: cannot be kept in {}: {}", file.string(), folder.string(), problem.message());
  };
  keep(model_, model_.filename().string());
  for (const char* name : {"training.json", "run.json", "result.json", "test.source.txt",
                           "test.reference.txt", "test.greedy.txt", "test.beam.txt"}) {
    const fs::path file = beside_model(model_, name);
    keep(file, file.filename().string());
  }
  return folder;
}

fs::path ModelPlace::replace(const std::function<void(const fs::path&)>& save) const {
  fs::path older = set_aside();
  const auto nothing_replaced = [&] {
    std::error_code nothing_there;
    if (!older.empty()) fs::remove_all(std::exchange(older, {}), nothing_there);
  };
  try {
    save(model_);
  } catch (...) {
    nothing_replaced();
    throw;
  }
  // The same bytes: a training killed after its model was saved ends a second time with the same model.
  if (!older.empty() && same_bytes(older / model_.filename(), model_)) nothing_replaced();
  return older;
}

void ModelPlace::remove_unfinished() const {
  std::error_code nothing_there;
  fs::remove(unfinished_, nothing_there);
  fs::remove(unfinished_history(), nothing_there);
  fs::remove(beside_model(unfinished_, "run.json"), nothing_there);
}

std::string ModelPlace::interrupted_text(const TrainingResult& training) const {
  std::string text = tr("Interrupted: {} are saved in {}", weights_kept(training), while_training_.string());
  if (keeps_older_model()) text += tr("; {} is still the older model", model_.string());
  return text;
}

std::string bring_back_command(const fs::path& older, const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  return fmt::format("mv {}/* {}/", shell_word(older.string()), shell_word(folder.string()));
}

}  // namespace heed
