#include "tools/recall/claims.hpp"
#include "tools/lab/claim.hpp"
#include "tools/language/both.hpp"

namespace heed {

const std::vector<Claim>& lab_claims() {
  static const std::vector<Claim> claims{
      {"C1",
       "000, 001, 004",
       {"q·k of N(0, 1) elements has variance d_k; divided by √d_k, it has variance 1",
        "원소가 N(0, 1)인 q·k의 분산은 d_k이고, √d_k로 나누면 1이다"},
       {"Is the variance of q·k 64 for heads of 64?", "너비가 64인 헤드에서 q·k의 분산은 64일까요?"},
       {"every variance of q·k within 4 standard errors of d_k, every one of q·k / √d_k, of pairs of its "
        "own, of 1",
        "q·k의 모든 분산이 d_k에서, 따로 뽑은 쌍으로 잰 q·k / √d_k의 모든 분산이 1에서 표준오차 4배 안"},
       variance_of_products},
      {"C2",
       "000, 004",
       {"softmax of large scores gives nearly everything to one of them, of [100, 50, 30, 20] [0.99, 0.01, "
        "0.00, 0.00]; divided by 8, as [12.5, 6.25, 3.75, 2.5], they give a soft [0.85, 0.10, 0.03, 0.02]",
        "점수가 크면 소프트맥스는 거의 모두를 하나에 준다: [100, 50, 30, 20]은 [0.99, 0.01, 0.00, 0.00]. 8로 "
        "나눈 [12.5, 6.25, 3.75, 2.5]는 부드러운 [0.85, 0.10, 0.03, 0.02]가 된다"},
       {"Does softmax give 0.99 and 0.85 to the largest of [100, 50, 30, 20] and [12.5, 6.25, 3.75, 2.5], as "
        "000 prints?",
        "[100, 50, 30, 20]과 [12.5, 6.25, 3.75, 2.5]의 소프트맥스는 000에 적힌 대로 가장 큰 것에 0.99와 "
        "0.85를 줄까요?"},
       {"the largest share is above 0.99 in the examples that are not scaled, and not in the scaled one; and "
        "each printed figure is the true one rounded (in part: some of the three)",
        "스케일하지 않은 예에서는 가장 큰 몫이 0.99보다 크고 스케일한 예에서는 크지 않으며, 적힌 숫자마다 "
        "참값을 반올림한 것 (일부: 셋 가운데 몇)"},
       saturation_of_softmax},
      {"C3",
       "004",
       {"the gradient of a saturated softmax vanishes, so training needs the scale 1/√d_k",
        "포화된 소프트맥스는 기울기가 사라지므로, 학습에는 1/√d_k 스케일이 필요하다"},
       {"Does a head of 256 numbers learn a lookup better with the scale than without?",
        "너비 256인 헤드는 스케일이 있을 때 찾아보기를 더 잘 배울까요?"},
       {"at d_k 1,024 the norm without the scale is surely less than half of that with it, and training with "
        "it, 600 steps (--quick: 300) of one task at one learning rate, is surely better (not: one of them "
        "is surely not so)",
        "d_k 1,024에서 스케일 없는 노름이 있을 때의 절반보다 확실히 작고, 과제 하나를 한 학습률로 "
        "600걸음(--quick: 300걸음) 배울 때 스케일이 있으면 확실히 더 잘 배움 (아님: 둘 가운데 하나가 확실히 "
        "그렇지 않음)"},
       gradient_of_softmax},
      {"C4",
       "000, 001",
       {"the scores take O(T²) memory: 512 tokens ~1 MB, 2,048 ~16 MB, 8,192 ~256 MB, 10,000 several GB, "
        "128,000 ~64 GB",
        "점수의 메모리는 O(T²)이다: 512 토큰 ~1 MB, 2,048은 ~16 MB, 8,192는 ~256 MB, 10,000은 수 GB, "
        "128,000은 ~64 GB"},
       {"Are all of these sizes right for one head in float?", "float 헤드 하나에 이 크기가 모두 맞을까요?"},
       {"what was held is T² × 4 bytes to 5 %; and each printed figure is right, ~ to 5 % (1 MB = 2²⁰ bytes; "
        "several GB: 2 at least, less than 10; in part: one of the two)",
        "실제로 잡힌 메모리가 5 % 안에서 T² × 4바이트이고, 적힌 숫자가 모두 맞음, ~은 5 % 안 (1 MB = "
        "2²⁰바이트, 수 GB는 2 이상 10 미만. 일부: 둘 가운데 하나)"},
       memory_of_scores},
      {"C5",
       "000",
       {"vanilla attention costs O(n²) time and memory, sparse O(nk), linear O(n), flash O(n²) time and O(n) "
        "memory; vanilla is best below 512 tokens, flash to 2,048, sparse or linear beyond",
        "보통 어텐션은 시간과 메모리가 O(n²), 희소는 O(nk), 선형은 O(n), 플래시는 시간 O(n²)에 메모리 "
        "O(n)이다. 512 토큰 아래는 보통, 2,048까지는 플래시, 그 위로는 희소나 선형이 좋다"},
       {"Does all of this hold on your machine?", "이 컴퓨터에서 이 모두가 맞을까요?"},
       {"each statement by itself; in part where some hold. A cost grows as it is said where its slope in "
        "logarithms, from 1,024 tokens on, lies within 0.15 of the power or on its edge, in both of two "
        "turns, of which the slopes are no more than 0.15 apart; who is the fastest is asked at every "
        "length, in both turns: up to 2,048 tokens of vanilla and flash, beyond of all five kinds, where "
        "BigBird counts as sparse; flash takes half of vanilla's time or less at every length from 1,024 "
        "tokens on",
        "말 하나하나를 따로. 몇 가지만 맞으면 일부만 맞음. 비용은 1,024 토큰부터 로그 기울기가 두 번 모두 "
        "지수에서 0.15 이하로 떨어져 있고 두 번의 차이도 0.15 이하면 그렇게 자란다고 함. 가장 빠른 것은 "
        "길이마다, 두 번 모두 물음: 2,048 토큰까지는 보통과 플래시 가운데, 그 위는 다섯 가지 모두 가운데 "
        "(BigBird는 희소로 셈). 플래시는 1,024 토큰부터 어느 길이에서나 보통의 절반 이하의 시간이 걸려야 함"},
       kinds_of_attention},
      {"C6",
       "004",
       {"one head is 0.9 BLEU worse than the best number of heads",
        "헤드 하나는 가장 좋은 수보다 BLEU 0.9만큼 나쁘다"},
       {"Is one head worse than several by about 0.9 BLEU, beyond noise?",
        "헤드 하나는 여럿보다 잡음을 넘어 BLEU 0.9만큼 나쁠까요?"},
       {"of 2, 4 and 8 heads (--quick: of 4) the best less one: the interval, which allows for as many "
        "comparisons, leaves out 0 and contains 0.9 (in part: above 0, without 0.9; not: below 0.9 and not "
        "above 0; noise: both inside); nothing is judged while validation BLEU rises by more than 1.8 in the "
        "last epoch",
        "헤드 2, 4, 8개(--quick: 4개) 가운데 가장 좋은 것에서 하나를 뺀 차이: 비교하는 횟수를 셈한 구간이 "
        "0을 빼고 0.9를 담음 (일부: 0보다 크나 0.9가 없음, 아님: 0.9보다 작고 0보다 크지 않음, 잡음: 둘 다 "
        "담음). 마지막 에폭에 검증 BLEU가 1.8 넘게 오르면 판단하지 않음"},
       one_head_is_worse},
      {"C7",
       "004",
       {"h heads of d/h cost about what one head of d costs",
        "너비 d/h인 헤드 h개의 비용은 너비 d인 헤드 하나와 비슷하다"},
       {"Do 16 heads take about as long as one?", "헤드 16개는 하나와 비슷하게 걸릴까요?"},
       {"as many multiplications for every number of heads, and the largest ratio of times is surely below "
        "1.25 (in part: below 2). That “about” is a quarter more at most is this project's choice: the claim "
        "names no border, and 16 heads come near this one",
        "헤드 수가 몇이든 곱셈 수가 같고, 시간의 가장 큰 비가 확실히 1.25보다 작음 (일부: 2보다 작음). "
        "‘비슷하다’를 많아야 4분의 1 더로 본 것은 이 프로젝트의 선택: 주장에는 경계가 없고, 헤드 16개는 이 "
        "경계에 가까움"},
       cost_of_heads},
      {"C8",
       "003, 004",
       both("{}; {}", "{}이고, {}", c8_path, c8_learning),
       {"Do attention and convolution, whose paths are short, recall far tokens better than each net that "
        "goes from token to token?",
        "경로가 짧은 어텐션과 합성곱은 토큰에서 토큰으로 가는 모든 망보다 먼 토큰을 잘 기억할까요?"},
       {"path: the fewest steps from token to token, counted in each net over 8 to 512 tokens (--quick: 8 to "
        "32), grow so (fits to half a step). Learning: in every pair of a net with a short path and one "
        "whose path takes half as many steps as the distance or more, the short one surely has 5 points more "
        "right answers at least (p after Holm's correction for all pairs; 5 points are this project's "
        "choice); seeds that learned nothing count as they answer. In part where only some do",
        "경로: 망마다 8–512 토큰(--quick: 8–32) 너머에서 센 가장 적은 걸음이 그렇게 늚 (반걸음 안에서 맞는 "
        "식). 학습: 경로가 짧은 망과 거리의 절반 이상을 걷는 망의 모든 쌍에서, 짧은 쪽의 정답률이 확실히 5점 "
        "이상 높음 (모든 쌍에 대한 홀름 보정 뒤의 p, 5점은 이 프로젝트의 선택). 아무것도 배우지 못한 시드도 "
        "답한 대로 셈. 일부만이면 일부만 맞음"},
       recall_by_distance},
      {"C9",
       "004",
       {"attention is linear in the values; the FFN adds what is not linear, position by position",
        "어텐션은 값에 대해 선형이고, FFN이 자리마다 비선형을 더한다"},
       {"A token has to multiply two of its own numbers: does a net fail at it with a second attention "
        "instead of the FFN?",
        "토큰이 자기 수 둘을 곱해야 할 때, FFN 대신 어텐션을 하나 더 둔 망은 실패할까요?"},
       {"linear in the values, and the FFN moves no other token, to rounding; and without the FFN the net "
        "surely explains less than half (in part: surely less than with it, or one of the two)",
        "반올림 안에서 값에 선형이고 FFN은 다른 토큰을 바꾸지 않으며, FFN 없는 망은 확실히 절반도 설명하지 "
        "못함 (일부: FFN이 있을 때보다 확실히 못하거나, 둘 가운데 하나)"},
       attention_is_linear},
      {"C10",
       "004",
       {"without the look-ahead mask training cheats, and inference fails",
        "미래를 가리는 마스크가 없으면 학습은 속임수가 되고 추론은 실패한다"},
       {"Will the loss without the mask be lower, and the translations worse?",
        "마스크가 없으면 손실은 더 낮고 번역은 더 나쁠까요?"},
       {"the loss is surely lower, and surely more than half of BLEU is lost (in part: one of them)",
        "손실이 확실히 더 낮고 BLEU를 확실히 절반 넘게 잃음 (일부: 둘 가운데 하나)"},
       looking_ahead},
      {"C11",
       "001",
       {"padding must be masked", "패딩은 가려야 한다"},
       {"Does the mask keep the outputs of the words the same to the last bit, whatever stands in the "
        "padding?",
        "패딩에 무엇이 있든, 마스크가 있으면 단어의 출력은 마지막 비트까지 같을까요?"},
       {"the outputs of the words are the same to the last bit with the mask, and more than 0.001 apart "
        "without it",
        "단어의 출력이 마스크가 있으면 마지막 비트까지 같고, 없으면 0.001 넘게 다름"},
       padding_is_masked},
      {"C12",
       "003",
       {"attention alone knows no order; sines and cosines add it",
        "어텐션만으로는 순서를 모르고, 사인과 코사인이 순서를 더한다"},
       {"Without positions: if the words are shuffled, are the outputs the same, shuffled?",
        "위치가 없을 때 단어를 섞으면, 출력도 그대로 섞이기만 할까요?"},
       {"the same to 1e-4 without positions, and more than 0.01 apart with them",
        "위치가 없으면 1e-4 안에서 같고, 있으면 0.01 넘게 다름"},
       order_of_words},
      {"C13",
       "002, 003, 004",
       {"heads specialise, and attention aligns words: I–나는, love–좋아한다, apples–사과를",
        "헤드는 저마다 전문이 있고, 어텐션은 단어를 맞춘다: I–나는, love–좋아한다, apples–사과를"},
       {"Does a head look at the right source word most of the time, and do others have tasks of their own?",
        "대개 맞는 원문 단어를 보는 헤드가 있고, 다른 헤드에도 저마다 과제가 있을까요?"},
       {"alignment and specialisation apart, over all trainings. Alignment: the best head is surely right in "
        "more than half of all cases and more than twice as often as by chance, and at all three words. "
        "Specialisation: a head surely gives the previous token more than half of its weight; one head is "
        "surely at the next word in more than half of all cases, another so at the last one, each surely "
        "oftener than the other head",
        "정렬과 전문을 따로, 모든 학습을 함께. 정렬: 가장 좋은 헤드가 확실히 절반 넘게, 우연의 두 배 넘게 "
        "맞고, 세 낱말을 다 맞힘. 전문: 앞 토큰에 확실히 절반 넘는 가중치를 주는 헤드가 있고, 다음 낱말을 "
        "확실히 절반 넘게 보는 헤드와 방금 쓴 낱말을 그렇게 보는 다른 헤드가 있으며, 저마다 상대보다 확실히 "
        "자주 봄"},
       heads_specialise},
      {"C14",
       "002, 003",
       {"the worked examples: 0.4044, 0.3403 and [0.12, 0.41]; four queries step by step",
        "계산 예: 0.4044, 0.3403, [0.12, 0.41]; 쿼리 네 개를 단계별로"},
       {"Do the printed numbers come out?", "적힌 수가 그대로 나올까요?"},
       {"each printed figure is the true one rounded", "적힌 숫자마다 참값을 반올림한 것"},
       worked_examples},
      {"C15",
       "001",
       {"QKᵀ = X W_q W_kᵀ Xᵀ: a learned similarity", "QKᵀ = X W_q W_kᵀ Xᵀ: 학습되는 유사도"},
       {"Is it the same to rounding?", "반올림 안에서 같을까요?"},
       {"the same to 1e-5 of the largest element", "가장 큰 원소의 1e-5 안에서 같음"},
       scores_are_bilinear},
      {"C16",
       "001",
       {"attention may be looked at, but it is not always the explanation",
        "어텐션을 들여다볼 수는 있지만, 언제나 설명이 되지는 않는다"},
       {"Is there a head that looks hard at one word and loses less than 1 BLEU when removed?",
        "한 단어를 뚜렷이 보는데도 없애면 잃는 것이 BLEU 1보다 작은 헤드가 있을까요?"},
       {"in most trainings a head with more than half of its weight on one word, on average over the queries "
        "that see at least 4 keys, surely loses less than 1 BLEU when silenced (by the share of drawn test "
        "sets that lose as much, after Holm's correction for all such heads; in part: in fewer; not: every "
        "one surely loses more, by the same share). That 1 BLEU is little is this project's choice",
        "대부분의 학습에서, 키를 4개 이상 보는 쿼리의 평균으로 한 단어에 절반 넘는 가중치를 주면서 꺼도 잃는 "
        "것이 확실히 BLEU 1보다 작은 헤드가 있음 (다시 뽑은 시험 문장 가운데 그만큼 잃는 비율로, 그런 헤드 "
        "모두에 대한 홀름 보정 뒤에. 일부: 더 적은 학습에서만, 아님: 같은 비율로 모든 헤드가 확실히 더 "
        "잃음). BLEU 1을 적다고 보는 것은 이 프로젝트의 선택"},
       attention_is_no_explanation},
      {"C17",
       "001, 003",
       {"the same parts build GPT-style decoders, BERT-style encoders and ViT (patches as tokens)",
        "같은 부품으로 GPT 같은 디코더, BERT 같은 인코더, ViT(패치가 토큰)를 만든다"},
       {"Does one small example of each learn its task?", "작은 예를 하나씩 만들면 셋 다 과제를 배울까요?"},
       {"each model is surely more than twice as good as knowing frequencies alone, of hidden words the one "
        "that is hidden most often (in part: some are; not: none, and one surely not)",
        "모델마다 빈도만, 가린 낱말에서는 가장 자주 가려지는 하나만 알 때보다 확실히 두 배 넘게 나음 (일부: "
        "몇은 그러함, 아님: 그런 것이 없고 하나는 확실히 아님)"},
       same_parts},
      {"C18",
       "001",
       c18_text,
       {"Does a sequence twice as long take twice the time?", "두 배 긴 열은 두 배 걸릴까요?"},
       {"the power is surely at most 1.15, attention's surely more",
        "지수가 확실히 1.15 이하이고, 어텐션의 지수는 확실히 더 큼"},
       state_space_is_linear}};
  return claims;
}

}  // namespace heed
