// Arrays to and from xtensor, for those who want both. The only header that shows xtensor: include it where
// it is needed and nowhere else, it costs 97,000 lines.
#pragma once

#include <algorithm>
#include <vector>
#if __has_include(<xtensor/containers/xarray.hpp>)  // since xtensor 0.26
#include <xtensor/containers/xarray.hpp>
#else
#include <xtensor/xarray.hpp>
#endif

#include "lib/array/array.hpp"

namespace heed::inline HEED_PRECISION {

/// A copy of the array as an xtensor container of the same shape.
inline xt::xarray<Scalar> to_xtensor(const Array& array) {
  const std::vector<std::size_t> shape(array.shape().begin(), array.shape().end());
  xt::xarray<Scalar> copy = xt::xarray<Scalar>::from_shape(shape);
  std::copy(array.values().begin(), array.values().end(), copy.begin());
  return copy;
}

/// The value of any xtensor expression as an array; its elements are converted to Scalar. Throws ShapeError
/// if it has more than eight axes.
template <typename E>
Array from_xtensor(const xt::xexpression<E>& expression) {
  const E& e = expression.derived_cast();
  Shape shape;
  for (const auto dim : e.shape()) shape.append(static_cast<std::int64_t>(dim));
  Array array(shape);
  // rows in order, whatever the layout of the expression is
  std::transform(e.template begin<xt::layout_type::row_major>(), e.template end<xt::layout_type::row_major>(),
                 array.mutable_data(), [](const auto& x) { return static_cast<Scalar>(x); });
  return array;
}

}  // namespace heed
