#include "tools/learn/learner/learner.hpp"

#include <algorithm>
#include <functional>

#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "lib/core/name_hash.hpp"
#include "tools/learn/course/labels.hpp"
#include "tools/learn/show/first_predictions.hpp"
#include "tools/learn/show/verdict_view.hpp"
#include "tools/learn/text/markdown.hpp"
#include "tools/learn/text/words.hpp"

namespace heed {

Learner::Learner(LearnPlaces places, Look look)
    : places_(std::move(places)),
      look_(look),
      course_(places_.root, places_.route),
      answers_(places_.answers),
      record_(places_.answers / ".progress.json"),
      grader_(places_.grader) {}

const CourseExercise& Learner::current() const {
  const auto& all = course_.exercises();
  const auto named = std::find_if(all.begin(), all.end(), [&](const CourseExercise& exercise) {
    return exercise.name == record_.current();
  });
  if (named != all.end()) return *named;
  const auto open = std::find_if(all.begin(), all.end(), [&](const CourseExercise& exercise) {
    return !record_.of(exercise.name).passed;
  });
  return open == all.end() ? all.front() : *open;
}

std::vector<std::string> Learner::stubs(const CourseExercise& exercise) const {
  const Language other = look_.language == Language::korean ? Language::english : Language::korean;
  if (!exercise.is_quiz())
    return {grader_.stub(exercise.name, look_.language), grader_.stub(exercise.name, other)};
  const Quiz quiz = read_quiz(course_.quiz_file(exercise));
  return {quiz_stub(quiz, look_.language), quiz_stub(quiz, other)};
}

Notes Learner::notes(const CourseExercise& exercise) const {
  return parse_notes(course_.notes(exercise, look_.language));
}

std::string Learner::misplaced(const CourseExercise& exercise) const {
  if (std::filesystem::exists(answers_.path(exercise))) return "";
  const auto above = answers_.folder() / exercise.answer().filename();
  if (!std::filesystem::exists(above)) return "";
  return both("{} lies one folder too high: move it to {}", "{}: 한 폴더 위에 있습니다. 이리로 옮기세요: {}",
              shown(above), shown(answers_.path(exercise)))
      .in(look_.language);
}

void Learner::prepare(const CourseExercise& exercise) const {
  if (const std::string where = misplaced(exercise); !where.empty()) throw_error<UsageError>("{}", where);
  const std::filesystem::path answer = answers_.path(exercise);
  if (std::filesystem::is_symlink(answer) && !std::filesystem::exists(answer))
    throw_error<UsageError>("{}", both("{} is a link that leads nowhere: remove it",
                                       "{}: 없는 파일을 가리키는 링크입니다. 지우세요", shown(answer))
                                      .in(look_.language));
  if (!std::filesystem::exists(answers_.path(exercise))) answers_.create(exercise, stubs(exercise).front());
}

void Learner::show_stub_news(Page& page, const CourseExercise& exercise) {
  const std::vector<std::string> today = stubs(exercise);
  const auto news = answers_.news(exercise, today);
  if (!news) return;
  page.gap();
  const std::string hash = fmt::format("{:x}", name_hash(today.front()));
  if (record_.of(exercise.name).told_stub != hash) {
    page.text(Bilingual{"The course has a newer first version of this file; yours was left as it is. What "
                        "changed (- when you began, + now):",
                        "이 파일의 처음 상태가 과정에서 새로 바뀌었습니다. 여러분의 파일은 그대로 "
                        "두었습니다. 달라진 점(- 시작할 때, + 지금):"},
              Paint::yellow);
    std::size_t from = 0;
    for (std::size_t end = 0; (end = news->difference.find('\n', from)) != std::string::npos;
         from = end + 1) {
      const std::string line = news->difference.substr(from, end - from);
      page.line("  " + paint(look_,
                             line.starts_with('+')   ? Paint::green
                             : line.starts_with('-') ? Paint::red
                                                     : Paint::plain,
                             line));
    }
    record_.change(exercise.name, [&](ExerciseRecord& record) { record.told_stub = hash; });
  }
  page.text(
      (news->untouched
           ? both("You have not changed yours, so `./heed learn reset {}` loses nothing.",
                  "아직 고치지 않았으므로 `./heed learn reset {}`을 실행해도 잃는 것이 없습니다.",
                  exercise.name + options(), backups())
           : both("`./heed learn reset {}` takes the new version and keeps yours in {}.",
                  "`./heed learn reset {}`을 실행하면 새 파일을 받고, 여러분의 파일은 여기에 보관됩니다: {}",
                  exercise.name + options(), backups())),
      Paint::yellow);
}

StartedCheck Learner::start_check(const CourseExercise& exercise, const std::string& content,
                                  const GradeOptions& options) const {
  StartedCheck started;
  try {
    if (!exercise.is_quiz()) {
      started.process = grader_.start(exercise.name, answers_.snapshot(exercise, content), options);
      return started;
    }
    QuizResult result = grade_quiz(read_quiz(course_.quiz_file(exercise)), content);
    Verdict verdict = verdict_of(result, exercise.name, exercise.chapter);
    started.outcome = Outcome{.verdict = std::move(verdict), .quiz = std::move(result)};
  } catch (const Error& problem) {
    started.outcome = Outcome{.trouble = problem.what()};
  }
  return started;
}

Outcome Learner::finish_check(const ProcessResult& result) {
  try {
    return {.verdict = Grader::verdict_of(result)};
  } catch (const Error& problem) {
    return {.trouble = problem.what()};
  }
}

Outcome Learner::check(const CourseExercise& exercise, const GradeOptions& options) const {
  if (exercise.is_quiz())
    return *start_check(exercise, read_text_file(answers_.path(exercise)), options).outcome;
  Outcome outcome = finish_check(grader_.start(exercise.name, answers_.path(exercise), options)->wait());
  outcome.verdict = with_first_predictions(record_.of(exercise.name), std::move(outcome.verdict));
  return outcome;
}

void Learner::remember(const CourseExercise& exercise, const Outcome& outcome, double seconds) {
  if (!outcome.trouble.empty()) return;
  record_.change(exercise.name, [&](ExerciseRecord& record) {
    record.own_seconds += seconds;
    note_predictions(record, outcome.verdict);
    const Verdict verdict = with_first_predictions(record, outcome.verdict);
    const bool comparable = record.max_points == verdict.max_points();
    record.points = std::max(comparable ? record.points : 0, verdict.points());
    record.max_points = verdict.max_points();
    record.passed = record.passed || verdict.passed();
    const auto failing = std::ranges::find_if(
        verdict.parts, [](const PartVerdict& part) { return part.status != PartStatus::passed; });
    record.failing = failing == verdict.parts.end() ? "" : failing->name;
    record.solution_open = record.solution_open || record.passed;
  });
  if (outcome.quiz) review().take_up(exercise.name, *outcome.quiz);
}

void Learner::show_outcome(Page& page, const CourseExercise& exercise, const Outcome& outcome,
                           std::size_t rows) const {
  if (!outcome.trouble.empty()) {
    page.text(Bilingual{"No verdict this time, and it is not your code's fault:",
                        "이번에는 채점하지 못했습니다. 여러분의 코드 탓이 아닙니다:"},
              Paint::red);
    page.text(outcome.trouble, Paint::plain, 2);
  } else if (outcome.quiz) {
    show_quiz(page, *outcome.quiz, exercise.name);
  } else {
    const bool korean = look_.language == Language::korean;
    const ExerciseRecord record = record_.of(exercise.name);
    const Verdict counted = with_first_predictions(record, outcome.verdict);
    const Verdict shown = without_predictions_shown(counted);
    const Verdict verdict = korean ? Labels(course_.labels_file()).korean(shown) : shown;
    show_verdict(
        page, verdict, notes(exercise),
        {.rows = rows, .on_points = first_predictions_text(record, counted, options()).in(look_.language)});
  }
}

std::filesystem::path Learner::reset(const CourseExercise& exercise) {
  std::filesystem::path backup = answers_.reset(exercise, stubs(exercise).front());
  record_.change(exercise.name, [](ExerciseRecord& record) {
    record = {.max_points = record.max_points,
              .solution_open = record.solution_open,
              .gave_up = record.gave_up,
              .hints = record.hints,
              .seen_hints = record.seen_hints};
  });
  return backup;
}

void Learner::give_up(const CourseExercise& exercise) {
  record_.change(exercise.name, [](ExerciseRecord& record) {
    record.gave_up = record.gave_up || !record.passed;
    record.solution_open = true;
  });
}

std::string Learner::solution(const CourseExercise& exercise) const {
  if (!exercise.is_quiz()) return grader_.solution(exercise.name, look_.language);
  return quiz_solution(read_quiz(course_.quiz_file(exercise)), look_.language);
}

std::string Learner::title(const CourseExercise& exercise) const {
  if (!exercise.is_quiz()) return title_of(course_.statement(exercise, look_.language));
  return read_quiz(course_.quiz_file(exercise)).title.in(look_.language);
}

int Learner::minutes(const CourseExercise& exercise) const {
  try {
    if (exercise.is_quiz()) return read_quiz(course_.quiz_file(exercise)).minutes;
    return minutes_of(course_.statement(exercise, Language::english));
  } catch (const Error&) {
    return 0;  // what is wrong with it is said where it is opened
  }
}

double Learner::pace() const {
  constexpr double a_look = 30;  // seconds: less is an answer from elsewhere
  double own = 0, said = 0;
  int counted = 0;
  for (const CourseExercise& exercise : course_.exercises()) {
    const ExerciseRecord record = record_.of(exercise.name);
    const int minutes =
        record.passed && !record.gave_up && record.own_seconds >= a_look ? this->minutes(exercise) : 0;
    if (minutes == 0) continue;
    own += record.own_seconds / 60;
    said += minutes;
    ++counted;
  }
  return counted < 3 ? 1 : std::clamp(own / said, 0.25, 4.0);
}

bool Learner::did_without_hints(const CourseExercise& exercise) const {
  const auto& all = course_.exercises();
  for (auto at = all.rbegin(); at != all.rend(); ++at) {
    if (at->number >= exercise.number || at->is_quiz()) continue;
    const ExerciseRecord before = record_.of(at->name);
    return before.passed && before.hints == 0 && !before.gave_up;
  }
  return false;
}

std::string Learner::shown(const std::filesystem::path& path) {
  std::error_code problem;
  const std::filesystem::path here = std::filesystem::proximate(path, problem);
  return !problem && here.string().size() < path.string().size() ? here.string() : path.string();
}

}  // namespace heed
