#include "tools/measure/recall_claims.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lib/score/significance.hpp"

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

void add_part(Bilingual& list, const Bilingual& part) {
  list = list.english.empty() ? part : both("{}, {}", "{}, {}", list, part);
}

Bilingual number_of(const std::string& kind, const std::string& number) {
  return both("{} {}", "{} {}", word(kind), number);
}

void Comparisons::add(const std::string& shorter, const std::string& longer, const BySeed& of_shorter,
                      const BySeed& of_longer) {
  Pair pair{shorter, longer, {}};
  for (const auto& [seed, value] : of_shorter)
    if (const auto same = of_longer.find(seed); same != of_longer.end())
      pair.differences.push_back(value - same->second);
  pairs_.push_back(std::move(pair));
}

std::vector<Ahead> Comparisons::judged() const {
  std::vector<double> p_values;
  for (const Pair& pair : pairs_)
    if (pair.differences.size() > 1) p_values.push_back(mean_p_value(pair.differences).value());
  const std::vector<double> corrected = holm(p_values);
  std::vector<Ahead> found;
  std::size_t tested = 0;
  for (const Pair& pair : pairs_) {
    if (pair.differences.size() < 2) {
      found.push_back(pair.differences.empty() ? Ahead::not_comparable : Ahead::one_seed);
      continue;
    }
    const bool real = corrected[tested++] < 0.05;
    const MeanInterval interval = mean_interval(pair.differences);
    const double size = std::abs(interval.mean), reach = size + interval.half_width.value_or(0);
    if (real && size >= worth_)
      found.push_back(interval.mean > 0 ? Ahead::first : Ahead::second);
    else
      found.push_back(size < worth_ && (real || reach < worth_) ? Ahead::small : Ahead::noise);
  }
  return found;
}

ClaimVerdict Comparisons::verdict() const {
  const std::vector<Ahead> found = judged();
  const auto number = [&](Ahead one) { return std::ranges::count(found, one); };
  const auto compared = std::ssize(found) - number(Ahead::not_comparable);
  if (compared == 0) return ClaimVerdict::not_measured;
  if (number(Ahead::one_seed) == compared) return ClaimVerdict::one_seed;
  if (number(Ahead::first) > 0)
    return number(Ahead::first) == compared ? ClaimVerdict::holds : ClaimVerdict::holds_in_part;
  return number(Ahead::second) > 0 || number(Ahead::small) == compared ? ClaimVerdict::does_not_hold
                                                                       : ClaimVerdict::inside_the_noise;
}

Bilingual Comparisons::difference_text(const Pair& pair) const {
  const Bilingual shorter = word(pair.shorter), longer = word(pair.longer);
  if (worth_ == 0) return both("{} − {}", "{} − {}", shorter, longer);
  const MeanInterval interval = mean_interval(pair.differences);
  return text_of("C8.points", shorter, longer, 100 * interval.mean, 100 * interval.half_width.value_or(0));
}

Bilingual Comparisons::text() const {
  const ClaimVerdict all = verdict();
  if (all == ClaimVerdict::not_measured) return {};
  if (all == ClaimVerdict::one_seed) return both(" {}", " {}", text_of("C8.one seed"));
  const std::vector<Ahead> found = judged();
  Bilingual ahead, small, noise;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const Pair& pair = pairs_[i];
    const bool first = found[i] == Ahead::first;
    if (first || found[i] == Ahead::second)
      add_part(ahead, both("{} > {}", "{} > {}", word(first ? pair.shorter : pair.longer),
                           word(first ? pair.longer : pair.shorter)));
    if (found[i] == Ahead::small) add_part(small, difference_text(pair));
    if (found[i] == Ahead::noise) add_part(noise, difference_text(pair));
  }
  Bilingual text;
  const auto add = [&](const Bilingual& list, const Bilingual& said) {
    if (!list.english.empty()) text = both("{}; {}", "{}; {}", text, said);
  };
  add(ahead, text_of("C8.ahead", ahead));
  add(small, text_of("C8.small", 100 * worth_, small));
  add(noise, text_of("C8.noise", noise));
  return text;
}

}  // namespace heed
