#include "tools/learn/report/teacher_page.hpp"

#include <fmt/format.h>

#include <set>
#include <sstream>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/progress.hpp"
#include "tools/learn/text/html.hpp"

namespace heed {
namespace {

/// The lines that `other` has and `base` has not.
std::string new_lines(const std::string& base, const std::string& other) {
  std::set<std::string> known;
  std::istringstream old(base), now(other);
  for (std::string line; std::getline(old, line);) known.insert(line);
  std::string out;
  for (std::string line; std::getline(now, line);) {
    if (!known.contains(line)) out += line + '\n';
  }
  return out;
}

const char* const style = R"(body{font:16px/1.5 sans-serif;max-width:60em;margin:2em auto;padding:0 1em}
pre{background:#f4f4f4;padding:.6em;overflow:auto;font-size:14px}code{background:#f4f4f4}
table{border-collapse:collapse}td{border:1px solid #ccc;padding:.2em .5em}h2{margin-top:3em}
details{margin:.4em 0}nav{columns:3}@media print{details>*{display:block}})";

std::string statement_and_hints(const Course& course, const CourseExercise& exercise, const Notes& notes,
                                Language language) {
  std::string body = html_of_markdown(course.statement(exercise, language), 2);
  body += fmt::format("<h3>{}</h3>\n", language == Language::korean ? "힌트" : "Hints");
  for (const std::string& hint : notes.hints) body += html_of_markdown(hint, 4);
  return body;
}

}  // namespace

std::string teacher_page(const Learner& learner) {
  const Language language = learner.look().language;
  const bool korean = language == Language::korean;
  const Course& course = learner.course();
  const auto all_wrong = learner.grader().all_wrong(language);
  const auto wrong = [&](const std::string& exercise, const std::string& id) {
    const auto of_exercise = all_wrong.find(exercise);
    if (of_exercise == all_wrong.end() || !of_exercise->second.contains(id))
      throw_error("the grader knows no mistake '{}' of {}; build it again", id, exercise);
    return of_exercise->second.at(id);
  };
  std::string body, contents;
  Progress progress({.label = "heed learn", .total = static_cast<std::int64_t>(course.exercises().size())});
  std::int64_t done = 0;
  for (const CourseChapter& chapter : course.chapters()) {
    body += fmt::format("<h1>{} · {}</h1>\n", chapter.name.substr(0, chapter.name.find('_')),
                        escaped(chapter.title.in(language)));
    for (const CourseExercise& exercise : chapter.exercises) {
      if (interrupt_requested()) throw_error<Interrupted>("interrupted");
      const std::string solution = learner.solution(exercise);
      contents += fmt::format("<a href=\"#{0}\">{1} {0}</a><br>\n", exercise.name, exercise.number);
      body += fmt::format("<section id=\"{}\">\n", exercise.name);
      if (exercise.is_quiz()) {
        body += fmt::format("<h2>{}</h2>\n<pre>{}</pre>\n</section>\n", escaped(learner.title(exercise)),
                            escaped(solution));
        progress.update({.done = ++done});
        continue;
      }
      const Notes notes = parse_notes(course.notes(exercise, language));
      body += statement_and_hints(course, exercise, notes, language);
      body +=
          fmt::format("<h3>{}</h3>\n<pre>{}</pre>\n<h3>{} ({})</h3>\n", korean ? "풀이" : "Solution",
                      escaped(solution), korean ? "알려진 실수" : "Known mistakes", notes.mistakes.size());
      for (const auto& [id, note] : notes.mistakes) {
        body += fmt::format("<details><summary><code>{}</code></summary>\n{}{}<pre>{}</pre></details>\n", id,
                            html_of_markdown(note.explanation, 4), html_of_markdown(note.repair, 4),
                            escaped(new_lines(solution, wrong(exercise.name, id))));
      }
      body += "</section>\n";
      progress.update({.done = ++done});
    }
  }
  progress.finish();
  for (const CourseExercise& project : course.projects()) {
    contents += fmt::format("<a href=\"#{0}\">{0}</a><br>\n", project.name);
    body += fmt::format(
        "<section id=\"{}\">\n{}</section>\n", project.name,
        statement_and_hints(course, project, parse_notes(course.notes(project, language)), language));
  }
  return fmt::format(
      "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{}</title>\n<style>{}</style>\n"
      "<nav>\n{}</nav>\n{}</html>\n",
      language_name(language), korean ? "heed: 과정 전체(교사용)" : "heed: the whole course, for teachers",
      style, contents, body);
}

}  // namespace heed
