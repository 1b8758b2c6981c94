// C13 and C16: whether heads specialise, and whether where they look explains what the model does.
#include <algorithm>
#include <cmath>
#include <optional>

#include "tools/lab/both.hpp"
#include "tools/lab/heads.hpp"
#include "tools/lab/report.hpp"

namespace heed {
namespace {

/// Once a program, for both claims. Of a few hundred sentences no single head's silence rises above their
/// luck.
const ExaminedHeads& examined(const LabOptions& options) {
  static std::optional<ExaminedHeads> once;
  if (!once) once = examine_heads(lab_translator(options), options.quick ? 60 : 1000);
  return *once;
}

bool inside_the_noise(const HeadFacts& f) { return f.silenced.p_value >= 0.05; }

/// "-1.5 ± 0.6"
std::string change_text(const HeadFacts& f) {
  return fmt::format("{:+.1f} ± {:.1f}", f.silenced.difference, f.silenced.half_width);
}

std::string p_text(const HeadFacts& f) {
  return fmt::format("{:.3f}{}", f.silenced.p_value, inside_the_noise(f) ? " ~" : "");
}

std::string share_text(const MeanInterval& share) {
  return fmt::format("{:.0f} ± {:.0f} %", 100 * share.mean, 100 * share.half_width.value_or(0));
}

/// In words, as the head of a column has no room for them.
LabTable columns_explained() {
  return {{"what the columns are", "열의 뜻"},
          {.columns = {{"column"}, {"test BLEU or nats"}},
           .rows = {
               {"BLEU without − with", "this head silenced, against all heads; ± 95 %, test sentences drawn"},
               {"p",
                "how often luck of the test sentences alone does as much, after Holm's correction; ~: inside "
                "the noise"},
               {"alone", "with all other heads of its attention silenced"},
               {"importance", "|gradient of a gate in front of it| (Michel et al. 2019), nats a sentence"}}}};
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

/// "0.65 (0.33 … 0.84)": with the 95 % interval of `count` pairs, by Fisher's z of ranks, whose variance is
/// 1.06 / (count − 3) (Fieller, Hartley & Pearson 1957).
std::string correlation_text(double r, std::size_t count) {
  if (count < 4 || std::abs(r) >= 1) return fmt::format("{:.2f}", r);
  const double z = std::atanh(r), reach = 1.96 * std::sqrt(1.06 / static_cast<double>(count - 3));
  return fmt::format("{:.2f} ({:.2f} … {:.2f})", r, std::tanh(z - reach), std::tanh(z + reach));
}

}  // namespace

Finding found_of_alignment(const ExaminedHeads& examined) {
  Table table{.columns = {{"head"},
                          {"aligned", Align::right},
                          {"by chance", Align::right},
                          {"previous token", Align::right},
                          {"largest weight", Align::right},
                          {"BLEU without − with", Align::right},
                          {"p", Align::right},
                          {"alone", Align::right},
                          {"importance", Align::right}}};
  const HeadFacts *best = nullptr, *least = nullptr;
  for (const HeadFacts& f : examined.heads) {
    const bool cross = f.place == HeadPlace::cross;
    table.rows.push_back({head_name(f), cross ? share_text(f.alignment) : "",
                          cross ? fmt::format("{:.0f} %", 100 * f.chance) : "",
                          cross ? "" : fmt::format("{:.0f} %", 100 * f.previous),
                          fmt::format("{:.0f} %", 100 * f.sharpness), change_text(f), p_text(f),
                          fmt::format("{:.1f}", f.bleu_alone), fmt::format("{:.2f}", f.importance)});
    if (!cross) continue;
    if (!best || f.alignment.mean > best->alignment.mean) best = &f;
    if (!least || f.alignment.mean < least->alignment.mean) least = &f;
  }
  const double sure = best->alignment.mean - best->alignment.half_width.value_or(0);
  const double other = least->alignment.mean + least->alignment.half_width.value_or(0);
  Finding finding;
  finding.verdict = sure > 2 * best->chance && other < sure / 2 ? LabVerdict::holds
                    : sure > 1.5 * best->chance                 ? LabVerdict::holds_in_part
                                                                : LabVerdict::does_not_hold;
  Table example{.columns = {{"word"}, {"belongs to"}, {"looks at"}, {"weight", Align::right}}};
  for (const ExampleWord& w : best->example)
    example.rows.push_back({w.word, w.belongs, w.looked, fmt::format("{:.0f} %", 100 * w.weight)});
  const auto right =
      std::ranges::count_if(best->example, [](const ExampleWord& w) { return w.looked == w.belongs; });
  const auto measured = [&](Language language, const char* text) {
    return fmt::format(fmt::runtime(text), lab_word(head_name(*best), language), share_text(best->alignment),
                       100 * best->chance, lab_word(head_name(*least), language),
                       share_text(least->alignment), examined.bleu, right, best->example.size());
  };
  finding.measured = {
      measured(
          Language::english,
          "{} looks at a word that belongs to the next one in {} of all cases (anywhere: {:.0f} %), {} in "
          "{}; test BLEU {:.1f}; the first is right at {} of the documents' {} words"),
      measured(
          Language::korean,
          "{}의 가장 큰 가중치는 {}에서 다음 단어에 맞는 단어에 놓입니다(아무 데나 보면 {:.0f} %). {}에서는 "
          "{}; 시험 BLEU {:.1f}. 문서의 낱말에서는 앞의 헤드가 {} / {}")};
  finding.tables.push_back({{"each head of a trained translator, beside the grammar's own alignment",
                             "학습된 번역기의 헤드마다, 문법이 아는 정렬과 견주어"},
                            table});
  if (!example.rows.empty())
    finding.tables.push_back(
        {{fmt::format("where {} looks before it writes “i love apples”", head_name(*best)),
          fmt::format("“i love apples”를 쓰기 전에 보는 곳: {}",
                      lab_word(head_name(*best), Language::korean))},
         example});
  finding.tables.push_back(columns_explained());
  return finding;
}

Finding found_of_silence(const ExaminedHeads& examined) {
  constexpr double high = 0.5;  // largest weight on average
  Table table{.columns = {{"head"},
                          {"largest weight", Align::right},
                          {"BLEU without − with", Align::right},
                          {"p", Align::right},
                          {"p of 1 BLEU lost", Align::right},
                          {"importance", Align::right}}};
  std::int64_t sharp = 0, idle = 0;
  std::vector<double> sharpness, importance, lost, p_losses;
  for (const HeadFacts& f : examined.heads)
    if (f.sharpness >= high) p_losses.push_back(f.silenced.p_loss);
  const std::vector<double> corrected = holm(p_losses);  // the least of many p-values is small by luck, too
  const HeadFacts* surest = nullptr;
  double surest_p = 1;
  for (const HeadFacts& f : examined.heads) {
    sharpness.push_back(f.sharpness);
    importance.push_back(f.importance);
    lost.push_back(-f.silenced.difference);
    if (f.sharpness < high) continue;
    const double p_loss = corrected[static_cast<std::size_t>(sharp++)];
    table.rows.push_back({head_name(f), fmt::format("{:.0f} %", 100 * f.sharpness), change_text(f), p_text(f),
                          fmt::format("{:.3f}", p_loss), fmt::format("{:.2f}", f.importance)});
    if (!inside_the_noise(f)) continue;
    ++idle;
    if (!surest || p_loss < surest_p) surest = &f, surest_p = p_loss;
  }
  Finding finding{.verdict = !surest           ? LabVerdict::does_not_hold
                             : surest_p < 0.05 ? LabVerdict::holds
                                               : LabVerdict::inside_the_noise};
  const auto which = [&](Language language) {
    if (!surest) return std::string();
    return fmt::format(" ({}: {} BLEU; {} {:.3f})", lab_word(head_name(*surest), language),
                       change_text(*surest), lab_word("p of 1 BLEU lost", language), surest_p);
  };
  const std::string by_weight = correlation_text(rank_correlation(sharpness, lost), lost.size()),
                    by_gate = correlation_text(rank_correlation(importance, lost), lost.size());
  finding.measured = {
      fmt::format(
          "of {} heads {} put more than half of their weight on one word on average; what is lost "
          "without {} of these is inside the noise{}; what a head's silence costs goes with its largest "
          "weight by a rank correlation of {}, with the gradient of a gate (Michel et al. 2019) by {}",
          examined.heads.size(), sharp, idle, which(Language::english), by_weight, by_gate),
      fmt::format("헤드 {}개 가운데 {}개가 평균으로 한 단어에 절반 넘는 가중치를 줍니다. 그중 {}개는 껐을 때 "
                  "잃는 것이 잡음 안에 있습니다{}. 껐을 때 잃는 것과 가장 큰 가중치의 순위 상관은 {}, 게이트 "
                  "기울기(Michel 외 2019)와는 {}",
                  examined.heads.size(), sharp, idle, which(Language::korean), by_weight, by_gate)};
  finding.tables.push_back({{"heads with high weights, and what is lost without each (± 95 %, test sentences "
                             "drawn; both p after Holm's correction, ~ inside the noise)",
                             "가중치가 높은 헤드와, 하나씩 껐을 때 잃는 것 (± 95 %, 시험 문장을 다시 뽑아서; "
                             "두 p는 홀름 보정 뒤, ~는 잡음 안)"},
                            table});
  return finding;
}

Finding heads_specialise(const LabOptions& options) { return found_of_alignment(examined(options)); }

Finding attention_is_no_explanation(const LabOptions& options) { return found_of_silence(examined(options)); }

}  // namespace heed
