#include "tools/learn/record.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "lib/files/folders.hpp"
#include "lib/files/json.hpp"

namespace heed {
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE_WITH_DEFAULT(ExerciseRecord, points, max_points, passed, solution_open,
                                                gave_up, failing, seen_hints, mistakes, repairs)

Record::Record(std::filesystem::path file) : file_(std::move(file)) { read(); }

void Record::read() {
  if (!std::filesystem::exists(file_)) return;
  try {
    const nlohmann::json json = read_json(file_);
    exercises_ = json.value("exercises", decltype(exercises_){});
    if (!chosen_) current_ = json.value("current", "");
  } catch (const std::exception&) {
    aside_ = file_.string() + ".broken";
    std::error_code failed;  // then the next change writes over it
    std::filesystem::rename(file_, aside_, failed);
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

void Record::change(const std::function<void()>& make) {
  make_folders(file_.parent_path());
  // a lock of the system's on a file beside it; where that cannot be had, goes on without
  const int lock =
      ::open((file_.string() + ".lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  const std::shared_ptr<void> unlock(nullptr, [lock](void*) { ::close(lock); });
  ::flock(lock, LOCK_EX);
  read();
  make();
  write_json(file_, {{"current", current_}, {"exercises", exercises_}});
}

}  // namespace heed
