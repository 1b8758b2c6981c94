#include "tools/recall/ahead.hpp"

#include <fmt/format.h>

#include <algorithm>
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

const Bilingual one_seed{" (one seed)", " (시드 하나)"};

void add_part(Bilingual& list, const Bilingual& part) {
  list.english += (list.english.empty() ? "" : ", ") + part.english;
  list.korean += (list.korean.empty() ? "" : ", ") + part.in(Language::korean);
}

Bilingual joined(const Bilingual& a, const Bilingual& b) {
  return {a.english + b.english, a.korean + b.korean};
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
  const auto any = [&](Ahead one) { return std::ranges::find(found, one) != found.end(); };
  const bool noise = any(Ahead::noise) || any(Ahead::one_seed);
  if (std::ranges::all_of(found, [](Ahead a) { return a == Ahead::not_comparable; }))
    return ClaimVerdict::not_measured;
  if (std::ranges::all_of(found, [](Ahead a) { return a == Ahead::not_comparable || a == Ahead::one_seed; }))
    return ClaimVerdict::one_seed;
  if (any(Ahead::first))
    return noise || any(Ahead::second) || any(Ahead::small) ? ClaimVerdict::holds_in_part
                                                            : ClaimVerdict::holds;
  return any(Ahead::second) || !noise ? ClaimVerdict::does_not_hold : ClaimVerdict::inside_the_noise;
}

Bilingual Comparisons::difference_text(const Pair& pair) const {
  const auto text = [&](const std::string& shorter, const std::string& longer, const char* points) {
    if (worth_ == 0) return fmt::format("{} − {}", shorter, longer);
    const MeanInterval interval = mean_interval(pair.differences);
    return fmt::format("{} − {} {:+.1f} ± {:.1f}{}", shorter, longer, 100 * interval.mean,
                       100 * interval.half_width.value_or(0), points);
  };
  return {text(pair.shorter, pair.longer, " points"),
          text(recall_kind(pair.shorter).title.in(Language::korean),
               recall_kind(pair.longer).title.in(Language::korean), "점")};
}

Bilingual Comparisons::text() const {
  const ClaimVerdict all = verdict();
  if (all == ClaimVerdict::not_measured) return {};
  if (all == ClaimVerdict::one_seed) return one_seed;
  const std::vector<Ahead> found = judged();
  Bilingual ahead, small, noise;
  for (std::size_t i = 0; i < pairs_.size(); ++i) {
    const Pair& pair = pairs_[i];
    const auto beyond = [&](const std::string& more, const std::string& less) {
      add_part(ahead, {more + " > " + less, recall_kind(more).title.in(Language::korean) + " > " +
                                                recall_kind(less).title.in(Language::korean)});
    };
    if (found[i] == Ahead::first) beyond(pair.shorter, pair.longer);
    if (found[i] == Ahead::second) beyond(pair.longer, pair.shorter);
    if (found[i] == Ahead::small) add_part(small, difference_text(pair));
    if (found[i] == Ahead::noise) add_part(noise, difference_text(pair));
  }
  Bilingual text;
  const auto add = [&](const Bilingual& title, const Bilingual& list) {
    if (!list.english.empty()) text = joined(text, joined(title, list));
  };
  add({"; ahead beyond the noise: ", "; 잡음을 넘어 앞선 것: "}, ahead);
  add({fmt::format("; less than {:.0f} points apart: ", 100 * worth_),
       fmt::format("; 차이가 {:.0f}점보다 작은 것: ", 100 * worth_)},
      small);
  add({"; inside the noise: ", "; 잡음 안: "}, noise);
  return text;
}

}  // namespace heed
