#include "tools/learn/overview.hpp"

#include <algorithm>

#include "exercises/translator/part_names.hpp"
#include "lib/report/width.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/verdict_view.hpp"

namespace heed {
namespace {

std::size_t count_passed(const Learner& learner, const std::vector<CourseExercise>& all) {
  return static_cast<std::size_t>(
      std::ranges::count_if(all, [&](const CourseExercise& exercise) { return learner.passed(exercise); }));
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
  line += "  " + learner.course().title(exercise);
  const Paint colour = record.passed ? Paint::green : here ? Paint::bold : Paint::plain;
  // files and pipes have no width
  const Terminal& terminal = page.terminal();
  page.line(paint(terminal, colour, terminal.interactive ? fit_width(line, terminal.width) : line));
}

/// "12. causal_mask · about 12 minutes".
std::string place_of(const Learner& learner, const CourseExercise& exercise) {
  const std::string text = fmt::format("{}. {}", exercise.number, exercise.name);
  const int minutes = learner.course().minutes(exercise);
  return minutes > 0 ? text + " · " + tr("about {} minutes", minutes) : text;
}

/// Returns how long what is not passed yet takes: "about 20 hours left".
std::string time_left(const Learner& learner) {
  constexpr int hour = 60;
  int minutes = 0;
  for (const CourseExercise& exercise : learner.course().exercises())
    minutes += learner.passed(exercise) ? 0 : learner.course().minutes(exercise);
  if (minutes == 0) return "";
  return minutes < 2 * hour ? tr("about {} minutes left", minutes)
                            : tr("about {} hours left", (minutes + hour / 2) / hour);
}

}  // namespace

void show_course_bar(Page& page, const Learner& learner) {
  const auto& all = learner.course().exercises();
  const std::size_t passed = count_passed(learner, all), width = page.terminal().width;
  const bool tour = learner.course().route() == Route::tour;
  const std::string words = tour ? tr("Tour: {} of {} exercises", passed, all.size())
                                 : tr("{} of {} exercises", passed, all.size()),
                    left = time_left(learner);
  const std::size_t cells = width < 60 ? 0 : 20, full = passed * cells / all.size();
  std::string done, open;
  for (std::size_t i = 0; i < cells; ++i) (i < full ? done : open) += i < full ? "█" : "░";
  page.line(words + " " + paint(page.terminal(), Paint::green, done) + open +
            fmt::format(" {} %", passed * 100 / all.size()) +
            (cells == 0 ? "" : "  " + paint(page.terminal(), Paint::dim, left)));
  if (passed < all.size()) return;
  page.text(tour ? tr("That was the tour. The whole course: ./heed learn")
                 : tr("That was the whole course: every exercise is passed."),
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
  if (course.route() == Route::whole &&
      count_passed(learner, chapter.exercises) == chapter.exercises.size()) {
    page.text(tr("The chapter \"{}\" is done.", chapter.title.in(spoken_language())), Paint::green);
    if (const std::string& now = chapter.now.in(spoken_language()); !now.empty())
      page.text(tr("You can now {}.", now), Paint::green);
  }
  const auto& parts = translator::part_names;
  const auto passes = [&](const std::string& name) { return learner.record().of(name).passed; };
  if (std::ranges::count(parts, passed.name) > 0 && std::ranges::all_of(parts, passes))
    page.text(tr("All {} parts of your translator are there: ./heed learn translate{}", parts.size(),
                 learner.options()),
              Paint::green);
  for (const CourseExercise& exercise : course.exercises()) {
    if (exercise.number <= passed.number || learner.passed(exercise)) continue;
    const std::string& purpose = exercise.purpose.in(spoken_language());
    return page.text(tr("Next: {}", place_of(learner, exercise)) + (purpose.empty() ? "" : ": " + purpose));
  }
  for (const CourseExercise& project : course.projects())
    if (!learner.passed(project))
      page.text(tr("Next: {}", "./" + project.command) + ": " + project.purpose.in(spoken_language()));
}

void show_course(Page& page, const Learner& learner) {
  show_course_bar(page, learner);
  for (const CourseChapter& chapter : learner.course().chapters()) {
    page.gap();
    page.text(
        fmt::format("{} · {}  ", chapter.name.substr(0, chapter.name.find('_')),
                    chapter.title.in(spoken_language())) +
            tr("{} of {} exercises", count_passed(learner, chapter.exercises), chapter.exercises.size()),
        Paint::bold);
    for (const CourseExercise& exercise : chapter.exercises) show_exercise(page, learner, exercise);
  }
  if (learner.course().projects().empty()) return;
  page.gap();
  page.text(tr("Made of all your answers"), Paint::bold);
  for (const CourseExercise& project : learner.course().projects()) show_exercise(page, learner, project);
}

}  // namespace heed
