#include "tools/learn/show/refusal_text.hpp"

namespace heed {

Bilingual refusal_text(const Refusal& refused) {
  const auto& [name, reason] = refused;
  if (reason == "library")
    return both(
        "{} may not be used here: an answer has Tensor, given:: and, of heed, Variable with its elementary "
        "operations.",
        "여기서는 쓸 수 없습니다: {}. 답안에서는 Tensor와 given::, 그리고 heed에서는 Variable과 기본 연산만 "
        "쓸 수 있습니다.",
        name);
  if (reason == "file")
    return both(
        "{} may not be included: an answer stands in one file, with exercises/learn.hpp, exercises/given.hpp "
        "and the C++ library.",
        "포함할 수 없는 파일입니다: {}. 답안은 파일 하나에 쓰며, exercises/learn.hpp, exercises/given.hpp, "
        "C++ 표준 라이브러리만 포함할 수 있습니다.",
        name);
  if (reason == "stored")
    return both(
        "{} is a file of the course itself, to which a link leads: an answer is a file of your own, outside "
        "of exercises/.",
        "과정 자체의 파일입니다: {}. 답안은 exercises/ 밖에 있는 자신의 파일이어야 하며, 링크로도 이 폴더의 "
        "파일을 가리킬 수 없습니다.",
        name);
  if (reason == "elsewhere")
    return both("{} leads out of what was handed in: an answer is a file of your own in it.",
                "제출물 밖을 가리킵니다: {}. 답안은 제출물 안에 있는 자신의 파일이어야 합니다.", name);
  if (reason == "too_large")
    return both("{} is larger than 1 MB, and was not read: answers are smaller.",
                "{} 파일이 1MB보다 커서 읽지 않았습니다. 답안은 그보다 작습니다.", name);
  if (reason == "utf16")
    return both("{} is saved as UTF-16 (\"Unicode\" in some editors): save it as UTF-8.",
                "{} 파일이 UTF-16(편집기에 따라 \"유니코드\")으로 저장되어 있습니다. UTF-8로 저장하십시오.",
                name);
  if (reason == "system")
    return both(
        "{} may not be used: an answer is C++ without assembler, starts no programs, needs neither the "
        "network nor files, and gets its memory from vectors, new or malloc. (A name of your own: take "
        "another.)",
        "쓸 수 없습니다: {}. 답안은 어셈블러 없는 C++로 쓰고, 다른 프로그램, 네트워크, 파일을 쓰지 않으며, "
        "메모리는 vector, new, malloc으로만 얻습니다. (직접 지은 이름이라면 다른 이름을 쓰십시오.)",
        name);
  if (reason == "thread")
    return both("{} may not be used: an answer computes in the one thread that it is called in.",
                "쓸 수 없습니다: {}. 답안은 불려 온 스레드 하나에서만 계산합니다.", name);
  if (reason == "by_hand")
    return both(
        "{} may not be used here: the gradients of this exercise are computed by hand, without Variable.",
        "여기서는 쓸 수 없습니다: {}. 이 문제의 기울기는 Variable 없이 직접 계산합니다.", name);
  return both("{} may not be used here: writing it is what this exercise is about.",
              "여기서는 쓸 수 없습니다: {}. 바로 그것을 직접 작성하는 문제입니다.", name);
}

}  // namespace heed
