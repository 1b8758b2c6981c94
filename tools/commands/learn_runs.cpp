#include "tools/commands/learn_runs.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/json.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/table.hpp"
#include "lib/text/shell_word.hpp"
#include "lib/text/words.hpp"
#include "tools/language/named_files.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/overview.hpp"
#include "tools/learn/report.hpp"
#include "tools/learn/translator.hpp"
#include "tools/learn/watch.hpp"
#include "tools/translation/text_session.hpp"

namespace heed {
namespace {

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
  return o.name.empty() ? learner.current() : with_a_file(learner, o.name);
}

/// The project with that command; the first time its statement comes before what it says.
const CourseExercise* begin_project(const Learner& learner, const std::string& command) {
  learner.take_over_answers();
  for (const CourseExercise& project : learner.course().projects()) {
    if (project.command != command) continue;
    Page page;
    learner.show_task(page, project);
    page.gap();
    if (learner.record().of(project.name).max_points == 0) page.print();
    return &project;
  }
  return nullptr;
}

/// The points that count stand in the verdict; where they cannot be saved, standard error says so.
void remember_or_say(Learner& learner, const CourseExercise& exercise, const Verdict& verdict) {
  try {
    learner.remember(exercise, verdict);
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", tr("The points are not saved: {}", localized(error)));
  }
}

/// The grammar has no punctuation: its marks are no words.
std::string without_marks(const std::string& sentence) {
  std::string text;
  for (const std::string& word : split_words(sentence))
    if (!std::ranges::all_of(word, [](unsigned char c) { return std::ispunct(c) != 0; }))
      text += (text.empty() ? "" : " ") + word;
  if (text.empty()) throw_error<UsageError>(tr_noop("a sentence without a word cannot be translated"));
  return text;
}

/// Says who has no verdict, which is nobody's 0 points; returns status 1 if there is any.
int without_verdict(const Course& course, const std::vector<GradedSubmission>& graded) {
  int status = 0;
  for (const GradedSubmission& one : graded) {
    for (std::size_t i = 0; i < one.verdicts.size(); ++i) {
      if (one.verdicts[i].trouble.empty()) continue;
      status = 1;
      fmt::print(stderr, "{}{}{}: {}\n", one.name, one.name.empty() ? "" : ": ", course.exercises()[i].name,
                 one.verdicts[i].trouble);
    }
  }
  return status;
}

void write_or_print(const std::string& out, const std::string& text, const std::string& mark = "") {
  if (out.empty())
    fmt::print("{}", text);
  else
    atomic_write(out, mark + text);
}

}  // namespace

const CourseExercise& with_a_file(const Learner& learner, const std::string& name) {
  const CourseExercise& exercise = learner.course().find(name);
  if (!exercise.command.empty())
    throw_error<UsageError>(tr_noop("{} is made of your other answers and has no file of its own: `./{}`"),
                            name, exercise.command);
  return exercise;
}

LearnPlaces learn_places(const LearnOptions& o) {
  return {.root = environment_or("HEED_COURSE", HEED_SOURCE_DIR),
          .answers = o.answers.empty() ? environment_or("HEED_ANSWERS", answers_folder()) : o.answers,
          .grader = environment_or("HEED_GRADER", HEED_GRADER_PROGRAM),
          .route = o.tour ? Route::tour : Route::whole,
          .options = o.answers.empty() ? "" : " --answers " + shell_word(o.answers)};
}

int run_watch(Learner& learner, const LearnOptions& o, Page& page) {
  if (!o.start.empty()) learner.go_to(with_a_file(learner, o.start));
  if (terminal(Stream::output).interactive && ::isatty(STDIN_FILENO) == 1)
    return watch(learner, {.sanitize = o.sanitize});
  // without a terminal: the exercise and its verdict, once
  learner.go_to(learner.current());
  show_place(page, learner, learner.current());
  page.gap();
  learner.show_task(page, learner.current());
  page.gap();
  std::exchange(page, Page()).print();
  run_check(learner, o, page);
  return 0;
}

int run_list(Learner& learner, const LearnOptions&, Page& page) {
  show_course(page, learner);
  return 0;
}

int run_check(Learner& learner, const LearnOptions& o, Page& page) {
  const CourseExercise& exercise = chosen(learner, o);
  learner.prepare(exercise);
  const Verdict verdict = learner.check(exercise, {.sanitize = o.sanitize});
  remember_or_say(learner, exercise, verdict);
  if (!verdict.trouble.empty()) throw Error(verdict.trouble);
  page.text(tr("Edit and save: {}", learner.file(exercise)), Paint::dim);
  page.gap();
  learner.show_checked(page, exercise, verdict);
  if (verdict.passed()) show_way_on(page, learner, exercise);
  return verdict.passed() ? 0 : 1;
}

int run_hint(Learner& learner, const LearnOptions& o, Page& page) {
  const CourseExercise& exercise = chosen(learner, o);
  learner.next_hint(exercise);
  learner.show_hints(page, exercise);
  return 0;
}

int run_reset(Learner& learner, const LearnOptions& o, Page& page) {
  const CourseExercise& exercise = with_a_file(learner, o.name);
  const auto backup = learner.reset(exercise);
  if (!backup.empty()) page.text(tr("Begun again; what you had is kept in {}", Learner::shown(backup)));
  page.text(tr("Edit and save: {}", learner.file(exercise)));
  return 0;
}

int run_solution(Learner& learner, const LearnOptions& o, Page&) {
  const CourseExercise& exercise = with_a_file(learner, o.name);
  if (o.give_up) learner.give_up(exercise);
  if (!learner.solution_open(exercise))
    throw_error<Error>(tr_noop("The solution is shown after a pass. To see it now all the same: `./heed "
                               "learn solution {} --give-up`"),
                       exercise.name + learner.options());
  fmt::print("{}", learner.solution(exercise));
  return 0;
}

int run_glossary(Learner& learner, const LearnOptions&, Page& page) {
  std::vector<std::vector<std::string>> rows{{tr("English"), tr("Korean")}};
  const std::string file = learner.course().file("glossary.json").string();
  for (const nlohmann::json& entry : read_json(file)) {
    const Bilingual word = bilingual_from_json(entry, file);
    rows.push_back({word.english, word.korean});
  }
  page.append(wrapped_table(rows, page.terminal().width));
  return 0;
}

int run_api(Learner& learner, const LearnOptions&, Page& page) {
  page.markdown(learner.course().document("api"));
  return 0;
}

int run_translate(Learner& learner, const LearnOptions& o, Page& page) {
  if (!o.sentences.empty()) {
    std::vector<std::string> sentences = sentences_of_words(o.sentences);
    for (std::string& sentence : sentences) sentence = without_marks(sentence);
    translate_with_own(learner.answers().folder(), sentences);
    return 0;
  }
  const CourseExercise* const project = begin_project(learner, "heed learn translate");
  Verdict verdict = check_own_translator(learner.grader(), learner.answers().folder());
  show_translator(page, verdict, learner.course().notes(learner.current()), learner.options());
  // with references among its parts it is not the learner's own yet
  const bool own = verdict.passed() && is_all_own(verdict);
  if (!own && verdict.passed()) verdict.parts.front().status = PartStatus::not_run;
  if (project != nullptr) remember_or_say(learner, *project, verdict);
  return own ? 0 : 1;
}

int run_compare(Learner& learner, const LearnOptions&, Page& page) {
  const CourseExercise* const project = begin_project(learner, "heed learn compare");
  const auto costs = compare_own_attentions(learner.grader(), learner.answers().folder());
  show_attentions(page, costs);
  const Verdict verdict = verdict_on_attentions(costs);
  if (project != nullptr) remember_or_say(learner, *project, verdict);
  return 0;
}

int run_report(Learner& learner, const LearnOptions& o, Page&) {
  if (!o.out.empty()) require_writable_folder(o.out);
  if (o.all_in.empty()) {
    learner.take_over_answers();
    const std::vector<GradedSubmission> graded{{"", grade_course(learner, {.sanitize = o.sanitize})}};
    write_or_print(o.out, text_report(learner, graded.front().verdicts));
    return without_verdict(learner.course(), graded);
  }
  const std::vector<GradedSubmission> graded = grade_class(learn_places(o), o.all_in, o.sanitize);
  const int status = without_verdict(learner.course(), graded);
  // the mark tells Excel that Korean names are UTF-8
  write_or_print(o.out, class_csv(learner.course(), graded), "\xEF\xBB\xBF");
  return interrupt_requested() ? 128 + interrupt_signal() : status;
}

}  // namespace heed
