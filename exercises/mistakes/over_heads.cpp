// Hidden scores, which are −∞, become `hidden`; every place of the table shares 1 among the heads.
Tensor over_heads(Tensor scores, double hidden) {
  const int heads = scores.dim(1), places = scores.dim(2) * scores.dim(3);
  Tensor rows({scores.dim(0) * places, heads});
  const auto at = [&](int n) {
    return (n / (heads * places) * places + n % places) * heads + n / places % heads;
  };
  for (int n = 0; n < scores.size(); ++n)
    rows.flat(at(n)) = std::isinf(scores.flat(n)) ? hidden : scores.flat(n);
  rows = given::softmax(rows);
  for (int n = 0; n < scores.size(); ++n) scores.flat(n) = rows.flat(at(n));
  return scores;
}
