#include "tools/training/run_directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
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

fs::path beside_model(const fs::path& model, const std::string& name) {
  if (model.filename() == "model.safetensors") return model.parent_path() / name;
  return fs::path(model).replace_extension(name);
}

fs::path history_of(const fs::path& model) {
  const bool unfinished = model.stem().extension() == ".unfinished";
  return unfinished ? fs::path(model).replace_extension("json") : beside_model(model, "training.json");
}

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

/// The number of the process that wrote it; "" if there is none, "?" if it is no lock of ours.
std::string written(int descriptor) {
  std::array<char, 32> text{};
  const ssize_t count = ::pread(descriptor, text.data(), text.size(), 0);
  std::string number(text.data(), static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  const bool digits = std::all_of(number.begin(), number.end(), [](char c) { return '0' <= c && c <= '9'; });
  return digits && number.size() < text.size() ? number : "?";
}

fs::path lock_of(const fs::path& model) {
  fs::path lock = with_ending(model, "lock");
  if (lock.stem().extension() == ".unfinished")  // unfinished weights have their model's
    lock.replace_filename(lock.stem().replace_extension("lock"));
  return lock.replace_filename("." + lock.filename().string());
}

/// Opened for its lock alone: one that another user's killed training left can be locked without writing.
int open_lock(const fs::path& path) {
  constexpr int always = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;  // neither follows a link nor waits for a pipe
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | always, 0666);
  return descriptor >= 0 || errno != EACCES ? descriptor : ::open(path.c_str(), O_RDONLY | always);
}

void refuse_others_files(int descriptor, const fs::path& path) {
  struct stat found {};
  if (::fstat(descriptor, &found) == 0 && S_ISREG(found.st_mode) && written(descriptor) != "?") return;
  ::close(descriptor);
  throw_error<Error>(tr_noop("{}: no lock of heed, though it has the name of one; move it away"),
                     path.string());
}

/// Returns true if the path still leads to the open file: whoever held it before may have removed it since.
bool is_at(int descriptor, const fs::path& path) {
  struct stat open {
  }, there{};
  return ::fstat(descriptor, &open) == 0 && ::stat(path.c_str(), &there) == 0 &&
         open.st_ino == there.st_ino && open.st_dev == there.st_dev;
}

}  // namespace

TrainingLock::TrainingLock(const fs::path& model) {
  path_ = lock_of(model);
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = open_lock(path_);
    if (descriptor_ < 0 && errno == ELOOP)
      throw_error<Error>(tr_noop("{}: a link, not a lock of heed; move it away"), path_.string());
    if (descriptor_ < 0)
      throw_error<Error>(tr_noop("{}: cannot write: {}; choose a place that you may write to, with --out"),
                         path_.string(), system_message(errno));
    refuse_others_files(descriptor_, path_);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
      const std::string number = written(descriptor_);
      ::close(descriptor_);
      throw_error<Error>(
          tr_noop("another training{} writes to {}: wait for its end, or choose another place with --out"),
          number.empty() ? "" : tr(" (process {})", number), model.string());
    }  // a file system without locks: go on without
  } while (!is_at(descriptor_, path_));
  const std::string number = std::to_string(::getpid());
  if (::ftruncate(descriptor_, 0) != 0 ||
      ::pwrite(descriptor_, number.data(), number.size(), 0) != static_cast<ssize_t>(number.size())) {
    // a full disk, or another user's file: the lock holds without a name
  }
}

int running_training(const fs::path& model) {
  const int descriptor = ::open(lock_of(model).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (descriptor < 0) return 0;
  const bool held = ::flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  const std::string number = held ? written(descriptor) : "";
  ::close(descriptor);
  int process = 0;
  std::from_chars(number.data(), number.data() + number.size(), process);
  return !held ? 0 : process > 0 ? process : -1;
}

TrainingLock::~TrainingLock() {
  ::unlink(path_.c_str());  // while it is held, so that nobody else's is removed
  ::close(descriptor_);
}

}  // namespace heed
