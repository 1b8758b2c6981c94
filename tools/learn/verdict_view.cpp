#include "tools/learn/verdict_view.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <regex>

#include "lib/report/wrap.hpp"
#include "lib/text/display.hpp"
#include "tools/language/tr.hpp"
#include "tools/learn/quiz.hpp"

namespace heed {
namespace {

constexpr std::size_t most_errors = 3, most_printed_lines = 12;

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

/// The text "compile …" for what people write who come from Python; empty for other errors.
std::string from_python(const CompilerMessage& error, const Notes& notes) {
  static const std::pair<std::regex, const char*> habits[]{
      {std::regex("operator\\[\\]|subscript operator"), "subscript"},
      {std::regex("array subscript|member function must be called"), "shape"},
      {std::regex("call to '[^']*size\\(int|function call, expected 0"), "size"},
      {std::regex("(call to|initialization of) '[^']*Tensor(::Tensor\\([^)]|')"), "constructor"},
      {std::regex("'(in|range)'|before 'in'"), "range"},
      {std::regex("'len'"), "length"},
      {std::regex("no member named 'T'"), "transpose"}};
  const auto habit = std::ranges::find_if(
      habits, [&](const auto& one) { return std::regex_search(error.message, one.first); });
  return habit == std::end(habits) ? "" : notes.text(std::string("compile ") + habit->second);
}

void show_compiler_messages(Page& page, const std::vector<CompilerMessage>& messages, const Notes& notes) {
  const std::size_t shown = std::min(most_errors, messages.size()), width = page.terminal().width;
  for (std::size_t i = 0; i < shown; ++i) {
    const CompilerMessage& error = messages[i];
    page.text((error.line > 0 ? tr("line {}", error.line) + ": " : "") + error.message, Paint::plain, 2);
    if (error.source.empty()) continue;
    const std::string number = fmt::format("{:>6} | ", error.line);
    page.line(fit_width(number + code_text(error.source), width));
    const std::size_t column = static_cast<std::size_t>(std::max(1, error.column)) - 1;
    if (error.column > 0 && number.size() + column < width)
      page.line(
          fmt::format("{:>6} | {}{}", "", std::string(column, ' '), paint(page.terminal(), Paint::red, "^")));
    page.markdown(from_python(error, notes), 2);
  }
  if (messages.size() > shown)
    page.text(tr("… and {} more; the first one often causes the rest", messages.size() - shown), Paint::dim,
              2);
}

/// Shows what keeps an answer from being run.
void show_refusals(Page& page, const Verdict& verdict, const Notes& notes) {
  if ((!verdict.compiled && verdict.missing.empty()) || !verdict.errors.empty()) {
    page.gap();
    page.text(tr("The file does not compile yet. What the compiler says:"), Paint::red);
    show_compiler_messages(page, verdict.errors, notes);
  }
  for (const std::string& name : verdict.missing) {
    page.gap();
    page.text(tr("The function {} is not there. Its name, parameters and return type must stay as they were "
                 "in the first version of the file.",
                 name),
              Paint::red);
  }
  if (!verdict.others.empty())
    page.text(tr("The file has {}.", fmt::format("{}", fmt::join(verdict.others, "; "))), Paint::plain, 2);
  for (const Refusal& refused : verdict.forbidden) {
    const bool known = notes.texts.contains("refused " + refused.reason);
    page.section(tr("Not allowed"),
                 notes.text("refused " + (known ? refused.reason : "subject"), {refused.name}));
  }
}

void show_printed(Page& page, const std::string& printed) {
  if (printed.empty()) return;
  page.gap();
  page.text(tr("Your code printed:"), Paint::dim);
  std::vector<std::string> lines =
      wrap(printed, {.width = page.terminal().width, .first = "  ", .rest = "  "});
  if (lines.size() > most_printed_lines) {
    lines.resize(most_printed_lines);
    lines.emplace_back("  …");
  }
  page.append(lines);
}

/// After a pass: what one can do now.
void show_pass(Page& page, const Verdict& verdict) {
  page.text(tr("All parts pass."), Paint::green);
  for (const DemoLine& line : verdict.demo)
    page.text(with_particles(Bilingual{line.en, line.ko}.in(spoken_language())), Paint::plain, 2);
}

/// Shows the numbers that were measured where others were predicted.
void show_predictions(Page& page, const Verdict& verdict, const Notes& notes) {
  std::string wrong;
  for (const PartVerdict& part : verdict.parts)
    for (const Mistake& mistake : part.by_question)
      if (const auto note = notes.mistakes.find(mistake.id); note != notes.mistakes.end())
        wrong += "- " + note->second.text + "\n";
  page.section(tr("What came out otherwise than you predicted"), wrong);
}

}  // namespace

std::string points_text(double points, double max_points) {
  return fmt::format("{:g}/{:g}", points, max_points);
}

std::string status_text(const PartVerdict& part) {
  switch (part.status) {
    case PartStatus::passed:
      if (part.failed_checks > 0) return tr("predicted, wrong: {} of {}", part.failed_checks, part.checks);
      return part.checks > 0 ? tr("passed, checks: {}", part.checks) : tr("passed");
    case PartStatus::failed:
      if (part.failure && part.failure->at_most) return tr("costs too much");
      return part.checks > 0 ? tr("wrong result in {} of {} checks", part.failed_checks, part.checks)
                             : tr("wrong result");
    case PartStatus::not_written:
      return tr("not written yet");
    case PartStatus::threw:
      return tr("stopped with an error");
    case PartStatus::crashed:
      return tr("crashed");
    case PartStatus::timeout:
      return tr("took too long");
    case PartStatus::memory:
      return tr("used too much memory");
    case PartStatus::wrong_shape:
      return tr("result has the wrong shape");
    case PartStatus::missing_output:
      return tr("gave no result");
    case PartStatus::changed_input:
      return tr("changed an argument");
    case PartStatus::not_run:
      return tr("not run");
  }
  return "";
}

void show_verdict(Page& page, const Verdict& verdict, const Notes& notes) {
  page.text(fmt::format("{}  {}", verdict.exercise, points_text(verdict.points(), verdict.max_points())),
            Paint::bold);
  if (verdict.exercise.starts_with("quiz_")) {
    if (verdict.passed()) page.text(tr("All parts pass."), Paint::green);
    if (verdict.untouched()) page.text(tr("The reason is shown as soon as you have answered."));
    for (const PartVerdict& part : verdict.parts) show_answer(page, part);
    return;
  }
  std::size_t name_width = 0;
  for (const PartVerdict& part : verdict.parts) name_width = std::max(name_width, printable_width(part.name));
  const bool runs = verdict.compiled && verdict.missing.empty() && verdict.forbidden.empty();
  for (const PartVerdict& part : verdict.parts) {
    if (!runs) break;
    const bool passed = part.status == PartStatus::passed, open = part.status == PartStatus::not_written;
    const char* const mark = passed ? "✓" : open ? "·" : "✗";
    page.text(fmt::format("{} {}  {:>6}  {}", mark, pad_width(part.name, name_width),
                          points_text(part.points, part.max_points), status_text(part)),
              passed ? Paint::green
              : open ? Paint::dim
                     : Paint::red,
              2);
  }
  show_refusals(page, verdict, notes);
  if (runs && verdict.passed()) show_pass(page, verdict);
  if (runs) show_predictions(page, verdict, notes);
  if (runs && verdict.untouched())
    page.text(tr("Nothing is written yet: replace the lines with not_written(…) by your own code."));
  if (runs && !verdict.passed()) {
    show_failures(page, verdict, notes);
    if (!verdict.untouched() && !verdict.warnings.empty()) {
      page.gap();
      page.text(tr("The compiler warns:"), Paint::yellow);
      show_compiler_messages(page, verdict.warnings, notes);
    }
  }
  show_printed(page, verdict.printed);
}

}  // namespace heed
