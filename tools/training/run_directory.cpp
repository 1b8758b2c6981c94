#include "tools/training/run_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>
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

fs::path beside_model(const fs::path& model, const std::string& name) {
  if (model.filename() == "model.safetensors") return model.parent_path() / name;
  return fs::path(model).replace_extension(name);
}

fs::path history_of(const fs::path& model) { return beside_model(model, "training.json"); }

fs::path with_ending(const fs::path& model, const std::string& ending) {
  return (fs::is_symlink(model) ? fs::weakly_canonical(model) : fs::path(model)).replace_extension(ending);
}

RunDirectory::RunDirectory(fs::path model, std::optional<bool> older)
    : model_(std::move(model)), unfinished_(with_ending(model_, "unfinished.safetensors")) {
  // A device such as /dev/null is nothing to be kept.
  weights_ = older.value_or(fs::is_regular_file(model_)) ? unfinished_ : model_;
  check_writable(model_);
  check_writable(weights_);
}

std::string RunDirectory::replaced_note() const {
  if (!keeps_older_model()) return "";
  const std::string summary = training_summary(model_).text;
  return tr(
      "note: {}{} is replaced when this training has ended, and then kept in {}, unless both are the same\n",
      model_.string(), summary.empty() ? "" : fmt::format(" ({})", summary),
      replaced().string() + (fs::exists(replaced()) ? tr(", in place of what is there") : ""));
}

fs::path RunDirectory::keep_older() const {
  const fs::path kept = replaced(), fresh = kept.string() + ".new";
  std::error_code problem;
  fs::remove_all(fresh, problem);  // left by one that was killed
  make_folders(fresh);
  for (const char* name : {"", "training.json", "run.json", "result.json", "test.source.txt",
                           "test.reference.txt", "test.greedy.txt", "test.beam.txt"}) {
    const fs::path file = *name == '\0' ? model_ : beside_model(model_, name);
    if (!fs::is_regular_file(file, problem)) continue;
    // A second name costs no room; what takes the first one is another file.
    fs::create_hard_link(fs::canonical(file), fresh / file.filename(), problem);
    if (problem) fs::copy_file(file, fresh / file.filename(), problem);
    if (!problem) continue;
    const std::string reason = problem.message();
    fs::remove_all(fresh, problem);
    throw_error<Error>("{}: cannot be kept in {}: {}", file.string(), kept.string(), reason);
  }
  fs::remove_all(kept, problem);
  fs::rename(fresh, kept);
  return kept;
}

fs::path RunDirectory::replace_model(const std::function<void(const fs::path&)>& save) const {
  fs::path older;
  if (keeps_older_model()) {
    save(weights_);
    // The same bytes: a training killed after its model was saved ends a second time with the same model.
    if (!same_bytes(weights_, model_)) older = keep_older();
  }
  save(model_);
  std::error_code nothing_there;
  for (const fs::path& file : {unfinished_, history_of(unfinished_), beside_model(unfinished_, "run.json"),
                               beside_model(model_, "result.json")})  // of the older model, by heed 0.1
    fs::remove(file, nothing_there);
  return older;
}

std::string bring_back_command(const fs::path& older, const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  return fmt::format("mv {}/* {}/", shell_word(older.string()), shell_word(folder.string()));
}

namespace {

/// The folder of a model, or where a link of its name leads, opened for its lock alone; -1 where that fails.
int open_folder(const fs::path& model) {
  const fs::path folder = with_ending(model, "safetensors").parent_path();
  return ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
}

int locks_of_this_process = 0;

}  // namespace

TrainingLock::TrainingLock(const fs::path& model) : descriptor_(open_folder(model)) {
  constexpr int attempts = 10;  // who looks if there is a training holds the lock for a moment, too
  for (int i = 1; descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) != 0; ++i) {
    if (errno != EWOULDBLOCK) break;  // a file system without locks: go on without
    if (i == attempts) {
      ::close(descriptor_);
      throw_error<Error>(
          tr_noop("another training writes beside {}: wait for its end, or choose another place with --out"),
          model.string());
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  ++locks_of_this_process;
}

TrainingLock::~TrainingLock() {
  --locks_of_this_process;
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool is_being_trained(const fs::path& model) {
  if (locks_of_this_process > 0) return false;
  const int descriptor = open_folder(model);
  if (descriptor < 0) return false;
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  ::close(descriptor);
  return held;
}

}  // namespace heed
