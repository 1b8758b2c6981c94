#include "tools/learn/learner/learner.hpp"

#include <algorithm>
#include <functional>

#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/course/labels.hpp"
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

std::string Learner::stub(const CourseExercise& exercise) const {
  if (!exercise.is_quiz()) return grader_.stub(exercise.name, look_.language);
  return quiz_stub(read_quiz(course_.quiz_file(exercise)), look_.language);
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
  if (!std::filesystem::exists(answers_.path(exercise))) answers_.create(exercise, stub(exercise));
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
    started.outcome = Outcome{.trouble = localized(problem)};
  }
  return started;
}

Outcome Learner::finish_check(const ProcessResult& result) {
  try {
    return {.verdict = Grader::verdict_of(result)};
  } catch (const Error& problem) {
    return {.trouble = localized(problem)};
  }
}

Outcome Learner::check(const CourseExercise& exercise, const GradeOptions& options) const {
  if (exercise.is_quiz())
    return *start_check(exercise, read_text_file(answers_.path(exercise)), options).outcome;
  return finish_check(grader_.start(exercise.name, answers_.path(exercise), options)->wait());
}

void Learner::remember(const CourseExercise& exercise, const Outcome& outcome) {
  if (!outcome.trouble.empty()) return;
  record_.change(exercise.name, [&](ExerciseRecord& record) {
    const Verdict& verdict = outcome.verdict;
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
    show_verdict(page, korean ? Labels(course_.labels_file()).korean(outcome.verdict) : outcome.verdict,
                 notes(exercise), rows);
  }
}

std::filesystem::path Learner::reset(const CourseExercise& exercise) {
  std::filesystem::path backup = answers_.reset(exercise, stub(exercise));
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

std::string Learner::shown(const std::filesystem::path& path) {
  std::error_code problem;
  const std::filesystem::path here = std::filesystem::proximate(path, problem);
  return !problem && here.string().size() < path.string().size() ? here.string() : path.string();
}

}  // namespace heed
