// C13 and C16: whether heads specialise, and whether where they look explains what the model does.
#include <algorithm>
#include <cmath>
#include <optional>

#include "tools/lab/both.hpp"
#include "tools/lab/heads.hpp"

namespace heed {
namespace {

struct Examined {
  std::vector<HeadFacts> heads;
  double bleu = 0;  // with all of them
};

/// Once a program, for both claims.
const Examined& examined(const LabOptions& options) {
  static std::optional<Examined> once;
  if (!once) {
    const LabTranslator& trained = lab_translator(options);
    const std::size_t sentences = options.quick ? 60 : 200;
    once = {examine_heads(trained, sentences), lab_bleu(trained.data, trained.translator, sentences)};
  }
  return *once;
}

}  // namespace

namespace {

/// In words, as the head of a column has no room for them.
Table columns_explained() {
  return {
      .columns = {{"column"}, {"test BLEU or nats"}},
      .rows = {{"BLEU without", "with this head silenced"},
               {"alone", "with all other heads of its attention silenced"},
               {"importance", "|gradient of a gate in front of it| (Michel et al. 2019), nats a sentence"}}};
}

/// Spearman's: the correlation of the places in the order by size.
double rank_correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const auto ranks = [](const std::vector<double>& values) {
    std::vector<double> rank;
    for (const double v : values)
      rank.push_back(static_cast<double>(std::ranges::count_if(values, [v](double w) { return w < v; })) +
                     0.5 * static_cast<double>(std::ranges::count(values, v) - 1));
    return rank;
  };
  const std::vector<double> x = ranks(a), y = ranks(b);
  const double middle = 0.5 * static_cast<double>(a.size() - 1);
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - middle) * (y[i] - middle);
    xx += (x[i] - middle) * (x[i] - middle);
    yy += (y[i] - middle) * (y[i] - middle);
  }
  return xx * yy > 0 ? xy / std::sqrt(xx * yy) : 0;
}

}  // namespace

Finding heads_specialise(const LabOptions& options) {
  const auto& [heads, bleu] = examined(options);
  Table table{.columns = {{"head"},
                          {"aligned", Align::right},
                          {"by chance", Align::right},
                          {"previous token", Align::right},
                          {"largest weight", Align::right},
                          {"BLEU without", Align::right},
                          {"alone", Align::right},
                          {"importance", Align::right}}};
  const HeadFacts *best = nullptr, *least = nullptr;
  for (const HeadFacts& f : heads) {
    const bool cross = f.place == HeadPlace::cross;
    table.rows.push_back({head_name(f), cross ? fmt::format("{:.0f} %", 100 * f.alignment) : "",
                          cross ? fmt::format("{:.0f} %", 100 * f.chance) : "",
                          cross ? "" : fmt::format("{:.0f} %", 100 * f.previous),
                          fmt::format("{:.0f} %", 100 * f.sharpness), fmt::format("{:.1f}", f.bleu_without),
                          fmt::format("{:.1f}", f.bleu_alone), fmt::format("{:.2f}", f.importance)});
    if (!cross) continue;
    if (!best || f.alignment > best->alignment) best = &f;
    if (!least || f.alignment < least->alignment) least = &f;
  }
  Finding finding;
  finding.verdict = best->alignment > 2 * best->chance && least->alignment < best->alignment / 2
                        ? LabVerdict::holds
                    : best->alignment > 1.5 * best->chance ? LabVerdict::holds_in_part
                                                           : LabVerdict::does_not_hold;
  finding.measured = both(
      "{} looks at a word that belongs to the next one in {:.0f} % of all cases (anywhere: {:.0f} %), {} in "
      "{:.0f} %; test "
      "BLEU {:.1f}",
      "{}의 가장 큰 가중치는 {:.0f} %에서 다음 단어에 맞는 단어에 놓입니다(아무 데나 보면 {:.0f} %), {}는 "
      "{:.0f} %; 시험 BLEU {:.1f}",
      head_name(*best), 100 * best->alignment, 100 * best->chance, head_name(*least), 100 * least->alignment,
      bleu);
  finding.tables.push_back({{"each head of a trained translator, beside the grammar's own alignment",
                             "학습된 번역기의 헤드마다, 문법이 아는 정렬과 견주어"},
                            table});
  finding.tables.push_back({{"what the last columns are", "마지막 세 열의 뜻"}, columns_explained()});
  return finding;
}

Finding attention_is_no_explanation(const LabOptions& options) {
  constexpr double high = 0.5, noise = 0.5;  // largest weight on average; points of BLEU
  const auto& [heads, bleu] = examined(options);
  Table table{.columns = {{"head"},
                          {"largest weight", Align::right},
                          {"BLEU without − with", Align::right},
                          {"importance", Align::right}}};
  std::int64_t sharp = 0, idle = 0;
  std::vector<double> sharpness, importance, lost;
  for (const HeadFacts& f : heads) {
    sharpness.push_back(f.sharpness);
    importance.push_back(f.importance);
    lost.push_back(bleu - f.bleu_without);
    if (f.sharpness < high) continue;
    ++sharp;
    idle += bleu - f.bleu_without < noise;
    table.rows.push_back({head_name(f), fmt::format("{:.0f} %", 100 * f.sharpness),
                          fmt::format("{:+.1f}", f.bleu_without - bleu),
                          fmt::format("{:.2f}", f.importance)});
  }
  Finding finding{.verdict = idle > 0 ? LabVerdict::holds : LabVerdict::does_not_hold};
  finding.measured = both(
      "of {} heads {} put more than half of their weight on one word on average; {} of these can be silenced "
      "at a cost of less "
      "than {} BLEU; what a head's silence costs goes with its largest weight by a rank correlation of "
      "{:.2f}, with "
      "the gradient of a gate (Michel et al. 2019) by {:.2f}",
      "헤드 {}개 가운데 {}개가 평균으로 한 단어에 절반 넘는 가중치를 줍니다. 그중 {}개는 꺼도 BLEU가 {}보다 "
      "적게 줄어듭니다. 껐을 때 잃는 것과 가장 큰 가중치의 순위 상관은 {:.2f}, 게이트 기울기(Michel 외 "
      "2019)와는 {:.2f}",
      heads.size(), sharp, idle, noise, rank_correlation(sharpness, lost),
      rank_correlation(importance, lost));
  finding.tables.push_back({{"heads with high weights, and what is lost without each",
                             "가중치가 높은 헤드와, 하나씩 껐을 때 잃는 것"},
                            table});
  return finding;
}

}  // namespace heed
