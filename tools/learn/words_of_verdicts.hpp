// What is said of a verdict, in the order of Say: for words.cpp.
#pragma once

#include <array>

#include "tools/learn/words.hpp"

namespace heed {

struct Words {
  Say what;
  std::string_view english, korean;
};

// Korean sentences avoid particles that depend on the last sound of what is filled in.
inline constexpr std::array words_of_verdicts{
    Words{Say::passed, "passed", "통과"},
    Words{Say::passed_checks, "passed, {} checks", "통과, 검사 {}개"},
    Words{Say::failed, "wrong result", "결과가 다름"},
    Words{Say::failed_checks, "wrong result in {} of {} checks", "검사 {}개에서 결과가 다름 (전체 {}개)"},
    Words{Say::not_written, "not written yet", "아직 작성하지 않음"},
    Words{Say::threw, "stopped with an error", "오류로 멈춤"},
    Words{Say::crashed, "crashed", "비정상 종료"},
    Words{Say::timed_out, "took too long", "시간 초과"},
    Words{Say::out_of_memory, "used too much memory", "메모리 초과"},
    Words{Say::wrong_shape, "result has the wrong shape", "결과의 모양이 다름"},
    Words{Say::missing_output, "gave no result", "결과가 없음"},
    Words{Say::changed_input, "changed an argument", "인자를 바꿈"},
    Words{Say::not_run, "not run", "실행하지 않음"},
    Words{Say::function_not_written, "not written yet: {}", "아직 작성하지 않음: {}"},
    Words{Say::compiler_warns, "The compiler warns:", "컴파일러의 경고:"},
    Words{Say::does_not_compile, "The file does not compile yet. What the compiler says:",
          "아직 컴파일되지 않습니다. 컴파일러의 메시지:"},
    Words{Say::more_errors, "… and {} more; the first one often causes the rest",
          "… 그 밖에 {}개. 첫 번째 오류를 고치면 나머지도 사라지는 경우가 많습니다"},
    Words{Say::at_line, "line {}", "{}번째 줄"},
    Words{Say::function_missing,
          "The function {} is not there. Its name, parameters and return type must stay as they were in the "
          "first version of the file.",
          "함수가 없습니다: {}. 이름, 매개변수, 반환형은 처음 받은 파일 그대로 두어야 합니다."},
    Words{Say::function_forbidden, "{} may not be used here: writing it is what this exercise is about.",
          "여기서는 쓸 수 없습니다: {}. 바로 그것을 직접 작성하는 문제입니다."},
    Words{
        Say::library_forbidden,
        "{} may not be used here: an answer has Tensor, given:: and, of heed, Variable with its elementary "
        "operations.",
        "여기서는 쓸 수 없습니다: {}. 답안에서는 Tensor와 given::, 그리고 heed에서는 Variable과 기본 연산만 "
        "쓸 수 있습니다."},
    Words{
        Say::file_forbidden,
        "{} may not be included: an answer stands in one file, with exercises/learn.hpp, exercises/given.hpp "
        "and the C++ library.",
        "포함할 수 없는 파일입니다: {}. 답안은 파일 하나에 쓰며, exercises/learn.hpp, exercises/given.hpp, "
        "C++ 표준 라이브러리만 포함할 수 있습니다."},
    Words{Say::system_forbidden,
          "{} may not be used: an answer is C++ without assembler, starts no programs, needs neither the "
          "network nor files, and gets its memory from vectors, new or malloc.",
          "쓸 수 없습니다: {}. 답안은 어셈블러 없는 C++로 쓰고, 다른 프로그램, 네트워크, 파일을 쓰지 않으며, "
          "메모리는 vector, new, malloc으로만 얻습니다."},
    Words{Say::static_forbidden,
          "{} is a static variable: here work and memory are measured, and an answer keeps nothing from one "
          "call "
          "to the next.",
          "정적 변수입니다: {}. 이 문제에서는 일과 메모리를 재므로, 한 호출에서 다음 호출로 아무것도 남길 수 "
          "없습니다."},
    Words{
        Say::uncounted_forbidden,
        "{} may not be used: here the work and the memory of an answer are counted, and there they would not "
        "be.",
        "쓸 수 없습니다: {}. 이 문제에서는 답안이 하는 일과 쓰는 메모리를 재는데, 여기서는 잴 수 없습니다."},
    Words{Say::redefined_forbidden,
          "{} is a name of heed or of the C library: an answer's functions have names of their own.",
          "heed나 C 라이브러리의 이름입니다: {}. 답안의 함수에는 다른 이름을 붙여야 합니다."},
    Words{Say::part_and_case, "{}, case \"{}\"", "{}, 사례 \"{}\""},
    Words{Say::inputs, "Given:", "입력:"},
    Words{Say::shown, "Your function gave:", "여러분의 함수가 준 것:"},
    Words{Say::expected, "expected", "정답"},
    Words{Say::got, "yours", "내 결과"},
    Words{Say::one_number, "one number", "수 하나"},
    Words{Say::output_differs, "{} {}: {} of {} values are wrong (marked *)",
          "{} {}: 값 {}개가 다릅니다 (전체 {}개, * 표시)"},
    Words{Say::first_wrong, "{} {}: {} of {} values are wrong; the first{}: expected {}, yours {}",
          "{} {}: 값 {}개가 다릅니다(전체 {}개). 처음 다른 값{}: 정답 {}, 내 결과 {}"},
    Words{Say::shapes_differ, "{}: the shape should be {}, yours is {}",
          "{}: 모양은 {}이어야 하는데, 내 결과의 모양은 {}입니다"},
    Words{Say::costs_too_much, "{}: {:g}, and at most {:g} are allowed",
          "{}: {:g}. 허용되는 최댓값은 {:g}입니다"},
    Words{Say::it_threw, "It stopped with this message:", "다음 메시지와 함께 멈췄습니다:"},
    Words{Say::it_said, "Message:", "메시지:"},
    Words{Say::what_happened, "What happened", "무슨 일이 일어났나"},
    Words{Say::two_things, "Two things at once", "두 가지가 함께 일어났습니다"},
    Words{Say::several_things, "Several things at once", "여러 가지가 함께 일어났습니다"},
    Words{Say::not_the_answer, "Your answer is {:g}, and that is not what comes out.",
          "여러분의 답은 {:g}인데, 맞지 않습니다."},
    Words{Say::other_answers, "Why not the other answers", "다른 답은 왜 아닌가"},
    Words{Say::got_away, "Your {:g} cases let these planted mistakes get away: {}.",
          "여러분의 사례 {:g}개를 빠져나간 심어 둔 실수: {}."},
    Words{Say::refuse_right_ones, "{:g} of your cases refuse a right implementation.",
          "여러분의 사례 가운데 {:g}개가 올바른 구현을 거부합니다."},
    Words{Say::how_to_repair, "How to repair it", "어떻게 고치나"},
    Words{Say::what_is_seen, "What the numbers show", "값에서 보이는 것"},
    Words{Say::more_behind_key, "[m] shows all of it: inputs, and what happened in the other parts.",
          "[m]을 누르면 입력과 다른 파트에서 일어난 일까지 모두 봅니다."},
    Words{Say::nan_means,
          "(nan is no number: it comes of 0/0, of ∞ − ∞, and of everything computed with nan)",
          "(nan은 수가 아니라는 뜻입니다. 0/0, ∞ − ∞, 그리고 nan이 들어간 모든 계산에서 나옵니다)"},
    Words{Say::it_printed, "Your code printed:", "코드가 출력한 것:"},
    Words{Say::system_said, "The system's C library said, and ended the program:",
          "시스템의 C 라이브러리가 이렇게 알리고 프로그램을 끝냈습니다:"},
    Words{Say::all_passed, "All parts pass.", "모든 파트를 통과했습니다."},
    Words{Say::nothing_written,
          "Nothing is written yet: replace the lines with not_written(…) by your own code.",
          "아직 작성한 것이 없습니다. not_written(…)이 있는 줄을 여러분의 코드로 바꾸세요."},
    Words{Say::timeout_advice,
          "It did not come to an end in time. Does every loop reach its end? Does the counter move in the "
          "right "
          "direction, and does a recursion stop?",
          "제한 시간 안에 끝나지 않았습니다. 모든 반복문이 끝나는지, 카운터가 올바른 방향으로 움직이는지, "
          "재귀가 "
          "멈추는지 살펴보세요."},
    Words{Say::memory_advice,
          "It asked for more memory than allowed. Look for a vector that grows in a loop without end, for a "
          "shape "
          "with a wrong number in it, or for a recursion that never stops.",
          "허용된 것보다 많은 메모리를 요구했습니다. 끝나지 않는 반복문에서 커지는 벡터, 잘못된 수가 들어간 "
          "모양, "
          "멈추지 않는 재귀가 있는지 살펴보세요."},
    Words{Say::missing_output_advice,
          "The function ended the program instead of returning a result: take out exit() and the like.",
          "함수가 결과를 돌려주지 않고 프로그램을 끝냈습니다. exit() 같은 호출을 지우세요."},
    Words{Say::changed_input_advice,
          "It wrote into its argument {}, which is const: whoever called still needs it. Work on a copy.",
          "const 인자에 값을 썼습니다: {}. 호출한 쪽이 아직 쓰는 값이므로, 복사본에서 계산하세요."},
    Words{Say::segfault_advice,
          "It touched memory that does not belong to it: a pointer, a reference or an iterator that leads "
          "past the "
          "end, or to something that is gone. `./heed learn check {} --sanitize` names the line.",
          "자기 것이 아닌 메모리를 건드렸습니다. 포인터, 참조, 반복자가 끝을 넘어갔거나 이미 사라진 것을 "
          "가리키고 "
          "있습니다. `./heed learn check {} --sanitize`를 실행하면 몇 번째 줄인지 알 수 있습니다."},
    Words{Say::recursion_advice,
          "Functions called each other until the stack was full: a recursion that never stops. Which call "
          "should "
          "have been the last?",
          "함수가 서로를 계속 불러 스택이 가득 찼습니다. 멈추지 않는 재귀입니다. 어느 호출이 마지막이었어야 "
          "할까요?"},
    Words{Say::index_advice,
          "An index ran past the end of a vector: v[i] needs i from 0 to v.size() − 1. Print i and v.size() "
          "before "
          "you use them.",
          "인덱스가 벡터의 끝을 넘어갔습니다. v[i]의 i는 0부터 v.size() − 1까지여야 합니다. 쓰기 전에 i와 "
          "v.size()를 "
          "출력해 보세요."},
    Words{Say::assertion_advice,
          "The C++ library found a mistake in how it is used, such as back() of an empty vector.",
          "C++ 라이브러리가 잘못된 사용을 찾아냈습니다. 빈 벡터에서 back()을 부른 경우 등입니다."},
    Words{Say::thrown_thing_advice, "It threw something that is no std::exception, so there is no message.",
          "std::exception이 아닌 것을 던져서 메시지가 없습니다."},
    Words{Say::division_advice, "It divided an integer by zero, or took the remainder by zero.",
          "정수를 0으로 나누었거나, 0으로 나눈 나머지를 구했습니다."},
    Words{Say::past_the_end_advice,
          "It read or wrote past the end of an array or a vector: the index is not below its size. The line "
          "stands "
          "behind the finding.",
          "배열이나 벡터의 끝을 넘어 읽거나 썼습니다. 인덱스가 크기보다 작지 않습니다. 메시지 뒤에 줄 번호가 "
          "있습니다."},
    Words{Say::gone_advice,
          "It used something that is gone: memory that was freed, or a variable of a function that has "
          "returned.",
          "이미 사라진 것을 썼습니다. 해제된 메모리이거나, 끝난 함수의 지역 변수입니다."},
    Words{Say::overflow_advice, "A number became too large for its type, such as an int above 2147483647.",
          "수가 그 형에 담을 수 없을 만큼 커졌습니다. int는 2147483647까지입니다."},
    Words{Say::null_advice,
          "It touched memory that does not belong to it: a pointer, a reference or an iterator that leads "
          "nowhere.",
          "자기 것이 아닌 메모리를 건드렸습니다. 아무것도 가리키지 않는 포인터, 참조, 반복자입니다."},
    Words{
        Say::abort_advice,
        "It ended itself: an assertion that does not hold, or memory freed twice or written past its end. "
        "`./heed learn check {} --sanitize` tells more.",
        "프로그램이 스스로 중단했습니다. 성립하지 않는 assert이거나, 메모리를 두 번 해제했거나 끝을 넘어 쓴 "
        "경우입니다. `./heed learn check {} --sanitize`를 실행하면 더 자세히 알 수 있습니다."},
    Words{Say::crash_advice,
          "It was ended by the signal {}. `./heed learn check {} --sanitize` may tell more.",
          "시그널 {} 때문에 끝났습니다. `./heed learn check {} --sanitize`를 실행하면 더 알 수 있을지도 "
          "모릅니다."},
    Words{Say::no_verdict, "No verdict this time, and it is not your code's fault:",
          "이번에는 채점하지 못했습니다. 여러분의 코드 탓이 아닙니다:"},
};

}  // namespace heed
