#include "exercises/given.hpp"

/// B sentences of word ids, all equally long: short ones are padded with ids.pad.
using Rows = std::vector<std::vector<int>>;

/// From a target w1 … wn <pad> … (B, L) without <bos> and <eos>: what the decoder reads and what it must
/// predict at each position, both (B, L + 1): first <bos> w1 … wn <pad> …, second w1 … wn <eos> <pad> ….
std::pair<Rows, Rows> shift_target(const Rows& target, const given::SpecialIds& ids) {
  //~ stub
  // Position by position: which word has the decoder just read, and which comes next?
  return not_written("shift_target");
  //~ solution
  Rows input, labels;
  for (const std::vector<int>& row : target) {
    const auto words = std::find(row.begin(), row.end(), ids.pad) - row.begin();
    //~ wrong length_of_the_first_row: std::find(row.begin(), row.end(), ids.pad) - row.begin() => std::find(target[0].begin(), target[0].end(), ids.pad) - target[0].begin()
    //~ end
    //~ solution
    std::vector<int> in(row.size() + 1, ids.pad);
    in[0] = ids.bos;
    std::copy_n(row.begin(), words, in.begin() + 1);
    //~ wrong input_equals_labels M19, roles_exchanged: in(row.size() + 1, ids.pad); => in = row; | [0] = ids.bos => .push_back(ids.pad)
    //~ wrong input_equals_labels M19, roles_exchanged: std::copy_n(row.begin(), words, in.begin() + 1) => in[static_cast<std::size_t>(words)] = ids.eos
    //~ wrong raw_input M19
    std::vector<int> in = row;
    //~ wrong raw_input_longer M19, unshifted_longer M19 like raw_input: ; => ; in.push_back(ids.pad);
    //~ wrong unshifted M19 like raw_input_longer: ; in.push_back(ids.pad); => ;
    //~ wrong first_word_lost: in(row.size() + 1, ids.pad); => in = row; | std::copy_n(row.begin(), words, in.begin() + 1 => in.push_back(ids.pad
    //~ wrong last_word_lost: ) + 1, => ), | words => std::min(words, static_cast<std::ptrdiff_t>(row.size()) - 1)
    //~ wrong eos_for_bos: bos => eos
    //~ end
    //~ solution
    std::vector<int> out(row.size() + 1, ids.pad);
    std::copy_n(row.begin(), words, out.begin());
    out[static_cast<std::size_t>(words)] = ids.eos;
    //~ wrong labels_equal_input M19, roles_exchanged: std::copy_n(row.begin(), words, out.begin()) => out[0] = ids.bos
    //~ wrong labels_equal_input M19, roles_exchanged: out[static_cast<std::size_t>(words)] = ids.eos => std::copy_n(row.begin(), words, out.begin() + 1)
    //~ wrong unshifted M19
    std::vector<int> out = row;
    //~ wrong unshifted_longer M19, no_eos like unshifted: ; => ; out.push_back(ids.pad);
    //~ wrong labels_two_ahead M19: ), words => ) + 1, words - 1 | words)] = => std::max<std::ptrdiff_t>(words, 1)) - 1] =
    //~ wrong raw_labels like unshifted_longer: ; out.push_back(ids.pad); => ;
    //~ wrong eos_after_padding like unshifted: ; => ; out.push_back(ids.eos);
    //~ end
    //~ solution
    input.push_back(in);
    labels.push_back(out);
  }
  return {input, labels};
  //~ end
}

/// The loss of teacher forcing: the mean of −log p(label) over all labels that are not padding.
/// log_probabilities (B, T, V), labels (B, T).
double sequence_loss(const Tensor& log_probabilities, const Rows& labels, const given::SpecialIds& ids) {
  //~ stub
  // One sum over the whole batch, one count of the same labels, one division.
  return not_written("sequence_loss");
  //~ solution
  double sum = 0;
  int count = 0;
  //~ wrong mean_of_means: sum = 0 => sum = 0, sum_of_means = 0
  //~ end
  //~ solution
  for (int b = 0; b < log_probabilities.dim(0); ++b) {
    for (int t = 0; t < log_probabilities.dim(1); ++t) {
      const int label = labels[static_cast<std::size_t>(b)][static_cast<std::size_t>(t)];
      if (label == ids.pad) continue;
      sum -= log_probabilities(b, t, label);
      ++count;
      //~ wrong counts_padding M14: if (label == ids.pad) continue; =>
      //~ wrong divides_by_all M14: if (label == ids.pad) continue; => | sum -= => if (label != ids.pad) sum -=
      //~ wrong no_minus: sum -= => sum +=
      //~ wrong probabilities_for_logs: log_probabilities(b, t, label => std::exp(log_probabilities(b, t, label)
      //~ end
      //~ solution
    }
    //~ end
    //~ wrong mean_of_means
    sum_of_means += sum / count;
    sum = 0;
    count = 0;
    //~ end
    //~ solution
  }
  return sum / count;
  //~ wrong sum_only: sum / count; => sum;
  //~ wrong divided_by_sentences: count => log_probabilities.dim(0)
  //~ wrong mean_of_means: sum / count => sum_of_means / log_probabilities.dim(0)
  //~ end
}
