#include "autograd/gradient_probe.hpp"

#include <utility>

#include "autograd/no_grad.hpp"
#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// One element of a leaf moved for as long as this lives.
class Moved {
 public:
  Moved(Variable leaf, std::int64_t entry, Scalar value)
      : leaf_(std::move(leaf)), entry_(entry), before_(leaf_.value().data()[entry]) {
    leaf_.mutable_data()[entry_] = value;
  }
  ~Moved() { leaf_.mutable_data()[entry_] = before_; }
  Moved(const Moved&) = delete;
  Moved& operator=(const Moved&) = delete;

 private:
  Variable leaf_;
  std::int64_t entry_;
  Scalar before_;
};

/// Fresh gradients for all leaves; the old ones come back at the end.
class GradientsLaidAside {
 public:
  explicit GradientsLaidAside(const std::vector<Variable>& inputs) {
    for (const Variable& x : inputs) {
      if (!x.requires_grad()) continue;
      leaves_.push_back(x);
      before_.push_back(x.grad());
      leaves_.back().zero_grad();
    }
  }
  ~GradientsLaidAside() {
    for (std::size_t i = 0; i < leaves_.size(); ++i) leaves_[i].set_grad(before_[i]);
  }
  GradientsLaidAside(const GradientsLaidAside&) = delete;
  GradientsLaidAside& operator=(const GradientsLaidAside&) = delete;

 private:
  std::vector<Variable> leaves_;
  std::vector<Array> before_;
};

std::vector<Array> collect(const std::vector<Variable>& inputs) {
  std::vector<Array> gradients;
  for (const Variable& x : inputs) gradients.push_back(x.requires_grad() ? x.grad() : Array());
  return gradients;
}

}  // namespace

GradientProbe::GradientProbe(const GradcheckFunction& f, std::vector<Variable> inputs, double eps)
    : f_(f), inputs_(std::move(inputs)), eps_(eps), value_(evaluate()) {}

Array GradientProbe::evaluate() const {
  const NoGrad no_grad;
  return f_(inputs_).value();
}

bool GradientProbe::repeatable() const { return identical(evaluate(), value_); }

std::vector<Array> GradientProbe::gradients(const Array& upstream) const {
  const GradientsLaidAside fresh(inputs_);
  const Variable y = f_(inputs_);
  if (y.requires_grad()) y.backward({.gradient = upstream});
  return collect(inputs_);
}

std::vector<Array> GradientProbe::gradients_added_to(const std::vector<Array>& standing,
                                                     const Array& upstream) const {
  const GradientsLaidAside fresh(inputs_);
  const auto same = [](const Array& g) { return g; };
  std::vector<Variable> stand_ins;
  for (const Variable& x : inputs_) {
    stand_ins.push_back(x.requires_grad() ? record("gradcheck", x.value(), {{x, same}}) : x);
  }
  const Variable y = f_(stand_ins);
  // One node above all: its gradients reach the inputs before the pullbacks of f run.
  std::vector<Edge> edges{{y, same}};
  for (std::size_t i = 0; i < stand_ins.size(); ++i) {
    edges.push_back({stand_ins[i], [g = standing[i]](const Array&) { return g; }});
  }
  record("gradcheck", y.value(), edges).backward({.gradient = upstream});
  return collect(inputs_);
}

Slopes GradientProbe::slopes(std::size_t input, std::int64_t entry) const {
  const Scalar x = inputs_[input].value().data()[entry];
  // The step that was really made: x ± eps is rounded.
  const auto above = static_cast<Scalar>(static_cast<double>(x) + eps_);
  const auto below = static_cast<Scalar>(static_cast<double>(x) - eps_);
  const auto evaluate_at = [&](Scalar place) {
    const Moved moved(inputs_[input], entry, place);
    return evaluate();
  };
  const Array high = evaluate_at(above);
  const Array low = evaluate_at(below);
  if (high.shape() != value_.shape() || low.shape() != value_.shape()) {
    throw_error<ShapeError>("[gradcheck] the result has shape {} and, after a small step, {}", value_.shape(),
                            high.shape() != value_.shape() ? high.shape() : low.shape());
  }
  Slopes s;
  for (std::int64_t i = 0; i < value_.size(); ++i) {
    const double up = high.data()[i], middle = value_.data()[i], down = low.data()[i];
    s.right.push_back((up - middle) / (static_cast<double>(above) - x));
    s.left.push_back((middle - down) / (static_cast<double>(x) - below));
    s.central.push_back((up - down) / (static_cast<double>(above) - below));
  }
  return s;
}

double GradientProbe::difference(std::size_t input, std::int64_t entry, const Array& upstream) const {
  const Slopes s = slopes(input, entry);
  double total = 0;
  for (std::size_t i = 0; i < s.central.size(); ++i) total += s.central[i] * upstream.values()[i];
  return total;
}

Shape coordinates_of(const Shape& shape, std::int64_t i) {
  Shape at = shape;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    at[axis] = i % shape[axis];
    i /= shape[axis];
  }
  return at;
}

}  // namespace heed
