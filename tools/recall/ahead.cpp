#include "tools/recall/ahead.hpp"

#include <cmath>

#include "tools/compare/significance.hpp"

namespace heed {

BySeed values_by_seed(const std::vector<RecallCell>& cells, const std::string& kind, RecallTask task,
                      std::int64_t distance, const RecallValue& value) {
  BySeed found;
  for (const RecallCell& c : cells) {
    if (c.kind != kind || c.task != task || c.distance != distance) continue;
    if (const std::optional<double> number = value(c)) found[c.seed] = *number;
  }
  return found;
}

double mean_of(const BySeed& values) {
  double sum = 0;
  for (const auto& [seed, value] : values) sum += value;
  return sum / static_cast<double>(values.size());
}

Ahead compare(const BySeed& first, const BySeed& second, double least) {
  std::vector<double> differences;
  for (const auto& [seed, value] : first)
    if (const auto same = second.find(seed); same != second.end())
      differences.push_back(value - same->second);
  if (differences.empty()) return Ahead::not_comparable;
  const MeanInterval interval = mean_interval(differences);
  if (!interval.half_width) return Ahead::one_seed;
  if (std::abs(interval.mean) < least) return Ahead::neither;
  if (interval.mean - *interval.half_width > 0) return Ahead::first;
  return interval.mean + *interval.half_width < 0 ? Ahead::second : Ahead::neither;
}

const Bilingual one_seed{" (one seed)", " (시드 하나)"};

void add_part(Bilingual& list, const Bilingual& part) {
  list.english += (list.english.empty() ? "" : ", ") + part.english;
  list.korean += (list.korean.empty() ? "" : ", ") + part.in(Language::korean);
}

Bilingual joined(const Bilingual& a, const Bilingual& b) {
  return {a.english + b.english, a.korean + b.korean};
}

void Comparisons::add(const std::string& shorter, const std::string& longer, Ahead ahead) {
  const auto beyond = [&](const std::string& more, const std::string& less) {
    add_part(ahead_, {more + " > " + less, recall_kind(more).title.in(Language::korean) + " > " +
                                               recall_kind(less).title.in(Language::korean)});
  };
  any_ = any_ || ahead != Ahead::not_comparable;
  several_ = several_ || (ahead != Ahead::not_comparable && ahead != Ahead::one_seed);
  if (ahead == Ahead::neither || ahead == Ahead::one_seed) noise_ = true;
  if (ahead == Ahead::first) beyond(shorter, longer), for_ = true;
  if (ahead == Ahead::second) beyond(longer, shorter), against_ = true;
}

ClaimVerdict Comparisons::verdict() const {
  return !any_                          ? ClaimVerdict::not_measured
         : !several_                    ? ClaimVerdict::one_seed
         : for_ && (against_ || noise_) ? ClaimVerdict::holds_in_part
         : for_                         ? ClaimVerdict::holds
         : against_                     ? ClaimVerdict::does_not_hold
                                        : ClaimVerdict::inside_the_noise;
}

Bilingual Comparisons::text() const {
  if (!any_) return {};
  if (!several_) return one_seed;
  if (ahead_.english.empty()) return {"; no difference is beyond the noise", "; 잡음을 넘는 차이는 없습니다"};
  return {"; ahead beyond the noise: " + ahead_.english, "; 잡음을 넘어 앞선 것: " + ahead_.korean};
}

}  // namespace heed
