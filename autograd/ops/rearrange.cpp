#include "autograd/ops/rearrange.hpp"

#include "lib/array/layout.hpp"

namespace heed::inline HEED_PRECISION {

Variable reshape(const Variable& x, std::initializer_list<std::int64_t> dims) {
  return reshape(x, resolve_shape(std::span(dims.begin(), dims.size()), x.shape()));
}

// dx = g in the shape of x
Variable reshape(const Variable& x, const Shape& shape) {
  const Shape before = x.shape();
  return record("reshape", x.value().reshape(shape),
                {{x, [before](const Array& g) { return g.reshape(before); }}});
}

// dx = g permuted back
Variable permute(const Variable& x, const std::vector<int>& order) {
  const Array y = permute(x.value(), order);  // checks that it is a permutation
  return record("permute", y,
                {{x, [back = inverse_order(order)](const Array& g) { return permute(g, back); }}});
}

// dx = gᵀ
Variable transpose(const Variable& x, int axis_a, int axis_b) {
  return record("transpose", transpose(x.value(), axis_a, axis_b),
                {{x, [axis_a, axis_b](const Array& g) { return transpose(g, axis_a, axis_b); }}});
}

// dx = g where x was cut out, 0 elsewhere
Variable slice(const Variable& x, int axis, std::int64_t begin, std::int64_t end) {
  return record("slice", slice(x.value(), axis, begin, end),
                {{x, [full = x.shape(), axis, begin](const Array& g) {
                    Array dx = Array::zeros(full);
                    add_to_slice(dx, g, axis, begin);
                    return dx;
                  }}});
}

// dx_i = the part of g that came from x_i
Variable concat(const std::vector<Variable>& parts, int axis) {
  std::vector<Array> values;
  std::vector<std::int64_t> ends{0};
  for (const Variable& part : parts) values.push_back(part.value());
  Array y = concat(values, axis);
  for (const Variable& part : parts) ends.push_back(ends.back() + part.dim(axis));
  return record_joint("concat", std::move(y), parts, [ends, axis](const Array& g, Gradients& into) {
    for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
      if (into.needs(i)) into.add(i, slice(g, axis, ends[i], ends[i + 1]));
    }
  });
}

// dx_i = g_i
Variable stack(const std::vector<Variable>& parts, int axis) {
  std::vector<Array> values;
  for (const Variable& part : parts) values.push_back(part.value());
  Array y = stack(values, axis);
  const Shape one = parts.front().shape();
  return record_joint(
      "stack", std::move(y), parts,
      [one, axis, n = static_cast<std::int64_t>(parts.size())](const Array& g, Gradients& into) {
        for (std::int64_t i = 0; i < n; ++i) {
          if (into.needs(i)) into.add(i, slice(g, axis, i, i + 1).reshape(one));
        }
      });
}

}  // namespace heed
