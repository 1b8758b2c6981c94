// C4 and C5: what attention costs.
#include <algorithm>
#include <cmath>

#include "lib/core/memory_error.hpp"
#include "lib/report/number.hpp"
#include "tools/attention/claims.hpp"
#include "tools/attention/errors.hpp"
#include "tools/lab/attention_costs.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/claim.hpp"
#include "tools/lab/costs.hpp"
#include "tools/lab/exact.hpp"
#include "tools/language/both.hpp"

namespace heed {
namespace {

std::size_t score_bytes(std::int64_t tokens) { return static_cast<std::size_t>(tokens * tokens) * 4; }

constexpr double mib = 1 << 20, gib = 1 << 30;

/// About so many units: "~" is 5 % either way.
PrintedSize about(std::int64_t tokens, const char* document, double number, double unit) {
  return {tokens, {document}, number * unit, 0.95 * number * unit, 1.05 * number * unit};
}

const PrintedSize sizes[]{about(512, "~1 MB", 1, mib),
                          about(2048, "~16 MB", 16, mib),
                          about(8192, "~256 MB", 256, mib),
                          {10'000, {"several GB", "수 GB"}, 2 * gib, 2 * gib, 10 * gib},
                          about(128'000, "~64 GB", 64, gib)};

}  // namespace

std::span<const PrintedSize> printed_sizes() { return sizes; }

Finding memory_of_scores(const LabOptions& options) {
  LabTable table = lab_table({"scores of one head in float", "float 헤드 하나의 점수"},
                             {{{"tokens", "토큰"}, Align::right},
                              {{"T² × 4 bytes", "T² × 4바이트"}, Align::right},
                              {{"measured", "잰 값"}, Align::right},
                              {{"documents", "문서"}, Align::right}});
  double worst = 0;
  std::int64_t right = 0;
  std::vector<Bilingual> wrong;
  for (const PrintedSize& row : printed_sizes()) {
    const bool measured = row.tokens <= (options.quick ? 2048 : 8192);
    LabCell held("–");
    if (measured) {
      // Beyond queries, keys, values: the scores and the output of 64 numbers a token.
      const AttentionCost cost =
          measure_attention(attention_kind("dense"), {.tokens = row.tokens, .heads = 1}, 0);
      const double scores = cost.bytes - static_cast<double>(row.tokens) * attention_head_dim * 4;
      worst = std::max(worst, std::abs(scores / static_cast<double>(score_bytes(row.tokens)) - 1));
      held = {bytes_text(static_cast<std::size_t>(scores)), scores, "bytes"};
    }
    const std::size_t bytes = score_bytes(row.tokens);
    if (row.is_right_of(static_cast<double>(bytes)))
      ++right;
    else
      wrong.push_back(
          both("where {} is printed for {} tokens, one head in float takes {} ({:g} GiB takes {} tokens)",
               "{}라 적힌 {} 토큰에서 float 헤드 하나는 {}입니다 ({:g} GiB가 되는 것은 {} 토큰)",
               row.document, grouped(row.tokens), bytes_text(bytes), row.meant / gib,
               grouped(std::llround(std::sqrt(row.meant / 4)))));
    add_row(table, {{grouped(row.tokens), static_cast<double>(row.tokens)},
                    {bytes_text(bytes), static_cast<double>(bytes), "bytes"},
                    held,
                    row.document});
  }
  const LabVerdict growth = verdict_of_score_memory(worst), printed = holds_where(wrong.empty());
  Finding finding{.verdict = together({growth, printed}),
                  .statements = {{.text = {"T² × 4 bytes", "T² × 4바이트"}, .verdict = growth},
                                 {.text = {"printed sizes", "적힌 크기"}, .verdict = printed}}};
  finding.measured = both(
      "the scores of a head take T² × 4 bytes, to which what was held agrees to {:.1f} %; of the {} printed "
      "sizes {} are right",
      "한 헤드의 점수는 T² × 4바이트를 차지합니다: 실제로 잡힌 메모리와 {:.1f} % 안에서 같습니다. 적힌 크기 "
      "{}개 가운데 {}개가 맞습니다",
      100 * worst, printed_sizes().size(), right);
  for (const Bilingual& w : wrong) {
    const bool first = finding.correction.english.empty();
    finding.correction.english += (first ? "" : "; ") + w.english;
    finding.correction.korean += (first ? "" : "; ") + w.korean;
  }
  finding.answer = wrong.empty() ? LabAnswer::yes : LabAnswer::no;
  finding.tables.push_back(table);
  return finding;
}

Finding kinds_of_attention(const LabOptions& options) {
  const AttentionCase like{.heads = 8, .backward = true};
  // What the claims are of, and nothing else: there is time for two turns of it then.
  AttentionPlan plan{.heads = {like.heads}, .causal = false, .forward_alone = false, .seconds = 240};
  if (options.quick) plan.lengths = {256, 512, 1024, 2048}, plan.seconds = 25, plan.seconds_each = 0.02;
  const std::vector<AttentionMeasurement> all = measure_attentions(plan);
  const std::vector<JudgedClaim> claims = judge_attention_claims(all, like);
  Finding finding = found_of_attention(claims);
  const Unnormalised few = without_normaliser(256), many = without_normaliser(4096);
  finding.correction = both(
      "000's linear attention lacks the normaliser: where every value is 1, it gives {:.0f} for 256 tokens "
      "and {:.0f} for "
      "4,096 instead of 1",
      "000의 선형 어텐션에는 정규화가 없습니다: 모든 값이 1일 때 1이 아니라 256 토큰에서 {:.0f}, 4,096 "
      "토큰에서 {:.0f}이 됩니다",
      few.without, many.without);
  KindCurves ms, bytes;
  for (const AttentionKind& kind : attention_kinds()) {
    ms.push_back(attention_curve(all, kind.name, like, AttentionQuantity::ms));
    bytes.push_back(attention_curve(all, kind.name, like, AttentionQuantity::bytes));
  }
  for (const LabTable& table :
       {times_by_length(plan.lengths, ms), bytes_by_length(plan.lengths, bytes), fastest_by_length(ms)})
    finding.tables.push_back(table);
  return finding;
}

}  // namespace heed
