#include "tools/learn/verdict_view.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <map>

#include "lib/report/width.hpp"
#include "tools/learn/markdown.hpp"
#include "tools/learn/matrix_view.hpp"
#include "tools/learn/words.hpp"

namespace heed {
namespace {

constexpr std::size_t most_errors = 3;
constexpr std::size_t most_printed = 12;  // lines

/// What libstdc++ says of v[i] when i is not below v.size(): nothing that a learner would know.
bool is_index_assertion(const PartVerdict& part) {
  return part.failure && part.failure->reason == "assertion" &&
         part.failure->message.find("< this->size()") != std::string::npos;
}

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

void show_compiler_error(Page& page, const CompilerError& error) {
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
  for (const Refused& refused : verdict.forbidden) {
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

void show_outputs(Page& page, const FailedCase& failure) {
  const Look& look = page.look();
  if (failure.at_most && failure.got && failure.got->values.size() == 1) {
    page.text(
        say(look.language, Say::costs_too_much, failure.output, failure.got->values[0], *failure.at_most),
        Paint::plain, 2);
    return;
  }
  if (!failure.expected || !failure.got) return;
  const std::string expected = shape_text(failure.expected->shape, look.language);
  if (failure.expected->shape != failure.got->shape) {
    page.text(say(look.language, Say::shapes_differ, failure.output, expected,
                  shape_text(failure.got->shape, look.language)),
              Paint::plain, 2);
    return;
  }
  page.text(say(look.language, Say::output_differs, failure.output, expected, failure.wrong.size(),
                std::max(failure.expected->values.size(), failure.wrong.size())),
            Paint::plain, 2);
  page.append(comparison_lines(*failure.expected, *failure.got, failure.wrong, look));
}

struct FailureContext {
  const Notes& notes;
  std::string exercise = "";
  std::map<std::string, std::string> explained = {};  // mistake or advice -> the part where it was given
};

void show_mistake(Page& page, const PartVerdict& part, FailureContext& context) {
  const Look& look = page.look();
  const auto note = context.notes.mistakes.find(part.mistake);
  if (part.mistake.empty() || note == context.notes.mistakes.end()) return;
  const auto [before, is_new] = context.explained.emplace(part.mistake, part.name);
  if (!is_new) {
    page.gap();
    page.text(say(look.language, Say::same_mistake, before->second), Paint::yellow, 2);
    return;
  }
  Look narrower = look;
  narrower.terminal.width -= std::min<std::size_t>(4, look.terminal.width / 4);
  const auto section = [&](Say heading, const std::string& text) {
    if (text.empty()) return;
    page.gap();
    page.text(say(look.language, heading), Paint::yellow, 2);
    for (const std::string& line : render_markdown(text, narrower)) page.line("    " + line);
  };
  section(Say::what_happened, note->second.explanation);
  section(Say::how_to_repair, note->second.repair);
}

void show_failure(Page& page, const PartVerdict& part, FailureContext& context) {
  const Look& look = page.look();
  page.gap();
  const std::string label = part.failure ? part.failure->label : "";
  page.text(label.empty() ? part.name : say(look.language, Say::part_and_case, part.name, label),
            Paint::bold);
  if (part.failure) {
    const FailedCase& failure = *part.failure;
    if (!failure.inputs.empty()) page.text(say(look.language, Say::inputs), Paint::plain, 2);
    for (const NamedValues& input : failure.inputs) page.append(matrix_lines(input, look));
    show_outputs(page, failure);
    if (!failure.message.empty() && !is_index_assertion(part) && part.status != PartStatus::changed_input) {
      page.text(say(look.language, part.status == PartStatus::threw ? Say::it_threw : Say::it_said),
                Paint::plain, 2);
      page.text(failure.message, Paint::yellow, 4);
    }
  }
  const std::string advice = advice_text(part, context.exercise, look.language);
  if (!advice.empty()) {
    const auto [before, is_new] = context.explained.emplace(advice, part.name);
    page.text(is_new ? advice : say(look.language, Say::same_advice, before->second), Paint::plain, 2);
  }
  show_mistake(page, part, context);
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

std::string advice_text(const PartVerdict& part, const std::string& exercise, Language language) {
  const std::string signal = part.failure ? part.failure->signal : "";
  if (part.status == PartStatus::timeout) return say(language, Say::timeout_advice);
  if (part.status == PartStatus::memory) return say(language, Say::memory_advice);
  if (part.status == PartStatus::missing_output) return say(language, Say::missing_output_advice);
  if (part.status == PartStatus::changed_input)
    return say(language, Say::changed_input_advice, part.failure ? part.failure->message : "");
  const std::string reason = part.failure ? part.failure->reason : "";
  if (reason == "no_std_exception") return say(language, Say::thrown_thing_advice);
  if (part.status != PartStatus::crashed || reason == "sanitizer") return "";
  if (reason == "stack_overflow") return say(language, Say::recursion_advice);
  if (is_index_assertion(part)) return say(language, Say::index_advice);
  if (reason == "assertion") return say(language, Say::assertion_advice);
  if (reason == "exit") return say(language, Say::missing_output_advice);
  if (reason == "segmentation_fault" || signal == "SIGSEGV" || signal == "SIGBUS")
    return say(language, Say::segfault_advice, exercise);
  if (reason == "division_by_zero" || signal == "SIGFPE") return say(language, Say::division_advice);
  if (reason == "aborted" || signal == "SIGABRT") return say(language, Say::abort_advice, exercise);
  return say(language, Say::crash_advice, signal.empty() ? "?" : signal, exercise);
}

void show_verdict(Page& page, const Verdict& verdict, const Notes& notes) {
  const Language language = page.look().language;
  page.text(fmt::format("{}  {}", verdict.exercise, points_text(verdict.points, verdict.max_points)),
            Paint::bold);
  std::size_t name_width = 0;
  for (const PartVerdict& part : verdict.parts) name_width = std::max(name_width, printable_width(part.name));
  const bool runs = verdict.compiled && verdict.missing.empty() && verdict.forbidden.empty();
  if (runs) {
    for (const PartVerdict& part : verdict.parts) show_part_line(page, part, name_width);
  }
  show_compile(page, verdict);
  if (runs) {
    FailureContext context{.notes = notes, .exercise = verdict.exercise};
    for (const PartVerdict& part : verdict.parts) {
      if (part.status != PartStatus::passed && part.status != PartStatus::not_written)
        show_failure(page, part, context);
    }
  }
  if (runs && !verdict.passed && !verdict.untouched() && !verdict.warnings.empty()) {
    page.gap();
    page.text(say(language, Say::compiler_warns), Paint::yellow);
    for (std::size_t i = 0; i < std::min(most_errors, verdict.warnings.size()); ++i)
      show_compiler_error(page, verdict.warnings[i]);
  }
  if (!verdict.printed.empty()) {
    page.gap();
    page.text(say(language, Say::it_printed), Paint::dim);
    std::vector<std::string> lines =
        wrap(verdict.printed, {.width = page.look().terminal.width, .first = "  ", .rest = "  "});
    if (lines.size() > most_printed) {
      lines.resize(most_printed);
      lines.emplace_back("  …");
    }
    page.append(lines);
  }
  if (verdict.passed) {
    page.gap();
    page.text(say(language, Say::all_passed), Paint::green);
    for (const Bilingual& line : verdict.demo) page.text(line.in(language), Paint::plain, 2);
  } else if (verdict.untouched()) {
    page.gap();
    page.text(say(language, Say::nothing_written));
  }
}

}  // namespace heed
