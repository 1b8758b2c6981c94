#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Your predictions, made before anything is computed: the answers 1, 2 or 3 to the statement's question
/// number `which`, 1 … 5.
int prediction(int which) {
  //~ stub
  return not_written("prediction");
  //~ solution
  const std::vector<int> answers{2, 1, 3, 2, 2};
  //~ wrong constant_head_is_zero: 2, 1, 3, 2, 2 => 2, 1, 3, 2, 1
  //~ wrong constant_head_is_perfect: 2, 1, 3, 2, 2 => 2, 1, 3, 2, 3
  //~ wrong chance_is_zero: 2, 1, 3, 2, 2 => 1, 1, 3, 2, 2
  //~ wrong chance_is_half: 2, 1, 3, 2, 2 => 3, 1, 3, 2, 2
  //~ wrong translation_needs_alignment: 2, 1, 3, 2, 2 => 2, 2, 3, 2, 2
  //~ wrong never_aligned: 2, 1, 3, 2, 2 => 2, 3, 3, 2, 2
  //~ wrong sharp_is_aligned: 2, 1, 3, 2, 2 => 2, 1, 1, 2, 2
  //~ wrong sharp_is_not_aligned: 2, 1, 3, 2, 2 => 2, 1, 2, 2, 2
  //~ wrong articles_count_as_wrong: 2, 1, 3, 2, 2 => 2, 1, 3, 1, 2
  //~ wrong articles_count_as_right: 2, 1, 3, 2, 2 => 2, 1, 3, 3, 2
  //~ end
  //~ solution
  return answers.at(which - 1);
  //~ end
}

/// How often the head looks where it should: of the words that have a partner, the share whose largest weight
/// is on it; on a tie the first counts. weights (Tq, Tk): rows are written words, columns are read ones;
/// partner[i] is the column of word i, or −1 if it has none (an article). At least one word has one.
double alignment_accuracy(const Tensor& weights, const std::vector<int>& partner) {
  //~ stub
  return not_written("alignment_accuracy");
  //~ solution
  int right = 0, counted = 0;
  for (int i = 0; i < weights.dim(0); ++i) {
    if (partner[i] < 0) continue;
    int best = 0;
    for (int j = 1; j < weights.dim(1); ++j)
      if (weights(i, j) > weights(i, best)) best = j;
    ++counted;
    right += best == partner[i];
    //~ wrong articles_in_the_count: if (partner[i] < 0) continue; =>
    //~ wrong column_by_column
    int right = 0, counted = 0;
    for (int i = 0; i < weights.dim(0); ++i) {
      if (partner[i] < 0) continue;
      int best = 0;
      for (int n = 1; n < weights.dim(0); ++n)
        if (weights(n, partner[i]) > weights(best, partner[i])) best = n;
      ++counted;
      right += best == i;
    //~ wrong last_of_equals: weights(i, j) > => weights(i, j) >=
    //~ wrong counted_from_one: best == partner[i] => best + 1 == partner[i]
    //~ wrong more_than_half: right += best == partner[i] => right += weights(i, best) > 0.5 && best == partner[i]
    //~ end
    //~ solution
  }
  return static_cast<double>(right) / counted;
  //~ wrong integer_division: static_cast<double>(right) / counted => right / counted
  //~ wrong weight_on_partner
  }
  double weight = 0;
  for (int i = 0; i < weights.dim(0); ++i)
    if (partner[i] >= 0) weight += weights(i, partner[i]);
  static_cast<void>(right);
  return weight / counted;
  //~ end
}

/// The accuracy of a head that does not look at the word but always at the same column, the best there is.
/// There are `keys` columns.
double without_looking(const std::vector<int>& partner, int keys) {
  //~ stub
  // How often is each column a partner?
  return not_written("without_looking");
  //~ solution
  std::vector<int> times(static_cast<std::size_t>(keys), 0);
  int counted = 0;
  for (const int column : partner) {
    if (column < 0) continue;
    ++times[static_cast<std::size_t>(column)];
    ++counted;
  }
  return static_cast<double>(*std::max_element(times.begin(), times.end())) / counted;
  //~ wrong first_column: *std::max_element(times.begin(), times.end()) => times.front()
  //~ wrong articles_in_the_baseline: )) / counted => )) / partner.size()
  //~ wrong no_partner_is_a_column: keys), 0) => keys) + 1, 0) | if (column < 0) continue; => | (column)] => (column + 1)]
  //~ wrong no_partner_is_a_column: ++counted; => if (column >= 0) ++counted;
  //~ end
}
