// Every text of the learner's interface, in English and Korean, in one place (words_of_*.hpp).
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "tools/language/language.hpp"

namespace heed {

enum class Say {
  // a verdict
  passed,
  passed_checks,
  failed,
  failed_checks,
  not_written,
  threw,
  crashed,
  timed_out,
  out_of_memory,
  wrong_shape,
  missing_output,
  changed_input,
  not_run,
  function_not_written,
  compiler_warns,
  does_not_compile,
  more_errors,
  at_line,
  function_missing,
  function_forbidden,
  library_forbidden,
  file_forbidden,
  system_forbidden,
  static_forbidden,
  uncounted_forbidden,
  redefined_forbidden,
  part_and_case,
  inputs,
  shown,
  expected,
  got,
  one_number,
  output_differs,
  first_wrong,
  shapes_differ,
  costs_too_much,
  it_threw,
  it_said,
  what_happened,
  two_things,
  several_things,
  not_the_answer,
  other_answers,
  got_away,
  refuse_right_ones,
  how_to_repair,
  what_is_seen,
  more_behind_key,
  nan_means,
  it_printed,
  system_said,
  all_passed,
  nothing_written,
  timeout_advice,
  memory_advice,
  missing_output_advice,
  changed_input_advice,
  segfault_advice,
  recursion_advice,
  index_advice,
  assertion_advice,
  thrown_thing_advice,
  division_advice,
  past_the_end_advice,
  gone_advice,
  overflow_advice,
  null_advice,
  abort_advice,
  crash_advice,
  no_verdict,
  // a quiz
  quiz_title,
  quiz_how,
  quiz_points,
  quiz_one_point,
  question_right,
  question_wrong,
  question_open,
  question_unreadable_number,
  question_unreadable_choice,
  question_unreadable_shape,
  question_missing,
  unknown_answer,
  quiz_answer_hint,
  // the course
  course_progress,
  tour_progress,
  tour_finished,
  minutes_left,
  hours_left,
  own_minutes_left,
  own_hours_left,
  about_minutes,
  what_for,
  chapter_done,
  you_can_now,
  next_comes,
  projects,
  no_file_of_its_own,
  list_exercise,
  list_points,
  list_state,
  state_passed,
  state_begun,
  state_new,
  state_solution_seen,
  total_points,
  course_finished,
  // files
  file_to_edit,
  stub_changed,
  stub_changed_untouched,
  stub_changed_short,
  answer_gone,
  reset_done,
  no_hints,
  hint_once_more,
  hint_heading,
  last_hint,
  solution_refused,
  solution_heading,
  // watch mode
  keys,
  checking,
  waiting,
  checked_in,
  ask_reset,
  ask_give_up,
  not_given_up,
  kept,
  list_help,
  statement_key,
  last_exercise,
  first_exercise,
  no_such_number,
  press_to_return,
  more_below,
  more_typed,
  polling_note,
  // the review of old questions
  review_due,
  review_nothing,
  review_heading,
  review_help,
  review_leave,
  review_over,
  review_off,
  review_on,
  // editors
  vscode_written,
  vscode_kept,
  // measuring
  measure_heading,
  measure_line,
  measure_total,
  // the learner's translator
  words_not_learnt,
  // the glossary
  glossary_english,
  glossary_korean,
};

/// The text before its {} are filled.
std::string_view phrase(Language language, Say what);

/// How many texts there are: Say's values go from 0 to this number.
std::size_t phrase_count();

/// The text with its {} filled.
template <typename... Args>
std::string say(Language language, Say what, const Args&... args) {
  return fmt::vformat(phrase(language, what), fmt::make_format_args(args...));
}

}  // namespace heed
