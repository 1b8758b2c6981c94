// What help says of attention, recall, lab and bench in Korean.
#include "tools/help/korean_texts.hpp"

namespace heed {

std::span<const KoreanText> texts_of_measurements() {
  static constexpr KoreanText texts[] = {
      // attention
      {"up to 4,096 tokens: one minute", "4,096 토큰까지만: 1분"},
      {"tokens of a sequence", "어텐션이 한 번에 보는 토큰의 수"},
      {"attention heads of 64 dimensions", "64차원인 어텐션 헤드의 수"},
      {"write the times and bytes there", "시간과 바이트를 쓸 파일"},
      {"At most five minutes: what would take too long or too much memory is left out, and the table says "
       "so.",
       "많아야 5분: 너무 오래 걸리거나 메모리를 너무 많이 쓸 것은 빼고, 표에 적습니다."},
      {"Ctrl-C ends it with what was measured until then.", "Ctrl-C를 누르면 그때까지 잰 것으로 끝냅니다."},
      // recall
      {"distances up to 128, 3,000 steps: two minutes", "거리 128까지, 3,000스텝: 2분"},
      {"tokens between what is told and what is asked", "알려 준 것과 묻는 것 사이의 토큰 수"},
      {"trainings of each net", "망마다 학습하는 횟수"},
      {"of training at distance 8 at most; at a distance d (8/d)^(2/3) times as many",
       "거리 8에서 학습하는 최대 스텝 수. 거리 d에서는 그 (8/d)^(2/3)배"},
      {"learning rate of Adam", "Adam의 학습률"},
      {"time for all: what does not fit in is left out", "전체에 쓸 시간. 들어가지 않는 것은 뺍니다"},
      {"of attention, a multiple of 8; the others have as many parameters",
       "어텐션의 폭, 8의 배수. 나머지 망은 매개변수 수를 그에 맞춥니다"},
      {"write the measurements there", "잰 것을 쓸 파일"},
      {"Nets that do not learn the shortest distance end there; what there was no time for is left out: –.",
       "가장 짧은 거리를 배우지 못한 망은 거기서 끝냅니다. 시간이 없어 재지 못한 것은 –로 둡니다."},
      // lab
      {"which ones: C1, C2, …", "어느 주장인지: C1, C2, …"},
      {"every one of them", "주장 전부"},
      {"fewer seeds and samples: at most half a minute each", "시드와 표본을 줄입니다: 하나에 많아야 30초"},
      {"ask before each what you expect", "실험마다 먼저 무엇을 예상하는지 묻습니다"},
      {"tables and sentences without pictures, as for pipes", "파이프로 보낼 때처럼 그림 없이 표와 문장만"},
      {"of everything that is drawn", "무작위로 뽑는 모든 것의 시드"},
      {"run nothing: show what --json wrote, as Markdown or as asked for",
       "실행하지 않고 --json이 쓴 것을 Markdown이나 달라는 형식으로 보입니다"},
      {"with --from: C6 by the results.csv of a comparison that heed compare-heads has trained",
       "--from과 함께: C6을 heed compare-heads가 학습한 비교의 results.csv로 판단합니다"},
      {"measure C7 on these sentences, too: a folder as of heed translate",
       "C7을 이 문장들로도 잽니다: heed translate와 같은 폴더"},
      {"language to translate from: the ending of the files", "원문의 언어: 파일 이름의 끝"},
      {"write a page for the browser there, one section a claim",
       "브라우저로 보는 웹 페이지를 쓸 파일. 주장마다 한 마디"},
      {"write claims.json, claims.md and claims.ko.md there, as in docs; claims that are there and were not "
       "run stay",
       "docs에 있는 것과 같은 claims.json, claims.md, claims.ko.md를 쓸 폴더. 이미 있고 실행하지 않은 주장은 "
       "그대로 둡니다"},
      {"write the tables there, a line for each number", "표를 쓸 파일, 수 하나에 한 줄"},
      {"Without a claim it lists them. Numbers of documents are those of the course's sources.",
       "주장을 쓰지 않으면 목록을 보입니다. 문서의 번호는 과정의 출처 번호입니다."},
      // bench
      {"in which all measurements take turns; medians are shown",
       "모든 측정을 번갈아 하는 횟수. 중앙값을 보입니다"},
      {"sizes to measure: toy, small, medium, base", "잴 크기: toy, small, medium, base"},
      {"other models whose step to measure: gpt128, gpt256, gpt512, lstm, vit",
       "스텝을 잴 다른 모델: gpt128, gpt256, gpt512, lstm, vit"},
      {"lengths of the attention measurement, in tokens", "어텐션을 잴 길이, 토큰 수로"},
      {"measure attention alone", "어텐션만 잽니다"},
      {"one round, without base and long attention: two minutes", "한 번만, base와 긴 어텐션은 빼고: 2분"},
      {"measure PyTorch in turns, and print the ratios", "PyTorch도 번갈아 재고, 비율을 보입니다"},
      {"interpreter that can import torch", "torch를 쓸 수 있는 Python"},
      {"measure one thing in this process and print it as JSON, such as train:small",
       "train:small 같은 것 하나를 이 프로세스에서 재어 JSON으로 출력합니다"},
  };
  return texts;
}

}  // namespace heed
