// The accuracy of a column is that of a head which always looks there.
#include "exercises/given.hpp"
#include "exercises/learn.hpp"

int prediction(int which) { return which == 2 ? 1 : which == 3 ? 3 : 2; }

double alignment_accuracy(const Tensor& weights, const std::vector<int>& partner) {
  double sum = 0;
  int words = 0;
  for (int i = 0; i < weights.dim(0); ++i) {
    const int column = partner.at(static_cast<std::size_t>(i));
    if (column < 0) continue;
    ++words;
    bool largest = true;
    for (int j = 0; j < weights.dim(1); ++j)
      largest =
          largest && (j < column ? weights(i, j) < weights(i, column) : weights(i, j) <= weights(i, column));
    sum += largest ? 1 : 0;
  }
  return sum / words;
}

double without_looking(const std::vector<int>& partner, int keys) {
  double best = 0;
  for (int j = 0; j < keys; ++j) {
    Tensor always({static_cast<int>(partner.size()), keys});
    for (int i = 0; i < always.dim(0); ++i) always(i, j) = 1;
    best = std::max(best, alignment_accuracy(always, partner));
  }
  return best;
}
