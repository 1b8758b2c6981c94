#include "tools/learn/learner.hpp"

#include <algorithm>
#include <utility>

#include "exercises/grading/text_file.hpp"
#include "lib/core/error.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/verdict_view.hpp"

namespace heed {
Learner::Learner(LearnPlaces places)
    : places_(std::move(places)),
      course_(places_.root, places_.route),
      answers_(places_.answers, places_.elsewhere),
      record_(places_.answers / ".progress.json"),
      grader_(places_.grader) {}

const CourseExercise& Learner::current() const {
  const auto& all = course_.exercises();
  auto found = std::ranges::find(all, record_.current(), &CourseExercise::name);
  if (found == all.end())
    found = std::ranges::find_if(all, [&](const CourseExercise& exercise) { return !passed(exercise); });
  return found == all.end() ? all.front() : *found;
}

std::string Learner::stub(const CourseExercise& exercise) const {
  return exercise.is_quiz() ? quiz_stub(read_quiz(course_.quiz_file(exercise)))
                            : grader_.file("--stub", exercise.name);
}

void Learner::prepare(const CourseExercise& exercise) const {
  const auto its_stub = [&] { return stub(exercise); };
  answers_.take_over(exercise, its_stub);
  answers_.create(exercise, its_stub);
}

Verdict Learner::check_quiz(const CourseExercise& exercise, const std::string& content) const {
  Verdict verdict;
  try {
    verdict = grade_quiz(read_quiz(course_.quiz_file(exercise)), content);
  } catch (const Error& problem) {
    verdict.trouble = localized(problem);
  }
  verdict.exercise = exercise.name;
  return verdict;
}

Verdict Learner::check(const CourseExercise& exercise, const GradeOptions& options) const {
  return exercise.is_quiz() ? check_quiz(exercise, read_text_file(answers_.path(exercise)))
                            : Grader::verdict_of(start_check(exercise, options)->wait());
}

void Learner::remember(const CourseExercise& exercise, const Verdict& verdict) {
  if (!verdict.trouble.empty()) return;
  record_.change(exercise.name, [&](ExerciseRecord& record) {
    const bool comparable = record.max_points == verdict.max_points();
    record.points = std::max(comparable ? record.points : 0, verdict.points());
    record.max_points = verdict.max_points();
    record.passed = record.passed || verdict.passed();
    record.failing.clear();
    const std::set<std::string> before = std::exchange(record.mistakes, {});
    for (const PartVerdict& part : verdict.parts) {
      if (part.status == PartStatus::passed) continue;
      if (record.failing.empty()) record.failing = part.name;
      if (!part.mistake) continue;
      record.mistakes.insert(part.mistake->id);
      if (before.contains(part.mistake->id)) record.repairs.insert(part.mistake->id);
    }
    record.solution_open = record.solution_open || record.passed;
  });
}

void Learner::show_task(Page& page, const CourseExercise& exercise) const {
  if (exercise.is_quiz())
    show_questions(page, read_quiz(course_.quiz_file(exercise)));
  else
    page.markdown(course_.statement(exercise));
}

void Learner::show_checked(Page& page, const CourseExercise& exercise, const Verdict& checked) const {
  if (!checked.trouble.empty()) {
    page.text(tr("No verdict this time, and it is not your code's fault:"), Paint::red);
    return page.text(checked.trouble, Paint::plain, 2);
  }
  Verdict verdict = checked;
  if (spoken_language() == Language::korean) Labels(course_.file("labels.ko.json")).translate(verdict);
  Notes notes = course_.notes(exercise);
  const ExerciseRecord record = record_.of(exercise.name);
  for (auto& [id, mistake] : notes.mistakes)
    if (page.terminal().interactive && !record.repairs.contains(id))
      mistake.repair = tr("The next hint says how, and so does a second check that finds the same.");
  show_verdict(page, verdict, notes);
}

void Learner::next_hint(const CourseExercise& exercise) {
  const std::vector<Hint> hints = course_.notes(exercise).hints;
  record_.change(exercise.name, [&](ExerciseRecord& record) {
    const std::size_t open = record.repairs.size();
    record.repairs.insert(record.mistakes.begin(), record.mistakes.end());
    if (record.repairs.size() > open) return;
    const auto first = std::ranges::find(hints, record.failing, &Hint::part) - hints.begin();
    for (std::ptrdiff_t i = 0; i < std::ssize(hints); ++i) {
      const int hint = static_cast<int>((first + i) % std::ssize(hints));
      if (std::ranges::count(record.seen_hints, hint) > 0) continue;
      record.seen_hints.push_back(hint);
      break;
    }
  });
}

void Learner::show_hints(Page& page, const CourseExercise& exercise) const {
  const Notes notes = course_.notes(exercise);
  const std::vector<Hint>& hints = notes.hints;
  if (hints.empty()) return page.text(tr("There are no hints for this one."));
  const ExerciseRecord record = record_.of(exercise.name);
  for (const int hint : record.seen_hints) {
    if (hint >= std::ssize(hints)) continue;  // of an older course
    const auto at = hints.begin() + hint;
    const auto of_part = [&](const Hint& other) { return other.part == at->part; };
    page.section(tr("Hint {} of {}", 1 + std::count_if(hints.begin(), at, of_part),
                    std::ranges::count_if(hints, of_part)) +
                     (at->part.empty() ? "" : " · " + at->part),
                 at->text);
  }
  if (record.seen_hints.size() >= hints.size()) page.text(tr("That was the last hint."), Paint::dim);
  for (const std::string& mistake : record.mistakes)
    if (const auto note = notes.mistakes.find(mistake);
        note != notes.mistakes.end() && record.repairs.contains(mistake))
      page.section(tr("How to repair it"), note->second.repair);
}

std::filesystem::path Learner::reset(const CourseExercise& exercise) {
  std::filesystem::path backup = answers_.reset(exercise, stub(exercise));
  record_.change(exercise.name, [](ExerciseRecord& record) {
    record.points = 0;
    record.passed = false;
    record.failing.clear();
    record.mistakes.clear();
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
  return exercise.is_quiz() ? quiz_solution(read_quiz(course_.quiz_file(exercise)))
                            : grader_.file("--solution", exercise.name);
}

std::string Learner::shown(const std::filesystem::path& path) {
  std::error_code problem;
  const std::filesystem::path here = std::filesystem::proximate(path, problem);
  return !problem && here.string().size() < path.string().size() ? here.string() : path.string();
}

}  // namespace heed
