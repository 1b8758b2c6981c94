// Keeps what is remembered between sessions: answers/.progress.json.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace heed {

struct ExerciseRecord {
  double points = 0, max_points = 0;  // of the best check since it was begun; max_points 0: never checked
  bool passed = false;                // in one of them
  bool solution_open = false;         // passed once, or given up
  bool gave_up = false;
  std::string failing = "";             // the first part that the last check did not pass
  std::vector<int> seen_hints = {};     // which were shown, from 0, in that order
  std::set<std::string> mistakes = {};  // that the last check named
  std::set<std::string> repairs = {};   // those that the learner may read how to repair
};

/// Every change is written at once, whole or not at all, to what the file holds at that moment, which another
/// process may have changed. A file that is no record counts as empty, and is kept as .progress.json.broken.
class Record {
 public:
  explicit Record(std::filesystem::path file);

  /// Returns the path of a file that was no record and is kept aside; else empty.
  const std::filesystem::path& set_aside() const { return aside_; }

  /// The exercise where the learner is; empty at the beginning.
  const std::string& current() const { return current_; }
  void set_current(const std::string& exercise);

  ExerciseRecord of(const std::string& exercise) const;
  void change(const std::string& exercise, const std::function<void(ExerciseRecord&)>& make);

 private:
  void read();
  void change(const std::function<void()>& make);

  std::filesystem::path file_, aside_{};
  std::string current_;
  bool chosen_ = false;  // here: another process may be somewhere else
  std::map<std::string, ExerciseRecord> exercises_;
};

}  // namespace heed
