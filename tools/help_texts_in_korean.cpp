// What help says of single options and examples in Korean.
#include <map>

#include "tools/help_in_korean.hpp"

namespace heed {

std::string korean_help(const std::string& english) {
  static const std::map<std::string, std::string> korean{
      {"Print this help message and exit", "이 도움말을 보이고 끝냅니다"},
      {"take options from this file, as --print-config writes it; `heed help config`",
       "--print-config가 쓰는 형식의 파일에서 옵션을 읽습니다. `heed help config`"},
      {"print every option as such a file, and do nothing else", "모든 옵션을 그런 파일로 출력하고 끝냅니다"},
      {"en or ko", "en이나 ko"},
      {"language of the messages", "메시지의 언어"},
      {"file of a saved model, or its folder", "저장된 모델의 파일이나 그 폴더"},
      {"threads to compute with; no result depends on it", "계산하는 스레드 수. 결과는 달라지지 않습니다"},
      {"search every value for NaN and infinity and name the op (slow)",
       "모든 값에서 NaN과 무한대를 찾아 어느 연산인지 알립니다 (느림)"},
      // import, show, completion, example
      {"with config.json, model.safetensors, vocab.json, source.spm and target.spm",
       "config.json, model.safetensors, vocab.json, source.spm, target.spm이 든 폴더"},
      {"folder for the model.safetensors, or that file", "model.safetensors를 둘 폴더나 그 파일"},
      {"the file, or a folder with a model.safetensors", "파일, 또는 model.safetensors가 든 폴더"},
      {"list the words that a model knows, and nothing else", "모델이 아는 단어만 늘어놓습니다"},
      {"list every tensor with its type and shape", "모든 텐서를 타입, 모양과 함께 늘어놓습니다"},
      {"every word that it knows", "아는 단어 전부"},
      {"of PyTorch or of any program, with every tensor", "PyTorch나 다른 프로그램의 파일, 모든 텐서"},
      {"what torch.save wrote; nothing in it is run", "torch.save가 쓴 파일. 안의 코드는 실행하지 않음"},
      {"which shell", "어느 셸"},
      {"number or name of the example", "예제의 번호나 이름"},
      // look, serve
      {"what it reads, in quotes or not", "모델이 읽을 문장, 따옴표는 없어도 됩니다"},
      {"which points; * stands for any letters", "어느 지점들인지. *는 아무 글자들이나 뜻합니다"},
      {"print the names of all points", "모든 지점의 이름을 출력합니다"},
      {"also their gradients, of -log p of all that is written", "쓰인 글 전체의 -log p에 대한 기울기도"},
      {"leave a head out, numbered from 1; several with commas",
       "헤드를 뺍니다. 번호는 1부터, 여럿은 쉼표로"},
      {"write the values there, as safetensors", "값을 safetensors로 쓸 파일"},
      {"no colours, also on a terminal", "터미널에서도 색을 쓰지 않습니다"},
      {"of 127.0.0.1; 0: one that is free", "127.0.0.1의 포트. 0이면 비어 있는 것"},
      {"translations a second at most; more wait for their turn",
       "1초에 처리하는 번역의 최댓값. 넘치면 차례를 기다립니다"},
      {"decode with weights of 8 bits: a quarter of the memory, other last digits, and larger models are "
       "faster",
       "8비트 가중치로 디코딩합니다. 메모리는 4분의 1이고, 끝자리가 달라지며, 큰 모델은 더 빠릅니다"},
      {"the model in runs/toy-ko-en, on http://127.0.0.1:8080/",
       "runs/toy-ko-en의 모델, http://127.0.0.1:8080/에서"},
      {"another model, on a port that is free", "다른 모델, 비어 있는 포트에서"},
      // learn
      {"folder of the learner's files", "답안을 두는 폴더"},
      {"look at the file twice a second, for file systems that send no events",
       "변경을 알려 주지 않는 파일 시스템에서, 파일을 1초에 두 번 살핍니다"},
      {"only the 20 exercises for those who know PyTorch", "PyTorch를 아는 사람을 위한 20문제만"},
      {"print the whole course as one HTML page, with solutions and mistakes",
       "과정 전체를 풀이와 흔한 실수까지 HTML 한 쪽으로 출력합니다"},
      {"print the line with which entr, or another tool, watches the current exercise",
       "entr 같은 도구로 지금 문제를 지켜보는 명령 한 줄을 출력합니다"},
      {"write .vscode into the folder of the answers: a task that checks the file in front, and what "
       "clangd needs; files that are there stay",
       "답안 폴더에 .vscode를 만듭니다. 열려 있는 파일을 채점하는 작업과 clangd에 필요한 설정이며, 이미 있는 "
       "파일은 그대로 둡니다"},
      {"name or number of the exercise to watch", "지켜볼 문제의 이름이나 번호"},
      {"run with AddressSanitizer: slower, but it names the line of a crash",
       "AddressSanitizer로 실행합니다. 느리지만, 비정상 종료한 줄을 알려 줍니다"},
      {"name or number of an exercise", "문제의 이름이나 번호"},
      {"every exercise, and the points of the course", "모든 문제와, 과정 전체의 점수"},
      {"print the verdict as JSON", "채점 결과를 JSON으로 출력합니다"},
      {"print the compiler's messages as FILE:LINE:COLUMN too, for editors",
       "컴파일러의 메시지를 편집기가 읽는 FILE:LINE:COLUMN 꼴로도 출력합니다"},
      {"show the hints up to this one; 0: one more than before",
       "이 단계까지의 힌트를 보입니다. 0이면 지난번보다 하나 더"},
      {"show it without a pass; the course remembers that", "통과하지 않아도 보입니다. 과정에 기록됩니다"},
      {"they come back no more", "더 이상 다시 나오지 않습니다"},
      {"they come back again", "다시 나옵니다"},
      {"gradescope: its results.json; github: what GitHub Classroom's reporter reads, which a step of GitHub "
       "Actions also gets in base64 as its output `result`",
       "gradescope: results.json; github: GitHub Classroom의 리포터가 읽는 형식. GitHub Actions에서는 "
       "base64로 "
       "출력 `result`에도 담습니다"},
      {"file to write, whole or not at all", "쓸 파일. 온전히 쓰거나 전혀 쓰지 않습니다"},
      {"grade every folder in DIR and print CSV, a line for each; what the class gets wrong on standard "
       "error",
       "DIR의 폴더를 모두 채점해 하나에 한 줄씩 CSV로 출력합니다. 학급이 자주 틀리는 것은 표준 오류에"},
      {"to translate, in quotes or not; without them it is built and checked",
       "번역할 문장, 따옴표는 없어도 됩니다. 문장이 없으면 번역기를 만들고 확인합니다"},
      {"of each variant", "경우마다 저장하는 횟수"},
      {"which to measure", "잴 문제"},
      {"watch the current exercise and check it at every save", "지금 문제를 지켜보다가 저장할 때마다 채점"},
      {"the same, from that exercise on", "같은 일을 그 문제부터"},
      {"the course, and how far you are", "과정의 차례와, 어디까지 왔는지"},
      {"the same verdict without a terminal; status 0 only if all passes",
       "터미널 없이 같은 채점. 모두 통과해야 상태 0"},
      {"builds, checks and trains it: under a minute", "만들고, 확인하고, 학습합니다. 1분이 걸리지 않습니다"},
      {"by the translator that passed last", "마지막으로 통과한 번역기로"}};
  static const std::map<std::string, std::string> defaults{{" [off]", " [꺼짐]"},
                                                           {" [the current one]", " [지금 문제]"},
                                                           {" [of the locale]", " [로캘에 따름]"},
                                                           {" [one a processor]", " [프로세서마다 하나]"},
                                                           {" [none: the list]", " [없으면 목록]"},
                                                           {" [standard output]", " [표준 출력]"},
                                                           {" [six of the course]", " [과정의 여섯 문제]"}};
  std::string text = english, behind;
  for (const auto& [said, in_korean] : defaults) {
    if (!text.ends_with(said)) continue;
    text.erase(text.size() - said.size());
    behind = in_korean;
  }
  const auto found = korean.find(text);
  return (found == korean.end() ? text : found->second) + behind;
}

}  // namespace heed
