// What is remembered between sessions: answers/.progress.json.
#pragma once

#include <filesystem>
#include <map>
#include <string>

namespace heed {

struct ExerciseRecord {
  double points = 0, max_points = 0;  // of the last check; max_points 0: never checked
  bool passed = false;                // in the last check
  bool solution_open = false;         // passed once, or given up: the solution may be shown
  bool gave_up = false;
  int hints = 0;               // how many levels were shown
  std::string told_stub = "";  // hash of the newer stub whose difference was shown
};

/// Every change is written at once, whole or not at all. A file that is no record counts as empty and is
/// kept beside as .progress.json.broken.
class Record {
 public:
  explicit Record(std::filesystem::path file);

  /// The exercise where the learner is; empty at the beginning.
  const std::string& current() const { return current_; }
  void set_current(const std::string& exercise);

  ExerciseRecord of(const std::string& exercise) const;
  void set(const std::string& exercise, const ExerciseRecord& record);

 private:
  void save() const;

  std::filesystem::path file_;
  std::string current_;
  std::map<std::string, ExerciseRecord> exercises_;
};

}  // namespace heed
