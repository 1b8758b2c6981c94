// What help says of learn in Korean.
#include "tools/help/korean_texts.hpp"

namespace heed {

std::span<const KoreanText> texts_of_learn() {
  static constexpr KoreanText texts[] = {
      // Commands
      {"the course and your best points", "과정의 차례와 가장 좋은 점수"},
      {"check one exercise, or all", "연습 문제 하나, 또는 전부를 채점"},
      {"the next hint: a question, the idea, nearly the code", "다음 힌트: 질문, 생각, 거의 코드"},
      {"begin an exercise again; your file is kept in answers/.backup",
       "연습 문제를 처음부터 다시. 쓰던 파일은 answers/.backup에 둠"},
      {"one solution, after a pass", "통과한 뒤에 보는 풀이"},
      {"old questions of quizzes that come back today, at most three",
       "오늘 다시 나오는 지난 퀴즈 질문, 많아야 셋"},
      {"check everything anew and report the points of each part", "전부 새로 채점해 부분마다 점수를 알림"},
      {"the words of the course in English and Korean", "과정의 용어, 영어와 한국어"},
      {"Tensor and all else that an answer has to hand, on one page",
       "Tensor를 비롯해 답안에서 쓸 수 있는 것 전부를 한 화면에"},
      {"your answers as one translator: checked, trained, then at your service",
       "여러분의 답안들로 만든 번역기: 확인하고, 학습하고, 번역함"},
      {"what your attentions cost, by length, beside what is said of them",
       "여러분의 어텐션들이 길이에 따라 드는 비용을, 흔히 하는 말과 나란히"},
      // Options and examples
      {"folder of the learner's files", "답안을 두는 폴더"},
      {"only the 20 exercises for those who know PyTorch", "PyTorch를 아는 사람을 위한 20문제만"},
      {"name or number of the exercise to watch", "지켜볼 문제의 이름이나 번호"},
      {"run with AddressSanitizer: slower, but it names the line of a crash",
       "AddressSanitizer로 실행합니다. 느리지만, 비정상 종료한 줄을 알려 줍니다"},
      {"name or number of an exercise", "문제의 이름이나 번호"},
      {"every exercise, and the points of the course", "모든 문제와, 과정 전체의 점수"},
      {"print the verdict as JSON", "채점 결과를 JSON으로 출력합니다"},
      {"show the hints up to this one; 0: one more than before",
       "이 단계까지의 힌트를 보입니다. 0이면 지난번보다 하나 더"},
      {"show it without a pass; the course remembers that", "통과하지 않아도 보입니다. 과정에 기록됩니다"},
      {"they come back no more", "더 이상 다시 나오지 않습니다"},
      {"they come back again", "다시 나옵니다"},
      {"gradescope: its results.json", "gradescope: results.json"},
      {"file to write, whole or not at all", "쓸 파일. 온전히 쓰거나 전혀 쓰지 않습니다"},
      {"grade every folder in DIR and print CSV, a line for each; which answers got no verdict (status 1) on "
       "standard error",
       "DIR의 폴더를 모두 채점해 하나에 한 줄씩 CSV로 출력합니다. 채점하지 못한 답안(상태 1)은 표준 오류에"},
      {"to translate, in quotes or not; without them it is built and checked",
       "번역할 문장, 따옴표는 없어도 됩니다. 문장이 없으면 번역기를 만들고 확인합니다"},
      {"watch the current exercise and check it at every save", "지금 문제를 지켜보다가 저장할 때마다 채점"},
      {"the same, from that exercise on", "같은 일을 그 문제부터"},
      {"the course, and how far you are", "과정의 차례와, 어디까지 왔는지"},
      {"the same verdict without a terminal; status 0 only if all passes",
       "터미널 없이 같은 채점. 모두 통과해야 상태 0"},
      {"builds, checks and trains it: under a minute", "만들고, 확인하고, 학습합니다. 1분이 걸리지 않습니다"},
      {"by the translator that passed last", "마지막으로 통과한 번역기로"},
      // Defaults
      {"the current one", "지금 문제"},
  };
  return texts;
}

}  // namespace heed
