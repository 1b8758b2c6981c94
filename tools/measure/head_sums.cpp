#include "tools/measure/heads.hpp"

#include <algorithm>

namespace heed {
namespace {

/// Whether one of the source words that belong to a target word is `looked` at, and how many there are.
struct Belonging {
  bool hit = false;
  std::int64_t words = 0;
};

Belonging belonging(const SentencePair& pair, std::int64_t target, std::int64_t looked, std::int64_t keys) {
  Belonging found;
  for (const auto& [source, of] : pair.alignment) {
    if (of != target || source >= keys) continue;
    ++found.words;
    found.hit = found.hit || source == looked;
  }
  return found;
}

double share_of(double sum, std::int64_t count) { return count == 0 ? 0 : sum / static_cast<double>(count); }

}  // namespace

void HeadSums::put_into(HeadFacts& f, std::size_t sentences) const {
  f.sharpness = share_of(sharpness, queries);
  f.uniform = share_of(uniform, queries);
  f.previous = ratio_of_sums(previous, with_previous);
  f.next_word = ratio_of_sums(next, nexts);
  f.last_word = ratio_of_sums(last, lasts);
  f.chance = share_of(chance, with_words);
  f.importance = share_of(importance, static_cast<std::int64_t>(sentences));
}

void add_weights(const Array& weights, const HeadFacts& f, const SentencePair& pair, HeadSums& sums) {
  const std::int64_t queries = weights.dim(2), keys = weights.dim(3);
  double next = 0, nexts = 0, last = 0, lasts = 0, previous = 0;
  for (std::int64_t q = 0; q < queries; ++q) {
    const Scalar* const row = weights.data() + (f.head * queries + q) * keys;
    const std::int64_t largest = std::max_element(row, row + keys) - row;
    const std::int64_t seen = f.place == HeadPlace::decoder ? q + 1 : keys;
    if (seen >= enough_keys) {
      sums.sharpness += static_cast<double>(row[largest]);
      sums.uniform += 1 / static_cast<double>(seen);
      ++sums.queries;
    }
    if (f.place != HeadPlace::cross) {
      if (q > 0) previous += static_cast<double>(row[q - 1]);
      continue;
    }
    // The q-th query reads the word before the q-th target word, which it predicts; the last predicts <eos>.
    const Belonging of_next = belonging(pair, q, largest, keys),
                    of_last = belonging(pair, q - 1, largest, keys);
    if (of_next.words > 0) {
      next += of_next.hit, ++nexts, ++sums.with_words;
      sums.chance += static_cast<double>(of_next.words) / static_cast<double>(keys);
    }
    if (of_last.words > 0) last += of_last.hit, ++lasts;
  }
  sums.next.push_back(next), sums.nexts.push_back(nexts);
  sums.last.push_back(last), sums.lasts.push_back(lasts);
  sums.previous.push_back(previous), sums.with_previous.push_back(static_cast<double>(queries - 1));
}

double gate_gradient(const Array& z, const Array& gradient, std::int64_t h) {
  const std::int64_t size = z.dim(2) * z.dim(3);
  double sum = 0;
  for (std::int64_t i = h * size; i < (h + 1) * size; ++i)
    sum += static_cast<double>(z.data()[i]) * static_cast<double>(gradient.data()[i]);
  return sum;
}

}  // namespace heed
