// The rows of the first head for all of them, in a stack of weights (dim, …) or of biases (dim).
Tensor first_rows(const Tensor& stack, int dim, int heads) {
  const int columns = stack.size() / stack.dim(0);
  Tensor out(stack.shape());
  for (int n = 0; n < stack.size(); ++n) {
    const int row = n / columns;
    out.flat(n) = stack.flat((row / dim * dim + row % (dim / heads)) * columns + n % columns);
  }
  return out;
}
// Each head sees its own slice of the input alone.
Tensor block_diagonal(Tensor stack, int heads) {
  const int dim = stack.dim(1), size = dim / heads;
  for (int n = 0; n < stack.size(); ++n)
    if (n / dim % dim / size != n % dim / size) stack.flat(n) = 0;
  return stack;
}
// The first (size, size) block of each weight for the own slice of every head.
Tensor repeated_block(const Tensor& stack, int heads) {
  const int dim = stack.dim(1);
  const Tensor rows = first_rows(stack, dim, heads);
  return block_diagonal(transpose(first_rows(transpose(rows), dim, heads)), heads);
}
