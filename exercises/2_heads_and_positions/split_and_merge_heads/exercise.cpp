#include "exercises/learn.hpp"

/// Cuts the features of every position into equal slices, one for each head: (B, T, D) -> (B, H, T, D/H).
/// Head h gets the features h·D/H … (h+1)·D/H − 1 of every position. `heads` divides D.
Tensor split_heads(const Tensor& x, int heads) {
  //~ stub
  // A tensor of zeros: Tensor out({batch, heads, length, size});   an element: out(b, h, t, c)
  // 1. Which feature of x becomes feature c of head h?
  return not_written("split_heads");
  //~ solution
  const int batch = x.dim(0), length = x.dim(1), size = x.dim(2) / heads;
  Tensor out({batch, heads, length, size});
  for (int b = 0; b < batch; ++b)
    for (int h = 0; h < heads; ++h)
      for (int t = 0; t < length; ++t)
        for (int c = 0; c < size; ++c) out(b, h, t, c) = x(b, t, h * size + c);
  return out;
  //~ wrong split_by_reshape M02
  Tensor out({x.dim(0), heads, x.dim(1), x.dim(2) / heads});
  for (int n = 0; n < x.size(); ++n) out.flat(n) = x.flat(n);
  return out;
  //~ wrong split_interleaved M02: h * size + c => c * heads + h
  //~ wrong split_after_transpose M02 like split_by_reshape: Tensor => const Tensor columns = transpose(x); Tensor | = x => = columns
  //~ wrong split_without_transpose M02 like split_by_reshape: heads, x.dim(1) => x.dim(1), heads
  //~ wrong split_features_first: length, size => size, length | t, c => c, t
  //~ wrong split_heads_before_batch: batch, heads => heads, batch | b, h => h, b
  //~ wrong same_slice_for_every_head: h * size + c => c
  //~ wrong split_batch_by_reshape M02: (b, t, h => .flat(((h * batch + b) * length + t)
  //~ end
}

/// The way back: puts the heads of every position side by side again: (B, H, T, d) -> (B, T, H·d).
/// merge_heads(split_heads(x, heads)) is x.
Tensor merge_heads(const Tensor& x) {
  //~ stub
  // 1. Which head, and which of its features, becomes feature c of the result?
  return not_written("merge_heads");
  //~ solution
  const int batch = x.dim(0), heads = x.dim(1), length = x.dim(2), size = x.dim(3);
  Tensor out({batch, length, heads * size});
  for (int b = 0; b < batch; ++b)
    for (int h = 0; h < heads; ++h)
      for (int t = 0; t < length; ++t)
        for (int c = 0; c < size; ++c) out(b, t, h * size + c) = x(b, h, t, c);
  return out;
  //~ wrong merged_by_reshape M01
  Tensor out({x.dim(0), x.dim(2), x.dim(1) * x.dim(3)});
  for (int n = 0; n < x.size(); ++n) out.flat(n) = x.flat(n);
  return out;
  //~ wrong merged_interleaved: h * size + c => c * heads + h
  //~ wrong merged_wrong_axes M01 like merged_by_reshape: Tensor => const Tensor columns = transpose(x); Tensor | = x => = columns
  //~ wrong merged_heads_summed: heads * size => size | , h * size + c) = => , c) +=
  //~ wrong merged_along_time M01 like merged_by_reshape: 2), x.dim(1) * => 1) * x.dim(2),
  //~ wrong merged_not_joined: heads * size => heads, size | h * size + c => h, c
  //~ end
}
