#include "tools/inspect/torch_module.hpp"

#include <algorithm>
#include <cmath>

#include "lib/array/elementwise.hpp"
#include "lib/core/error.hpp"

namespace heed {
namespace {

/// One mask, whose scores have the shape (B, H, Tq, Tk) with 1 for axes that it does not speak of.
MultiheadAttention::Call read_mask(const Tensor& tensor, const Shape& shape) {
  std::vector<std::uint8_t> allowed;
  std::vector<Scalar> added;
  if (is_float(tensor)) {
    for (const Scalar x : float_values<Scalar>(tensor)) {
      const bool left_out = std::isinf(x) && x < 0;
      if (!left_out && !std::isfinite(x))
        throw_error<Error>("{} holds {}: a mask of floats holds -inf and finite numbers", tensor.name, x);
      allowed.push_back(left_out ? 0 : 1);
      added.push_back(left_out ? Scalar{0} : x);
    }
  } else {
    for (const std::int64_t x : integer_values(tensor)) allowed.push_back(x != 0 ? 0 : 1);
  }
  MultiheadAttention::Call masks;
  if (std::ranges::any_of(added, [](Scalar x) { return x != 0; })) masks.bias = Array(shape, added);
  if (std::ranges::any_of(allowed, [](std::uint8_t a) { return a == 0; }))
    masks.mask = Mask::dense(shape, std::move(allowed));
  return masks;
}

}  // namespace

MultiheadAttention::Call torch_masks(const Safetensors& inputs, const std::string& attention,
                                     const std::string& key_padding, const Shape& scores) {
  using Dims = std::vector<std::int64_t>;
  const std::int64_t batch = scores.dim(0), queries = scores.dim(2), keys = scores.dim(3);
  MultiheadAttention::Call both;
  const auto add = [&](const Tensor& tensor, const Shape& shape) {
    const MultiheadAttention::Call one = read_mask(tensor, shape);
    both.mask = both.mask & one.mask;
    if (one.bias.defined()) both.bias = both.bias.defined() ? both.bias + one.bias : one.bias;
  };
  if (const Tensor* const tensor = inputs.find(attention)) {
    const Dims all{queries, keys}, each{batch * scores.dim(1), queries, keys};
    if (tensor->shape != all && tensor->shape != each)
      throw_error<Error>("{} has the shape {}: must be {} or {}", tensor->name, shape_text(tensor->shape),
                         shape_text(all), shape_text(each));
    add(*tensor, tensor->shape == all ? Shape{1, 1, queries, keys} : scores);
  }
  if (const Tensor* const tensor = inputs.find(key_padding)) {
    const Dims batched{batch, keys}, single{keys};
    if (tensor->shape != batched && !(batch == 1 && tensor->shape == single))
      throw_error<Error>("{} has the shape {}: must be {}", tensor->name, shape_text(tensor->shape),
                         shape_text(batched));
    add(*tensor, {batch, 1, 1, keys});
  }
  return both;
}

}  // namespace heed
