#include "tools/learn/report/overview.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "exercises/translator/part_names.hpp"
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "lib/report/table.hpp"
#include "lib/report/width.hpp"
#include "tools/language/both.hpp"
#include "tools/learn/show/verdict_view.hpp"

namespace heed {
namespace {

Bilingual course_progress(std::size_t passed, std::size_t all) {
  return both("{} of {} exercises", "{} / {} 문제", passed, all);
}
Bilingual next_comes(const std::string& what) { return both("Next: {}", "다음: {}", what); }

/// The title where it can be had: a broken statement or quiz must not hide the list.
std::string title_or_nothing(const Learner& learner, const CourseExercise& exercise) {
  try {
    return learner.title(exercise);
  } catch (const Error&) {
    return "";
  }
}

/// Files and pipes have no width.
std::size_t width_of(const Look& look) { return look.terminal.interactive ? look.terminal.width : 0; }

void show_exercise(Page& page, const Learner& learner, const CourseExercise& exercise,
                   std::size_t name_width) {
  const Look& look = page.look();
  const ExerciseRecord record = learner.record().of(exercise.name);
  const bool here = exercise.name == learner.current().name;
  const bool begun = record.max_points > 0 && record.points > 0;
  const std::string number = exercise.number > 0 ? std::to_string(exercise.number) : "";
  std::string line = fmt::format("{}{:>3} {} {}", here ? ">" : " ", number,
                                 record.passed ? "✓"
                                 : begun       ? "…"
                                               : "·",
                                 pad_width(exercise.name, name_width));
  line += fmt::format(" {:>7}", record.max_points > 0 ? points_text(record.points, record.max_points) : "");
  if (record.gave_up) line += "  " + Bilingual{"solution seen", "풀이 봄"}.in(look.language);
  if (!exercise.command.empty()) line += "  ./" + exercise.command;
  if (const std::string title = title_or_nothing(learner, exercise); !title.empty()) line += "  " + title;
  page.line(paint(look,
                  record.passed ? Paint::green
                  : here        ? Paint::bold
                                : Paint::plain,
                  width_of(look) == 0 ? line : fit_width(line, width_of(look))));
}

/// Of what is not passed yet: "about 20 hours left".
std::string time_left(const Learner& learner) {
  constexpr int hour = 60;
  int minutes = 0;
  for (const CourseExercise& exercise : learner.course().exercises())
    minutes += learner.record().of(exercise.name).passed ? 0 : learner.minutes(exercise);
  if (minutes == 0) return "";
  return (minutes < 2 * hour ? both("about {} minutes left", "약 {}분 남음", minutes)
                             : both("about {} hours left", "약 {}시간 남음", (minutes + hour / 2) / hour))
      .in(learner.look().language);
}

/// "12. causal_mask · about 12 minutes".
std::string place_text(const Learner& learner, const CourseExercise& exercise) {
  const Language language = learner.look().language;
  std::string text = fmt::format("{}. {}", exercise.number, exercise.name);
  if (const int minutes = learner.minutes(exercise); minutes > 0)
    text += " · " + both("about {} minutes", "약 {}분", minutes).in(language);
  return text;
}

bool all_passed(const Learner& learner, const CourseChapter& chapter) {
  return std::all_of(chapter.exercises.begin(), chapter.exercises.end(), [&](const CourseExercise& exercise) {
    return learner.record().of(exercise.name).passed;
  });
}

}  // namespace

void show_course_bar(Page& page, const Learner& learner) {
  const Look& look = page.look();
  const auto& all = learner.course().exercises();
  const auto passed =
      static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [&](const CourseExercise& exercise) {
        return learner.record().of(exercise.name).passed;
      }));
  const bool tour = learner.course().route() == Route::tour;
  const std::string words =
      (tour ? both("Tour: {} of {} exercises", "둘러보기: {} / {} 문제", passed, all.size())
            : course_progress(passed, all.size()))
          .in(look.language);
  const std::size_t used = printable_width(words) + 8;
  const std::size_t cells =
      look.terminal.width > used ? std::min<std::size_t>(20, look.terminal.width - used) : 0;
  const std::size_t full = passed * cells / all.size();
  std::string done, open;
  for (std::size_t i = 0; i < cells; ++i) (i < full ? done : open) += i < full ? "█" : "░";
  const std::size_t percent = passed * 100 / all.size();
  const std::string left = time_left(learner);
  const bool room = used + cells + printable_width(left) + 2 <= look.terminal.width;
  page.line(words + " " + paint(look, Paint::green, done) + open + fmt::format(" {} %", percent) +
            (left.empty() || !room ? "" : "  " + paint(look, Paint::dim, left)));
  if (passed == all.size())
    page.text(tour ? Bilingual{"That was the tour. The whole course: ./heed learn",
                               "둘러보기를 마쳤습니다. 전체 과정: ./heed learn"}
                   : Bilingual{"That was the whole course: every exercise is passed.",
                               "모든 문제를 통과했습니다. 과정을 마쳤습니다."},
              Paint::green);
}

void show_place(Page& page, const Learner& learner, const CourseExercise& exercise) {
  const Look& look = page.look();
  page.text(place_text(learner, exercise), Paint::dim);
  if (const std::string& purpose = exercise.purpose.in(look.language); !purpose.empty())
    page.text(both("What it is for: {}", "쓰임: {}", purpose), Paint::cyan);
}

void show_way_on(Page& page, const Learner& learner, const CourseExercise& passed) {
  const Look& look = page.look();
  const CourseChapter& chapter = learner.course().chapter_of(passed);
  page.gap();
  // a tour has only some of the chapter's exercises
  if (learner.course().route() == Route::whole && all_passed(learner, chapter)) {
    page.text(both("The chapter \"{}\" is done.", "\"{}\" 장을 마쳤습니다.", chapter.title), Paint::green);
    if (const std::string& now = chapter.now.in(look.language); !now.empty())
      page.text(both("You can now {}.", "이제 {}.", now), Paint::green);
  }
  const CourseExercise* translator = learner.course().project("heed learn translate");
  const auto& parts = translator::part_names;
  const auto passes = [&](const std::string& name) { return learner.record().of(name).passed; };
  if (translator != nullptr && !passes(translator->name) &&
      std::count(parts.begin(), parts.end(), passed.name) > 0 &&
      std::all_of(parts.begin(), parts.end(), passes))
    page.text(
        both("All {} parts of your translator are there: ./{}", "번역기의 답안 {}개를 모두 썼습니다: ./{}",
             parts.size(), translator->command + learner.options()),
        Paint::green);
  const auto& all = learner.course().exercises();
  const auto next = std::find_if(all.begin(), all.end(), [&](const CourseExercise& exercise) {
    return exercise.number > passed.number && !learner.record().of(exercise.name).passed;
  });
  if (next == all.end()) {
    for (const CourseExercise& project : learner.course().projects()) {
      if (!learner.record().of(project.name).passed)
        page.text(next_comes("./" + project.command).in(look.language) + ": " +
                  project.purpose.in(look.language));
    }
    return;
  }
  const std::string& purpose = next->purpose.in(look.language);
  page.text(next_comes(place_text(learner, *next)).in(look.language) +
            (purpose.empty() ? "" : ": " + purpose));
}

void show_course(Page& page, const Learner& learner) {
  const Look& look = page.look();
  std::size_t name_width = 0;
  for (const auto* all : {&learner.course().exercises(), &learner.course().projects()})
    for (const CourseExercise& exercise : *all) name_width = std::max(name_width, exercise.name.size());
  show_course_bar(page, learner);
  for (const CourseChapter& chapter : learner.course().chapters()) {
    std::size_t passed = 0, begun = 0;
    for (const CourseExercise& exercise : chapter.exercises) {
      const ExerciseRecord record = learner.record().of(exercise.name);
      passed += record.passed ? 1 : 0;
      begun += record.max_points > 0 ? 1 : 0;
    }
    page.gap();
    std::string heading = fmt::format("{} · {}", chapter.name.substr(0, chapter.name.find('_')),
                                      chapter.title.in(look.language));
    if (begun > 0) heading += "  " + course_progress(passed, chapter.exercises.size()).in(look.language);
    page.text(heading, Paint::bold);
    for (const CourseExercise& exercise : chapter.exercises)
      show_exercise(page, learner, exercise, name_width);
  }
  if (learner.course().projects().empty()) return;
  page.gap();
  page.text(Bilingual{"Made of all your answers", "모든 답안으로 만드는 것"}, Paint::bold);
  for (const CourseExercise& project : learner.course().projects())
    show_exercise(page, learner, project, name_width);
}

void show_glossary(Page& page, const Course& course) {
  const Look& look = page.look();
  const std::string file = course.glossary_file().string();
  Table table{.columns = {{.title = Bilingual{"English", "영어"}.in(look.language)},
                          {.title = Bilingual{"Korean", "한국어"}.in(look.language)}},
              .width = width_of(look)};
  std::size_t number = 0;
  for (const nlohmann::json& entry : read_json(file)) {
    const Bilingual word = bilingual_from_json(entry, fmt::format("{}: entry {}", file, ++number));
    table.rows.push_back({word.english, word.korean});
  }
  std::istringstream lines(format_table(table));
  for (std::string line; std::getline(lines, line);) page.line(line);
}

}  // namespace heed
