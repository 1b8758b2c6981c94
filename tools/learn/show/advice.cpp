#include "tools/learn/show/advice.hpp"

#include <algorithm>

#include "tools/language/both.hpp"

namespace heed {
namespace {

/// What libstdc++ says of v[i] when i is not below v.size(): nothing that a learner would know.
bool is_index_assertion(const PartVerdict& part) {
  return part.failure && part.failure->reason == "assertion" &&
         part.failure->message.find("< this->size()") != std::string::npos;
}

/// Explains a status, a reason for a crash, or a word in a sanitizer's finding.
struct Meaning {
  std::string_view word, english, korean;
};
constexpr Meaning meanings[] = {
    {"timeout",
     "It did not come to an end in time. Does every loop reach its end? Does the counter move in the right "
     "direction, and does a recursion stop?",
     "제한 시간 안에 끝나지 않았습니다. 모든 반복문이 끝나는지, 카운터가 올바른 방향으로 움직이는지, 재귀가 "
     "멈추는지 살펴보세요."},
    {"memory",
     "It asked for more memory than allowed. Look for a vector that grows in a loop without end, for a shape "
     "with a wrong number in it, or for a recursion that never stops.",
     "허용된 것보다 많은 메모리를 요구했습니다. 끝나지 않는 반복문에서 커지는 벡터, 잘못된 수가 들어간 모양, "
     "멈추지 않는 재귀가 있는지 살펴보세요."},
    {"exit", "The function ended the program instead of returning a result: take out exit() and the like.",
     "함수가 결과를 돌려주지 않고 프로그램을 끝냈습니다. exit() 같은 호출을 지우세요."},
    {"no_std_exception", "It threw something that is no std::exception, so there is no message.",
     "std::exception이 아닌 것을 던져서 메시지가 없습니다."},
    {"stack_overflow",
     "Functions called each other until the stack was full: a recursion that never stops. Which call should "
     "have been the last?",
     "함수가 서로를 계속 불러 스택이 가득 찼습니다. 멈추지 않는 재귀입니다. 어느 호출이 마지막이었어야 "
     "할까요?"},
    {"index",
     "An index ran past the end of a vector: v[i] needs i from 0 to v.size() − 1. Print i and v.size() "
     "before you use them.",
     "인덱스가 벡터의 끝을 넘어갔습니다. v[i]의 i는 0부터 v.size() − 1까지여야 합니다. 쓰기 전에 i와 "
     "v.size()를 출력해 보세요."},
    {"assertion", "The C++ library found a mistake in how it is used, such as back() of an empty vector.",
     "C++ 라이브러리가 잘못된 사용을 찾아냈습니다. 빈 벡터에서 back()을 부른 경우 등입니다."},
    {"division_by_zero", "It divided an integer by zero, or took the remainder by zero.",
     "정수를 0으로 나누었거나, 0으로 나눈 나머지를 구했습니다."},
    {"past_the_end",
     "It read or wrote past the end of an array or a vector: the index is not below its size. The line "
     "stands behind the finding.",
     "배열이나 벡터의 끝을 넘어 읽거나 썼습니다. 인덱스가 크기보다 작지 않습니다. 메시지 뒤에 줄 번호가 "
     "있습니다."},
    {"gone",
     "It used something that is gone: memory that was freed, or a variable of a function that has returned.",
     "이미 사라진 것을 썼습니다. 해제된 메모리이거나, 끝난 함수의 지역 변수입니다."},
    {"too_large", "A number became too large for its type, such as an int above 2147483647.",
     "수가 그 형에 담을 수 없을 만큼 커졌습니다. int는 2147483647까지입니다."},
    {"nowhere",
     "It touched memory that does not belong to it: a pointer, a reference or an iterator that leads "
     "nowhere.",
     "자기 것이 아닌 메모리를 건드렸습니다. 아무것도 가리키지 않는 포인터, 참조, 반복자입니다."},
};

Bilingual meaning_of(std::string_view word) {
  const auto* const at = std::ranges::find(meanings, word, &Meaning::word);
  return at == std::end(meanings) ? Bilingual()
                                  : Bilingual{std::string(at->english), std::string(at->korean)};
}

/// What a sanitizer's finding means.
Bilingual finding_text(const std::string& finding) {
  constexpr std::pair<const char*, const char*> words[]{{"buffer-overflow", "past_the_end"},
                                                        {"container-overflow", "past_the_end"},
                                                        {"out of bounds", "past_the_end"},
                                                        {"use-after", "gone"},
                                                        {"integer overflow", "too_large"},
                                                        {"representable values", "too_large"},
                                                        {"division by zero", "division_by_zero"},
                                                        {"null pointer", "nowhere"},
                                                        {"SEGV", "nowhere"}};
  for (const auto& [word, meaning] : words)
    if (finding.find(word) != std::string::npos) return meaning_of(meaning);
  return {};
}

}  // namespace

Bilingual advice_text(const PartVerdict& part, const std::string& exercise) {
  if (part.status == PartStatus::timeout || part.status == PartStatus::memory)
    return meaning_of(to_string(part.status));
  if (part.status == PartStatus::missing_output) return meaning_of("exit");
  const std::string reason = part.failure ? part.failure->reason : "",
                    signal = part.failure ? part.failure->signal : "",
                    message = part.failure ? part.failure->message : "";
  if (part.status == PartStatus::changed_input)
    return both(
        "It wrote into its argument {}, which is const: whoever called still needs it. Work on a copy.",
        "const 인자에 값을 썼습니다: {}. 호출한 쪽이 아직 쓰는 값이므로, 복사본에서 계산하세요.", message);
  if (reason == "no_std_exception") return meaning_of(reason);
  if (part.status != PartStatus::crashed) return {};
  if (reason == "sanitizer") return finding_text(message);
  if (const Bilingual known = meaning_of(is_index_assertion(part) ? "index"
                                         : signal == "SIGFPE"     ? "division_by_zero"
                                                                  : std::string_view(reason));
      !known.english.empty())
    return known;
  if (reason == "segmentation_fault" || signal == "SIGSEGV" || signal == "SIGBUS")
    return both(
        "It touched memory that does not belong to it: a pointer, a reference or an iterator that leads past "
        "the end, or to something that is gone. `./heed learn check {} --sanitize` names the line.",
        "자기 것이 아닌 메모리를 건드렸습니다. 포인터, 참조, 반복자가 끝을 넘어갔거나 이미 사라진 것을 "
        "가리키고 있습니다. `./heed learn check {} --sanitize`를 실행하면 몇 번째 줄인지 알 수 있습니다.",
        exercise);
  if (reason == "aborted" || signal == "SIGABRT")
    return both(
        "It ended itself: an assertion that does not hold, or memory freed twice or written past its end. "
        "`./heed learn check {} --sanitize` tells more.",
        "프로그램이 스스로 중단했습니다. 성립하지 않는 assert이거나, 메모리를 두 번 해제했거나 끝을 넘어 쓴 "
        "경우입니다. `./heed learn check {} --sanitize`를 실행하면 더 자세히 알 수 있습니다.",
        exercise);
  return both("It was ended by the signal {}. `./heed learn check {} --sanitize` may tell more.",
              "시그널 {} 때문에 끝났습니다. `./heed learn check {} --sanitize`를 실행하면 더 알 수 있을지도 "
              "모릅니다.",
              signal.empty() ? "?" : signal, exercise);
}

std::string shown_message(const PartVerdict& part) {
  const std::string& message = part.failure->message;
  if (part.status == PartStatus::changed_input) return "";
  if (!is_index_assertion(part)) return message;
  const std::size_t place = message.rfind(", /");
  return place == std::string::npos ? "" : message.substr(place + 2);
}

}  // namespace heed
