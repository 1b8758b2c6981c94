#include "exercises/given.hpp"

/// One long stream of all documents, with eos after each: {{5, 6}, {7}} -> 5 6 eos 7 eos.
std::vector<int> pack(const std::vector<std::vector<int>>& documents, int eos) {
  //~ stub
  // Between documents only, or after the last one too?
  return not_written("pack");
  //~ solution
  std::vector<int> stream;
  for (const std::vector<int>& document : documents) {
    stream.insert(stream.end(), document.begin(), document.end());
    stream.push_back(eos);
  }
  return stream;
  //~ wrong no_eos: stream.push_back(eos); =>
  //~ wrong eos_in_front: for (const => if (!documents.empty()) stream.push_back(eos); for (const
  //~ wrong eos_in_front: return stream; => if (!stream.empty()) stream.pop_back(); return stream;
  //~ wrong only_between: return stream; => if (!stream.empty()) stream.pop_back(); return stream;
  //~ wrong empty_ones_skipped: stream.push_back(eos); => if (!document.empty()) stream.push_back(eos);
  //~ end
}

/// The rows of an epoch begin at 0, length, 2 · length, …, as long as the row and its targets fit into a
/// stream of that many tokens.
std::vector<int> row_starts(int tokens, int length) {
  //~ stub
  // How many tokens of the stream does a row of length inputs need, its last target included?
  return not_written("row_starts");
  //~ solution
  std::vector<int> starts;
  for (int start = 0; start + length + 1 <= tokens; start += length) starts.push_back(start);
  return starts;
  //~ wrong last_target_missing: start + length + 1 <= tokens => start + length <= tokens
  //~ wrong one_row_less: start + length + 1 <= tokens => start + length + 1 < tokens
  //~ wrong rows_overlap: start += length => start += 1
  //~ wrong one_token_lost: start += length => start += length + 1
  //~ wrong begins_at_one: int start = 0 => int start = 1
  //~ end
}

/// The batch of the rows that begin there: inputs[r] are `length` tokens of the stream, targets[r] the token
/// that follows each of them.
given::NextTokenBatch next_token_batch(const std::vector<int>& stream, const std::vector<int>& starts,
                                       int length) {
  //~ stub
  // When the model has read inputs[r][0], what must it predict?
  return not_written("next_token_batch");
  //~ solution
  given::NextTokenBatch batch;
  for (const int start : starts) {
    const auto first = stream.begin() + start;
    batch.inputs.emplace_back(first, first + length);
    batch.targets.emplace_back(first + 1, first + length + 1);
  }
  return batch;
  //~ wrong not_shifted M19: first + 1, first + length + 1 => first, first + length
  //~ wrong shifted_back: return batch; => std::swap(batch.inputs, batch.targets); return batch;
  //~ wrong always_from_the_front: stream.begin() + start => stream.begin()
  //~ wrong one_too_short: first + 1, first + length + 1 => first + 1, first + length
  //~ end
}

/// e to the mean cross entropy of a row: logits (T, V), targets (T). 1: always right and certain; V: a guess.
double perplexity(const Tensor& logits, const std::vector<int>& targets) {
  //~ stub
  // given::log_softmax(logits) is (T, V).
  return not_written("perplexity");
  //~ solution
  const Tensor log_p = given::log_softmax(logits);
  const int length = static_cast<int>(targets.size());
  double sum = 0;
  for (int t = 0; t < length; ++t) sum -= log_p(t, targets[t]);
  return std::exp(sum / length);
  //~ wrong cross_entropy_itself: std::exp(sum / length) => sum / length
  //~ wrong not_the_mean: std::exp(sum / length) => std::exp(sum)
  //~ wrong two_to_the_nats: std::exp(sum / length) => std::exp2(sum / length)
  //~ wrong mean_of_perplexities: sum -= log_p(t, targets[t]); => sum += std::exp(-log_p(t, targets[t])); | std::exp(sum / length) => sum / length
  //~ wrong sign_forgotten: sum -= => sum +=
  //~ wrong divided_by_vocabulary: sum / length => sum / logits.dim(1)
  //~ wrong product_underflows: sum = 0; => product = 1; | sum -= log_p(t, targets[t]); => product *= std::exp(log_p(t, targets[t]));
  //~ wrong product_underflows: std::exp(sum / length) => std::pow(product, -1.0 / length)
  //~ wrong certainty_of_the_best: log_p(t, targets[t]) => *std::max_element(log_p.values().begin() + t * logits.dim(1), log_p.values().begin() + (t + 1) * logits.dim(1))
  //~ end
}
