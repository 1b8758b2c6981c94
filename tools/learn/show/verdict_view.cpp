#include "tools/learn/show/verdict_view.hpp"

#include <fmt/ranges.h>
#include <algorithm>

#include "lib/report/width.hpp"
#include "lib/report/wrap.hpp"
#include "tools/language/particles.hpp"
#include "tools/learn/show/failure_view.hpp"
#include "tools/learn/show/refusal_text.hpp"
#include "tools/learn/text/words.hpp"

namespace heed {
namespace {

const Bilingual does_not_compile{"The file does not compile yet. What the compiler says:",
                                 "아직 컴파일되지 않습니다. 컴파일러의 메시지:"};

constexpr std::size_t most_errors = 3;
constexpr std::size_t most_printed = 12, most_printed_on_a_screen = 3;  // lines

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
  const std::string where =
      error.line > 0 ? both("line {}", "{}번째 줄", error.line).in(language) + ": " : "";
  page.text(where + error.message, Paint::plain, 2);
  if (error.source.empty()) return;
  const std::string number = fmt::format("{:>6} | ", error.line);
  const std::size_t width = page.look().terminal.width;
  page.line(fit_width(number + code_text(error.source), width));
  const std::size_t column = static_cast<std::size_t>(std::max(1, error.column)) - 1;
  if (error.column > 0 && number.size() + column < width)
    page.line(fmt::format("{:>6} | {}{}", "", std::string(column, ' '), paint(page.look(), Paint::red, "^")));
}

void show_compile(Page& page, const Verdict& verdict) {
  if (!verdict.errors.empty()) {
    page.gap();
    page.text(does_not_compile, Paint::red);
    for (std::size_t i = 0; i < std::min(most_errors, verdict.errors.size()); ++i)
      show_compiler_error(page, verdict.errors[i]);
    if (verdict.errors.size() > most_errors)
      page.text(both("… and {} more; the first one often causes the rest",
                     "… 그 밖에 {}개. 첫 번째 오류를 고치면 나머지도 사라지는 경우가 많습니다",
                     verdict.errors.size() - most_errors),
                Paint::dim, 2);
  }
  for (const std::string& name : verdict.missing) {
    page.gap();
    page.text(
        both("The function {} is not there. Its name, parameters and return type must stay as they "
             "were in the first version of the file.",
             "함수가 없습니다: {}. 이름, 매개변수, 반환형은 처음 받은 파일 그대로 두어야 합니다.", name),
        Paint::red);
  }
  if (!verdict.others.empty())
    page.text(
        both("The file has {}.", "파일에 있는 함수: {}.", fmt::format("{}", fmt::join(verdict.others, "; "))),
        Paint::plain, 2);
  for (const Refusal& refused : verdict.forbidden) {
    page.gap();
    page.text(refusal_text(refused), Paint::red);
  }
  if (!verdict.compiled && verdict.errors.empty() && verdict.missing.empty() && verdict.forbidden.empty())
    page.text(does_not_compile, Paint::red);
}

void show_part_line(Page& page, const PartVerdict& part, std::size_t name_width) {
  const Look& look = page.look();
  const bool passed = part.status == PartStatus::passed;
  const bool untouched = part.status == PartStatus::not_written;
  const char* mark = passed ? "✓" : untouched ? "·" : "✗";
  const Paint colour = passed ? Paint::green : untouched ? Paint::dim : Paint::red;
  const std::string status = status_text(part).in(look.language);
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

void show_printed(Page& page, const std::string& printed, std::size_t most, const Bilingual& heading) {
  if (printed.empty()) return;
  page.gap();
  page.text(heading, Paint::dim);
  std::vector<std::string> lines =
      wrap(printed, {.width = page.look().terminal.width, .first = "  ", .rest = "  "});
  if (lines.size() > most) {
    lines.resize(most);
    lines.emplace_back(most < most_printed ? "  … [m]" : "  …");
  }
  page.append(lines);
}

/// What the answer printed, and apart from it what the system did.
void show_all_printed(Page& page, const std::string& printed, std::size_t most) {
  std::string own, of_the_system;
  for (std::size_t from = 0; from < printed.size();) {
    const std::size_t end = std::min(printed.find('\n', from), printed.size());
    const std::string line = printed.substr(from, end - from);
    std::string& text = is_of_the_system(line) ? of_the_system : own;
    text += (text.empty() ? "" : "\n") + line;
    from = end + 1;
  }
  show_printed(page, own, most, Bilingual{"Your code printed:", "코드가 출력한 것:"});
  show_printed(page, of_the_system, most,
               Bilingual{"The system's C library said, and ended the program:",
                         "시스템의 C 라이브러리가 이렇게 알리고 프로그램을 끝냈습니다:"});
}

/// After a pass: what is wrong with an answer that was not given, question by question.
void show_other_answers(Page& page, const Verdict& verdict, const Notes& notes) {
  bool first = true;
  for (const PartVerdict& part : verdict.parts) {
    for (const Mistake& avoided : part.by_question) {
      const auto note = notes.mistakes.find(avoided.id);
      if (note == notes.mistakes.end()) continue;
      if (first)
        page.text(Bilingual{"Why not the other answers: what is said to them",
                            "다른 답은 왜 아닌가: 그 답에는 이렇게 알립니다"},
                  Paint::bold, 2);
      first = false;
      page.text("· " + note->second.explanation, Paint::plain, 2);
    }
  }
}

}  // namespace

std::string points_text(double points, double max_points) {
  return fmt::format("{:g}/{:g}", points, max_points);
}

Bilingual status_text(const PartVerdict& part) {
  switch (part.status) {
    case PartStatus::passed:
      return part.checks > 0 ? both("passed, {} checks", "통과, 검사 {}개", part.checks)
                             : Bilingual{"passed", "통과"};
    case PartStatus::failed:
      return part.checks > 0 ? both("wrong result in {} of {} checks",
                                    "검사 {}개에서 결과가 다름 (전체 {}개)", part.failed_checks, part.checks)
                             : Bilingual{"wrong result", "결과가 다름"};
    case PartStatus::not_written:
      return part.failure && !part.failure->message.empty()
                 ? both("not written yet: {}", "아직 작성하지 않음: {}", part.failure->message)
                 : Bilingual{"not written yet", "아직 작성하지 않음"};
    case PartStatus::threw:
      return {"stopped with an error", "오류로 멈춤"};
    case PartStatus::crashed:
      return {"crashed", "비정상 종료"};
    case PartStatus::timeout:
      return {"took too long", "시간 초과"};
    case PartStatus::memory:
      return {"used too much memory", "메모리 초과"};
    case PartStatus::wrong_shape:
      return {"result has the wrong shape", "결과의 모양이 다름"};
    case PartStatus::missing_output:
      return {"gave no result", "결과가 없음"};
    case PartStatus::changed_input:
      return {"changed an argument", "인자를 바꿈"};
    case PartStatus::not_run:
      return {"not run", "실행하지 않음"};
  }
  return {};
}

void show_verdict(Page& page, const Verdict& verdict, const Notes& notes, const VerdictView& view) {
  const Language language = page.look().language;
  page.text(fmt::format("{}  {}", verdict.exercise, points_text(verdict.points(), verdict.max_points())),
            Paint::bold);
  std::size_t name_width = 0;
  for (const PartVerdict& part : verdict.parts) name_width = std::max(name_width, printable_width(part.name));
  const bool runs = verdict.compiled && verdict.missing.empty() && verdict.forbidden.empty();
  if (runs) {
    for (const PartVerdict& part : verdict.parts) show_part_line(page, part, name_width);
    if (!view.on_points.empty()) page.text(view.on_points, Paint::yellow, 2);
  }
  show_compile(page, verdict);
  const bool screen = view.rows > 0;
  Page below(page.look());  // takes rows from the example above it
  if (runs && !verdict.passed() && !verdict.untouched() && !verdict.warnings.empty()) {
    below.gap();
    below.text(Bilingual{"The compiler warns:", "컴파일러의 경고:"}, Paint::yellow);
    for (std::size_t i = 0; i < std::min(screen ? 1 : most_errors, verdict.warnings.size()); ++i)
      show_compiler_error(below, verdict.warnings[i]);
  }
  show_all_printed(below, verdict.printed, screen ? most_printed_on_a_screen : most_printed);
  const std::size_t taken = below.lines().size() + 1;
  if (runs) show_failures(page, verdict, notes, screen ? std::max(view.rows, taken + 1) - taken : 0);
  if (!below.lines().empty()) page.gap();
  page.append(below.lines());
  if (verdict.passed()) {
    page.gap();
    page.text(course_texts::all_passed, Paint::green);
    Page others(page.look()), demo(page.look());
    show_other_answers(others, verdict, notes);
    for (const DemoLine& line : verdict.demo)
      demo.text(with_particles(Bilingual{line.en, line.ko}.in(language)), Paint::plain, 2);
    if (!screen || page.lines().size() + others.lines().size() + demo.lines().size() <= view.rows)
      page.append(others.lines());
    else if (!others.lines().empty())
      page.text(
          Bilingual{"[m] says why not the other answers.", "[m]을 누르면 다른 답은 왜 아닌지 나옵니다."},
          Paint::dim, 2);
    page.append(demo.lines());
  } else if (verdict.untouched()) {
    page.gap();
    page.text(Bilingual{"Nothing is written yet: replace the lines with not_written(…) by your own code.",
                        "아직 작성한 것이 없습니다. not_written(…)이 있는 줄을 여러분의 코드로 바꾸세요."});
  }
}

}  // namespace heed
