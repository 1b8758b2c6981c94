// The words of the lab's tables in Korean.
#include <fmt/format.h>

#include <map>
#include <regex>
#include <string_view>

#include "tools/lab/attention_costs.hpp"
#include "tools/lab/report.hpp"

namespace heed {
namespace {

const std::map<std::string_view, std::string_view> whole_cells{
    {"1 − largest", "1 − 가장 큰 것"},
    {"12 words, two layers", "낱말 12개, 층 2개"},
    {"BLEU without − with", "끈 BLEU − 켠 BLEU"},
    {"BLEU, free-running", "BLEU, 스스로 쓸 때"},
    {"T² × 4 bytes", "T² × 4바이트"},
    {"against one (95 %)", "하나에 견주면 (95 %)"},
    {"BLEU alone − with", "혼자인 BLEU − 켠 BLEU"},
    {"as 000 prints it", "000에 적힌 값"},
    {"attention", "어텐션"},
    {"attention, FFN", "어텐션, FFN"},
    {"attention, attention", "어텐션, 어텐션"},
    {"below 512 tokens vanilla (of the exact ones)", "512 토큰 아래는 보통 (정확한 것 가운데)"},
    {"beyond 2,048 sparse or linear (of all)", "2,048 위는 희소나 선형 (모두 가운데)"},
    {"belongs to", "맞는 낱말"},
    {"by chance", "우연이라면"},
    {"by frequency alone", "빈도만 알면"},
    {"by guessing", "찍으면"},
    {"cannot be told", "구별되지 않음"},
    {"causal mask", "인과 마스크"},
    {"column", "열"},
    {"computed", "계산한 값"},
    {"convolution", "합성곱"},
    {"documents", "문서"},
    {"does not hold", "맞지 않음"},
    {"drawn digits", "그린 숫자"},
    {"flash: 2 to 4 times as fast as vanilla", "플래시: 보통보다 2–4배 빠름"},
    {"flash: memory O(n)", "플래시: 메모리 O(n)"},
    {"flash: time O(n²)", "플래시: 시간 O(n²)"},
    {"from 512 to 2,048 flash (of the exact ones)", "512에서 2,048까지 플래시 (정확한 것 가운데)"},
    {"head", "헤드"},
    {"heads", "헤드 수"},
    {"hidden words that the sentence determines", "문장이 정하는 가린 낱말"},
    {"holds", "맞음"},
    {"importance", "중요도"},
    {"inside the noise", "잡음 안"},
    {"largest change", "가장 큰 변화"},
    {"largest difference", "가장 큰 차이"},
    {"largest weight", "가장 큰 가중치"},
    {"linear: memory O(n)", "선형: 메모리 O(n)"},
    {"linear: time O(n)", "선형: 시간 O(n)"},
    {"looks at", "보는 낱말"},
    {"mask", "마스크 있음"},
    {"measured", "잰 값"},
    {"million multiplications", "곱셈 (백만)"},
    {"minutes a training", "학습 한 번 (분)"},
    {"model", "모델"},
    {"net", "망"},
    {"next word", "다음 낱말"},
    {"no mask", "마스크 없음"},
    {"none", "없음"},
    {"paper", "논문"},
    {"p of 1 BLEU lost", "BLEU 1을 잃을 p"},
    {"parameters", "매개변수"},
    {"path", "경로"},
    {"previous token", "앞 토큰"},
    {"printed", "적힌 값"},
    {"query", "쿼리"},
    {"right, teacher-forced", "교사 강요 정답률"},
    {"scores", "점수"},
    {"seed", "시드"},
    {"several GB", "수 GB"},
    {"sinusoidal", "사인·코사인"},
    {"softmax", "소프트맥스"},
    {"sparse: memory O(n k)", "희소: 메모리 O(n k)"},
    {"sparse: time O(n k)", "희소: 시간 O(n k)"},
    {"state space", "상태 공간"},
    {"task", "과제"},
    {"times as good", "몇 배 나은가"},
    {"test loss", "시험 손실"},
    {"tokens", "토큰"},
    {"trained", "학습"},
    {"two layers, 6 words, 3 padded", "층 2개, 낱말 6개, 패딩 3개"},
    {"unseen data", "못 본 데이터"},
    {"vanilla: memory O(n²)", "보통: 메모리 O(n²)"},
    {"vanilla: time O(n²)", "보통: 시간 O(n²)"},
    {"weight", "가중치"},
    {"this head silenced, against all heads; ± 95 %, test sentences drawn",
     "이 헤드를 끈 것과 모두 켠 것의 차이, ± 95 %, 시험 문장을 다시 뽑아서"},
    {"word", "낱말"},
    {"|gradient of a gate in front of it|, in its attention the squares add up to 1 (Michel et al. 2019)",
     "|앞에 둔 게이트의 기울기|, 한 어텐션 안에서 제곱의 합이 1 (Michel et al. 2019)"},
    {"difference", "차이"},
    {"documents' words", "문서의 낱말"},
    {"last word", "방금 쓴 낱말"},
    {"lose more than 1", "1보다 더 잃는 것"},
    {"lost with importance", "잃는 것과 중요도"},
    {"lost with weight", "잃는 것과 가중치"},
    {"most at the last word", "방금 쓴 낱말을 가장 잘 봄"},
    {"most at the next word", "다음 낱말을 가장 잘 봄"},
    {"most at the previous token", "앞 토큰을 가장 많이 봄"},
    {"sharp heads", "뚜렷한 헤드"},
    {"share of last words", "방금 쓴 낱말의 비율"},
    {"share of next words", "다음 낱말의 비율"},
    {"steps", "걸음"},
    {"surest to lose less", "덜 잃는 것이 가장 확실한 것"},
    {"test BLEU", "시험 BLEU"},
    {"all other heads of its attention silenced, against all heads; ± 95 %, the same sentences",
     "같은 어텐션의 다른 헤드를 모두 끈 것과 모두 켠 것의 차이, ± 95 %, 같은 문장으로"},
    {"mean over the queries that see at least 4 keys", "키를 4개 이상 보는 쿼리의 평균"},
    {"the same if every key got as much", "모든 키에 똑같이 줄 때의 값"},
    {"uniform weights", "똑같이 줄 때"},
    {"the largest weight lies on a source word of the word that is written next",
     "가장 큰 가중치가 다음에 쓸 낱말의 원문에 놓임"},
    {"the same of the word written before it", "바로 앞에 쓴 낱말에 대해 같은 것"},
    {"weight on previous", "앞 토큰의 가중치"},
    {"what it is", "뜻"},
    {"of", "가운데"},
    {"fastest", "가장 빠른 것"},
    {"from (tokens)", "부터 (토큰)"},
    {"the exact ones", "정확한 것"},
    {"all", "모두"}};

/// What cells begin with, before a number or a name.
constexpr std::pair<std::string_view, std::string_view> beginnings[]{
    {"encoder ", "인코더 "}, {"decoder ", "디코더 "}, {"cross ", "교차 "}};

}  // namespace

std::string lab_word(const std::string& cell, Language language) {
  if (language == Language::english) return cell;
  if (const std::optional<std::string> known = attention_word(cell)) return *known;
  if (const auto found = whole_cells.find(cell); found != whole_cells.end())
    return std::string(found->second);
  static const std::regex perplexity(R"((.*\d\)?) perplexity)"),
      simd(R"((\w+), (\d+) (float|double)s at once, (not )?fused)");
  if (std::smatch found; std::regex_match(cell, found, perplexity)) return "퍼플렉시티 " + found.str(1);
  if (std::smatch found; std::regex_match(cell, found, simd))  // of machine_words()
    return fmt::format("{}, {} {}개씩, 곱셈과 덧셈을 {}", found.str(1), found.str(3), found.str(2),
                       found[4].matched ? "따로" : "한 번에");
  for (const auto& [english, korean] : beginnings)
    if (cell.starts_with(english)) return std::string(korean) + cell.substr(english.size());
  return cell;
}

}  // namespace heed
