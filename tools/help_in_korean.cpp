#include "tools/help_in_korean.hpp"

#include <map>

#include "lib/core/error.hpp"

namespace heed {

std::string korean_heading(const std::string& english) {
  static const std::map<std::string, std::string> korean{{"Usage", "사용법"},
                                                         {"Positionals", "인자"},
                                                         {"Options", "옵션"},
                                                         {"OPTIONS", "옵션"},
                                                         {"Subcommands", "명령"},
                                                         {"SUBCOMMAND", "명령"},
                                                         {"Examples", "예"},
                                                         {"Example", "예"},
                                                         {"Model", "모델"},
                                                         {"Training", "학습"},
                                                         {"Decoding", "디코딩"},
                                                         {"Machine", "컴퓨터"},
                                                         {"Sentences", "문장"},
                                                         {"Text", "글"},
                                                         {"Images", "그림"},
                                                         {"Classes", "분류"},
                                                         {"Few labels", "적은 라벨"},
                                                         {"Writing", "쓰기"},
                                                         {"What is measured", "재는 것"},
                                                         {"What is printed", "보여 주는 것"},
                                                         {"How far to trust it", "얼마나 믿을 수 있는지"}};
  const auto found = korean.find(english);
  return found == korean.end() ? english : found->second;
}

std::string korean_summary(const std::string& command) {
  static const std::map<std::string, std::string> korean{
      {"", "Transformer를 만들고, 학습하고, 뜯어보며 배웁니다."},
      {"translate", "번역 모델을 학습해 결과를 보이거나, 저장된 모델로 문장을 번역합니다"},
      {"lm", "글로 언어 모델(GPT)을 학습해 쓰게 하거나, 저장된 모델로 글을 이어 씁니다"},
      {"bert", "가린 낱말과 적은 라벨로 인코더(BERT)를 학습하거나, 저장된 모델로 빈 낱말을 채웁니다"},
      {"vit", "Vision Transformer를 그림으로 학습해 합성곱 망과 견주고, 어디를 보는지 보입니다"},
      {"copy",
       "정수열을 베끼기, 뒤집기, 정렬하는 작은 모델을 학습해 처음 보는 정수열로 시험하거나, 저장된 모델로 "
       "답합니다"},
      {"compare-heads", "같은 모델을 헤드 1, 2, 4, 8개와 여러 시드로 학습해 BLEU로 비교합니다"},
      {"attention", "빽빽한, 블록 단위, 희소, BigBird, 선형 어텐션을 이 컴퓨터에서 잽니다"},
      {"recall", "어텐션, 합성곱, 상태 공간, LSTM, RNN이 멀리 떨어진 것을 얼마나 기억하는지 봅니다"},
      {"lab", "문서들이 Transformer에 대해 하는 주장을 하나하나 실험합니다"},
      {"score", "번역을 참조 번역과 견줍니다: BLEU, chrF, TER (sacreBLEU와 같은 수)"},
      {"bench", "학습 스텝, 어텐션, 디코딩을 이 컴퓨터에서 재고, 있으면 PyTorch와 견줍니다"},
      {"learn", "과정: 무엇을 잘못 이해했는지 알려 주는 연습 문제"},
      {"learn list", "과정의 차례와 가장 좋은 점수"},
      {"learn check", "연습 문제 하나, 또는 전부를 채점"},
      {"learn hint", "다음 힌트: 질문, 생각, 거의 코드"},
      {"learn reset", "연습 문제를 처음부터 다시. 쓰던 파일은 answers/.backup에 둠"},
      {"learn solution", "통과한 뒤에 보는 풀이"},
      {"learn review", "오늘 다시 나오는 지난 퀴즈 질문, 많아야 셋"},
      {"learn report", "전부 새로 채점해 부분마다 점수를 알림"},
      {"learn glossary", "과정의 용어, 영어와 한국어"},
      {"learn api", "Tensor를 비롯해 답안에서 쓸 수 있는 것 전부를 한 화면에"},
      {"learn translate", "여러분의 답안들로 만든 번역기: 확인하고, 학습하고, 번역함"},
      {"learn compare", "여러분의 어텐션들이 길이에 따라 드는 비용을, 흔히 하는 말과 나란히"},
      {"learn measure", "저장하고 채점이 나오기까지 걸리는 시간"},
      {"export",
       "학습한 모델을 다른 프로그램이 읽게 씁니다: 번역기는 Hugging Face의 MarianMTModel이나 ONNX로, 언어 "
       "모델은 "
       "GPT-2로"},
      {"import", "Hugging Face의 MarianMTModel(opus-mt …) 폴더를 번역기로 읽습니다"},
      {"show",
       "저장된 모델, safetensors 파일이나 torch.save의 파일이 무엇인지: 옵션, 매개변수, 어휘, 학습 기록, "
       "해시"},
      {"look", "저장된 모델이 계산하는 값을 어디서든 히트맵으로 보이고, 헤드를 빼 봅니다"},
      {"report", "저장된 모델을 브라우저로 보는 웹 페이지 하나로 씁니다: 곡선, 헤드, 단계, 위치, 마스크"},
      {"serve", "이 컴퓨터에서만 열리는 웹 페이지: 문장을 쓰면 번역, 모델이 본 곳, 빔을 보입니다"},
      {"run-module", "PyTorch에서 내보낸 Transformer나 어텐션을 실행해 출력과 기울기를 냅니다"},
      {"example", "examples/의 프로그램을 빌드해 실행하거나, 무엇이 있는지 보입니다"},
      {"completion", "셸이 heed의 명령줄을 자동 완성하게 하는 글을 냅니다"},
      {"test", "이 프로그램이 든 빌드의 테스트를 실행합니다"},
      {"help", "이 도움말. `heed help 명령`이 더 알려 주고, `heed help config`는 실행을 파일로 두는 법"}};
  const auto found = korean.find(command);
  if (found == korean.end()) throw_error("heed {}: there is no Korean text of what it does", command);
  return found->second;
}

}  // namespace heed
