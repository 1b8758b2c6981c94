// What help says of translate in Korean.
#include "tools/help/korean_texts.hpp"

namespace heed {

std::span<const KoreanText> texts_of_translation() {
  static constexpr KoreanText texts[] = {
      {"what to translate with a saved model, in quotes or not; -: standard input; none: that, or training "
       "if there is no model. Several sentences of a line are translated one by one where the model learned "
       "single ones, as the grammar's did",
       "저장된 모델로 번역할 문장, 따옴표는 없어도 됩니다. -는 표준 입력. 문장이 없으면 표준 입력을 "
       "번역하고, 모델이 없으면 학습합니다. 내장 문법처럼 한 문장씩 배운 모델이면 한 줄의 여러 문장을 하나씩 "
       "번역합니다"},
      {"translate the lines of this file; -: standard input", "이 파일의 줄을 번역합니다. -는 표준 입력"},
      {"write the translations there, in a folder that is there, whole or not at all",
       "번역을 쓸 파일. 폴더는 있어야 하고, 온전히 쓰거나 전혀 쓰지 않습니다"},
      {"translate a sentence a line from standard input", "표준 입력에서 한 줄에 한 문장씩 번역합니다"},
      {"train a model, though there is one; so does every option under Model and Training",
       "모델이 있어도 학습합니다. '모델'과 '학습' 아래의 옵션을 주어도 학습합니다"},
      {"draw the weights of every layer and head", "모든 층과 헤드의 가중치를 그립니다"},
      {"the kind of model, to train or to use: lstm is two LSTMs with attention, the older way to translate "
       "(in runs/NAME-lstm), trained at twice the --lr where none is named; or the file of a saved model",
       "학습하거나 쓸 모델의 종류. lstm은 예전 방식인 어텐션이 있는 LSTM 두 개(runs/NAME-lstm)로, --lr이 "
       "없으면 학습률이 두 배입니다. 또는 저장된 모델의 파일"},
      {"folder for the trained model and its history", "학습한 모델과 학습 기록을 둘 폴더"},
      // Decoding
      {"hypotheses kept while decoding; 1 is greedy", "디코딩하면서 남겨 두는 가설의 수. 1이면 탐욕 디코딩"},
      {"translations to print for each sentence, best first, with their scores",
       "문장마다 보일 번역의 수. 가장 좋은 것부터 점수와 함께"},
      {"exponent of the length by which beam scores are divided", "빔의 점수를 나누는 길이의 지수"},
      {"lowers beam scores of translations that looked away from a part of the source (GNMT: 0.2)",
       "원문의 일부를 보지 않은 번역의 빔 점수를 낮춥니다 (GNMT: 0.2)"},
      {"of log p of words that the translation has already; 1: none",
       "번역에 이미 있는 낱말의 log p에 곱하는 수. 1이면 벌이 없음"},
      {"tokens a translation may have; 0: source + 50", "번역의 최대 토큰 수. 0이면 원문 + 50"},
      {"how every translation begins", "모든 번역을 시작할 말"},
      {"what is written where the model writes <unk>, as it does if its training had some (--min-frequency; "
       "the grammar has none): of the source words that it does not have either the one that it looked at, "
       "each once, where tokens are words; or <unk> (as in the scores of a training)",
       "모델이 <unk>를 쓰는 자리에 쓸 것. 학습 데이터에 <unk>가 있었던 모델만 씁니다(--min-frequency, 내장 "
       "문법에는 없음). copy: 토큰이 낱말이면, 역시 모델이 모르는 원문 낱말 가운데 그때 본 것을 한 번씩. "
       "keep: <unk> 그대로 (학습의 점수도 이렇게 셈)"},
      {"more models of the same data, which decode together with the first: the mean of their probabilities",
       "같은 데이터로 학습한 다른 모델들. 첫 모델과 확률을 평균해 함께 디코딩합니다"},
      {"behind each translation \" ||| 0-0 1-2\": word 1 of the source, cut at spaces and counted from 0, "
       "belongs to word 2 of the translation (Pharaoh's format)",
       "번역마다 뒤에 \" ||| 0-0 1-2\"처럼 붙입니다: 빈칸으로 나누어 0부터 셀 때, 원문의 낱말 1이 번역의 "
       "낱말 2에 해당함 (Pharaoh 형식)"},
      {"draw translations by their probability, --n-best of each sentence",
       "번역을 확률에 따라 뽑습니다. 문장마다 --n-best개"},
      {"logits are divided by it: below 1 bolder, above 1 wilder; 0: always the best token",
       "로짓을 나누는 온도: 1보다 작으면 확실한 것만, 크면 뜻밖의 것도. 0이면 늘 가장 좋은 토큰"},
      {"only so many most probable tokens; 0: all", "확률이 가장 높은 토큰 이만큼만. 0이면 전부"},
      {"only the most probable tokens that together have it",
       "확률이 높은 것부터, 합이 이만큼 될 때까지의 토큰만"},
      {"of what is written", "쓰는 글의 시드"},
      // Sentences
      {"folder with train.SRC, train.TGT, valid.*, test.*, one sentence a line; without it the embedded "
       "grammar speaks",
       "train.SRC, train.TGT, valid.*, test.*가 든 폴더, 한 줄에 한 문장. 없으면 내장 문법이 문장을 "
       "만듭니다"},
      {"language to translate from: the ending of the files; ko or en for the embedded grammar",
       "원문의 언어: 파일 이름의 끝. 내장 문법은 ko나 en"},
      {"language to translate into", "번역할 언어"},
      {"embedded grammar: 1 single clauses, 2 also two clauses and relative clauses, 3 long sentences, 4 "
       "what people type: polite endings, no subjects, everyday words",
       "내장 문법: 1 홑문장, 2 이어진 문장과 관형절도, 3 긴 문장, 4 사람들이 쓰는 말(높임말, 주어 생략, 일상 "
       "낱말)"},
      {"training pairs of the embedded grammar", "내장 문법의 학습 문장 쌍 수"},
      {"what a token is", "토큰의 단위"},
      {"words; subwords with --data", "words. --data가 있으면 subwords"},
      {"so many subwords of each language (with --tie all: of both together); 0: a fifteenth of the words of "
       "the text, from 1000 to 4000",
       "언어마다 서브워드의 수(--tie all이면 두 언어를 합쳐). 0이면 글에 나오는 낱말 수의 15분의 1, 1000에서 "
       "4000까지"},
      {"how subwords are found", "서브워드를 찾는 방법"},
      {"train on other subwords of the same words in each epoch; for unigram the power of their probability "
       "(0.2), for bpe the probability of leaving a join out (0.1); 0: always the best",
       "에포크마다 같은 낱말을 다른 서브워드로 나누어 학습합니다. unigram은 확률의 지수(0.2), bpe는 합치기를 "
       "건너뛸 확률(0.1). 0이면 늘 가장 좋은 것"},
      {"capital letters: all small (usual for words), or as they are (usual for others)",
       "대문자를 모두 소문자로 바꾸거나(lower, 낱말의 기본값) 그대로 둡니다(keep, 그 밖의 기본값)"},
      {"as usual", "토큰에 따름"},
      {"tokens seen less often in training become <unk>",
       "학습 데이터에 이보다 드물게 나온 토큰은 <unk>가 됩니다"},
      {"training pairs longer on a side are left out, test pairs cut; the saved model reads texts of at "
       "least twice as many",
       "어느 쪽이든 이보다 긴 학습 문장 쌍은 빼고, 시험 문장 쌍은 자릅니다. 저장된 모델은 적어도 두 배 긴 "
       "글을 읽습니다"},
      // Examples
      {"train on the embedded Korean-English grammar;", "내장된 한국어-영어 문법으로 학습."},
      {"once there is a model: translate standard input", "모델이 있으면 표준 입력을 번역"},
      {"translate with the model saved in runs/toy-ko-en", "runs/toy-ko-en에 저장된 모델로 번역"},
      {"translate the lines of a file", "파일의 줄을 번역"},
      {"a sentence a line, with all attention heads", "한 줄에 한 문장씩, 모든 어텐션 헤드와 함께"},
      {"train anew; the older model is kept aside", "새로 학습. 전의 모델은 따로 남김"},
      {"the same with LSTMs instead of a Transformer", "Transformer 대신 LSTM으로 같은 일을"},
      {"go on with a training that was interrupted", "중단된 학습을 이어 감"},
  };
  return texts;
}

}  // namespace heed
