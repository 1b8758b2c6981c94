// Declares what `heed learn` and its subcommands do; learn.cpp reads the options.
#pragma once

#include <string>
#include <vector>

#include "tools/learn/learner.hpp"

namespace heed {

struct LearnOptions {
  std::string language;  // empty: of the locale
  std::string answers;   // empty: answers/ of the project
  std::string name;      // of an exercise
  std::string start;     // the exercise at which the watch mode opens; empty: the current one
  std::string all_in;    // folder of submissions
  std::string part;      // or case, to be run
  bool tour = false, sanitize = false, give_up = false, gdb = false, vscode = false;
  std::vector<std::string> sentences;
  std::string out;
};

LearnPlaces learn_places(const LearnOptions& options);

/// Each returns the exit status, and what is to be printed at the end as the page.
using LearnRun = int(Learner&, const LearnOptions&, Page&);

LearnRun run_watch, run_list, run_check, run_hint, run_reset, run_solution, run_glossary, run_api;
/// Without a sentence: all answers as one program, checked and trained. 0 only if it is the learner's own.
LearnRun run_translate;
LearnRun run_report, run_compare;
/// The first case that fails, or the one that is named, as a program of its own.
LearnRun run_program;

/// Throws UsageError for a project, which has no file of its own.
const CourseExercise& with_a_file(const Learner& learner, const std::string& name);

}  // namespace heed
