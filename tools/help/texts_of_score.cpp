// What help says of score in Korean.
#include "tools/help/korean_texts.hpp"

namespace heed {

std::span<const KoreanText> texts_of_score() {
  static constexpr KoreanText texts[] = {
      {"files of translations, one sentence a line; none, or -: standard input, where tabs may stand between "
       "systems",
       "번역 파일, 한 줄에 한 문장. 없거나 -이면 표준 입력. 그때는 시스템 사이를 탭으로 나눌 수 있습니다"},
      {"files of reference translations; line i belongs to line i of the translations",
       "참조 번역 파일. i번째 줄이 번역의 i번째 줄에 해당합니다"},
      {"how many references a line of the one file holds, with tabs between them",
       "파일 하나의 한 줄에 탭으로 나누어 든 참조 번역의 수"},
      // What is measured
      {"what to compute: one or several of bleu, chrf, chrf++",
       "계산할 것: bleu, chrf, chrf++ 가운데 하나나 여럿"},
      {"what floor puts in place of 0 matches, or add-k adds to them",
       "맞은 것이 0개일 때 floor가 대신 쓰는 값, 또는 add-k가 더하는 값"},
      {"floor 0.1, add-k 1", "floor는 0.1, add-k는 1"},
      {"BLEU: capitals and small letters are the same", "BLEU: 대문자와 소문자를 같게 봅니다"},
      {"BLEU: leave out n-grams longer than the hypothesis", "BLEU: 가설보다 긴 n-gram은 뺍니다"},
      {"off; always on with --sentence-level", "꺼짐. --sentence-level이면 늘 켜짐"},
      {"BLEU's words: 13a as in WMT, intl by Unicode's punctuation, zh for Chinese, char takes each "
       "character, none splits at spaces",
       "BLEU의 낱말: 13a는 WMT처럼, intl은 유니코드 문장 부호로, zh는 중국어용, char는 글자 하나하나, none은 "
       "빈칸으로 나눔"},
      {"BLEU: what to do where no n-gram of a length matches",
       "BLEU: 어떤 길이의 n-gram이 하나도 맞지 않을 때 할 일"},
      {"chrF: count n-grams over spaces too", "chrF: 빈칸이 든 n-gram도 셉니다"},
      {"chrF: capitals and small letters are the same", "chrF: 대문자와 소문자를 같게 봅니다"},
      {"chrF: average over all orders, as chrF++.py, NLTK and Moses do",
       "chrF: chrF++.py, NLTK, Moses처럼 모든 길이에 대해 평균합니다"},
      {"chrF: longest n-gram of characters", "chrF: 글자 n-gram의 가장 긴 길이"},
      {"chrF: longest n-gram of words; 2 makes it chrF++", "chrF: 낱말 n-gram의 가장 긴 길이. 2면 chrF++"},
      {"chrF: how much more recall counts than precision", "chrF: 재현율을 정밀도보다 몇 배 크게 치는지"},
      // How far to trust it
      {"add a 95 % interval by bootstrap resampling", "부트스트랩 재표본으로 95 % 구간을 더합니다"},
      {"compare each system with the first by paired bootstrap resampling",
       "시스템마다 첫째와 짝 부트스트랩 재표본으로 비교합니다"},
      {"corpora drawn for --confidence", "--confidence를 위해 뽑는 말뭉치의 수"},
      {"corpora drawn for --paired-bs", "--paired-bs를 위해 뽑는 말뭉치의 수"},
      {"of the resampling; sacreBLEU's own by default", "재표본의 시드. 기본값은 sacreBLEU의 것"},
      // What is printed
      {"a score for each line instead of one for all", "전체 점수 하나 대신 줄마다 점수"},
      {"print sacreBLEU's JSON", "sacreBLEU의 JSON을 출력합니다"},
      {"print the numbers alone", "수만 출력합니다"},
      {"print short signatures", "서명을 짧게 출력합니다"},
      {"no notes on text that BLEU's words suit badly",
       "BLEU의 낱말 나누기가 맞지 않는 글이라는 참고 말을 뺍니다"},
      {"digits after the point", "소수점 아래 자릿수"},
      // Examples
      {"a table", "표 하나로"},
      {"is the difference more than luck?", "차이가 우연은 아닌지?"},
      {"as sacreBLEU is called, too", "sacreBLEU처럼 쓸 수도 있음"},
      {"systems with tabs between them", "탭으로 나눈 시스템들"},
      {"as sacreBLEU's: -m -tok -lc -s -sv -nr -cc -cw -sl -ci -cin -pbs -pbsn -sh -w -b",
       "sacreBLEU의 옵션도: -m -tok -lc -s -sv -nr -cc -cw -sl -ci -cin -pbs -pbsn -sh -w -b"},
  };
  return texts;
}

}  // namespace heed
