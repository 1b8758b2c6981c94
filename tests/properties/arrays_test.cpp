// Shapes, broadcasting, movements, products and masks of any size.
#include <algorithm>
#include <cmath>

#include "autograd/ops/attention.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/array/gemm.hpp"
#include "lib/array/layout.hpp"
#include "lib/array/reduce.hpp"
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/properties/random_input.hpp"

namespace heed {
namespace {

/// Element `flat` of `whole`, looked up in an array that broadcasts to it.
Scalar looked_up(const Array& x, const Shape& whole, std::int64_t flat) {
  std::int64_t place = 0, stride = 1;
  for (int axis = whole.rank() - 1, own = x.rank() - 1; axis >= 0; --axis, --own) {
    const std::int64_t index = flat % whole[axis];
    flat /= whole[axis];
    if (own < 0) continue;
    place += x.dim(own) == 1 ? 0 : index * stride;
    stride *= x.dim(own);
  }
  return x.data()[place];
}

bool close(const Array& a, const Array& b) {
  if (a.shape() != b.shape()) return false;
  return std::equal(a.data(), a.data() + a.size(), b.data(),
                    [](Scalar x, Scalar y) { return std::abs(x - y) <= 1e-11 * (1 + std::abs(y)); });
}

Mask any_dense_mask(Shape shape) {
  for (int axis = 0; axis < 4; ++axis)
    if (*rc::gen::arbitrary<bool>()) shape[axis] = 1;
  const Array draw = any_array(shape);
  std::vector<std::uint8_t> allowed(static_cast<std::size_t>(shape.size()));
  std::transform(draw.data(), draw.data() + draw.size(), allowed.begin(), [](Scalar x) { return x > -0.5; });
  return Mask::dense(shape, allowed);
}

Mask any_mask(std::int64_t batch, std::int64_t heads, std::int64_t queries, std::int64_t keys) {
  const auto below = [](std::int64_t end) { return *rc::gen::inRange<std::int64_t>(0, end); };
  Mask mask;
  for (std::int64_t rules = below(4); rules > 0; --rules) {
    Mask rule;
    switch (below(5)) {
      case 0:
        rule = Mask::causal(below(keys + 1));
        break;
      case 1:
        rule = Mask::window({.before = below(4), .after = below(4), .dilation = 1 + below(3)});
        break;
      case 2:
        rule = Mask::first_global(below(keys));
        break;
      case 3:
        rule = Mask::random_blocks({.keys = keys,
                                    .block = 1 + below(3),
                                    .count = below(3),
                                    .seed = static_cast<std::uint64_t>(below(99)),
                                    .heads = heads});
        break;
      default:
        rule = any_dense_mask({batch, heads, queries, keys});
    }
    mask = *rc::gen::arbitrary<bool>() ? mask & rule : mask | rule;
  }
  return mask;
}

TEST_CASE("for shapes that go together, broadcasting is what looking each element up gives") {
  CHECK(holds("a - b and where(a, a, b)", [] {
    const Shape whole = any_shape(5);
    const Array a = any_array(any_part(whole)), b = any_array(any_part(whole));
    const Array difference = a - b, chosen = where(a, a, b);
    const Shape shape = difference.shape();
    RC_ASSERT(shape == broadcast_shapes("minus", b.shape(), a.shape()));
    for (std::int64_t i = 0; i < shape.size(); ++i) {
      const Scalar x = looked_up(a, shape, i), y = looked_up(b, shape, i);
      RC_ASSERT(difference.data()[i] == x - y);
      RC_ASSERT(chosen.data()[i] == (x != 0 ? x : y));
    }
  }));
  CHECK(holds("sum_to is the transpose of broadcast_to", [] {
    const Shape whole = any_shape(5);
    const Array x = any_array(any_part(whole)), g = any_array(whole);
    const Array down = sum_to(g, x.shape());
    RC_ASSERT(close(sum(g * broadcast_to(x, whole)), sum(down * x)));
  }));
}

TEST_CASE("shapes go together exactly if each pair of axes is equal or has a 1") {
  CHECK(holds("broadcast_shapes", [] {
    const Shape a = any_shape(4), b = any_shape(4);
    bool together = true;
    for (int i = 1; i <= std::min(a.rank(), b.rank()); ++i) {
      const std::int64_t x = a.dim(-i), y = b.dim(-i);
      together = together && (x == y || x == 1 || y == 1);
    }
    bool thrown = false;
    try {
      add(Array::zeros(a), Array::zeros(b));
    } catch (const ShapeError&) {
      thrown = true;
    }
    RC_ASSERT(thrown != together);
  }));
}

TEST_CASE("what is moved and moved back is the same") {
  CHECK(holds("permute", [] {
    const Array x = any_array(any_shape(5));
    std::vector<int> order(static_cast<std::size_t>(x.rank()));
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    for (std::size_t i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[*rc::gen::inRange<std::size_t>(0, i)]);
    RC_ASSERT(identical(permute(permute(x, order), inverse_order(order)), x));
  }));
  CHECK(holds("concat of slices", [] {
    const Array x =
        any_array(Shape{*rc::gen::inRange<std::int64_t>(0, 4), 5, *rc::gen::inRange<std::int64_t>(0, 4)});
    const int axis = *rc::gen::inRange(-3, 3);
    const std::int64_t cut = *rc::gen::inRange<std::int64_t>(0, x.dim(axis) + 1);
    RC_ASSERT(identical(concat({slice(x, axis, 0, cut), slice(x, axis, cut, x.dim(axis))}, axis), x));
  }));
}

TEST_CASE("a product is a sum of products, and transposing it exchanges its factors") {
  CHECK(holds("gemm", [] {
    const auto length = [] { return *rc::gen::inRange<std::int64_t>(0, 40); };
    const std::int64_t m = length(), k = length(), n = length();
    const Array a = any_array({m, k}), b = any_array({k, n});
    const Array product = gemm(a, b), by_hand = sum(a.reshape({m, k, 1}) * b.reshape({1, k, n}), {1});
    RC_ASSERT(close(product, by_hand));
    RC_ASSERT(close(gemm(b, a, {.transpose_a = true, .transpose_b = true}), transpose(product)));
  }));
}

TEST_CASE("masks are rules: & is and, | is or, and a row and a block say what their pairs say one by one") {
  CHECK(holds("masks", [] {
    const auto length = [](std::int64_t least, std::int64_t end) { return *rc::gen::inRange(least, end); };
    const std::int64_t queries = length(1, 6), keys = length(1, 6);
    const Mask a = any_mask(2, 3, queries, keys), b = any_mask(2, 3, queries, keys), both = a & b,
               either = a | b;
    std::vector<std::uint8_t> row(static_cast<std::size_t>(keys));
    for (std::int64_t place = 0; place < 2 * 3 * queries; ++place) {
      const std::int64_t batch = place / (3 * queries), head = place / queries % 3, query = place % queries;
      both.row(batch, head, query, 0, keys, row.data());
      const KeyRange range = both.visible(batch, head, query, keys);
      for (std::int64_t key = 0; key < keys; ++key) {
        const bool by_a = a.allows(batch, head, query, key), by_b = b.allows(batch, head, query, key);
        RC_ASSERT(both.allows(batch, head, query, key) == (by_a && by_b));
        RC_ASSERT(either.allows(batch, head, query, key) == (by_a || by_b));
        RC_ASSERT((row[static_cast<std::size_t>(key)] != 0) == (by_a && by_b));
        if (key < range.begin || key >= range.end) RC_ASSERT(!(by_a && by_b));
        const Coverage pair = both.coverage({batch, head, query, 1, key, 1});
        if (pair != Coverage::some) RC_ASSERT((pair == Coverage::all) == (by_a && by_b));
      }
    }
  }));
}

TEST_CASE("keys that a query may not see change not one bit of its result, in either kernel") {
  CHECK(holds("attention", [] {
    const std::int64_t queries = *rc::gen::inRange<std::int64_t>(1, 5),
                       keys = *rc::gen::inRange<std::int64_t>(1, 20), dim = 3;
    const AttentionOptions options{
        .mask = any_mask(1, 1, queries, keys),
        .kernel = *rc::gen::element(AttentionKernel::dense, AttentionKernel::blockwise)};
    const Array q = any_array({queries, dim});
    Array k = any_array({keys, dim}), v = any_array({keys, dim});
    const auto attend = [&] {
      return scaled_dot_product_attention(Variable(q), Variable(k), Variable(v), options).value();
    };
    const Array before = attend();
    const std::int64_t query = *rc::gen::inRange<std::int64_t>(0, queries);
    for (std::int64_t i = 0; i < keys * dim; ++i) {
      if (options.mask.allows(0, 0, query, i / dim)) continue;
      k.mutable_data()[i] = 1e12;
      v.mutable_data()[i] = -1e12;
    }
    const Array after = attend();
    RC_ASSERT(identical(slice(after, 0, query, query + 1), slice(before, 0, query, query + 1)));
    for (const Scalar x : before.values()) RC_ASSERT(std::isfinite(x));
  }));
}

}  // namespace
}  // namespace heed
