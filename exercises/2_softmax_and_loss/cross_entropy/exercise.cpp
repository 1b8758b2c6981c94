#include "exercises/given.hpp"
#include "exercises/learn.hpp"

/// Mean cross entropy over the tokens that are not padding, as PyTorch's CrossEntropyLoss defines it.
/// logits (N, C); targets: N class numbers; a row whose target is ignore_index does not count at all.
/// Each counted row has the loss −Σ_c q_c log p_c with p = softmax(logits of the row) and
/// q_c = (1 − s) [c = target] + s / C, where s is label_smoothing (0: plain −log p_target).
/// At least one row counts. Logits may be as large as thousands.
double cross_entropy(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                     int ignore_index) {
  //~ stub
  // 1. log p, not log of p: given::log_softmax(logits) is there, or your log_sum_exp.
  //    Why not std::log(softmax)?
  // 2. Which rows count, and by what number do you divide?
  // 3. With smoothing: which classes share the mass s, and how much does the target have in the end?
  return not_written("cross_entropy");
  //~ solution
  const Tensor log_p = given::log_softmax(logits);
  double total = 0;
  int counted = 0;
  //~ wrong counts_padding M14
  const Tensor log_p = given::log_softmax(logits);
  double total = 0;
  for (int row = 0; row < logits.dim(0); ++row) {
    total -= (1 - label_smoothing) * log_p(row, targets[row]);
    for (int c = 0; c < logits.dim(1); ++c) total -= label_smoothing / logits.dim(1) * log_p(row, c);
  }
  return total / logits.dim(0);
  //~ wrong divides_by_all_rows M14 like counts_padding: { => { if (targets[row] == ignore_index) continue;
  //~ wrong smooths_padding_rows_over_all M14
  const Tensor log_p = given::log_softmax(logits);
  double plain = 0, smooth = 0;
  int counted = 0;
  for (int row = 0; row < logits.dim(0); ++row) {
    for (int c = 0; c < logits.dim(1); ++c) smooth -= label_smoothing / logits.dim(1) * log_p(row, c);
    if (targets[row] == ignore_index) continue;
    ++counted;
    plain -= (1 - label_smoothing) * log_p(row, targets[row]);
  }
  return plain / counted + smooth / logits.dim(0);
  //~ wrong sum_not_mean like divides_by_all_rows: total / logits.dim(0) => total
  //~ wrong no_softmax
  double total = 0;
  int counted = 0;
  for (int row = 0; row < logits.dim(0); ++row) {
    if (targets[row] == ignore_index) continue;
    ++counted;
    total -= (1 - label_smoothing) * logits(row, targets[row]);
    for (int c = 0; c < logits.dim(1); ++c) total -= label_smoothing / logits.dim(1) * logits(row, c);
  }
  //~ wrong softmax_twice: logits => given::softmax(logits)
  //~ wrong first_axis M05 like no_softmax: double => const Tensor log_p = given::log_softmax(transpose(logits)); double
  //~ wrong first_axis M05 like no_softmax: logits(row, targets[row] => log_p(targets[row], row
  //~ wrong first_axis M05 like no_softmax: total -= label_smoothing / logits.dim(1) * logits(row, c => { total -= label_smoothing / logits.dim(1) * log_p(c, row
  //~ wrong first_axis M05 like no_softmax: } => } }
  //~ wrong no_max
  double total = 0;
  int counted = 0;
  for (int row = 0; row < logits.dim(0); ++row) {
    if (targets[row] == ignore_index) continue;
    ++counted;
    double sum = 0;
    for (int c = 0; c < logits.dim(1); ++c) sum += std::exp(logits(row, c));
    total -= (1 - label_smoothing) * (logits(row, targets[row]) - std::log(sum));
    for (int c = 0; c < logits.dim(1); ++c) {
      total -= label_smoothing / logits.dim(1) * (logits(row, c) - std::log(sum));
    }
  }
  //~ wrong log_of_unstable_softmax
  double total = 0;
  int counted = 0;
  for (int row = 0; row < logits.dim(0); ++row) {
    if (targets[row] == ignore_index) continue;
    ++counted;
    double sum = 0;
    for (int c = 0; c < logits.dim(1); ++c) sum += std::exp(logits(row, c));
    double loss = -(1 - label_smoothing) * std::log(std::exp(logits(row, targets[row])) / sum);
    for (int c = 0; c < logits.dim(1) && label_smoothing > 0; ++c) {
      loss -= label_smoothing / logits.dim(1) * std::log(std::exp(logits(row, c)) / sum);
    }
    total += loss;
  }
  //~ wrong log_of_unstable_softmax_times_zero like log_of_unstable_softmax: && label_smoothing > 0 =>
  //~ end
  //~ solution
  for (int row = 0; row < logits.dim(0); ++row) {
    if (targets[row] == ignore_index) continue;
    ++counted;
    total -= (1 - label_smoothing) * log_p(row, targets[row]);
    for (int c = 0; c < logits.dim(1); ++c) total -= label_smoothing / logits.dim(1) * log_p(row, c);
  }
  //~ wrong counts_padding M14, divides_by_all_rows M14, smooths_padding_rows_over_all M14, sum_not_mean, no_softmax, first_axis M05, no_max, log_of_unstable_softmax, log_of_unstable_softmax_times_zero
  //~ wrong sums_padding M14: if (targets[row] == ignore_index) continue; => | ++counted => counted += targets[row] != ignore_index
  //~ wrong smooths_padding_rows M14: for (int c = 0; c < logits.dim(1); ++c) total -= label_smoothing / logits.dim(1) * log_p(row, c); =>
  //~ wrong smooths_padding_rows M14: if (targets => for (int c = 0; c < logits.dim(1); ++c) total -= label_smoothing / logits.dim(1) * log_p(row, c); if (targets
  //~ wrong padding_class_gets_no_mass M14: ) total - => ) { if (c != ignore_index) total - | } => } }
  //~ wrong padding_class_left_out M14: total -= label_smoothing / logits.dim(1 => { if (c != ignore_index) total -= label_smoothing / (logits.dim(1) - 1
  //~ wrong padding_class_left_out M14: } => } }
  //~ wrong mass_to_the_others_but_padding: ) total -= label_smoothing / logits.dim(1 => ) { if (c != ignore_index && c != targets[row]) total -= label_smoothing / (logits.dim(1) - 2
  //~ wrong mass_to_the_others_but_padding: } => } }
  //~ wrong mass_to_the_others: ) total -= label_smoothing / logits.dim(1 => ) { if (c != targets[row]) total -= label_smoothing / (logits.dim(1) - 1
  //~ wrong mass_to_the_others: } => } }
  //~ wrong mass_to_the_others_and_the_target: / logits.dim(1) * => / (logits.dim(1) - 1) *
  //~ wrong target_gets_no_share: ) total - => ) { if (c != targets[row]) total - | } => } }
  //~ wrong smoothing_not_shared: label_smoothing / logits.dim(1) * => label_smoothing *
  //~ wrong target_keeps_everything: (1 - label_smoothing) * log_p => log_p
  //~ wrong no_smoothing: (1 - label_smoothing) * log_p => log_p
  //~ wrong no_smoothing: for (int c = 0; c < logits.dim(1); ++c) total -= label_smoothing / logits.dim(1) * log_p(row, c); =>
  //~ wrong smoothing_scales: for (int c = 0; c < logits.dim(1); ++c) total -= label_smoothing / logits.dim(1) * log_p(row, c); =>
  //~ wrong weights_exchanged: (1 - label_smoothing) => label_smoothing | = label_smoothing / => = (1 - label_smoothing) /
  //~ wrong smoothing_not_divided: total -= label_smoothing / logits.dim(1) * => total -= label_smoothing * std::count_if(targets.begin(), targets.end(), [&](int t) { return t != ignore_index; }) / logits.dim(1) *
  //~ wrong sign: total -= ( => total += ( | ) total -= label_smoothing => ) total += label_smoothing
  //~ wrong probability_not_log: log_p(row, targets[row] => std::exp(log_p(row, targets[row]) | log_p(row, c => std::exp(log_p(row, c)
  //~ wrong log_of_softmax: log_p(row, targets[row]) => std::log(std::exp(log_p(row, targets[row])))
  //~ wrong log_of_softmax: c < logits.dim(1); => c < logits.dim(1) && label_smoothing > 0; | log_p(row, c) => std::log(std::exp(log_p(row, c)))
  //~ wrong log_of_softmax_times_zero: log_p(row, targets[row]) => std::log(std::exp(log_p(row, targets[row])))
  //~ wrong log_of_softmax_times_zero: log_p(row, c) => std::log(std::exp(log_p(row, c)))
  //~ end
  //~ solution
  return total / counted;
  //~ wrong counts_padding M14, divides_by_all_rows M14, smooths_padding_rows_over_all M14, sum_not_mean
  //~ wrong mean_over_classes: counted; => counted / logits.dim(1);
  //~ end
}

/// Backward of cross_entropy: dL/dlogits (N, C) when dL/dloss is upstream. A row of padding gets zeros.
Tensor cross_entropy_backward(const Tensor& logits, const std::vector<int>& targets, double label_smoothing,
                              int ignore_index, double upstream) {
  //~ stub
  // How does −Σ_c q_c log_softmax(x)_c change with one logit, if Σ q_c = 1? What is left to multiply and to
  // divide by?
  return not_written("cross_entropy_backward");
  //~ solution
  const Tensor log_p = given::log_softmax(logits);
  Tensor result(logits.shape());
  int counted = 0;
  for (const int target : targets) counted += target == ignore_index ? 0 : 1;
  //~ wrong counts_padding M14
  const Tensor log_p = given::log_softmax(logits);
  Tensor result(logits.shape());
  for (int row = 0; row < logits.dim(0); ++row) {
    for (int c = 0; c < logits.dim(1); ++c) {
      const double q = (c == targets[row] ? 1 - label_smoothing : 0) + label_smoothing / logits.dim(1);
      result(row, c) = upstream * (std::exp(log_p(row, c)) - q) / logits.dim(0);
    }
  }
  //~ wrong divides_by_all_rows M14 like counts_padding: row) { => row) { if (targets[row] == ignore_index) continue;
  //~ wrong sum_not_mean like divides_by_all_rows: ) / logits.dim(0) => )
  //~ wrong logits_instead_of_p M17
  Tensor result(logits.shape());
  int counted = 0;
  for (const int target : targets) counted += target == ignore_index ? 0 : 1;
  for (int row = 0; row < logits.dim(0); ++row) {
    if (targets[row] == ignore_index) continue;
    for (int c = 0; c < logits.dim(1); ++c) {
      const double q = (c == targets[row] ? 1 - label_smoothing : 0) + label_smoothing / logits.dim(1);
      result(row, c) = upstream * (logits(row, c) - q) / counted;
    }
  }
  //~ wrong first_axis M05 like logits_instead_of_p: Tensor => const Tensor log_p = given::log_softmax(transpose(logits)); Tensor
  //~ wrong first_axis M05 like logits_instead_of_p: logits(row, c => std::exp(log_p(c, row)
  //~ wrong no_max like logits_instead_of_p: continue; => continue; double sum = 0; for (int c = 0; c < logits.dim(1); ++c) sum += std::exp(logits(row, c));
  //~ wrong no_max like logits_instead_of_p: logits(row, c) - => std::exp(logits(row, c)) / sum -
  //~ end
  //~ solution
  for (int row = 0; row < logits.dim(0); ++row) {
    if (targets[row] == ignore_index) continue;
    for (int c = 0; c < logits.dim(1); ++c) {
      const double q = (c == targets[row] ? 1 - label_smoothing : 0) + label_smoothing / logits.dim(1);
      result(row, c) = upstream * (std::exp(log_p(row, c)) - q) / counted;
    }
  }
  //~ wrong counts_padding M14, divides_by_all_rows M14, sum_not_mean, logits_instead_of_p M17, first_axis M05, no_max
  //~ wrong sums_padding M14: if (targets[row] == ignore_index) continue; =>
  //~ wrong smooths_padding_rows M14
  for (int row = 0; row < logits.dim(0); ++row) {
    const bool padding = targets[row] == ignore_index;
    for (int c = 0; c < logits.dim(1); ++c) {
      const double share = label_smoothing / logits.dim(1);
      const double p = std::exp(log_p(row, c));
      const double q = (c == targets[row] ? 1 - label_smoothing : 0) + share;
      result(row, c) = upstream * (padding ? label_smoothing * p - share : p - q) / counted;
    }
  }
  //~ wrong padding_gets_p M14: if (targets[row] == ignore_index) continue; => | - q) => - (targets[row] == ignore_index ? 0 : q))
  //~ wrong padding_class_left_out M14 like smooths_padding_rows: const bool padding = targets[row] == ignore_index => if (targets[row] == ignore_index) continue
  //~ wrong padding_class_left_out M14 like smooths_padding_rows: label_smoothing / logits.dim(1 => c == ignore_index ? 0 : label_smoothing / (logits.dim(1) - 1
  //~ wrong padding_class_left_out M14 like smooths_padding_rows: const double p = std::exp(log_p(row, c)); =>
  //~ wrong padding_class_left_out M14 like smooths_padding_rows: padding ? label_smoothing * p - share : p => std::exp(log_p(row, c))
  //~ wrong mass_to_the_others like padding_class_left_out: share = c == ignore_index ? 0 => q = c == targets[row] ? 1 - label_smoothing
  //~ wrong mass_to_the_others like padding_class_left_out: const double q = (c == targets[row] ? 1 - label_smoothing : 0) + share; =>
  //~ wrong mass_to_the_others_but_padding: (c == targets[row] ? 1 - label_smoothing : 0) + label_smoothing / logits.dim(1) => c == ignore_index ? 0 : c == targets[row] ? 1 - label_smoothing : label_smoothing / (logits.dim(1) - 2)
  //~ wrong target_gets_no_share: (c == targets[row] ? 1 - label_smoothing : 0) + => c == targets[row] ? 1 - label_smoothing :
  //~ wrong no_smoothing: const double q = (c == targets[row] ? 1 - label_smoothing : 0) + label_smoothing / logits.dim(1); =>
  //~ wrong no_smoothing: q => (c == targets[row] ? 1 : 0)
  //~ wrong ignores_upstream M09: upstream * ( => (
  //~ wrong mean_over_classes: counted; => counted / logits.dim(1);
  //~ wrong sign: std::exp(log_p(row, c)) - q => q - std::exp(log_p(row, c))
  //~ wrong upstream_on_p_only: (std::exp(log_p(row, c)) - q) => std::exp(log_p(row, c)) - q | / counted => ; result(row, c) /= counted
  //~ wrong upstream_on_q_only: upstream * (std::exp(log_p(row, c)) - q) => (std::exp(log_p(row, c)) - upstream * q)
  //~ wrong only_the_target: result(row, c) => if (c == targets[row]) result(row, c)
  //~ wrong log_p_instead_of_p M17: std::exp(log_p(row, c) => log_p(row, c
  //~ end
  //~ solution
  return result;
  //~ end
}
