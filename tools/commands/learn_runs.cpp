#include "tools/commands/learn_runs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/text/shell_word.hpp"
#include "tools/language/both.hpp"
#include "tools/language/language.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/learner/editor_files.hpp"
#include "tools/learn/report/overview.hpp"
#include "tools/learn/text/markdown.hpp"
#include "tools/learn/text/words.hpp"
#include "tools/learn/watch/watch.hpp"

namespace heed {
namespace {

Bilingual no_file_of_its_own(const std::string& name, const std::string& command) {
  return both("{} is made of your other answers and has no file of its own: `./{}`",
              "{}: 다른 답안들로 만들며, 자기 파일은 없습니다. `./{}`", name, command);
}

std::string environment_or(const char* name, const std::string& otherwise) {
  const char* value = std::getenv(name);
  return value == nullptr || *value == '\0' ? otherwise : value;
}

/// answers/ of the project, or in a classroom's clone, which belongs to somebody else, of the folder here.
std::string answers_folder() {
  const std::string own = HEED_SOURCE_DIR "/answers";
  const bool there = ::access(own.c_str(), F_OK) == 0;
  return ::access(there ? own.c_str() : HEED_SOURCE_DIR, W_OK) == 0
             ? own
             : std::filesystem::absolute("answers").string();
}

const CourseExercise& chosen(const Learner& learner, const LearnOptions& o) {
  return o.name.empty() ? learner.current() : learner.course().find(o.name);
}

const CourseExercise& with_a_file(const Learner& learner, const std::string& name) {
  const CourseExercise& exercise = learner.course().find(name);
  if (!exercise.command.empty())
    throw_error<UsageError>("{}", no_file_of_its_own(name, exercise.command).in(learner.look().language));
  return exercise;
}

/// A word that is no exercise may have been meant as a command.
const CourseExercise& exercise_to_start(const Course& course, const LearnOptions& o) {
  try {
    return course.find(o.start);
  } catch (const UsageError&) {
    if (!o.meant.empty()) throw_error<UsageError>(tr_noop("'{}' is one word too many{}"), o.start, o.meant);
    throw;
  }
}

/// So that clangd knows what an answer includes.
void tell_clangd(const Learner& learner, const LearnOptions& o) {
  const LearnPlaces all = places(o);
  write_compile_commands(learner.course(), learner.answers().folder(),
                         all.grader.parent_path() / "toolchain.json", all.root);
}

}  // namespace

LearnPlaces places(const LearnOptions& o) {
  const std::string root = environment_or("HEED_COURSE", HEED_SOURCE_DIR);
  return {.root = root,
          .answers = o.answers.empty() ? environment_or("HEED_ANSWERS", answers_folder()) : o.answers,
          .grader = environment_or("HEED_GRADER", HEED_GRADER_PROGRAM),
          .route = o.tour ? Route::tour : Route::whole,
          .options = o.answers.empty() ? "" : " --answers " + shell_word(o.answers)};
}

Look look(const LearnOptions& o) {
  return {.language = o.language.empty() ? language_from_environment() : language_from_name(o.language),
          .terminal = terminal(Stream::output)};
}

int run_watch(Learner& learner, const LearnOptions& o) {
  if (!o.start.empty()) {
    const CourseExercise& exercise = exercise_to_start(learner.course(), o);
    if (LearnRun* const project = run_of_project(exercise)) return project(learner, o);
    learner.go_to(exercise);
  }
  tell_clangd(learner, o);
  if (terminal(Stream::output).interactive && ::isatty(STDIN_FILENO) == 1)
    return watch(learner, {.sanitize = o.sanitize});
  // without a terminal: the exercise and its verdict, once
  const CourseExercise exercise = learner.current();
  learner.go_to(exercise);
  Page page(learner.look());
  show_course_bar(page, learner);
  show_place(page, learner, exercise);
  page.gap();
  if (exercise.is_quiz())
    show_questions(page, read_quiz(learner.course().quiz_file(exercise)));
  else
    page.append(
        render_markdown(learner.course().statement(exercise, learner.look().language), learner.look()));
  page.gap();
  fmt::print("{}", page.joined());
  LearnOptions its = o;
  its.name = exercise.name;
  run_check(learner, its);
  return 0;
}

int run_list(Learner& learner, const LearnOptions&) {
  Page page(learner.look());
  show_course(page, learner);
  fmt::print("{}", page.joined());
  return 0;
}

bool remember_or_say(Learner& learner, const CourseExercise& exercise, const Outcome& outcome) {
  try {
    learner.remember(exercise, outcome);
    return true;
  } catch (const Interrupted&) {
    throw;
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n",
               both("The points are not saved: {}", "점수를 저장하지 못했습니다: {}", localized(error))
                   .in(learner.look().language));
    return false;
  }
}

int run_check(Learner& learner, const LearnOptions& o) {
  if (o.all && !o.name.empty())
    throw_error<UsageError>(tr_noop("give the name of an exercise or --all, not both"));
  tell_clangd(learner, o);
  if (o.all) return check_all(learner, o);
  const CourseExercise& exercise = chosen(learner, o);
  if (LearnRun* const project = run_of_project(exercise)) return project(learner, o);
  learner.prepare(exercise);
  const Outcome outcome = learner.check(exercise, {.sanitize = o.sanitize});
  remember_or_say(learner, exercise, outcome);
  if (!outcome.trouble.empty()) throw Error(outcome.trouble);
  if (o.json) {
    fmt::print("{}\n", to_json(outcome.verdict).dump(2));
  } else {
    Page page(learner.look());
    page.text(course_texts::file_to_edit(Learner::shown(learner.answers().path(exercise)))
                  .in(learner.look().language),
              Paint::dim);
    page.gap();
    learner.show_outcome(page, exercise, outcome);
    if (outcome.passed()) show_way_on(page, learner, exercise);
    fmt::print("{}", page.joined());
  }
  return outcome.passed() ? 0 : 1;
}

int run_hint(Learner& learner, const LearnOptions& o) {
  tell_clangd(learner, o);
  const CourseExercise& exercise = chosen(learner, o);
  Page page(learner.look());
  learner.show_hints(page, exercise, o.level > 0 ? o.level : learner.next_hint(exercise));
  fmt::print("{}", page.joined());
  return 0;
}

int run_reset(Learner& learner, const LearnOptions& o) {
  const CourseExercise& exercise = with_a_file(learner, o.name);
  const auto backup = learner.reset(exercise);
  Page page(learner.look());
  if (!backup.empty())
    page.text(course_texts::reset_done(Learner::shown(backup)).in(learner.look().language));
  page.text(course_texts::file_to_edit(Learner::shown(learner.answers().path(exercise)))
                .in(learner.look().language));
  fmt::print("{}", page.joined());
  return 0;
}

int run_solution(Learner& learner, const LearnOptions& o) {
  const CourseExercise& exercise = with_a_file(learner, o.name);
  if (o.give_up) learner.give_up(exercise);
  if (!learner.solution_open(exercise))
    throw Error(
        both("The solution is shown after a pass. To see it now all the same: `./heed learn solution {} "
             "--give-up`",
             "풀이는 통과한 뒤에 볼 수 있습니다. 그래도 지금 보려면: `./heed learn solution {} --give-up`",
             exercise.name + learner.options())
            .in(learner.look().language));
  fmt::print("{}", learner.solution(exercise));
  return 0;
}

int run_review(Learner& learner, const LearnOptions& o) {
  const Look& look = learner.look();
  Review review = learner.review();
  const auto put = [&](const Bilingual& what) {
    Page page(look);
    page.text(what);
    fmt::print("{}", page.joined());
  };
  if (o.off) review.switch_off();
  if (o.on) review.switch_on();
  if (o.off || o.on) {
    put(o.off ? Bilingual{"Old questions no longer come back; `./heed learn review --on` brings them back.",
                          "지난 문제가 더 이상 나오지 않습니다. 다시 받으려면: `./heed learn review --on`"}
              : Bilingual{"Old questions come back after days, at most three a day.",
                          "지난 문제가 며칠 뒤 다시 나옵니다. 하루에 세 개까지입니다."});
    return 0;
  }
  put(review.next() ? Bilingual{"(Your answer and Enter; Ctrl-D leaves, and the question comes back.)",
                                "(답을 쓰고 Enter를 누르세요. Ctrl-D를 누르면 나가고, 문제는 다시 나옵니다.)"}
                    : course_texts::review_nothing);
  bool asked = false;
  while (const auto question = review.next()) {
    Page page(look);
    show_question(page, *question, "");
    fmt::print("{}> ", page.joined());
    std::fflush(stdout);
    std::string line;
    if (!std::getline(std::cin, line)) return 0;
    Page reply(look);
    show_answered(reply, review.answer(line));
    fmt::print("{}\n", reply.joined());
    asked = true;
  }
  if (asked)
    put(Bilingual{"That was all for today. `./heed learn review --off` ends these questions.",
                  "오늘은 여기까지입니다. 이런 질문을 그만 받으려면: `./heed learn review --off`"});
  return 0;
}

int run_glossary(Learner& learner, const LearnOptions&) {
  Page page(learner.look());
  show_glossary(page, learner.course());
  fmt::print("{}", page.joined());
  return 0;
}

int run_api(Learner& learner, const LearnOptions&) {
  Page page(learner.look());
  page.append(render_markdown(learner.course().api(learner.look().language), learner.look()));
  fmt::print("{}", page.joined());
  return 0;
}

}  // namespace heed
