// 05  Masks: who may attend to whom
//
// A mask is a rule over pairs: may query i attend to key j? In heed *true means may attend*, everywhere.
//
//     causal     key j is not behind query i: j <= i
//     padding    key j is a word
//     a & b      both allow
//
// Decoders need the causal mask: a model that sees the word it has to predict learns to copy it, and fails
// when the word is not there. The padding mask is for short sentences, which are filled up to the length of
// the batch: nobody may look at the filling, or a translation would depend on its neighbours in the batch.
//
// A forbidden key gets the weight e^-inf = 0. So it can change nothing, not one bit, and that is tested
// below.
//
// last line: future changes nothing: yes; padding changes nothing: yes; seeing nothing gives 0: yes
#include <fmt/format.h>

#include <string>

#include "autograd/ops.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/random.hpp"

using namespace heed;

namespace {

// B = batch, T = time (positions), D = dimensions of a vector
constexpr std::int64_t B = 2, T = 4, D = 3;

void draw(const std::string& name, const Mask& mask) {
  fmt::print("{}: row = query, column = key, ■ = may attend\n", name);
  for (std::int64_t i = 0; i < T; ++i) {
    for (std::int64_t b = 0; b < B; ++b) {
      fmt::print("   ");
      for (std::int64_t j = 0; j < T; ++j) fmt::print(" {}", mask.allows(b, 0, i, j) ? "■" : "·");
    }
    fmt::print("\n");
  }
}

/// Self-attention of x (B, T, D): query, key and value are x itself. -> (B, T, D)
Array attend(const Array& x, const Mask& mask) {
  const Variable v(x);
  return scaled_dot_product_attention(v, v, v, {.mask = mask}).value();
}

/// x with another vector at one position of one sentence.
Array changed(Array x, std::int64_t sentence, std::int64_t position) {
  // Arrays share their memory until one of them is written to; the caller's x stays as it was.
  for (std::int64_t d = 0; d < D; ++d) x.mutable_data()[(sentence * T + position) * D + d] = 100;
  return x;
}

/// Compares positions 0, 1, 2 of every sentence, bit for bit. (Position 3 is the changed one.)
std::string same_before_last(const Array& a, const Array& b) {
  return identical(slice(a, 1, 0, T - 1), slice(b, 1, 0, T - 1)) ? "yes" : "no";
}

}  // namespace

int main() {
  Rng rng(5);
  const Array x = rng.normal({B, T, D});
  const Tokens ids({B, T}, {7, 4, 9, 5,    // a sentence of four words
                            8, 6, 4, 0});  // one of three, filled up with the padding id 0

  const Mask everyone;
  const Mask causal = Mask::causal();
  const Mask padding = Mask::padding(ids);
  draw("causal", causal);
  draw("padding", padding);
  draw("causal & padding", causal & padding);

  // The weights of the second sentence: every row is 1 in sum, and forbidden keys have exactly 0.
  Array weights;  // (B, H, T, T) with H = 1 head
  scaled_dot_product_attention(Variable(x), Variable(x), Variable(x),
                               {.mask = causal & padding, .weights = &weights});
  fmt::print("weights of sentence 2 under causal & padding: {}\n", to_string(slice(weights, 0, 1, 2), 3));

  // Without a mask one position moves all others; with it, not by a bit.
  const Array other_future = changed(x, 0, 3), other_padding = changed(x, 1, 3);
  fmt::print("without a mask, the last word changes nothing before it: {}\n",
             same_before_last(attend(x, everyone), attend(other_future, everyone)));
  const std::string future = same_before_last(attend(x, causal), attend(other_future, causal));
  const std::string filling = same_before_last(attend(x, padding), attend(other_padding, padding));

  // A query that may attend to nothing. softmax of (-inf, -inf, -inf) would be 0/0 = NaN, which spreads
  // through the whole model; adding -10⁹ instead of -inf would attend to every forbidden key alike. Here the
  // output is 0, and so is every gradient through it.
  const Mask second_row_empty = Mask::dense({3, 3}, {1, 0, 0,  // sees the first key only
                                                     0, 0, 0,  // may attend to nothing
                                                     1, 1, 1});
  const Variable query = Variable::parameter(rng.normal({3, D}), "query");
  const Variable key_and_value(rng.normal({3, D}));
  const Variable out =
      scaled_dot_product_attention(query, key_and_value, key_and_value, {.mask = second_row_empty});
  sum(out * out).backward();
  const Array zeros = Array::zeros({1, D});
  const bool silent =
      identical(slice(out.value(), 0, 1, 2), zeros) && identical(slice(query.grad(), 0, 1, 2), zeros);

  fmt::print("future changes nothing: {}; padding changes nothing: {}; seeing nothing gives 0: {}\n", future,
             filling, silent ? "yes" : "no");
}
