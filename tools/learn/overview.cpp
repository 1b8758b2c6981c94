#include "tools/learn/overview.hpp"

#include <algorithm>
#include <utility>

#include "exercises/translator/part_names.hpp"
#include "lib/text/display.hpp"
#include "lib/text/unicode.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/verdict_view.hpp"

namespace heed {
namespace {

/// Counts those that a learner is to pass: all but the electives, unless there is nothing else.
struct Passed {
  std::size_t passed = 0, all = 0;
  bool complete() const { return passed == all; }
};

Passed count_passed(const Learner& learner, const std::vector<CourseExercise>& exercises) {
  const bool electives = std::ranges::all_of(exercises, &CourseExercise::elective);
  Passed count;
  for (const CourseExercise& exercise : exercises) {
    if (exercise.elective && !electives) continue;
    ++count.all;
    count.passed += learner.passed(exercise) ? 1 : 0;
  }
  return count;
}

/// The parts of the learner's own translator that are written, and how many there are.
Passed count_parts(const Learner& learner) {
  Passed count{.all = translator::part_names.size()};
  for (const char* name : translator::part_names) count.passed += learner.record().of(name).passed ? 1 : 0;
  return count;
}

void show_exercise(Page& page, const Learner& learner, const CourseExercise& exercise) {
  const ExerciseRecord record = learner.record().of(exercise.name);
  const bool here = exercise.name == learner.current().name;
  const std::string number = exercise.number > 0 ? std::to_string(exercise.number) : "",
                    points = record.max_points > 0 ? points_text(record.points, record.max_points) : "";
  const char* const mark = record.passed ? "✓" : record.points > 0 ? "…" : "·";
  std::string line =
      fmt::format("{}{:>3} {} {:<28} {:>7}", here ? ">" : " ", number, mark, exercise.name, points);
  if (record.gave_up) line += "  " + tr("solution seen");
  if (!exercise.command.empty()) line += "  ./" + exercise.command;
  line += "  " + learner.course().head(exercise).title;
  const Paint colour = record.passed ? Paint::green : here ? Paint::bold : Paint::plain;
  // files and pipes have no width
  const Terminal& terminal = page.terminal();
  page.line(paint(terminal, colour, terminal.interactive ? fit_width(line, terminal.width) : line));
}

/// "12. causal_mask · about 12 minutes".
std::string place_of(const Learner& learner, const CourseExercise& exercise) {
  const std::string text = fmt::format("{}. {}", exercise.number, exercise.name);
  const int minutes = learner.course().head(exercise).minutes;
  return minutes > 0 ? text + " · " + tr("about {} minutes", minutes) : text;
}

/// Returns how long what is not passed yet takes, electives left out: "about 12 hours left".
std::string time_left(const Learner& learner) {
  constexpr int hour = 60;
  int minutes = 0;
  for (const CourseExercise& exercise : learner.course().exercises())
    minutes += exercise.elective || learner.passed(exercise) ? 0 : learner.course().head(exercise).minutes;
  if (minutes == 0) return "";
  return minutes < 2 * hour ? tr("about {} minutes left", minutes)
                            : tr("about {} hours left", (minutes + hour / 2) / hour);
}

}  // namespace

void show_course_bar(Page& page, const Learner& learner) {
  const auto [passed, all] = count_passed(learner, learner.course().exercises());
  const auto [parts, all_parts] = count_parts(learner);
  const bool tour = learner.course().route() == Route::tour;
  const std::string words =
      tour ? tr("Tour: {} of {} exercises", passed, all) : tr("{} of {} exercises", passed, all);
  constexpr std::size_t cells = 10;
  std::string bar;
  for (std::size_t i = 0; i < cells; ++i) bar += i < passed * cells / all ? "█" : "░";
  page.text(fmt::format("{} {}  {}  {}", words, bar, tr("translator parts {}/{}", parts, all_parts),
                        time_left(learner)));
  if (passed < all) return;
  page.text(tour ? tr("That was the tour. The whole course: ./heed learn")
                 : tr("That was the course: every exercise is passed. What is elective: ./heed learn list"),
            Paint::green);
}

void show_place(Page& page, const Learner& learner, const CourseExercise& exercise) {
  page.text(place_of(learner, exercise), Paint::dim);
  if (const std::string& purpose = exercise.purpose.in(spoken_language()); !purpose.empty())
    page.text(tr("What it is for: {}", purpose), Paint::cyan);
}

void show_way_on(Page& page, const Learner& learner, const CourseExercise& passed) {
  const Course& course = learner.course();
  const CourseChapter& chapter = course.chapter_of(passed);
  page.gap();
  // a tour has only some of the chapter's exercises
  if (course.route() == Route::whole && count_passed(learner, course.exercises_of(chapter)).complete()) {
    page.text(tr("The chapter \"{}\" is done.", chapter.title.in(spoken_language())), Paint::green);
    if (const std::string& now = chapter.now.in(spoken_language()); !now.empty())
      page.text(tr("You can now {}.", now), Paint::green);
  }
  if (std::ranges::count(translator::part_names, passed.name) > 0) {
    const auto [parts, all_parts] = count_parts(learner);
    page.text(tr("Part {} of {} of your translator: it computes with your {} from now on (./heed learn "
                 "translate{}).",
                 parts, all_parts, passed.name, learner.options()),
              Paint::green);
  }
  const auto next = [&](bool elective) {
    const auto& all = course.exercises();
    return std::ranges::find_if(all, [&](const CourseExercise& exercise) {
      return exercise.elective == elective && !learner.passed(exercise) &&
             (exercise.elective != passed.elective || exercise.number > passed.number);
    });
  };
  const auto show = [&](const CourseExercise& exercise) {
    const std::string& purpose = exercise.purpose.in(spoken_language());
    page.text(tr("Next: {}", place_of(learner, exercise)) + (purpose.empty() ? "" : ": " + purpose));
  };
  if (const auto core = next(false); core != course.exercises().end()) return show(*core);
  for (const CourseExercise& project : course.projects())
    if (!learner.passed(project))
      page.text(tr("Next: {}", "./" + project.command) + ": " + project.purpose.in(spoken_language()));
  if (const auto elective = next(true); elective != course.exercises().end()) show(*elective);
}

bool is_listed(const Learner& learner, const CourseExercise& exercise, const std::string& wanted) {
  if (std::ranges::all_of(wanted, [](char c) { return c >= '0' && c <= '9'; }))
    return wanted.empty() || std::to_string(exercise.number) == wanted;
  const std::string text = exercise.name + " " + learner.course().head(exercise).title;
  return lower(text).find(lower(wanted)) != std::string::npos;
}

void show_course(Page& page, const Learner& learner, const std::string& wanted) {
  show_course_bar(page, learner);
  for (const CourseChapter& chapter : learner.course().chapters()) {
    const std::vector<CourseExercise> all = learner.course().exercises_of(chapter);
    bool headed = false, electives = false;
    for (const CourseExercise& exercise : all) {
      if (!is_listed(learner, exercise, wanted)) continue;
      if (!std::exchange(headed, true)) {
        const auto [passed, of] = count_passed(learner, all);
        page.gap();
        page.text(fmt::format("{} · {}  ", chapter.name.substr(0, chapter.name.find('_')),
                              chapter.title.in(spoken_language())) +
                      tr("{} of {} exercises", passed, of),
                  Paint::bold);
      }
      if (exercise.elective && !std::exchange(electives, true)) page.text(tr("Elective:"), Paint::dim, 4);
      show_exercise(page, learner, exercise);
    }
  }
  if (learner.course().projects().empty() || !wanted.empty()) return;
  page.gap();
  page.text(tr("Made of all your answers"), Paint::bold);
  for (const CourseExercise& project : learner.course().projects()) show_exercise(page, learner, project);
}

}  // namespace heed
