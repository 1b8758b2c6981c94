#include "tools/learn/verdict_view.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "lib/report/width.hpp"
#include "tools/language/particles.hpp"
#include "tools/learn/failure_view.hpp"
#include "tools/learn/words.hpp"

namespace heed {
namespace {

constexpr std::size_t most_errors = 3;
constexpr std::size_t most_printed = 12;  // lines

/// A line of code with its tabs as the compiler counts them, and with nothing that could move the cursor.
std::string code_text(const std::string& source) {
  std::string text;
  std::size_t column = 0;
  for (const char c : source) {
    const std::size_t spaces = c == '\t' ? 8 - column % 8 : 0;
    text += spaces > 0 ? std::string(spaces, ' ') : std::string(1, c);
    column += spaces > 0 ? spaces : 1;
  }
  return printable(text);
}

void show_compiler_error(Page& page, const CompilerMessage& error) {
  const Language language = page.look().language;
  const std::string where = error.line > 0 ? say(language, Say::at_line, error.line) + ": " : "";
  page.text(where + error.message, Paint::plain, 2);
  if (error.source.empty()) return;
  const std::string number = fmt::format("{:>6} | ", error.line);
  const std::size_t width = page.look().terminal.width;
  page.line(fit_width(number + code_text(error.source), width));
  const std::size_t column = static_cast<std::size_t>(std::max(1, error.column)) - 1;
  if (error.column > 0 && number.size() + column < width)
    page.line(fmt::format("{:>6} | {}{}", "", std::string(column, ' '), paint(page.look(), Paint::red, "^")));
}

Say refusal_text(const std::string& reason) {
  if (reason == "library") return Say::library_forbidden;
  if (reason == "file") return Say::file_forbidden;
  if (reason == "uncounted") return Say::uncounted_forbidden;
  if (reason == "redefined") return Say::redefined_forbidden;
  if (reason == "static") return Say::static_forbidden;
  return reason == "system" ? Say::system_forbidden : Say::function_forbidden;
}

void show_compile(Page& page, const Verdict& verdict) {
  const Language language = page.look().language;
  if (!verdict.errors.empty()) {
    page.gap();
    page.text(say(language, Say::does_not_compile), Paint::red);
    for (std::size_t i = 0; i < std::min(most_errors, verdict.errors.size()); ++i)
      show_compiler_error(page, verdict.errors[i]);
    if (verdict.errors.size() > most_errors)
      page.text(say(language, Say::more_errors, verdict.errors.size() - most_errors), Paint::dim, 2);
  }
  for (const std::string& name : verdict.missing) {
    page.gap();
    page.text(say(language, Say::function_missing, name), Paint::red);
  }
  for (const Refusal& refused : verdict.forbidden) {
    page.gap();
    page.text(say(language, refusal_text(refused.reason), refused.name), Paint::red);
  }
  if (!verdict.compiled && verdict.errors.empty() && verdict.missing.empty() && verdict.forbidden.empty())
    page.text(say(language, Say::does_not_compile), Paint::red);
}

void show_part_line(Page& page, const PartVerdict& part, std::size_t name_width) {
  const Look& look = page.look();
  const bool passed = part.status == PartStatus::passed;
  const bool untouched = part.status == PartStatus::not_written;
  const char* mark = passed ? "✓" : untouched ? "·" : "✗";
  const Paint colour = passed ? Paint::green : untouched ? Paint::dim : Paint::red;
  const std::string status = status_text(part, look.language);
  page.text(fmt::format("{} {}  {:>6}  {}", mark, pad_width(part.name, name_width),
                        points_text(part.points, part.max_points), status),
            colour, 2);
}

/// Of the C library, about memory that an answer has spoilt: the learner never wrote these words.
bool is_of_the_system(std::string_view line) {
  for (const char* words :
       {"malloc(): ", "free(): ", "realloc(): ", "munmap_chunk(): ", "malloc_consolidate(): ",
        "double free or corruption", "corrupted size vs. prev_size", "corrupted double-linked",
        "*** stack smashing detected", "*** buffer overflow detected"}) {
    if (line.starts_with(words)) return true;
  }
  return false;
}

void show_printed(Page& page, const std::string& printed, Say heading) {
  if (printed.empty()) return;
  page.gap();
  page.text(say(page.look().language, heading), Paint::dim);
  std::vector<std::string> lines =
      wrap(printed, {.width = page.look().terminal.width, .first = "  ", .rest = "  "});
  if (lines.size() > most_printed) {
    lines.resize(most_printed);
    lines.emplace_back("  …");
  }
  page.append(lines);
}

/// What the answer printed, and apart from it what the system did.
void show_all_printed(Page& page, const std::string& printed) {
  std::string own, of_the_system;
  for (std::size_t from = 0; from < printed.size();) {
    const std::size_t end = std::min(printed.find('\n', from), printed.size());
    const std::string line = printed.substr(from, end - from);
    std::string& text = is_of_the_system(line) ? of_the_system : own;
    text += (text.empty() ? "" : "\n") + line;
    from = end + 1;
  }
  show_printed(page, own, Say::it_printed);
  show_printed(page, of_the_system, Say::system_said);
}

/// After a pass: what is wrong with an answer that was not given, question by question.
void show_other_answers(Page& page, const Verdict& verdict, const Notes& notes) {
  bool first = true;
  for (const PartVerdict& part : verdict.parts) {
    for (const Mistake& avoided : part.by_question) {
      const auto note = notes.mistakes.find(avoided.id);
      if (note == notes.mistakes.end()) continue;
      if (first) page.text(say(page.look().language, Say::other_answers), Paint::bold, 2);
      first = false;
      page.text("· " + note->second.explanation, Paint::plain, 2);
    }
  }
}

}  // namespace

std::string points_text(double points, double max_points) {
  return fmt::format("{:g}/{:g}", points, max_points);
}

std::string status_text(const PartVerdict& part, Language language) {
  switch (part.status) {
    case PartStatus::passed:
      return part.checks > 0 ? say(language, Say::passed_checks, part.checks) : say(language, Say::passed);
    case PartStatus::failed:
      return part.checks > 0 ? say(language, Say::failed_checks, part.failed_checks, part.checks)
                             : say(language, Say::failed);
    case PartStatus::not_written:
      return part.failure && !part.failure->message.empty()
                 ? say(language, Say::function_not_written, part.failure->message)
                 : say(language, Say::not_written);
    case PartStatus::threw:
      return say(language, Say::threw);
    case PartStatus::crashed:
      return say(language, Say::crashed);
    case PartStatus::timeout:
      return say(language, Say::timed_out);
    case PartStatus::memory:
      return say(language, Say::out_of_memory);
    case PartStatus::wrong_shape:
      return say(language, Say::wrong_shape);
    case PartStatus::missing_output:
      return say(language, Say::missing_output);
    case PartStatus::changed_input:
      return say(language, Say::changed_input);
    case PartStatus::not_run:
      return say(language, Say::not_run);
  }
  return "";
}

void show_verdict(Page& page, const Verdict& verdict, const Notes& notes, std::size_t rows) {
  const Language language = page.look().language;
  page.text(fmt::format("{}  {}", verdict.exercise, points_text(verdict.points(), verdict.max_points())),
            Paint::bold);
  std::size_t name_width = 0;
  for (const PartVerdict& part : verdict.parts) name_width = std::max(name_width, printable_width(part.name));
  const bool runs = verdict.compiled && verdict.missing.empty() && verdict.forbidden.empty();
  if (runs) {
    for (const PartVerdict& part : verdict.parts) show_part_line(page, part, name_width);
  }
  show_compile(page, verdict);
  if (runs) show_failures(page, verdict, notes, rows);
  if (runs && !verdict.passed() && !verdict.untouched() && !verdict.warnings.empty()) {
    page.gap();
    page.text(say(language, Say::compiler_warns), Paint::yellow);
    for (std::size_t i = 0; i < std::min(most_errors, verdict.warnings.size()); ++i)
      show_compiler_error(page, verdict.warnings[i]);
  }
  show_all_printed(page, verdict.printed);
  if (verdict.passed()) {
    page.gap();
    page.text(say(language, Say::all_passed), Paint::green);
    show_other_answers(page, verdict, notes);
    for (const DemoLine& line : verdict.demo)
      page.text(with_particles(Bilingual{line.en, line.ko}.in(language)), Paint::plain, 2);
  } else if (verdict.untouched()) {
    page.gap();
    page.text(say(language, Say::nothing_written));
  }
}

}  // namespace heed
