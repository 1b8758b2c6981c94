// Channels dealt out to the heads like cards, and taken up again.
Tensor deal_out(const Tensor& x, int heads) {
  const Tensor cards = transpose(x.reshape({x.dim(0), x.dim(1), x.dim(2) / heads, heads}));
  return given::split_heads(cards.reshape(x.shape()), heads);
}
Tensor take_up(const Tensor& x) {
  const Tensor cards = given::merge_heads(x).reshape({x.dim(0), x.dim(2), x.dim(1), x.dim(3)});
  return transpose(cards).reshape({x.dim(0), x.dim(2), x.dim(1) * x.dim(3)});
}
