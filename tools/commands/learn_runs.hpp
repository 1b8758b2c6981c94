// What `heed learn` and its subcommands do; learn.cpp reads the options.
#pragma once

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "tools/learn/learner/learner.hpp"
#include "tools/learn/report/report.hpp"

namespace heed {

struct LearnOptions {
  std::string language;  // empty: of the locale
  std::string answers;   // empty: answers/ of the project
  std::string name;      // of an exercise
  std::string start;     // the exercise at which the watch mode opens; empty: the current one
  std::string meant;     // "; is it check?" where `start` may be a slip for a command
  std::string all_in;    // folder of submissions
  bool tour = false, sanitize = false, all = false, json = false, give_up = false, off = false, on = false;
  int level = 0;
  std::vector<std::string> sentences;
  ReportFormat format = ReportFormat::text;
  std::string out;
};

LearnPlaces places(const LearnOptions& options);
Look look(const LearnOptions& options);

/// The course is graded by so many programs at a time.
inline std::size_t grading_jobs() {
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, 4);
}

/// Whether the points are saved; where they cannot be, standard error says so: the verdict stands.
bool remember_or_say(Learner& learner, const CourseExercise& exercise, const Outcome& outcome);

/// Each returns the exit status.
using LearnRun = int(Learner&, const LearnOptions&);

// learn_runs.cpp: one exercise, and texts
LearnRun run_watch, run_list, run_check, run_hint, run_reset, run_solution, run_review, run_glossary, run_api;
// learn_reports.cpp: many exercises at once
/// All exercises that were begun, and 0 only if every exercise of the course passes.
LearnRun check_all;
/// Without a sentence: all answers as one program, checked and trained. 0 only if it is the learner's own.
LearnRun run_translate;
LearnRun run_report, run_compare;

/// What runs a project; null for an exercise with a file of its own.
inline LearnRun* run_of_project(const CourseExercise& exercise) {
  return exercise.command == "heed learn translate" ? run_translate
         : exercise.command == "heed learn compare" ? run_compare
                                                    : nullptr;
}

}  // namespace heed
