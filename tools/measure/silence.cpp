// C16: whether where a head looks explains what the model does: what is lost without it.
#include <algorithm>

#include "lib/report/number.hpp"
#include "lib/score/rank_correlation.hpp"
#include "tools/measure/claims.hpp"

namespace heed {
namespace {

constexpr double looks_hard = 0.5;  // largest weight on average, of queries that see enough keys

TableCell silence_cell(const HeadFacts& f) {
  return interval_cell("{:+.1f} ± {:.1f}", {f.silenced.difference, f.silenced.half_width}, "BLEU");
}
TableCell weight_cell(double share) { return number_cell("{:.0f} %", 100 * share, "%"); }

/// The heads of one training that look hard at one word.
struct Sharp {
  std::vector<const HeadFacts*> heads{};
  std::vector<double> corrected{};    // of each, p of 1 BLEU lost after Holm's correction
  const HeadFacts* surest = nullptr;  // by p itself: corrected ones are often equal
  double surest_p = 1;
  std::int64_t missed = 0;  // that surely lose more than 1 BLEU
  double by_weight = 0, by_gate = 0;

  explicit Sharp(const ExaminedHeads& examined) {
    std::vector<double> sharpness, importance, lost, p_losses;
    for (const HeadFacts& f : examined.heads) {
      sharpness.push_back(f.sharpness);
      importance.push_back(f.importance);
      lost.push_back(-f.silenced.difference);
      if (f.sharpness < looks_hard) continue;
      heads.push_back(&f);
      p_losses.push_back(f.silenced.p_loss);
      missed += f.silenced.p_loss > 0.975;  // by the same shares as p
    }
    corrected = holm(p_losses);  // the least of many p-values is small by luck, too
    by_weight = rank_correlation(sharpness, lost), by_gate = rank_correlation(importance, lost);
    if (heads.empty()) return;
    const auto at = static_cast<std::size_t>(std::ranges::min_element(p_losses) - p_losses.begin());
    surest = heads[at], surest_p = corrected[at];
  }
  ClaimVerdict verdict() const {
    return heads.empty()                 ? ClaimVerdict::not_measured
           : surest_p < 0.05             ? ClaimVerdict::holds
           : missed == std::ssize(heads) ? ClaimVerdict::does_not_hold
                                         : ClaimVerdict::inside_the_noise;
  }
};

/// "0.37 (0.16 … 0.59)": mean, least and most of the trainings.
std::string spread_text(const std::vector<Sharp>& all, double Sharp::*number) {
  double sum = 0, least = 1, most = -1;
  for (const Sharp& s : all)
    sum += s.*number, least = std::min(least, s.*number), most = std::max(most, s.*number);
  const std::string mean = fmt::format("{:.2f}", sum / static_cast<double>(all.size()));
  return all.size() < 2 ? mean : fmt::format("{} ({:.2f} … {:.2f})", mean, least, most);
}

ResultTable each_training(const std::vector<ExaminedHeads>& trainings, const std::vector<Sharp>& all) {
  ResultTable table(text_of("C16.each"), {"seed", "test BLEU", "sharp heads", "lose more than 1",
                                          "surest to lose less", "largest weight", "BLEU without − with",
                                          "p of 1 BLEU lost", "lost with weight", "lost with importance"});
  for (std::size_t t = 0; t < all.size(); ++t) {
    const Sharp& s = all[t];
    table.add({std::to_string(trainings[t].seed), number_cell("{:.1f}", trainings[t].bleu, "BLEU"),
               count_cell(std::ssize(s.heads)), count_cell(s.missed),
               s.surest ? TableCell(head_name(*s.surest)) : "",
               s.surest ? weight_cell(s.surest->sharpness) : "", s.surest ? silence_cell(*s.surest) : "",
               number_cell("{:.3f}", s.surest_p), number_cell("{:.2f}", s.by_weight),
               number_cell("{:.2f}", s.by_gate)});
  }
  return table;
}

ResultTable sharp_heads(const ExaminedHeads& examined, const Sharp& s) {
  ResultTable table(
      text_of("C16.heads", examined.seed),
      {"head", "largest weight", "uniform weights", "BLEU without − with", "p of 1 BLEU lost", "importance"});
  for (std::size_t i = 0; i < s.heads.size(); ++i) {
    const HeadFacts& f = *s.heads[i];
    table.add({head_name(f), weight_cell(f.sharpness), weight_cell(f.uniform), silence_cell(f),
               number_cell("{:.3f}", s.corrected[i]), number_cell("{:.2f}", f.importance)});
  }
  return table;
}

}  // namespace

Finding found_of_silence(const std::vector<ExaminedHeads>& trainings) {
  const std::vector<Sharp> all(trainings.begin(), trainings.end());
  std::vector<ClaimVerdict> verdicts;
  for (const Sharp& s : all) verdicts.push_back(s.verdict());
  const auto holding = std::ranges::count(verdicts, ClaimVerdict::holds);
  // "Not always" does not ask for all of them.
  Finding finding{
      .verdict = by_majority(verdicts),
      .measured = text_of("C16.measured", holding, all.size(), counted(std::ssize(all), "training"),
                          spread_text(all, &Sharp::by_weight), spread_text(all, &Sharp::by_gate)),
      .tables = {each_training(trainings, all), sharp_heads(trainings.front(), all.front())}};
  if (holding > 0) finding.answer = ClaimAnswer::yes;  // there is such a head
  return finding;
}

Finding attention_is_no_explanation(const ExperimentOptions& options) {
  const ExaminedTrainings& examined = examined_trainings(options);
  Finding finding = found_of_silence(examined.all);
  finding.shared_seconds = examined.seconds;
  return finding;
}

}  // namespace heed
