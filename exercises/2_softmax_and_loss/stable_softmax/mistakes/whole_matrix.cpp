Tensor softmax(const Tensor& logits) {
  double max = logits.flat(0);
  for (int i = 1; i < logits.size(); ++i) max = std::max(max, logits.flat(i));
  double sum = 0;
  for (int i = 0; i < logits.size(); ++i) sum += std::exp(logits.flat(i) - max);
  Tensor p(logits.shape());
  for (int i = 0; i < logits.size(); ++i) p.flat(i) = std::exp(logits.flat(i) - max) / sum;
  return p;
}
