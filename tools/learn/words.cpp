#include "tools/learn/words.hpp"

#include <array>

namespace heed {
namespace {

struct Entry {
  Say what;
  std::string_view english, korean;
};

// In the order of Say. Korean sentences avoid particles that depend on the last sound of what is filled in.
constexpr std::array entries{
    Entry{Say::passed, "passed", "통과"},
    Entry{Say::passed_checks, "passed, {} checks", "통과, 검사 {}개"},
    Entry{Say::failed, "wrong result", "결과가 다름"},
    Entry{Say::failed_checks, "wrong result in {} of {} checks", "검사 {}개에서 결과가 다름 (전체 {}개)"},
    Entry{Say::not_written, "not written yet", "아직 작성하지 않음"},
    Entry{Say::threw, "stopped with an error", "오류로 멈춤"},
    Entry{Say::crashed, "crashed", "비정상 종료"},
    Entry{Say::timed_out, "took too long", "시간 초과"},
    Entry{Say::out_of_memory, "used too much memory", "메모리 초과"},
    Entry{Say::wrong_shape, "result has the wrong shape", "결과의 모양이 다름"},
    Entry{Say::missing_output, "gave no result", "결과가 없음"},
    Entry{Say::changed_input, "changed an argument", "인자를 바꿈"},
    Entry{Say::not_run, "not run", "실행하지 않음"},
    Entry{Say::function_not_written, "not written yet: {}", "아직 작성하지 않음: {}"},
    Entry{Say::compiler_warns, "The compiler warns:", "컴파일러의 경고:"},
    Entry{Say::does_not_compile, "The file does not compile yet. What the compiler says:",
          "아직 컴파일되지 않습니다. 컴파일러의 메시지:"},
    Entry{Say::more_errors, "… and {} more; the first one often causes the rest",
          "… 그 밖에 {}개. 첫 번째 오류를 고치면 나머지도 사라지는 경우가 많습니다"},
    Entry{Say::at_line, "line {}", "{}번째 줄"},
    Entry{Say::function_missing,
          "The function {} is not there. Its name, parameters and return type must stay as they were in the "
          "first version of the file.",
          "함수가 없습니다: {}. 이름, 매개변수, 반환형은 처음 받은 파일 그대로 두어야 합니다."},
    Entry{Say::function_forbidden, "{} may not be used here: writing it is what this exercise is about.",
          "여기서는 쓸 수 없습니다: {}. 바로 그것을 직접 작성하는 문제입니다."},
    Entry{
        Say::library_forbidden,
        "{} may not be used here: an answer has Tensor, given:: and, of heed, Variable with its elementary "
        "operations.",
        "여기서는 쓸 수 없습니다: {}. 답안에서는 Tensor와 given::, 그리고 heed에서는 Variable과 기본 연산만 "
        "쓸 수 있습니다."},
    Entry{
        Say::file_forbidden,
        "{} may not be included: an answer stands in one file, with exercises/learn.hpp, exercises/given.hpp "
        "and the C++ library.",
        "포함할 수 없는 파일입니다: {}. 답안은 파일 하나에 쓰며, exercises/learn.hpp, exercises/given.hpp, "
        "C++ 표준 라이브러리만 포함할 수 있습니다."},
    Entry{Say::system_forbidden,
          "{} may not be used: an answer starts no programs, needs no network, and gets its memory from "
          "vectors, new or malloc.",
          "쓸 수 없습니다: {}. 답안은 다른 프로그램이나 네트워크를 쓰지 않고, 메모리는 vector, new, "
          "malloc으로만 "
          "얻습니다."},
    Entry{Say::static_forbidden,
          "{} is a static variable: here work and memory are measured, and an answer keeps nothing from one "
          "call "
          "to the next.",
          "정적 변수입니다: {}. 이 문제에서는 일과 메모리를 재므로, 한 호출에서 다음 호출로 아무것도 남길 수 "
          "없습니다."},
    Entry{Say::uncounted_forbidden,
          "{} may not be used: here the work of an answer is counted, and what it does there would not be.",
          "쓸 수 없습니다: {}. 이 문제에서는 답안이 하는 일을 세는데, 여기서 한 일은 셀 수 없습니다."},
    Entry{Say::redefined_forbidden,
          "{} is a name of heed or of the C library: an answer's functions have names of their own.",
          "heed나 C 라이브러리의 이름입니다: {}. 답안의 함수에는 다른 이름을 붙여야 합니다."},
    Entry{Say::part_and_case, "{}, case \"{}\"", "{}, 사례 \"{}\""},
    Entry{Say::inputs, "Given:", "입력:"},
    Entry{Say::shown, "Your function gave:", "여러분의 함수가 준 것:"},
    Entry{Say::expected, "expected", "정답"},
    Entry{Say::got, "yours", "내 결과"},
    Entry{Say::one_number, "one number", "수 하나"},
    Entry{Say::output_differs, "{} {}: {} of {} values are wrong (marked *)",
          "{} {}: 값 {}개가 다릅니다 (전체 {}개, * 표시)"},
    Entry{Say::shapes_differ, "{}: the shape should be {}, yours is {}",
          "{}: 모양은 {}이어야 하는데, 내 결과의 모양은 {}입니다"},
    Entry{Say::costs_too_much, "{}: {:g}, and at most {:g} are allowed",
          "{}: {:g}. 허용되는 최댓값은 {:g}입니다"},
    Entry{Say::it_threw, "It stopped with this message:", "다음 메시지와 함께 멈췄습니다:"},
    Entry{Say::it_said, "Message:", "메시지:"},
    Entry{Say::what_happened, "What happened", "무슨 일이 일어났나"},
    Entry{Say::two_things, "Two things at once", "두 가지가 함께 일어났습니다"},
    Entry{Say::how_to_repair, "How to repair it", "어떻게 고치나"},
    Entry{Say::what_is_seen, "What the numbers show", "값에서 보이는 것"},
    Entry{Say::more_behind_key, "[m] shows all of it: inputs, and what happened in the other parts.",
          "[m]을 누르면 입력과 다른 부분에서 일어난 일까지 모두 봅니다."},
    Entry{Say::nan_means,
          "(nan is no number: it comes of 0/0, of ∞ − ∞, and of everything computed with nan)",
          "(nan은 수가 아니라는 뜻입니다. 0/0, ∞ − ∞, 그리고 nan이 들어간 모든 계산에서 나옵니다)"},
    Entry{Say::it_printed, "Your code printed:", "코드가 출력한 것:"},
    Entry{Say::all_passed, "All parts pass.", "모든 부분을 통과했습니다."},
    Entry{Say::nothing_written,
          "Nothing is written yet: replace the lines with not_written(…) by your own code.",
          "아직 작성한 것이 없습니다. not_written(…)이 있는 줄을 여러분의 코드로 바꾸세요."},
    Entry{Say::timeout_advice,
          "It did not come to an end in time. Does every loop reach its end? Does the counter move in the "
          "right "
          "direction, and does a recursion stop?",
          "제한 시간 안에 끝나지 않았습니다. 모든 반복문이 끝나는지, 카운터가 올바른 방향으로 움직이는지, "
          "재귀가 "
          "멈추는지 살펴보세요."},
    Entry{Say::memory_advice,
          "It asked for more memory than allowed. Look for a vector that grows in a loop without end, for a "
          "shape "
          "with a wrong number in it, or for a recursion that never stops.",
          "허용된 것보다 많은 메모리를 요구했습니다. 끝나지 않는 반복문에서 커지는 벡터, 잘못된 수가 들어간 "
          "모양, "
          "멈추지 않는 재귀가 있는지 살펴보세요."},
    Entry{Say::missing_output_advice,
          "The function ended the program instead of returning a result: take out exit() and the like.",
          "함수가 결과를 돌려주지 않고 프로그램을 끝냈습니다. exit() 같은 호출을 지우세요."},
    Entry{Say::changed_input_advice,
          "It wrote into its argument {}, which is const: whoever called still needs it. Work on a copy.",
          "const 인자에 값을 썼습니다: {}. 호출한 쪽이 아직 쓰는 값이므로, 복사본에서 계산하세요."},
    Entry{Say::segfault_advice,
          "It touched memory that does not belong to it: a pointer, a reference or an iterator that leads "
          "past the "
          "end, or to something that is gone. `./heed learn check {} --sanitize` names the line.",
          "자기 것이 아닌 메모리를 건드렸습니다. 포인터, 참조, 반복자가 끝을 넘어갔거나 이미 사라진 것을 "
          "가리키고 "
          "있습니다. `./heed learn check {} --sanitize`를 실행하면 몇 번째 줄인지 알 수 있습니다."},
    Entry{Say::recursion_advice,
          "Functions called each other until the stack was full: a recursion that never stops. Which call "
          "should "
          "have been the last?",
          "함수가 서로를 계속 불러 스택이 가득 찼습니다. 멈추지 않는 재귀입니다. 어느 호출이 마지막이었어야 "
          "할까요?"},
    Entry{Say::index_advice,
          "An index ran past the end of a vector: v[i] needs i from 0 to v.size() − 1. Print i and v.size() "
          "before "
          "you use them.",
          "인덱스가 벡터의 끝을 넘어갔습니다. v[i]의 i는 0부터 v.size() − 1까지여야 합니다. 쓰기 전에 i와 "
          "v.size()를 "
          "출력해 보세요."},
    Entry{Say::assertion_advice,
          "The C++ library found a mistake in how it is used, such as back() of an empty vector.",
          "C++ 라이브러리가 잘못된 사용을 찾아냈습니다. 빈 벡터에서 back()을 부른 경우 등입니다."},
    Entry{Say::thrown_thing_advice, "It threw something that is no std::exception, so there is no message.",
          "std::exception이 아닌 것을 던져서 메시지가 없습니다."},
    Entry{Say::division_advice, "It divided an integer by zero, or took the remainder by zero.",
          "정수를 0으로 나누었거나, 0으로 나눈 나머지를 구했습니다."},
    Entry{Say::past_the_end_advice,
          "It read or wrote past the end of an array or a vector: the index is not below its size. The line "
          "stands "
          "behind the finding.",
          "배열이나 벡터의 끝을 넘어 읽거나 썼습니다. 인덱스가 크기보다 작지 않습니다. 메시지 뒤에 줄 번호가 "
          "있습니다."},
    Entry{Say::gone_advice,
          "It used something that is gone: memory that was freed, or a variable of a function that has "
          "returned.",
          "이미 사라진 것을 썼습니다. 해제된 메모리이거나, 끝난 함수의 지역 변수입니다."},
    Entry{Say::overflow_advice, "A number became too large for its type, such as an int above 2147483647.",
          "수가 그 형에 담을 수 없을 만큼 커졌습니다. int는 2147483647까지입니다."},
    Entry{Say::null_advice,
          "It touched memory that does not belong to it: a pointer, a reference or an iterator that leads "
          "nowhere.",
          "자기 것이 아닌 메모리를 건드렸습니다. 아무것도 가리키지 않는 포인터, 참조, 반복자입니다."},
    Entry{
        Say::abort_advice,
        "It ended itself: an assertion that does not hold, or memory freed twice or written past its end. "
        "`./heed learn check {} --sanitize` tells more.",
        "프로그램이 스스로 중단했습니다. 성립하지 않는 assert이거나, 메모리를 두 번 해제했거나 끝을 넘어 쓴 "
        "경우입니다. `./heed learn check {} --sanitize`를 실행하면 더 자세히 알 수 있습니다."},
    Entry{Say::crash_advice,
          "It was ended by the signal {}. `./heed learn check {} --sanitize` may tell more.",
          "시그널 {} 때문에 끝났습니다. `./heed learn check {} --sanitize`를 실행하면 더 알 수 있을지도 "
          "모릅니다."},
    Entry{Say::no_verdict, "No verdict this time, and it is not your code's fault:",
          "이번에는 채점하지 못했습니다. 여러분의 코드 탓이 아닙니다:"},

    Entry{Say::quiz_title, "Quiz: {} (about {} minutes)", "퀴즈: {} (약 {}분)"},
    Entry{Say::quiz_how, "Write each answer behind its = sign and save.",
          "답을 = 기호 뒤에 쓰고 저장하세요."},
    Entry{Say::quiz_points, "{:g} points", "{:g}점"},
    Entry{Say::question_right, "right: {}", "정답: {}"},
    Entry{Say::question_wrong, "not {}", "{} — 오답"},
    Entry{Say::question_open, "not answered yet", "아직 답하지 않음"},
    Entry{Say::question_unreadable_number, "'{}' is not a number: write one such as 12, 0.5 or 1/8",
          "'{}': 수가 아닙니다. 12, 0.5, 1/8처럼 쓰세요"},
    Entry{Say::question_unreadable_choice, "'{}' is none of the choices: write one letter, a to {}",
          "'{}': 보기에 없습니다. a부터 {}까지 중에서 한 글자를 쓰세요"},
    Entry{Say::question_unreadable_shape, "'{}' is not a shape: write it as (2, 3)",
          "'{}': 모양이 아닙니다. (2, 3)처럼 쓰세요"},
    Entry{Say::question_missing, "its line \"{} = \" is no longer in the file: write it again",
          "\"{} = \" 줄이 파일에 없습니다. 다시 적어 주세요"},
    Entry{Say::unknown_answer, "line {}: '{}' is not one of the questions",
          "{}번째 줄: '{}' — 그런 문제는 없습니다"},
    Entry{Say::quiz_answer_hint, "The reason is shown as soon as you have answered.",
          "답을 쓰면 이유를 보여 줍니다."},

    Entry{Say::course_progress, "{} of {} exercises", "{} / {} 문제"},
    Entry{Say::list_exercise, "exercise", "문제"},
    Entry{Say::list_points, "points", "점수"},
    Entry{Say::list_state, "", ""},
    Entry{Say::state_passed, "passed", "통과"},
    Entry{Say::state_begun, "begun", "진행 중"},
    Entry{Say::state_new, "", ""},
    Entry{Say::state_solution_seen, "solution seen", "풀이 봄"},
    Entry{Say::chapter_points, "{} of {} points", "{} / {}점"},
    Entry{Say::total_points, "total", "합계"},
    Entry{Say::course_finished, "That was the whole course: every exercise is passed.",
          "모든 문제를 통과했습니다. 과정을 마쳤습니다."},

    Entry{Say::file_to_edit, "Edit and save: {}", "이 파일을 고치고 저장하세요: {}"},
    Entry{Say::stub_changed,
          "The course has a newer first version of this file; yours was left as it is. What changed (- when "
          "you "
          "began, + now):",
          "이 파일의 처음 상태가 과정에서 새로 바뀌었습니다. 여러분의 파일은 그대로 두었습니다. 달라진 점(- "
          "시작할 때, "
          "+ 지금):"},
    Entry{Say::stub_changed_untouched,
          "You have not changed yours, so `./heed learn reset {}` loses nothing.",
          "아직 고치지 않았으므로 `./heed learn reset {}`을 실행해도 잃는 것이 없습니다."},
    Entry{Say::stub_changed_short,
          "`./heed learn reset {}` takes the new version and keeps yours in answers/.backup.",
          "`./heed learn reset {}`을 실행하면 새 파일을 받고, 여러분의 파일은 answers/.backup에 보관됩니다."},
    Entry{Say::answer_gone, "{} is gone; r brings the first version back",
          "{} 파일이 없어졌습니다. r을 누르면 처음 상태로 되돌립니다"},
    Entry{Say::reset_done, "Begun again; what you had is kept in {}",
          "처음 상태로 되돌렸습니다. 쓰던 파일은 여기에 보관했습니다: {}"},
    Entry{Say::no_hints, "There are no hints for this one.", "이 문제에는 힌트가 없습니다."},
    Entry{Say::hint_heading, "Hint {} of {}", "힌트 {}/{}"},
    Entry{Say::last_hint, "That was the last hint.", "마지막 힌트입니다."},
    Entry{Say::solution_refused,
          "The solution is shown after a pass. To see it now all the same: `./heed learn solution {} "
          "--give-up`",
          "풀이는 통과한 뒤에 볼 수 있습니다. 그래도 지금 보려면: `./heed learn solution {} --give-up`"},
    Entry{Say::solution_heading, "One solution of {}", "풀이 하나: {}"},

    Entry{Say::keys,
          "[n] next  [p] previous  [h] hint  [m] more  [l] list  [d] statement  [r] reset  [s] solution  [q] "
          "quit",
          "[n] 다음  [p] 이전  [h] 힌트  [m] 자세히  [l] 목록  [d] 문제 설명  [r] 처음부터  [s] 풀이  [q] "
          "끝내기"},
    Entry{Say::checking, "Checking …", "채점하는 중 …"},
    Entry{Say::waiting, "Waiting for the file …", "파일을 기다리는 중 …"},
    Entry{Say::checked_in, "checked in {:.1f} s", "채점에 {:.1f}초"},
    Entry{Say::ask_reset, "Begin {} again? Your file is kept in answers/.backup. y / n",
          "{} 문제를 처음부터 다시 할까요? 지금 파일은 answers/.backup에 보관됩니다. y / n"},
    Entry{Say::ask_give_up,
          "The solution comes after a pass. To see it now, type: give up (Esc goes back) > {}",
          "풀이는 통과한 뒤에 볼 수 있습니다. 지금 보려면 give up 또는 포기라고 쓰세요 (Esc: 돌아가기) > {}"},
    Entry{Say::not_given_up, "Not given up: keep trying, h has a hint.",
          "포기하지 않았습니다. 계속해 보세요. h를 누르면 힌트가 나옵니다."},
    Entry{Say::kept, "Nothing was changed.", "아무것도 바꾸지 않았습니다."},
    Entry{Say::list_help, "A number and Enter goes to that exercise; any other key goes back. > {}",
          "번호를 쓰고 Enter를 누르면 그 문제로 갑니다. 다른 키를 누르면 돌아갑니다. > {}"},
    Entry{Say::statement_key, "(d shows the statement; it is also in {})",
          "(d를 누르면 문제 설명이 나옵니다. 파일: {})"},
    Entry{Say::last_exercise, "This is the last exercise.", "마지막 문제입니다."},
    Entry{Say::first_exercise, "This is the first exercise.", "첫 번째 문제입니다."},
    Entry{Say::no_such_number, "There is no exercise {}.", "{}번 문제는 없습니다."},
    Entry{Say::press_to_return, "Any key goes back.", "아무 키나 누르면 돌아갑니다."},
    Entry{Say::polling_note, "(looking at the file twice a second)", "(1초에 두 번 파일을 확인합니다)"},

    Entry{Say::measure_heading, "From save to verdict, {} checks on {} threads of this machine:",
          "저장부터 판정까지, {}회 채점 (이 컴퓨터의 스레드 {}개):"},
    Entry{Say::measure_line, "{:<28} {:<9} median {:.2f} s, slowest {:.2f} s",
          "{:<28} {:<9} 중앙값 {:.2f}초, 최댓값 {:.2f}초"},
    Entry{Say::measure_total, "median {:.2f} s, 95 % within {:.2f} s",
          "중앙값 {:.2f}초, 95 %는 {:.2f}초 이내"},

    Entry{Say::glossary_english, "English", "영어"},
    Entry{Say::glossary_korean, "Korean", "한국어"},
};

constexpr bool in_order() {
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (static_cast<std::size_t>(entries[i].what) != i) return false;
  }
  return static_cast<std::size_t>(Say::glossary_korean) + 1 == entries.size();
}
static_assert(in_order(), "one entry for each value of Say, in its order");

}  // namespace

std::string_view phrase(Language language, Say what) {
  const Entry& entry = entries[static_cast<std::size_t>(what)];
  return language == Language::korean ? entry.korean : entry.english;
}

std::size_t phrase_count() { return entries.size(); }

}  // namespace heed
