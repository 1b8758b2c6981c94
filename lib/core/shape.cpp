#include "lib/core/shape.hpp"

#include <algorithm>

#include "lib/core/error.hpp"

namespace heed {

Shape::Shape(std::span<const std::int64_t> dims) {
  for (std::int64_t dim : dims) append(dim);
}

void Shape::append(std::int64_t dim) {
  if (rank_ == max_rank) throw_error<ShapeError>("[shape] more than {} axes", max_rank);
  if (dim < 0) throw_error<ShapeError>("[shape] an axis of negative length {}", dim);
  dims_[static_cast<std::size_t>(rank_++)] = dim;
}

std::int64_t Shape::size() const {
  if (std::find(begin(), end(), 0) != end()) return 0;
  std::int64_t n = 1;
  for (std::int64_t dim : *this) {
    if (__builtin_mul_overflow(n, dim, &n))
      throw_error<ShapeError>("[shape] {} has more elements than can be counted", *this);
  }
  return n;
}

int Shape::normalize_axis(int axis, const char* op) const {
  const int normal = axis < 0 ? axis + rank_ : axis;
  if (normal < 0 || normal >= rank_) throw_error<ShapeError>("[{}] no axis {} in shape {}", op, axis, *this);
  return normal;
}

std::int64_t Shape::dim(int axis) const {
  return dims_[static_cast<std::size_t>(normalize_axis(axis, "dim"))];
}

Shape Shape::with(int axis, std::int64_t dim) const {
  Shape changed = *this;
  changed[normalize_axis(axis, "shape")] = dim;
  return changed;
}

Shape Shape::without_axis(int axis) const {
  Shape shorter;
  for (int i = 0; i < rank_; ++i) {
    if (i != axis) shorter.append(dims_[static_cast<std::size_t>(i)]);
  }
  return shorter;
}

bool operator==(const Shape& a, const Shape& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

std::string to_string(const Shape& shape) {
  std::string text = "(";
  for (int i = 0; i < shape.rank(); ++i) text += fmt::format("{}{}", i == 0 ? "" : ", ", shape[i]);
  return text + (shape.rank() == 1 ? ",)" : ")");
}

Shape broadcast_shapes(const char* op, const Shape& a, const Shape& b) {
  const int rank = std::max(a.rank(), b.rank());
  Shape out;
  for (int i = 0; i < rank; ++i) {
    const int ia = i - (rank - a.rank());
    const int ib = i - (rank - b.rank());
    const std::int64_t da = ia < 0 ? 1 : a[ia];
    const std::int64_t db = ib < 0 ? 1 : b[ib];
    if (da != db && da != 1 && db != 1) {
      throw_error<ShapeError>("[{}] shapes {} and {} do not broadcast: axis {} has lengths {} and {}", op, a,
                              b, i - rank, da, db);
    }
    out.append(da == 1 ? db : da);
  }
  return out;
}

Shape coordinates(const Shape& shape, std::int64_t i) {
  Shape at = shape;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    at[axis] = i % shape[axis];
    i /= shape[axis];
  }
  return at;
}

bool broadcasts_to(const Shape& from, const Shape& to) {
  if (from.rank() > to.rank()) return false;
  for (int i = 1; i <= from.rank(); ++i) {
    if (from.dim(-i) != 1 && from.dim(-i) != to.dim(-i)) return false;
  }
  return true;
}

}  // namespace heed
