// The golden values that tests/golden/make_nn*.py computed with PyTorch, and how closely ours must agree.
#pragma once

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lib/core/error.hpp"
#include "lib/core/tokens.hpp"
#include "lib/files/safetensors.hpp"
#include "models/model_fields.hpp"
#include "models/transformer.hpp"
#include "nn/optimizer.hpp"
#include "tests/catch.hpp"
#include "tests/deviations.hpp"

namespace heed::golden {

constexpr bool is_double = std::is_same_v<Scalar, double>;
/// Outputs: largest absolute difference, relative where numbers are larger than 1.
constexpr double output_tolerance = is_double ? 1e-12 : 1e-5;
/// Gradients: largest difference, relative to the largest number of that gradient.
constexpr double gradient_tolerance = is_double ? 1e-10 : 1e-4;

/// One case of a golden file.
class Case {
 public:
  Case(const Safetensors& file, std::string name)
      : file_(&file), name_(std::move(name)), options_(nlohmann::json::parse(file.metadata.at(name_))) {}

  const std::string& name() const { return name_; }
  /// Returns what the modules of this kind are called in a report: "linear" of "linear/3".
  std::string module() const { return name_.substr(0, name_.find('/')); }
  const nlohmann::json& options() const { return options_; }
  template <typename T>
  T option(const std::string& key) const {
    return options_.at(key).get<T>();
  }

  bool has(const std::string& key) const { return file_->find(name_ + '|' + key) != nullptr; }
  const Tensor& tensor(const std::string& key) const {
    const Tensor* found = file_->find(name_ + '|' + key);
    if (found == nullptr) throw_error("no golden tensor {}|{}", name_, key);
    return *found;
  }
  Shape shape(const std::string& key) const { return Shape(std::span(tensor(key).shape)); }
  std::vector<double> values(const std::string& key) const { return float_values<double>(tensor(key)); }
  Array array(const std::string& key) const {
    return {shape(key), std::span<const Scalar>(float_values<Scalar>(tensor(key)))};
  }
  Variable leaf(const std::string& key) const { return Variable::parameter(array("in." + key), key); }
  Tokens tokens(const std::string& key) const {
    const std::vector<std::int64_t> wide = integer_values(tensor(key));
    return {shape(key), std::vector<std::int32_t>(wide.begin(), wide.end())};
  }
  /// A stored mask of shape (B, H, Tq, Tk), or none.
  Mask mask(const std::string& key) const {
    if (!has(key)) return {};
    const std::vector<std::int64_t> wide = integer_values(tensor(key));
    return Mask::dense(shape(key), std::vector<std::uint8_t>(wide.begin(), wide.end()));
  }
  /// Keys that are tokens: stored (B, T), 1 = a token.
  Mask padding(const std::string& key) const { return Mask::padding(tokens(key)); }
  /// All tensors of a kind, without it: "param." -> {"weight", …}.
  std::vector<std::string> names(const std::string& kind) const {
    std::vector<std::string> found;
    const std::string prefix = name_ + '|' + kind;
    for (const Tensor& t : file_->tensors)
      if (t.name.starts_with(prefix)) found.push_back(t.name.substr(prefix.size()));
    return found;
  }
  StateDict parameters() const {
    StateDict state;
    for (const std::string& name : names("param.")) state.emplace_back(name, array("param." + name));
    return state;
  }

  void check_output(const std::string& key, const Array& actual) const {
    check(key, actual, output_tolerance, 1, "output");
  }
  void check_gradient(const std::string& key, const Array& actual) const {
    // Some gradients are 0 but for rounding (that of the keys' bias): 0.01 stands for the size of the others.
    check(key, actual, gradient_tolerance, 0.01, "gradient");
  }
  /// Gradients of all parameters of the module, and none missing.
  void check_gradients(const Module& module) const {
    std::size_t count = 0;
    for (const auto& [name, parameter] : module.named_parameters()) {
      check_gradient("grad." + name, parameter.grad());
      ++count;
    }
    CHECK(count == names("grad.").size());
  }

 private:
  void check(const std::string& key, const Array& actual, double tolerance, double least,
             const char* kind) const {
    INFO(name_ << ": " << key);
    REQUIRE(actual.defined());
    REQUIRE(to_string(actual.shape()) == to_string(shape(key)));
    const std::vector<double> expected = values(key);
    double largest = least;
    for (double e : expected) largest = std::max(largest, std::abs(e));
    double deviation = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto mine = static_cast<double>(actual.data()[i]);
      // not std::max: a NaN must stay
      if (const double d = std::abs(mine - expected[i]) / largest; !(d <= deviation)) deviation = d;
    }
    CHECK(deviation <= tolerance);
    Deviations::all().note(module(), kind, deviation);
  }

  const Safetensors* file_;
  std::string name_;
  nlohmann::json options_;
};

/// Each file is read once.
inline const Safetensors& load(const std::string& name) {
  static std::map<std::string, Safetensors> files;
  const auto found = files.find(name);
  if (found != files.end()) return found->second;
  const std::string path = std::string(HEED_SOURCE_DIR) + "/tests/golden/" + name;
  return files.emplace(name, read_safetensors(path)).first->second;
}

/// The cases whose names begin so, of which there must be `least`.
inline std::vector<Case> cases(const std::string& file, std::string_view prefix = "", std::size_t least = 1) {
  std::vector<Case> found;
  for (const auto& [name, options] : load(file).metadata)
    if (name.starts_with(prefix)) found.emplace_back(load(file), name);
  REQUIRE(found.size() >= least);
  return found;
}

/// Gives the module the stored weights, and compares what forward(inputs) returns, and all gradients.
template <typename Forward>
void check_module(const Case& c, const Module& module, const std::vector<std::string>& inputs,
                  const Forward& forward) {
  module.load_state_dict(c.parameters());
  std::vector<Variable> in;
  for (const std::string& name : inputs) in.push_back(c.leaf(name));
  const Variable y = forward(in);
  y.backward({.gradient = c.array("in.upstream")});
  c.check_output("out.y", y.value());
  for (std::size_t i = 0; i < in.size(); ++i) c.check_gradient("grad_in." + inputs[i], in[i].grad());
  c.check_gradients(module);
}

/// The options of a model that a case names, without dropout.
template <typename Options>
Options options_of(const Case& c) {
  Options options;
  visit_fields(options, [&](const Field& field, auto& value) {
    if constexpr (std::is_arithmetic_v<std::remove_reference_t<decltype(value)>>)
      if (c.options().contains(field.name)) c.options().at(field.name).get_to(value);
  });
  options.dropout = 0;
  return options;
}

/// A model with the stored options and weights.
template <typename Model>
Model model_of(const Case& c) {
  Rng rng(1);
  const Model model(options_of<std::remove_cvref_t<decltype(std::declval<Model>().options())>>(c), rng);
  model.load_state_dict(c.parameters());
  return model;
}

/// Columns first … last - 1 of ids (B, T).
inline Tokens columns(const Tokens& ids, std::int64_t first, std::int64_t last) {
  std::vector<std::int32_t> some;
  for (std::int64_t r = 0; r < ids.dim(0); ++r) {
    for (std::int64_t t = first; t < last; ++t) some.push_back(ids[r * ids.dim(1) + t]);
  }
  return {{ids.dim(0), last - first}, some};
}

/// The tokens of a step in those of all, (steps, …).
inline Tokens step_of(const Tokens& all, std::int64_t step) {
  const Shape one = all.shape().tail(1);
  const auto first = all.ids().begin() + step * one.size();
  return {one, std::vector<std::int32_t>(first, first + one.size())};
}

/// Step `step` of an array with all of them.
inline Array step_of(const Array& all, std::int64_t step) {
  const Shape one = all.shape().tail(1);
  return {one, all.values().subspan(static_cast<std::size_t>(step * one.size()),
                                    static_cast<std::size_t>(one.size()))};
}

/// Trains with Adam by the loss of each step; at the end it is below `part` of what it was.
template <typename Loss>
void check_losses(const Case& c, const Module& model, std::size_t steps, double part, const Loss& loss_of) {
  Adam optimizer(model.parameters(), {.lr = c.option<double>("lr")});
  const std::vector<double> losses = c.values("out.losses");
  REQUIRE(losses.size() == steps);
  double gap = 0;
  for (std::size_t step = 0; step < steps; ++step) {
    optimizer.zero_grad();
    const Variable loss = loss_of(static_cast<std::int64_t>(step));
    loss.backward();
    optimizer.step();
    gap = std::max(gap, std::abs(static_cast<double>(loss.item()) - losses[step]));
  }
  CHECK(losses.back() < part * losses.front());
  CHECK(gap <= (is_double ? 1e-9 : 1e-3));
}

}  // namespace heed::golden
