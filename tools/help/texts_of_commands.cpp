// What commands are for, headings, and options that most of them have, in Korean.
#include "tools/help/korean_texts.hpp"

namespace heed {

std::span<const KoreanText> texts_of_commands() {
  static constexpr KoreanText texts[] = {
      // Headings
      {"Usage", "사용법"},
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
      {"How far to trust it", "얼마나 믿을 수 있는지"},
      {"Self-attention, beyond torch.nn (docs/attention.md); positions by distance alone",
       "torch.nn에는 없는 셀프 어텐션 (docs/attention.md), 거리로 아는 위치만"},
      {"The module's settings, by PyTorch's names", "모듈의 설정, PyTorch의 이름으로"},
      // Commands
      {"Learn Transformers by building, training and taking them apart.",
       "Transformer를 만들고, 학습하고, 뜯어보며 배웁니다."},
      {"train a translation model and show what it does; or translate sentences with a saved one",
       "번역 모델을 학습해 결과를 보이거나, 저장된 모델로 문장을 번역합니다"},
      {"train a language model (GPT) on a text and show what it writes; or let a saved one go on",
       "글로 언어 모델(GPT)을 학습해 쓰게 하거나, 저장된 모델로 글을 이어 씁니다"},
      {"train an encoder (BERT) on masked words and on few labels; or let a saved one fill in words",
       "가린 낱말과 적은 라벨로 인코더(BERT)를 학습하거나, 저장된 모델로 빈 낱말을 채웁니다"},
      {"train a Vision Transformer on images beside a convolution net, and show what it looks at",
       "Vision Transformer를 그림으로 학습해 합성곱 망과 견주고, 어디를 보는지 보입니다"},
      {"train a small model to copy, reverse or sort sequences of integers, and test it on unseen ones; or "
       "answer with a saved one",
       "정수열을 베끼기, 뒤집기, 정렬하는 작은 모델을 학습해 처음 보는 정수열로 시험하거나, 저장된 모델로 "
       "답합니다"},
      {"train the same model with 1, 2, 4 and 8 heads, several seeds each, and compare by BLEU",
       "같은 모델을 헤드 1, 2, 4, 8개와 여러 시드로 학습해 BLEU로 비교합니다"},
      {"measure dense, blockwise, sparse, BigBird and linear attention on this machine",
       "빽빽한, 블록 단위, 희소, BigBird, 선형 어텐션을 이 컴퓨터에서 잽니다"},
      {"what attention, convolution, state space, LSTM and RNN remember over a distance",
       "어텐션, 합성곱, 상태 공간, LSTM, RNN이 멀리 떨어진 것을 얼마나 기억하는지 봅니다"},
      {"what documents claim of Transformers, each as an experiment",
       "문서들이 Transformer에 대해 하는 주장을 하나하나 실험합니다"},
      {"measure translations against references: BLEU and chrF, the same numbers as sacreBLEU",
       "번역을 참조 번역과 견줍니다: BLEU와 chrF (sacreBLEU와 같은 수)"},
      {"measure training steps, attention and decoding on this machine, beside PyTorch if it is there",
       "학습 스텝, 어텐션, 디코딩을 이 컴퓨터에서 재고, 있으면 PyTorch와 견줍니다"},
      {"the course: exercises that say what you misunderstood",
       "과정: 무엇을 잘못 이해했는지 알려 주는 연습 문제"},
      {"write a trained model for other programs: a translator as Hugging Face's MarianMTModel or as ONNX, a "
       "language model as GPT-2",
       "학습한 모델을 다른 프로그램이 읽게 씁니다: 번역기는 Hugging Face의 MarianMTModel이나 ONNX로, 언어 "
       "모델은 GPT-2로"},
      {"read a folder of Hugging Face's MarianMTModel (opus-mt …) as a translator",
       "Hugging Face의 MarianMTModel(opus-mt …) 폴더를 번역기로 읽습니다"},
      {"say what a saved model, a safetensors file or one of torch.save is: options, parameters, vocabulary, "
       "history, hashes",
       "저장된 모델, safetensors 파일이나 torch.save의 파일이 무엇인지: 옵션, 매개변수, 어휘, 학습 기록, "
       "해시"},
      {"show what a saved model computes at any point, as heat maps; leave heads out",
       "저장된 모델이 계산하는 값을 어디서든 히트맵으로 보이고, 헤드를 빼 봅니다"},
      {"write saved models as one page for the browser: curves, heads, steps, positions, masks",
       "저장된 모델을 브라우저로 보는 웹 페이지 하나로 씁니다: 곡선, 헤드, 단계, 위치, 마스크"},
      {"a page on this machine alone: type, see the translation, where the model looked, its beam",
       "이 컴퓨터에서만 열리는 웹 페이지: 문장을 쓰면 번역, 모델이 본 곳, 빔을 보입니다"},
      {"run a Transformer or attention exported from PyTorch: output and gradients",
       "PyTorch에서 내보낸 Transformer나 어텐션을 실행해 출력과 기울기를 냅니다"},
      {"build and run a program of examples/, or list them",
       "examples/의 프로그램을 빌드해 실행하거나, 무엇이 있는지 보입니다"},
      {"print what makes a shell complete heed's command lines",
       "셸이 heed의 명령줄을 자동 완성하게 하는 글을 냅니다"},
      {"run the tests of the build that this program belongs to",
       "이 프로그램이 든 빌드의 테스트를 실행합니다"},
      {"show this help; `heed help COMMAND` tells more, `heed help config` of runs as files",
       "이 도움말. `heed help 명령`이 더 알려 주고, `heed help config`는 실행을 파일로 두는 법"},
      // Options that most have
      {"Print this help message and exit", "이 도움말을 보이고 끝냅니다"},
      {"Display program version information and exit", "버전을 보이고 끝냅니다"},
      {"take options from this file, as --print-config writes it; `heed help config`",
       "--print-config가 쓰는 형식의 파일에서 옵션을 읽습니다. `heed help config`"},
      {"print every option as such a file, and do nothing else", "모든 옵션을 그런 파일로 출력하고 끝냅니다"},
      {"en or ko", "en이나 ko"},
      {"language of the messages", "메시지의 언어"},
      {"threads to compute with; no result depends on it", "계산하는 스레드 수. 결과는 달라지지 않습니다"},
      {"threads to compute with", "계산하는 스레드 수"},
      {"search every value for NaN and infinity and name the op (slow)",
       "모든 값에서 NaN과 무한대를 찾아 어느 연산인지 알립니다 (느림)"},
      {"write everything measured there", "잰 것 전부를 쓸 파일"},
      // Behind the names of options
      {"REQUIRED", "필수"},
      {"(required)", "(필수)"},
      {"Excludes:", "함께 못 씀:"},
      {"off", "꺼짐"},
      {"of the locale", "로캘에 따름"},
      {"one a processor", "프로세서마다 하나"},
      {"standard output", "표준 출력"},
      {"all commands", "명령 전부"},
  };
  return texts;
}

}  // namespace heed
