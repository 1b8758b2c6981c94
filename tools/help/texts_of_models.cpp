// What help says of lm, bert, vit, copy and compare-heads in Korean.
#include "tools/help/korean_texts.hpp"

namespace heed {

std::span<const KoreanText> texts_of_models() {
  static constexpr KoreanText texts[] = {
      // lm
      {"how the text begins; none: from nothing, or training if there is no model",
       "글을 시작할 말. 없으면 처음부터 쓰고, 모델이 없으면 학습합니다"},
      {"file of the saved model, or its folder, or one with GPT-2's files",
       "저장된 모델의 파일이나 그 폴더, 또는 GPT-2의 파일이 든 폴더"},
      {"text to learn, a line each; without it the embedded grammar speaks",
       "배울 글, 한 줄에 하나. 없으면 내장 문법이 문장을 만듭니다"},
      {"what a token is: words or characters", "토큰의 단위: words(낱말)나 characters(글자)"},
      {"embedded grammar: 1 single clauses, 2 also two clauses and relative clauses, 3 long sentences",
       "내장 문법: 1 홑문장, 2 이어진 문장과 관형절도, 3 긴 문장"},
      {"of the embedded grammar, to train on", "학습할 내장 문법의 문장 수"},
      {"how many to write; 0: 5, or 1 for a prompt", "쓸 글의 수. 0이면 5, 시작하는 말이 있으면 1"},
      {"tokens to write at most; 0: as many as the model can see",
       "쓸 토큰의 최댓값. 0이면 모델이 볼 수 있는 만큼"},
      {"train on the embedded grammar's sentences, both languages;", "내장 문법의 문장으로 두 언어를 학습."},
      {"once there is a model: sentences that it makes up", "모델이 있으면 스스로 지어낸 문장"},
      {"go on, by the model in runs/lm", "runs/lm의 모델로 이어 씀"},
      {"a folder with GPT-2's model.safetensors, config.json,", "GPT-2의 model.safetensors, config.json,"},
      {"vocab.json and merges.txt", "vocab.json, merges.txt가 든 폴더"},
      // bert
      {"a text in which [MASK] stands for words to find", "찾을 낱말 자리에 [MASK]를 쓴 글"},
      {"file of the saved model, or its folder", "저장된 모델의 파일이나 그 폴더"},
      {"of training on labels, of 16 sentences each; whole rounds over all, by default four of --labels if "
       "that is more",
       "라벨로 학습하는 스텝 수, 한 스텝에 16문장. 늘 전체를 온전히 돌며, 기본값은 --labels를 네 번 도는 "
       "것이 더 많으면 그만큼"},
      {"what is to be told of a sentence: question from statement, the question mark left out; or present, "
       "past or future",
       "문장에서 가려낼 것: 물음표를 뺀 의문문과 평서문(question), 또는 현재, 과거, 미래(tense)"},
      {"say the class of this text, by --classifier", "--classifier로 이 글이 어느 분류인지 말합니다"},
      {"train a classifier on these: a label, a tab and a text a line; a fifth is held out",
       "이것으로 분류기를 학습합니다: 한 줄에 라벨, 탭, 글. 5분의 1은 시험용으로 남깁니다"},
      {"file of the classifier", "분류기의 파일"},
      {"classifier-question.safetensors beside the model; labels-NAME.safetensors of --labels",
       "모델 옆의 classifier-question.safetensors. --labels가 있으면 labels-NAME.safetensors"},
      {"train on the embedded grammar's sentences; once there is a",
       "내장 문법의 문장으로 학습. 모델이 있으면"},
      {"model: what it tells apart from few labels", "적은 라벨로 무엇을 가려내는지 보임"},
      {"by the model in runs/bert", "runs/bert의 모델로"},
      {"question or statement? By what few labels taught", "의문문인지 평서문인지, 적은 라벨로 배운 대로"},
      {"a classifier of your own: label, tab, text a line", "여러분의 분류기. 한 줄에 라벨, 탭, 글"},
      // vit
      {"folder with MNIST's four files; without it digits are drawn",
       "MNIST의 네 파일이 든 폴더. 없으면 숫자를 그립니다"},
      {"drawn ones to train on", "그려서 학습할 그림의 수"},
      {"of the test, to be shown", "보일 시험 그림의 수"},
      {"The convolution net learns sooner, so it has a quarter of the epochs; where images are few, more: "
       "625 steps, or as many epochs as the ViT.",
       "합성곱 망은 더 빨리 배우므로 에포크가 4분의 1입니다. 그림이 적으면 더 합니다: 625스텝, 또는 ViT와 "
       "같은 에포크 수."},
      {"train on drawn digits; once there is a model: what it makes of unseen ones",
       "그린 숫자로 학습. 모델이 있으면 처음 보는 숫자를 어떻게 읽는지"},
      {"a folder with train-images-idx3-ubyte, train-labels-idx1-ubyte,",
       "train-images-idx3-ubyte, train-labels-idx1-ubyte,"},
      {"t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte",
       "t10k-images-idx3-ubyte, t10k-labels-idx1-ubyte가 든 폴더"},
      // copy
      {"integers for a saved model, with blanks between, a sequence in quotes; none: train one",
       "저장된 모델에 줄 정수들. 사이를 띄우고, 정수열마다 따옴표로 묶습니다. 없으면 학습합니다"},
      {"what to do with a sequence", "정수열로 할 일: 베끼기, 뒤집기, 정렬"},
      {"how many different integers there are", "서로 다른 정수의 수"},
      {"least length of a sequence", "정수열의 가장 짧은 길이"},
      {"greatest length of a sequence", "정수열의 가장 긴 길이"},
      {"to train on", "학습할 정수열의 수"},
      {"unseen ones to test on, and as many for validation",
       "시험할 처음 보는 정수열의 수. 검증에도 그만큼 씁니다"},
      {"folder for model and result", "모델과 결과를 둘 폴더"},
      {"passes over the training sequences, at most: training ends once every validation sequence is right",
       "학습 정수열 전체를 되풀이하는 최대 횟수. 검증 정수열이 모두 맞으면 학습을 끝냅니다"},
      {"train, and save the model in runs/reverse", "학습해서 모델을 runs/reverse에 저장"},
      {"4 1 3, by that model", "그 모델의 답: 4 1 3"},
      // compare-heads
      {"numbers of heads to compare; the first is what the others are compared with",
       "비교할 헤드 수들. 나머지를 첫째와 비교합니다"},
      {"runs of each number of heads", "헤드 수마다 학습하는 횟수"},
      {"heads 1 and 4 and five epochs, unless told otherwise: an answer in minutes",
       "따로 정하지 않으면 헤드 1개와 4개, 에포크 다섯 번: 몇 분이면 답이 나옵니다"},
      {"folder for results.json and results.csv", "results.json과 results.csv를 둘 폴더"},
      {"passes over the training pairs; of several, a table for each",
       "학습 문장 쌍 전체를 되풀이하는 횟수. 여럿이면 표를 하나씩"},
      {"largest learning rate of Adam (for noam: a factor); 0: 0.256 / d-model, at most 0.002; of several, "
       "each number of heads is judged with that of the best validation BLEU; a training that diverges "
       "counts as BLEU 0",
       "Adam의 가장 큰 학습률(noam에서는 곱하는 수). 0이면 0.256 / d-model, 많아야 0.002. 여럿이면 헤드 "
       "수마다 검증 BLEU가 가장 좋은 것으로 판단합니다. 발산한 학습은 BLEU 0으로 셉니다"},
      {"does the gap outlast longer training?", "더 오래 학습해도 차이가 남는지?"},
      {"or is it the learning rate?", "아니면 학습률 때문인지?"},
  };
  return texts;
}

}  // namespace heed
