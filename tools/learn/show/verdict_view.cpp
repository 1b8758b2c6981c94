#include "tools/learn/show/verdict_view.hpp"

#include <fmt/ranges.h>
#include <algorithm>

#include "lib/report/width.hpp"
#include "lib/report/wrap.hpp"
#include "tools/language/both.hpp"
#include "tools/language/particles.hpp"
#include "tools/learn/show/failure_view.hpp"
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

/// Why an answer gets no points, by the reason of exercises/grading/refusals/refusals.hpp.
struct RefusalText {
  std::string_view reason, english, korean;
};
constexpr RefusalText refusals[] = {
    {"library",
     "{} may not be used here: an answer has Tensor, given:: and, of heed, Variable with its elementary "
     "operations.",
     "여기서는 쓸 수 없습니다: {}. 답안에서는 Tensor와 given::, 그리고 heed에서는 Variable과 기본 연산만 쓸 "
     "수 있습니다."},
    {"file",
     "{} may not be included: an answer stands in one file, with exercises/learn.hpp, exercises/given.hpp "
     "and the C++ library.",
     "포함할 수 없는 파일입니다: {}. 답안은 파일 하나에 쓰며, exercises/learn.hpp, exercises/given.hpp, C++ "
     "표준 라이브러리만 포함할 수 있습니다."},
    {"elsewhere", "{} leads out of what was handed in: an answer is a file of your own in it.",
     "제출물 밖을 가리킵니다: {}. 답안은 제출물 안에 있는 자신의 파일이어야 합니다."},
    {"utf16", "{} is saved as UTF-16 (\"Unicode\" in some editors): save it as UTF-8.",
     "{} 파일이 UTF-16(편집기에 따라 \"유니코드\")으로 저장되어 있습니다. UTF-8로 저장하십시오."},
    {"system",
     "{} may not be used: an answer is C++ without assembler, starts no programs, needs neither the network "
     "nor files. (A name of your own: take another.)",
     "쓸 수 없습니다: {}. 답안은 어셈블러 없는 C++로 쓰고, 다른 프로그램, 네트워크, 파일을 쓰지 않습니다. "
     "(직접 지은 이름이라면 다른 이름을 쓰십시오.)"},
    {"thread", "{} may not be used: an answer computes in the one thread that it is called in.",
     "쓸 수 없습니다: {}. 답안은 불려 온 스레드 하나에서만 계산합니다."},
    {"by_hand",
     "{} may not be used here: the gradients of this exercise are computed by hand, without Variable.",
     "여기서는 쓸 수 없습니다: {}. 이 문제의 기울기는 Variable 없이 직접 계산합니다."},
    {"", "{} may not be used here: writing it is what this exercise is about.",
     "여기서는 쓸 수 없습니다: {}. 바로 그것을 직접 작성하는 문제입니다."}};

std::string refusal_text(const Refusal& refused, Language language) {
  const auto* text = std::ranges::find(refusals, refused.reason, &RefusalText::reason);
  if (text == std::end(refusals)) text = std::end(refusals) - 1;
  return fmt::format(fmt::runtime(language == Language::korean ? text->korean : text->english), refused.name);
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
    page.text(refusal_text(refused, page.look().language), Paint::red);
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

void show_printed(Page& page, const std::string& printed, std::size_t most) {
  if (printed.empty()) return;
  page.gap();
  page.text(Bilingual{"Your code printed:", "코드가 출력한 것:"}, Paint::dim);
  std::vector<std::string> lines =
      wrap(printed, {.width = page.look().terminal.width, .first = "  ", .rest = "  "});
  if (lines.size() > most) {
    lines.resize(most);
    lines.emplace_back(most < most_printed ? "  … [m]" : "  …");
  }
  page.append(lines);
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
  const bool screen = rows > 0;
  Page below(page.look());  // takes rows from the example above it
  if (runs && !verdict.passed() && !verdict.untouched() && !verdict.warnings.empty()) {
    below.gap();
    below.text(Bilingual{"The compiler warns:", "컴파일러의 경고:"}, Paint::yellow);
    for (std::size_t i = 0; i < std::min(screen ? 1 : most_errors, verdict.warnings.size()); ++i)
      show_compiler_error(below, verdict.warnings[i]);
  }
  show_printed(below, verdict.printed, screen ? most_printed_on_a_screen : most_printed);
  const std::size_t taken = below.lines().size() + 1;
  if (runs) show_failures(page, verdict, notes, screen ? std::max(rows, taken + 1) - taken : 0);
  if (!below.lines().empty()) page.gap();
  page.append(below.lines());
  if (verdict.passed()) {
    page.gap();
    page.text(course_texts::all_passed, Paint::green);
    Page others(page.look()), demo(page.look());
    show_other_answers(others, verdict, notes);
    for (const DemoLine& line : verdict.demo)
      demo.text(with_particles(Bilingual{line.en, line.ko}.in(language)), Paint::plain, 2);
    if (!screen || page.lines().size() + others.lines().size() + demo.lines().size() <= rows)
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
