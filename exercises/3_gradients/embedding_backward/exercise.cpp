#include "exercises/given.hpp"

/// The rows of the table that the ids name: table (V, C), ids (T) -> (T, C).
Tensor embedding(const Tensor& table, const std::vector<int>& ids) {
  //~ stub
  // ids[t] is the number of a row; there are ids.size() of them.
  return not_written("embedding");
  //~ solution
  const int length = static_cast<int>(ids.size()), width = table.dim(1);
  Tensor result({length, width});
  for (int t = 0; t < length; ++t) {
    for (int c = 0; c < width; ++c) result(t, c) = table(ids[t], c);
  }
  return result;
  //~ wrong by_position: table(ids[t], c) => table(t % table.dim(0), c)
  //~ wrong columns_of_table: table(ids[t], c) => table(c % table.dim(0), ids[t] % width)
  //~ wrong ids_from_one F01: table(ids[t], c) => table((ids[t] + table.dim(0) - 1) % table.dim(0), c)
  //~ end
}

/// The gradient of the table: grad (T, C) is that of embedding(table, ids) -> (words, C). A row that no id
/// names gets 0, and so does the row of the id `padding` (−1: there is none).
Tensor embedding_backward(int words, const std::vector<int>& ids, const Tensor& grad, int padding) {
  //~ stub
  // 1. Which row of the table does grad(t, …) belong to?
  // 2. What if a word occurs twice?
  // 3. Work: T · C additions, whatever the number of words.
  return not_written("embedding_backward");
  //~ solution
  Tensor result({words, grad.dim(1)});
  for (int t = 0; t < grad.dim(0); ++t) {
    if (ids[t] == padding) continue;
    for (int c = 0; c < grad.dim(1); ++c) result(ids[t], c) += grad(t, c);
  }
  return result;
  //~ wrong overwrite M10: += grad(t, c) => = grad(t, c)
  //~ wrong first_use_only M10: if (ids[t] == padding) continue; => if (ids[t] == padding || std::find(ids.begin(), ids.begin() + t, ids[t]) != ids.begin() + t) continue;
  //~ wrong mean_of_uses: += grad(t, c) => += grad(t, c) / std::count(ids.begin(), ids.end(), ids[t])
  //~ wrong padding_learns: if (ids[t] == padding) continue; =>
  //~ wrong padding_is_zero: ids[t] == padding => ids[t] == padding || ids[t] == 0
  //~ wrong stops_at_padding: continue => break
  //~ wrong no_upstream M09: += grad(t, c) => += 1
  //~ wrong row_by_position: result(ids[t], c) => result(t % words, c)
  //~ wrong one_hot_product
  const int length = static_cast<int>(ids.size());
  Tensor one_hot({words, length});
  for (int t = 0; t < length; ++t) {
    for (int w = 0; w < words; ++w) one_hot(w, t) = ids[t] == w && w != padding ? 1 : 0;
  }
  return matmul(one_hot, grad);
  //~ wrong columns_up_to_words: c < grad.dim(1) => c < std::min(words, grad.dim(1))
  //~ wrong divided_by_length: return result => return result / grad.dim(0)
  //~ end
}

/// The gradient of a table that is used twice (weight tying): as embedding(table, ids), with the gradient
/// grad_embedded (T, C), and for the logits hidden · tableᵀ, hidden (T, C), with the gradient grad_logits (T,
/// V) -> (V, C).
Tensor tied_backward(const std::vector<int>& ids, const Tensor& grad_embedded, const Tensor& hidden,
                     const Tensor& grad_logits) {
  //~ stub
  // Two uses, two gradients of the same table. No padding here. matmul and transpose may help.
  return not_written("tied_backward");
  //~ solution
  const Tensor embedded = embedding_backward(grad_logits.dim(1), ids, grad_embedded, -1);
  const Tensor logits = matmul(transpose(grad_logits), hidden);
  return embedded + logits;
  //~ wrong only_embedding: embedded + logits => embedded
  //~ wrong only_logits: embedded + logits => logits
  //~ wrong mean_of_both: embedded + logits => (embedded + logits) / 2.0
  //~ wrong subtracted: embedded + logits => embedded - logits
  //~ wrong tied_used_rows_only: return embedded + logits; => Tensor both = embedded; for (int w = 0; w < both.dim(0); ++w) if (std::find(ids.begin(), ids.end(), w) != ids.end()) for (int c = 0; c < both.dim(1); ++c) both(w, c) += logits(w, c); return both;
  //~ end
}
