#include "tools/recall/ahead.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "lib/score/significance.hpp"
#include "tools/language/both.hpp"

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
  list = list.english.empty() ? part : both("{}, {}", "{}, {}", list, part);
}

Bilingual name_of(const std::string& kind) { return {kind, recall_kind(kind).title.in(Language::korean)}; }

Bilingual number_of(const std::string& kind, const std::string& number) {
  return both("{} {}", "{} {}", name_of(kind), number);
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
  const Bilingual shorter = name_of(pair.shorter), longer = name_of(pair.longer);
  if (worth_ == 0) return both("{} − {}", "{} − {}", shorter, longer);
  const MeanInterval interval = mean_interval(pair.differences);
  return both("{} − {} {:+.1f} ± {:.1f} points", "{} − {} {:+.1f} ± {:.1f}점", shorter, longer,
              100 * interval.mean, 100 * interval.half_width.value_or(0));
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
      add_part(ahead, both("{} > {}", "{} > {}", name_of(more), name_of(less)));
    };
    if (found[i] == Ahead::first) beyond(pair.shorter, pair.longer);
    if (found[i] == Ahead::second) beyond(pair.longer, pair.shorter);
    if (found[i] == Ahead::small) add_part(small, difference_text(pair));
    if (found[i] == Ahead::noise) add_part(noise, difference_text(pair));
  }
  Bilingual text;
  const auto add = [&](const Bilingual& title, const Bilingual& list) {
    if (!list.english.empty()) text = both("{}{}{}", "{}{}{}", text, title, list);
  };
  add({"; ahead beyond the noise: ", "; 잡음을 넘어 앞선 것: "}, ahead);
  add(both("; less than {:.0f} points apart: ", "; 차이가 {:.0f}점보다 작은 것: ", 100 * worth_), small);
  add({"; inside the noise: ", "; 잡음 안: "}, noise);
  return text;
}

}  // namespace heed
