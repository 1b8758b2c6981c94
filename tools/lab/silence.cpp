// C16: whether where a head looks explains what the model does: what is lost without it.
#include <algorithm>

#include "lib/report/number.hpp"
#include "lib/score/rank_correlation.hpp"
#include "tools/lab/cell.hpp"
#include "tools/lab/heads.hpp"
#include "tools/lab/report.hpp"
#include "tools/language/both.hpp"

namespace heed {
namespace {

constexpr double looks_hard = 0.5;  // largest weight on average, of queries that see enough keys

/// "-1.5 ± 0.6"
LabCell silence_cell(const HeadFacts& f) {
  return {fmt::format("{:+.1f} ± {:.1f}", f.silenced.difference, f.silenced.half_width),
          lab_number({f.silenced.difference, f.silenced.half_width}, "BLEU")};
}

LabCell weight_cell(double share) { return {fmt::format("{:.0f} %", 100 * share), 100 * share, "%"}; }

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
    const auto at = std::ranges::min_element(p_losses) - p_losses.begin();
    surest = heads[static_cast<std::size_t>(at)], surest_p = corrected[static_cast<std::size_t>(at)];
  }
  LabVerdict verdict() const {
    return heads.empty()                 ? LabVerdict::not_measured
           : surest_p < 0.05             ? LabVerdict::holds
           : missed == std::ssize(heads) ? LabVerdict::does_not_hold
                                         : LabVerdict::inside_the_noise;
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

LabTable each_training(const std::vector<ExaminedHeads>& trainings, const std::vector<Sharp>& all) {
  LabTable table = lab_table(
      {"each training: the head that surely loses least (± 95 %, test sentences drawn; p after Holm's "
       "correction), and rank correlations over all heads",
       "학습마다 가장 적게 잃는 것이 확실한 헤드 (± 95 %, 시험 문장을 다시 뽑아서; p는 홀름 보정 뒤)와 "
       "모든 헤드의 순위 상관"},
      {{{"seed", "시드"}, Align::right},
       {{"test BLEU", "시험 BLEU"}, Align::right},
       {{"sharp heads", "뚜렷한 헤드"}, Align::right},
       {{"lose more than 1", "1보다 더 잃는 것"}, Align::right},
       {{"surest to lose less", "덜 잃는 것이 가장 확실한 것"}},
       {{"largest weight", "가장 큰 가중치"}, Align::right},
       {{"BLEU without − with", "끈 BLEU − 켠 BLEU"}, Align::right},
       {{"p of 1 BLEU lost", "BLEU 1을 잃을 p"}, Align::right},
       {{"lost with weight", "잃는 것과 가중치"}, Align::right},
       {{"lost with importance", "잃는 것과 중요도"}, Align::right}});
  for (std::size_t t = 0; t < all.size(); ++t) {
    const Sharp& s = all[t];
    const LabCell none("");
    add_row(table, {std::to_string(trainings[t].seed),
                    {fmt::format("{:.1f}", trainings[t].bleu), trainings[t].bleu, "BLEU"},
                    {std::to_string(s.heads.size()), static_cast<double>(s.heads.size())},
                    {std::to_string(s.missed), static_cast<double>(s.missed)},
                    s.surest ? LabCell(head_name(*s.surest)) : none,
                    s.surest ? weight_cell(s.surest->sharpness) : none,
                    s.surest ? silence_cell(*s.surest) : none,
                    {fmt::format("{:.3f}", s.surest_p), s.surest_p},
                    {fmt::format("{:.2f}", s.by_weight), s.by_weight},
                    {fmt::format("{:.2f}", s.by_gate), s.by_gate}});
  }
  return table;
}

LabTable sharp_heads(const ExaminedHeads& examined, const Sharp& s) {
  LabTable table = lab_table(
      both("heads with high weights of the training with seed {}, and what is lost without each",
           "시드 {}로 학습한 번역기에서 가중치가 높은 헤드와, 하나씩 껐을 때 잃는 것", examined.seed),
      {{{"head", "헤드"}},
       {{"largest weight", "가장 큰 가중치"}, Align::right},
       {{"uniform weights", "똑같이 줄 때"}, Align::right},
       {{"BLEU without − with", "끈 BLEU − 켠 BLEU"}, Align::right},
       {{"p of 1 BLEU lost", "BLEU 1을 잃을 p"}, Align::right},
       {{"importance", "중요도"}, Align::right}});
  for (std::size_t i = 0; i < s.heads.size(); ++i) {
    const HeadFacts& f = *s.heads[i];
    add_row(table, {head_name(f),
                    weight_cell(f.sharpness),
                    weight_cell(f.uniform),
                    silence_cell(f),
                    {fmt::format("{:.3f}", s.corrected[i]), s.corrected[i]},
                    {fmt::format("{:.2f}", f.importance), f.importance}});
  }
  return table;
}

}  // namespace

Finding found_of_silence(const std::vector<ExaminedHeads>& trainings) {
  const std::vector<Sharp> all(trainings.begin(), trainings.end());
  std::vector<LabVerdict> verdicts;
  for (const Sharp& s : all) verdicts.push_back(s.verdict());
  const auto holding = std::ranges::count(verdicts, LabVerdict::holds);
  // "Not always" does not ask for all of them.
  Finding finding{.verdict = by_majority(verdicts)};
  if (holding > 0) finding.answer = LabAnswer::yes;  // there is such a head
  const std::string by_weight = spread_text(all, &Sharp::by_weight),
                    by_gate = spread_text(all, &Sharp::by_gate);
  finding.measured = {
      fmt::format(
          "in {} of {} a head that puts more than half of its weight on one word surely loses less than "
          "1 BLEU when it is silenced; what a head's silence costs goes with its largest weight by a "
          "rank correlation of {}, with the gradient of a gate (Michel et al. 2019) by {}",
          holding, counted(std::ssize(all), "training"), by_weight, by_gate),
      fmt::format(
          "학습 {}번 가운데 {}번, 한 단어에 절반 넘는 가중치를 주는 헤드를 껐을 때 잃는 것이 확실히 BLEU "
          "1보다 작습니다. 껐을 때 잃는 것과 가장 큰 가중치의 순위 상관은 {}, 게이트 기울기(Michel 외 "
          "2019)와는 {}",
          all.size(), holding, by_weight, by_gate)};
  finding.tables.push_back(each_training(trainings, all));
  finding.tables.push_back(sharp_heads(trainings.front(), all.front()));
  return finding;
}

Finding attention_is_no_explanation(const LabOptions& options) {
  const ExaminedTrainings& examined = examined_trainings(options);
  Finding finding = found_of_silence(examined.all);
  finding.shared_seconds = examined.seconds;
  return finding;
}

}  // namespace heed
