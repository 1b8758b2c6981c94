#include "tools/learn/overview.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/report/table.hpp"
#include "lib/report/width.hpp"
#include "tools/learn/verdict_view.hpp"
#include "tools/learn/words.hpp"

namespace heed {
namespace {

/// The title where it can be had: a broken statement or quiz must not hide the list.
std::string title_or_nothing(const Learner& learner, const CourseExercise& exercise) {
  try {
    return learner.title(exercise);
  } catch (const Error&) {
    return "";
  }
}

void show_exercise(Page& page, const Learner& learner, const CourseExercise& exercise,
                   std::size_t name_width) {
  const Look& look = page.look();
  const ExerciseRecord record = learner.record().of(exercise.name);
  const bool here = exercise.name == learner.current().name;
  const bool begun = record.max_points > 0 && record.points > 0;
  std::string line = fmt::format("{}{:>3} {} {}", here ? ">" : " ", exercise.number,
                                 record.passed ? "✓"
                                 : begun       ? "…"
                                               : "·",
                                 pad_width(exercise.name, name_width));
  line += fmt::format(" {:>7}", record.max_points > 0 ? points_text(record.points, record.max_points) : "");
  if (record.gave_up) line += "  " + say(look.language, Say::state_solution_seen);
  if (const std::string title = title_or_nothing(learner, exercise); !title.empty()) line += "  " + title;
  page.line(paint(look,
                  record.passed ? Paint::green
                  : here        ? Paint::bold
                                : Paint::plain,
                  fit_width(line, look.terminal.width)));
}

}  // namespace

void show_course_bar(Page& page, const Learner& learner) {
  const Look& look = page.look();
  const auto& all = learner.course().exercises();
  const auto passed =
      static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const CourseExercise& exercise) {
        return learner.record().of(exercise.name).passed;
      }));
  const std::string words = say(look.language, Say::course_progress, passed, all.size());
  const std::size_t used = printable_width(words) + 8;
  const std::size_t cells =
      look.terminal.width > used ? std::min<std::size_t>(20, look.terminal.width - used) : 0;
  const std::size_t full = passed * cells / all.size();
  std::string done, open;
  for (std::size_t i = 0; i < cells; ++i) (i < full ? done : open) += i < full ? "█" : "░";
  const std::size_t percent = passed * 100 / all.size();
  page.line(words + " " + paint(look, Paint::green, done) + open + fmt::format(" {} %", percent));
  if (passed == all.size()) page.text(say(look.language, Say::course_finished), Paint::green);
}

void show_course(Page& page, const Learner& learner) {
  const Look& look = page.look();
  std::size_t name_width = 0;
  for (const CourseExercise& exercise : learner.course().exercises())
    name_width = std::max(name_width, exercise.name.size());
  show_course_bar(page, learner);
  for (const CourseChapter& chapter : learner.course().chapters()) {
    double points = 0, most = 0;
    for (const CourseExercise& exercise : chapter.exercises) {
      const ExerciseRecord record = learner.record().of(exercise.name);
      points += record.points;
      most += record.max_points;
    }
    page.gap();
    std::string heading = fmt::format("{} · {}", chapter.name.substr(0, chapter.name.find('_')),
                                      chapter.title.in(look.language));
    if (most > 0) heading += "  " + say(look.language, Say::chapter_points, points, most);
    page.text(heading, Paint::bold);
    for (const CourseExercise& exercise : chapter.exercises)
      show_exercise(page, learner, exercise, name_width);
  }
}

void show_glossary(Page& page, const Course& course) {
  const Look& look = page.look();
  const std::string file = course.glossary_file().string();
  Table table{.columns = {{.title = say(look.language, Say::glossary_english)},
                          {.title = say(look.language, Say::glossary_korean)}},
              .width = look.terminal.width};
  std::size_t number = 0;
  for (const nlohmann::json& entry : read_json(file)) {
    const Bilingual word = bilingual_from_json(entry, fmt::format("{}: entry {}", file, ++number));
    table.rows.push_back({word.english, word.korean});
  }
  std::istringstream lines(format_table(table));
  for (std::string line; std::getline(lines, line);) page.line(line);
}

}  // namespace heed
