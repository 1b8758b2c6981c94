#include "tools/lab/head_difference.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lib/report/number.hpp"
#include "tools/compare/head_plan.hpp"
#include "tools/lab/cell.hpp"
#include "tools/language/both.hpp"

namespace heed {
namespace {

/// How much validation BLEU rose in the last epoch, a mean over the runs.
double last_rise(const std::vector<HeadRun>& runs) {
  double sum = 0;
  for (const HeadRun& run : runs) sum += run.last_rise;
  return sum / static_cast<double>(runs.size());
}

/// What the interval says of the document's 0.9.
Bilingual in_words(LabVerdict verdict, const MeanInterval& difference) {
  if (verdict == LabVerdict::one_seed) return {"one seed has no interval", "시드 하나로는 구간이 없습니다"};
  const double half = difference.half_width.value_or(0);
  const Bilingual least =
      both("half of the interval, the smallest difference that these seeds can tell from none, is {:.2f}",
           "구간의 절반, 곧 이 시드들로 0과 가릴 수 있는 가장 작은 차이는 {:.2f}입니다", half);
  const auto with_least = [&](const char* english, const char* korean) {
    return Bilingual{english + least.english, korean + least.korean};
  };
  if (verdict == LabVerdict::inside_the_noise)
    return with_least("0 and 0.9 both lie within, ", "0과 0.9가 모두 그 안에 있고, ");
  if (verdict == LabVerdict::holds)
    return with_least("0.9 lies within, 0 does not, ", "0.9는 그 안에 있고 0은 밖에 있으며, ");
  if (verdict == LabVerdict::holds_in_part)
    return difference.mean > head_claim ? with_least("one head is worse by surely more than 0.9, ",
                                                     "하나가 더 나쁘며 그 차이는 확실히 0.9보다 크고, ")
                                        : with_least("one head is worse by surely less than 0.9, ",
                                                     "하나가 더 나쁘지만 그 차이는 확실히 0.9보다 작고, ");
  return with_least("less than 0.9, ", "0.9보다 작으며, ");
}

}  // namespace

LabVerdict verdict_of_heads(const MeanInterval& difference) {
  if (!difference.half_width) return LabVerdict::one_seed;
  const double low = difference.mean - *difference.half_width,
               high = difference.mean + *difference.half_width;
  if (low > 0) return low <= head_claim && head_claim <= high ? LabVerdict::holds : LabVerdict::holds_in_part;
  return high < head_claim ? LabVerdict::does_not_hold : LabVerdict::inside_the_noise;
}

HeadsFound found_of_heads(const std::vector<HeadRun>& runs, const Bilingual& where) {
  HeadsFound found{.table = lab_table({}, {{{"heads", "헤드 수"}, Align::right},
                                           {{"BLEU (95 %)"}, Align::right},
                                           {{"against one (95 %)", "하나에 견주면 (95 %)"}, Align::right},
                                           {{"p"}, Align::right},
                                           {{"paper", "논문"}, Align::right}})};
  if (runs.empty()) return found;
  const std::vector<HeadSummary> summaries = tabulate(runs).summaries;
  std::int64_t best_heads = 0;
  std::size_t seeds = 0;
  std::optional<MeanInterval> best;
  for (const HeadSummary& s : summaries) {
    const HeadComparison c = s.against_first.value_or(HeadComparison{});
    const std::optional<MeanInterval>& against = c.interval;
    const PaperRow* const paper = paper_row(s.heads);
    add_row(found.table, {{std::to_string(s.heads), static_cast<double>(s.heads)},
                          {interval_text(s.bleu), lab_number(s.bleu, "BLEU")},
                          against ? LabCell(interval_text(*against, "{:+.2f}"), lab_number(*against, "BLEU"))
                                  : LabCell(""),
                          c.p_value ? LabCell(p_text(*c.p_value), *c.p_value) : LabCell(""),
                          paper != nullptr ? fmt::format("{:.1f}", paper->bleu) : "–"});
    if (against && (!best || against->mean > best->mean))
      best = against, best_heads = s.heads, seeds = s.runs;
  }
  if (!best) return found;
  const double rise = last_rise(runs);
  const bool learning = rise > still_learning;
  found.verdict = learning ? LabVerdict::not_measured : verdict_of_heads(*best);
  const Bilingual words =
      learning
          ? both(
                "not judged, as these models are still learning: validation BLEU rose by {:.1f} in the "
                "last epoch",
                "모델이 아직 배우는 중이라 판단하지 않습니다: 마지막 에폭에 검증 BLEU가 {:.1f} 올랐습니다",
                rise)
          : in_words(found.verdict, *best);
  const std::string difference = interval_text(*best, "{:+.2f}");
  found.measured = {
      fmt::format("{} {} heads, the best of the others, are {} BLEU from one ({}, equal parameters): {}",
                  where.english, best_heads, difference, counted(static_cast<std::int64_t>(seeds), "seed"),
                  words.english),
      fmt::format("{} 나머지 가운데 가장 좋은 헤드 {}개는 하나보다 BLEU {}입니다 (시드 {}개, 같은 매개변수 "
                  "수): {}",
                  where.korean, best_heads, difference, seeds, words.korean)};
  return found;
}

}  // namespace heed
