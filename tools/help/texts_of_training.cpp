// Options under Model and Training in Korean.
#include "tools/help/korean_texts.hpp"

namespace heed {

std::span<const KoreanText> texts_of_training() {
  static constexpr KoreanText texts[] = {
      // Model
      {"width of the model", "모델의 폭"},
      {"attention heads; must divide the width", "어텐션 헤드 수. 폭을 나눌 수 있어야 합니다"},
      {"layers of the encoder, and as many of the decoder", "인코더의 층 수. 디코더의 층 수도 같습니다"},
      {"attention and feed-forward layers", "어텐션과 FFN으로 된 층의 수"},
      {"width of the feed-forward network", "FFN의 폭"},
      {"of dropping an activation or attention weight in training",
       "학습 때 활성값이나 어텐션 가중치를 버릴 확률"},
      {"0.1 with --data or --r-drop; 0 for the grammar, which does not run out of sentences",
       "--data나 --r-drop이 있으면 0.1. 문장이 모자라지 않는 내장 문법에서는 0"},
      {"of dropping an attention weight alone; -1: as --dropout",
       "어텐션 가중치만 버릴 확률. -1이면 --dropout과 같음"},
      {"of dropping a unit between the two layers of the feed-forward network alone; -1: as --dropout",
       "FFN의 두 층 사이의 값만 버릴 확률. -1이면 --dropout과 같음"},
      {"layer norm after each sublayer, as in the paper, or before it",
       "층 정규화를 논문처럼 하위 층마다 그 뒤(post)에 하거나 그 앞(pre)에 합니다"},
      {"a layer norm behind the last layer of each stack, as in torch.nn.Transformer, or none, as in the "
       "paper and in Marian's models",
       "인코더와 디코더의 마지막 층 뒤에 층 정규화를 torch.nn.Transformer처럼 두거나(yes), 논문과 Marian의 "
       "모델처럼 두지 않습니다(no)"},
      {"of the feed-forward network", "FFN의 활성화 함수"},
      {"how the model knows where a word stands: added to the words (sinusoidal, learned), or by distance in "
       "self-attention (the others; docs/attention.md)",
       "낱말의 위치를 아는 방법: 낱말에 더하거나(sinusoidal, learned), 셀프 어텐션에서 거리로(나머지, "
       "docs/attention.md)"},
      {"whom a word may attend to in self-attention: rules joined by + (or) and & (and), such as "
       "window:2+global:1 (docs/attention.md). Rules: all, causal, window:BEFORE[:AFTER[:STEP]], "
       "stride:STEP[:BEFORE], global:COUNT, random:COUNT[:BLOCK[:SEED]]",
       "셀프 어텐션에서 낱말이 볼 수 있는 곳: +(또는)와 &(그리고)로 이은 규칙들, 예를 들어 window:2+global:1 "
       "(docs/attention.md). 규칙: all, causal, window:BEFORE[:AFTER[:STEP]], stride:STEP[:BEFORE], "
       "global:COUNT, random:COUNT[:BLOCK[:SEED]]"},
      {"how self-attention is computed", "셀프 어텐션을 계산하는 방법"},
      {"queries, keys and values of global positions: those of all, or their own (Longformer)",
       "전역 위치의 쿼리, 키, value: 모든 위치와 같은 것(shared)이나 따로 둔 것(own, Longformer)"},
      {"share the target embedding with the output projection (target), and with the source embedding too "
       "(all: one vocabulary)",
       "목표 문장의 임베딩을 출력 사영과 같이 쓰거나(target), 원문의 임베딩과도 같이 씁니다(all, 어휘 하나)"},
      {"none; target with --data and its subwords", "none. --data의 서브워드에는 target"},
      {"longest text that the model can see", "모델이 볼 수 있는 가장 긴 글"},
      {"height and width of a patch; must divide those of the images",
       "조각(패치)의 높이와 너비. 그림의 높이와 너비를 나눌 수 있어야 합니다"},
      // Training
      {"passes over the training examples", "학습 예 전체를 되풀이하는 횟수"},
      {"passes over the training examples; with --data what makes some 3,500 steps, from 5 to 50",
       "학습 예 전체를 되풀이하는 횟수. --data가 있으면 3,500스텝쯤 되게 5에서 50까지"},
      {"end after so many of the --epochs, though the learning rate is planned for all; 0: after all",
       "--epochs 가운데 이만큼만 하고 끝냅니다. 학습률은 전체에 맞춰 정합니다. 0이면 끝까지"},
      {"pairs, sentences or images to a batch", "배치 하나에 넣을 문장 쌍, 문장이나 그림의 수"},
      {"largest batch, instead of --batch: examples times the tokens of the longest, of a pair those of its "
       "longer side, <eos> included; 0: not used",
       "--batch 대신 정하는 가장 큰 배치: 예의 수에 가장 긴 예의 토큰 수를 곱한 값. 문장 쌍은 긴 쪽으로, "
       "<eos>까지 셉니다. 0이면 쓰지 않음"},
      {"batches whose gradients are added up for one step", "한 스텝에 기울기를 더하는 배치의 수"},
      {"train with so many processes of this machine (by OpenMPI); more machines: see docs/processes.md",
       "이 컴퓨터의 프로세스 여러 개로 학습합니다(OpenMPI). 컴퓨터가 여럿이면 docs/processes.md"},
      {"parts of each batch, added up in a fixed order: the result is the same for any number of processes "
       "that divides it; 0: 1, or 4 with --processes",
       "배치를 나누는 조각의 수. 정해진 순서로 더하므로, 이 수를 나누는 프로세스 수라면 결과가 모두 "
       "같습니다. 0이면 1, --processes가 있으면 4"},
      {"largest learning rate of Adam (for noam: a factor); 0: 0.256 / d-model, at most 0.002",
       "Adam의 가장 큰 학습률(noam에서는 곱하는 수). 0이면 0.256 / d-model, 많아야 0.002"},
      {"how the learning rate goes down after the warm-up", "워밍업 뒤에 학습률을 내리는 방법"},
      {"over which the learning rate rises", "학습률이 오르는 스텝의 수"},
      {"decay of Adam's mean of squared gradients (PyTorch's default: 0.999)",
       "Adam이 기울기 제곱의 평균을 낼 때 지난 값에 곱하는 수 (PyTorch의 기본값: 0.999)"},
      {"added to the root of that mean (PyTorch's default: 1e-8)",
       "그 평균의 제곱근에 더하는 수 (PyTorch의 기본값: 1e-8)"},
      {"largest norm of all gradients together", "모든 기울기를 합친 노름의 최댓값"},
      {"probability mass spread over all words or classes; with all of it (1) there would be nothing to "
       "learn",
       "모든 낱말이나 분류에 고루 나누는 확률(라벨 스무딩). 전부(1)를 나누면 배울 것이 없습니다"},
      {"stop after so many without a better one, by the score on the validation part (by its loss where "
       "there is no score, and while BLEU is below 1); 0: never",
       "검증 점수가 이만큼의 에포크 동안 나아지지 않으면 멈춥니다. 점수가 없거나 BLEU가 1보다 작은 동안은 "
       "검증 손실로 봅니다. 0이면 멈추지 않음"},
      {"the model at the end: the mean of the weights of the last or best N epochs",
       "끝에 저장할 모델: 마지막 N개나 가장 좋은 N개 에포크의 가중치 평균"},
      {"validate and keep an exponential moving average of the weights of all steps (0.999); 0: the weights "
       "themselves",
       "모든 스텝의 가중치를 지수 이동 평균한 것(0.999)으로 검증하고 저장합니다. 0이면 가중치 그대로"},
      {"of weights, batches and dropout: the same seed gives the same bytes",
       "가중치, 배치, 드롭아웃의 시드. 시드가 같으면 바이트까지 같은 결과가 나옵니다"},
      {"train each batch twice with other dropout, and draw the two towards each other by so much (R-Drop; 5 "
       "in its paper on translation); 0: once",
       "배치마다 드롭아웃을 달리해 두 번 학습하고, 두 결과를 이만큼 서로 끌어당깁니다 (R-Drop, 번역 "
       "논문에서는 5). 0이면 한 번"},
      {"keep the state of the training after so many steps (500) or minutes (5m), and after each epoch",
       "스텝 수(500)나 분(5m)마다, 그리고 에포크가 끝날 때마다 학습 상태를 저장합니다"},
      {"go on with a training that was interrupted, where it was: the end is the same to the bit",
       "중단된 학습을 그 자리에서 이어 갑니다. 결과는 비트까지 같습니다"},
      {"show the training as a page for the browser, written again every few seconds; at its end it is that "
       "of heed report",
       "학습을 브라우저로 보는 웹 페이지로 몇 초마다 다시 씁니다. 끝나면 heed report의 페이지가 됩니다"},
  };
  return texts;
}

}  // namespace heed
