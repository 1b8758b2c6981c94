#include "tools/learn/course/record.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"

namespace heed {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ExerciseRecord, points, max_points, passed, solution_open,
                                                gave_up, failing, hints, seen_hints)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ReviewCard, due, days)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ReviewRecord, cards, day, asked, off)

namespace {

/// Until its end no other process keeps points in the same file: a lock of the system's on a file beside it.
/// Where that cannot be had, as on a file system without locks, goes on without.
class Lock {
 public:
  explicit Lock(const std::filesystem::path& file)
      : descriptor_(
            ::open((file.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)) {
    if (descriptor_ >= 0) ::flock(descriptor_, LOCK_EX);
  }
  ~Lock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

 private:
  int descriptor_;
};

}  // namespace

Record::Record(std::filesystem::path file) : file_(std::move(file)) { current_ = read(); }

std::string Record::read() {
  damaged_ = false;
  if (!std::filesystem::exists(file_)) return current_;
  try {
    const nlohmann::json json = read_json(file_);
    const std::string current = json.value("current", "");
    auto exercises = json.value("exercises", decltype(exercises_){});
    review_ = json.value("review", ReviewRecord{});
    exercises_ = std::move(exercises);
    return current;
  } catch (const std::exception&) {
    aside_ = file_.string() + ".broken";
    for (int n = 2; std::filesystem::exists(aside_); ++n)
      aside_ = fmt::format("{}.broken{}", file_.string(), n);
    damaged_ = true;
    return current_;
  }
}

void Record::set_current(const std::string& exercise) {
  chosen_ = true;
  if (exercise != current_) change([&] { current_ = exercise; });
}

ExerciseRecord Record::of(const std::string& exercise) const {
  const auto found = exercises_.find(exercise);
  return found == exercises_.end() ? ExerciseRecord{} : found->second;
}

void Record::change(const std::string& exercise, const std::function<void(ExerciseRecord&)>& make) {
  change([&] { make(exercises_[exercise]); });
}

void Record::change_review(const std::function<void(ReviewRecord&)>& make) {
  change([&] { make(review_); });
}

void Record::change(const std::function<void()>& make) {
  make_folders(file_.parent_path());
  const Lock lock(file_);
  const std::string current = read();  // what another process has saved since
  if (!chosen_) current_ = current;
  make();
  if (damaged_) {
    std::error_code failed;
    std::filesystem::rename(file_, aside_, failed);
    if (failed)
      throw_error("{}: is damaged, and cannot be kept as {}: {}", file_.string(), aside_.string(),
                  failed.message());
    damaged_ = false;
  }
  write_json(file_, {{"current", current_}, {"exercises", exercises_}, {"review", review_}});
}

}  // namespace heed
