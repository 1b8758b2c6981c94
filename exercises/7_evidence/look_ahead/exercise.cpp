#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Any model that gives one output for each token: (T, C) -> (T, D).
using Model = std::function<Tensor(const Tensor&)>;

/// Your predictions, made before anything is computed: the answers 1, 2 or 3 to the statement's question
/// number `which`, 1 … 5.
int prediction(int which) {
  //~ stub
  return not_written("prediction");
  //~ solution
  const std::vector<int> answers{1, 2, 3, 1, 1};
  //~ wrong one_word_is_harmless: 1, 2, 3, 1, 1 => 1, 2, 3, 1, 2
  //~ wrong off_by_one_hurts: 1, 2, 3, 1, 1 => 1, 2, 3, 1, 3
  //~ wrong loss_is_worse: 1, 2, 3, 1, 1 => 2, 2, 3, 1, 1
  //~ wrong loss_is_the_same: 1, 2, 3, 1, 1 => 3, 2, 3, 1, 1
  //~ wrong translates_as_well: 1, 2, 3, 1, 1 => 1, 1, 3, 1, 1
  //~ wrong translates_better: 1, 2, 3, 1, 1 => 1, 3, 3, 1, 1
  //~ wrong mask_in_decoding_helps: 1, 2, 3, 1, 1 => 1, 2, 1, 1, 1
  //~ wrong beam_helps: 1, 2, 3, 1, 1 => 1, 2, 2, 1, 1
  //~ wrong shows_in_the_loss: 1, 2, 3, 1, 1 => 1, 2, 3, 2, 1
  //~ wrong shows_in_accuracy: 1, 2, 3, 1, 1 => 1, 2, 3, 3, 1
  //~ end
  //~ solution
  return answers.at(which - 1);
  //~ end
}

/// How strongly output i depends on token j: with `step` added to all numbers of token j, the sum of
/// |change| over the numbers of output i. x (T, C) -> (T, T).
Tensor influence(const Model& model, const Tensor& x, double step) {
  //~ stub
  // Run the model once for x itself, and once for each token that is changed.
  return not_written("influence");
  //~ solution
  const int length = x.dim(0);
  const Tensor before = model(x);
  Tensor result({length, length});
  for (int j = 0; j < length; ++j) {
    Tensor changed = x;
    for (int c = 0; c < x.dim(1); ++c) changed(j, c) += step;
    //~ wrong changes_stay
    const int length = x.dim(0);
    const Tensor before = model(x);
    Tensor result({length, length}), changed = x;
    for (int j = 0; j < length; ++j) {
      for (int c = 0; c < x.dim(1); ++c) changed(j, c) += step;
    //~ end
    //~ solution
    const Tensor after = model(changed);
    for (int i = 0; i < length; ++i)
      for (int d = 0; d < after.dim(1); ++d) result(i, j) += std::abs(after(i, d) - before(i, d));
    //~ wrong signs_cancel: std::abs(after(i, d) - before(i, d)) => after(i, d) - before(i, d)
    //~ wrong output_not_change: after(i, d) - before(i, d) => after(i, d)
    //~ wrong divided_by_step F01: before(i, d)) => before(i, d)) / step
    //~ wrong largest_change: result(i, j) += std::abs(after(i, d) - before(i, d)) => result(i, j) = std::max(result(i, j), std::abs(after(i, d) - before(i, d)))
    //~ end
    //~ solution
  }
  return result;
  //~ end
}

/// The share of all influence that comes from later tokens (column > row): 0 for a model that does not look
/// ahead. 0 if there is no influence at all. influence (T, T).
double leak(const Tensor& influence) {
  //~ stub
  return not_written("leak");
  //~ solution
  double later = 0, all = 0;
  for (int i = 0; i < influence.dim(0); ++i)
    for (int j = 0; j < influence.dim(1); ++j) {
      all += influence(i, j);
      if (j > i) later += influence(i, j);
      //~ wrong itself_counts: j > i => j >= i
      //~ wrong the_past_counts: j > i => j < i
      //~ end
      //~ solution
    }
  return all > 0 ? later / all : 0;
  //~ wrong not_divided: later / all => later
  //~ wrong later_to_the_rest F02: later / all => all > later ? later / (all - later) : 0
  //~ wrong nan_without_influence M16: all > 0 ? later / all : 0 => later / all
  //~ end
}
