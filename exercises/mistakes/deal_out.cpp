Tensor deal_out(const Tensor& x, int heads) {
  Tensor out({x.dim(0), heads, x.dim(1), x.dim(2) / heads});
  for (int b = 0; b < x.dim(0); ++b)
    for (int t = 0; t < x.dim(1); ++t)
      for (int c = 0; c < x.dim(2); ++c) out(b, c % heads, t, c / heads) = x(b, t, c);
  return out;
}
