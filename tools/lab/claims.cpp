#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "lib/core/error.hpp"
#include "lib/text/display.hpp"
#include "lib/text/near.hpp"
#include "tools/lab/claim.hpp"
#include "tools/language/spoken.hpp"

namespace heed {

const std::vector<Claim>& lab_claims() {
  static const std::vector<Claim> claims{
      {"C1",
       "000, 001, 004",
       {"q·k of N(0, 1) elements has variance d_k; divided by √d_k, it has variance 1",
        "원소가 N(0, 1)인 q·k의 분산은 d_k이고, √d_k로 나누면 1이다"},
       {"Is the variance of q·k 64 for heads of 64?", "너비가 64인 헤드에서 q·k의 분산은 64일까요?"},
       variance_of_products},
      {"C2",
       "000, 004",
       {"softmax of large scores gives nearly everything to one of them",
        "점수가 크면 소프트맥스는 거의 모두를 하나에 준다"},
       {"Does softmax give 0.99 and 0.85 to the largest of [100, 50, 30, 20] and [12.5, 6.25, 3.75, 2.5], as "
        "000 prints?",
        "[100, 50, 30, 20]과 [12.5, 6.25, 3.75, 2.5]의 소프트맥스는 000에 적힌 대로 가장 큰 것에 0.99와 "
        "0.85를 줄까요?"},
       saturation_of_softmax},
      {"C3",
       "004",
       {"the gradient of a saturated softmax vanishes, so training needs the scale 1/√d_k",
        "포화된 소프트맥스는 기울기가 사라지므로, 학습에는 1/√d_k 스케일이 필요하다"},
       {"Does a head of 256 numbers learn a lookup better with the scale than without?",
        "너비 256인 헤드는 스케일이 있을 때 찾아보기를 더 잘 배울까요?"},
       gradient_of_softmax},
      {"C4",
       "000, 001",
       {"the scores take O(T²) memory: 512 tokens 1 MB, 2,048 16 MB, 8,192 256 MB, 128,000 64 GB",
        "점수의 메모리는 O(T²)이다: 512 토큰 1 MB, 2,048은 16 MB, 8,192는 256 MB, 128,000은 64 GB"},
       {"Do the scores of 8,192 tokens take 256 times as much memory as those of 512?",
        "8,192 토큰의 점수는 512 토큰의 256배를 차지할까요?"},
       memory_of_scores},
      {"C5",
       "000",
       {"vanilla attention costs O(n²) time and memory, sparse O(nk), linear O(n), flash O(n²) time and O(n) "
        "memory; "
        "vanilla is best below 512 tokens, flash to 2,048, sparse or linear beyond",
        "보통 어텐션은 시간과 메모리가 O(n²), 희소는 O(nk), 선형은 O(n), 플래시는 시간 O(n²)에 메모리 "
        "O(n)이다. 512 토큰 "
        "아래는 보통, 2,048까지는 플래시, 그 위로는 희소나 선형이 좋다"},
       {"Does all of this hold on your machine?", "이 컴퓨터에서 이 모두가 맞을까요?"},
       kinds_of_attention},
      {"C6",
       "004",
       {"one head is 0.9 BLEU worse than the best number of heads",
        "헤드 하나는 가장 좋은 수보다 BLEU 0.9만큼 나쁘다"},
       {"Is one head worse than several, beyond noise?", "헤드 하나는 여럿보다 잡음을 넘어 나쁠까요?"},
       one_head_is_worse},
      {"C7",
       "004",
       {"h heads of d/h cost about what one head of d costs",
        "너비 d/h인 헤드 h개의 비용은 너비 d인 헤드 하나와 비슷하다"},
       {"Do 16 heads take about as long as one?", "헤드 16개는 하나와 비슷하게 걸릴까요?"},
       cost_of_heads},
      {"C8",
       "003, 004",
       {"a path between two tokens takes O(1) steps in attention, O(n) in an RNN, O(log n) in convolutions; "
        "short paths learn "
        "long dependencies more easily",
        "두 토큰 사이의 경로는 어텐션에서 O(1), RNN에서 O(n), 합성곱에서 O(log n)걸음이고, 경로가 짧을수록 "
        "먼 의존을 쉽게 배운다"},
       {"Do attention and convolution recall far tokens better than each recurrent net, and does the "
        "gradient "
        "at the first token shrink less?",
        "어텐션과 합성곱은 모든 순환망보다 먼 토큰을 잘 기억하고, 첫 토큰의 기울기도 덜 줄어들까요?"},
       recall_by_distance},
      {"C9",
       "004",
       {"attention is linear in the values; the FFN adds what is not linear, position by position",
        "어텐션은 값에 대해 선형이고, FFN이 자리마다 비선형을 더한다"},
       {"Where a token has to multiply two of its own numbers: is a second attention worse than the FFN?",
        "토큰이 자기 수 둘을 곱해야 할 때, FFN 대신 어텐션을 하나 더 두면 더 나쁠까요?"},
       attention_is_linear},
      {"C10",
       "004",
       {"without the look-ahead mask training cheats, and inference fails",
        "미래를 가리는 마스크가 없으면 학습은 속임수가 되고 추론은 실패한다"},
       {"Will the loss without the mask be lower, and the translations worse?",
        "마스크가 없으면 손실은 더 낮고 번역은 더 나쁠까요?"},
       looking_ahead},
      {"C11",
       "001",
       {"padding must be masked", "패딩은 가려야 한다"},
       {"Does the mask keep the outputs of the words the same to the last bit, whatever stands in the "
        "padding?",
        "패딩에 무엇이 있든, 마스크가 있으면 단어의 출력은 마지막 비트까지 같을까요?"},
       padding_is_masked},
      {"C12",
       "003",
       {"attention alone knows no order; sines and cosines add it",
        "어텐션만으로는 순서를 모르고, 사인과 코사인이 순서를 더한다"},
       {"Without positions: if the words are shuffled, are the outputs the same, shuffled?",
        "위치가 없을 때 단어를 섞으면, 출력도 그대로 섞이기만 할까요?"},
       order_of_words},
      {"C13",
       "002, 003, 004",
       {"heads specialise, and attention aligns words: I–나는, love–좋아한다, apples–사과를",
        "헤드는 저마다 전문이 있고, 어텐션은 단어를 맞춘다: I–나는, love–좋아한다, apples–사과를"},
       {"Is there a head that looks at the right source word most of the time?",
        "대개 맞는 원문 단어를 보는 헤드가 있을까요?"},
       heads_specialise},
      {"C14",
       "002, 003",
       {"the worked examples: 0.4044, 0.3403 and [0.12, 0.41]; four queries step by step",
        "계산 예: 0.4044, 0.3403, [0.12, 0.41]; 쿼리 네 개를 단계별로"},
       {"Do the printed numbers come out?", "적힌 수가 그대로 나올까요?"},
       worked_examples},
      {"C15",
       "001",
       {"QKᵀ = X W_q W_kᵀ Xᵀ: a learned similarity", "QKᵀ = X W_q W_kᵀ Xᵀ: 학습되는 유사도"},
       {"Is it the same to rounding?", "반올림 안에서 같을까요?"},
       scores_are_bilinear},
      {"C16",
       "001",
       {"attention may be looked at, but it is not always the explanation",
        "어텐션을 들여다볼 수는 있지만, 언제나 설명이 되지는 않는다"},
       {"Is there a head that looks hard at one word and can be removed without loss?",
        "한 단어를 뚜렷이 보는데도 없애도 잃는 것이 없는 헤드가 있을까요?"},
       attention_is_no_explanation},
      {"C17",
       "001, 003",
       {"the same parts build GPT-style decoders, BERT-style encoders and ViT (patches as tokens)",
        "같은 부품으로 GPT 같은 디코더, BERT 같은 인코더, ViT(패치가 토큰)를 만든다"},
       {"Does one small example of each learn its task?", "작은 예를 하나씩 만들면 셋 다 과제를 배울까요?"},
       same_parts},
      {"C18",
       "001",
       {"state-space models run in linear time without attention",
        "상태 공간 모델은 어텐션 없이 선형 시간에 돈다"},
       {"Does a sequence twice as long take twice the time?", "두 배 긴 열은 두 배 걸릴까요?"},
       state_space_is_linear}};
  return claims;
}

const Claim& lab_claim(std::string_view id) {
  std::string wanted(id);
  for (char& c : wanted) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::vector<std::string> known;
  for (const Claim& claim : lab_claims()) {
    if (claim.id == wanted) return claim;
    known.push_back(claim.id);
  }
  const std::vector<std::string> near = near_words(wanted, known);
  throw_error<UsageError>(
      "{}{}",
      spoken("the lab has no claim '{}', but {}", "실험실에 없는 주장 '{}'; 있는 것: {}", printable(id),
             fmt::format("{}", fmt::join(known, ", "))),
      near.empty()
          ? ""
          : spoken("; is it {}?", "; 혹시 {}?", fmt::format("{}", fmt::join(near, spoken(" or ", ", ")))));
}

}  // namespace heed
