#include "exercises/given.hpp"
#include "exercises/learn.hpp"

//~ wrong no_max F03, log_of_unstable_softmax F02
double sum_of_exp(const Tensor& logits, int row) {
  double sum = 0;
  for (int c = 0; c < logits.dim(1); ++c) sum += std::exp(logits(row, c));
  return sum;
}
//~ end
/// Mean cross entropy over the tokens that are not padding, as PyTorch's CrossEntropyLoss defines it.
/// logits (N, C); targets: N class numbers; a row whose target is ignore_index does not count at all.
/// Each counted row has the loss −Σ_c q_c log p_c with p = softmax(logits of the row) and
/// q_c = (1 − s) [c = target] + s / C, where s is label_smoothing (0: plain −log p_target).
/// At least one row counts. Logits may be as large as thousands.
double cross_entropy(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                     int ignore_index) {
  //~ stub
  // 1. You need log p: given::log_softmax(logits) computes it.
  //    Why not std::log(softmax)?
  // 2. Which rows count, and by what number do you divide?
  // 3. With smoothing: which classes share s, and how much does the target have in the end?
  return not_written("cross_entropy");
  //~ solution
  const Tensor log_p = given::log_softmax(logits);
  double total = 0;
  int counted = 0;
  //~ wrong no_softmax: given::log_softmax(logits) => logits
  //~ wrong softmax_twice: logits => given::softmax(logits)
  //~ wrong first_axis M05: given::log_softmax(logits) => transpose(given::log_softmax(transpose(logits)))
  //~ end
  //~ solution
  for (int row = 0; row < logits.dim(0); ++row) {
    if (targets[row] == ignore_index) continue;
    ++counted;
    for (int c = 0; c < logits.dim(1); ++c) {
      const double q = (c == targets[row] ? 1 - label_smoothing : 0) + label_smoothing / logits.dim(1);
      total -= q * log_p(row, c);
    }
  }
  //~ wrong counts_padding M14: if (targets[row] == ignore_index) continue; =>
  //~ wrong sums_padding M14: if (targets[row] == ignore_index) continue; => | ++counted => counted += targets[row] != ignore_index
  //~ wrong smooths_padding_rows M14 like sums_padding: c == targets[row] => c == targets[row] && c != ignore_index
  //~ wrong no_max F03: log_p(row, c) => (logits(row, c) - std::log(sum_of_exp(logits, row)))
  //~ wrong log_of_unstable_softmax F02: total => if (q > 0) total | log_p(row, c) => std::log(std::exp(logits(row, c)) / sum_of_exp(logits, row))
  //~ wrong padding_class_gets_no_mass M14: + label_smoothing / logits.dim(1) => + (c == ignore_index ? 0 : label_smoothing / logits.dim(1))
  //~ wrong mass_to_the_others: : 0) + label_smoothing / logits.dim(1) => : label_smoothing / (logits.dim(1) - 1))
  //~ wrong smoothing_not_shared: + label_smoothing / logits.dim(1) => + label_smoothing
  //~ wrong no_smoothing: 1 - label_smoothing : 0) + label_smoothing / logits.dim(1) => 1 : 0)
  //~ wrong sign: total -= => total +=
  //~ wrong probability_not_log: log_p(row, c) => std::exp(log_p(row, c))
  //~ wrong log_of_softmax F01: total => if (q > 0) total | log_p(row, c) => std::log(std::exp(log_p(row, c)))
  //~ end
  //~ solution
  return total / counted;
  //~ wrong divides_by_all_rows M14: counted => logits.dim(0)
  //~ wrong sum_not_mean: / counted =>
  //~ end
}

/// Backward of cross_entropy: dL/dlogits (N, C) when dL/dloss is upstream. A row of padding gets zeros.
Tensor cross_entropy_backward(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                              int ignore_index, double upstream) {
  //~ stub
  // How does −Σ_c q_c log_softmax(x)_c change with one logit, if Σ q_c = 1? What do you multiply this by, and
  // what do you divide it by?
  return not_written("cross_entropy_backward");
  //~ solution
  const Tensor log_p = given::log_softmax(logits);
  Tensor result(logits.shape());
  int counted = 0;
  for (const int target : targets) counted += target == ignore_index ? 0 : 1;
  //~ wrong first_axis M05: given::log_softmax(logits) => transpose(given::log_softmax(transpose(logits)))
  //~ end
  //~ solution
  for (int row = 0; row < logits.dim(0); ++row) {
    if (targets[row] == ignore_index) continue;
    for (int c = 0; c < logits.dim(1); ++c) {
      const double q = (c == targets[row] ? 1 - label_smoothing : 0) + label_smoothing / logits.dim(1);
      result(row, c) = upstream * (std::exp(log_p(row, c)) - q) / counted;
    }
  }
  //~ wrong counts_padding M14: if (targets[row] == ignore_index) continue; => | counted => logits.dim(0)
  //~ wrong divides_by_all_rows M14: counted => logits.dim(0)
  //~ wrong sum_not_mean: / counted =>
  //~ wrong logits_instead_of_p M17: std::exp(log_p(row, c)) => logits(row, c)
  //~ wrong no_max: std::exp(log_p(row, c)) => std::exp(logits(row, c)) / sum_of_exp(logits, row)
  //~ wrong sums_padding M14: if (targets[row] == ignore_index) continue; =>
  //~ wrong smooths_padding_rows M14 like sums_padding: c == targets[row] => c == targets[row] && c != ignore_index | std::exp => (targets[row] == ignore_index ? label_smoothing : 1) * std::exp
  //~ wrong padding_gets_p M14 like sums_padding: - q) => - (targets[row] == ignore_index ? 0 : q))
  //~ wrong mass_to_the_others: : 0) + label_smoothing / logits.dim(1) => : label_smoothing / (logits.dim(1) - 1))
  //~ wrong no_smoothing: 1 - label_smoothing : 0) + label_smoothing / logits.dim(1) => 1 : 0)
  //~ wrong ignores_upstream M09: upstream * ( => (
  //~ wrong sign: std::exp(log_p(row, c)) - q => q - std::exp(log_p(row, c))
  //~ wrong only_the_target: result(row, c) => if (c == targets[row]) result(row, c)
  //~ end
  //~ solution
  return result;
  //~ end
}
