// Module: a part of a model, with the parameters that belong to it.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autograd/variable.hpp"
#include "lib/array/random.hpp"
#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {

class Trace;
namespace detail {
/// The newest trace of this thread (nn/trace.hpp); null: nobody looks.
extern constinit thread_local Trace* newest_trace;
}  // namespace detail

struct LoadOptions {
  /// With false, names that stand on only one side are passed over; shapes must agree all the same.
  bool strict = true;
};

/// Names that stood on one side only.
struct LoadReport {
  std::vector<std::string> missing;     // in the model, not in the file: left as they were
  std::vector<std::string> unexpected;  // in the file, not in the model: passed over
};

/// A module is a handle, as cheap to copy as a Variable: copies are the same module. A class names each of
/// its children once, where it declares it; options stand first, as the children are made of them:
///
///     class FeedForward : public Module {
///       Options options_;
///
///      public:
///       FeedForward(const Options& options, Rng& rng) : Module(rng), options_(options) {}
///       Linear linear1 = child("linear1", Linear(options_.d_model, options_.width, initial()));
///       Linear linear2 = child("linear2", Linear(options_.width, options_.d_model, initial()));
///     };
class Module {
 public:
  Module() = default;
  /// Dotted names, as PyTorch gives them: "encoder.layers.0.self_attn.in_proj_weight". A parameter that two
  /// modules share (tied weights) is listed once, under its first name.
  std::vector<std::pair<std::string, Variable>> named_parameters() const;
  std::vector<Variable> parameters() const;
  std::int64_t parameter_count() const;
  void zero_grad() const;

  /// Returns what belongs to the model and is not trained, such as batch norm's running means.
  std::vector<std::pair<std::string, Array>> named_buffers() const;

  /// All names, a shared parameter under each of its names, and the buffers, as in PyTorch.
  StateDict state_dict() const;
  /// Throws Error that lists every missing and every unknown name and every shape that differs; nothing is
  /// changed then. What LoadOptions let pass is reported.
  LoadReport load_state_dict(const StateDict& state, LoadOptions options = {}) const;

  /// Dropout works in training mode only. A new module is in training mode.
  void train() const { set_training(true); }
  void eval() const { set_training(false); }
  bool training() const { return state_->training; }

  /// Gives every module of the tree a generator of its own for dropout, which follows from `rng` and the
  /// module's dotted name. Called with the same generator before step n of two runs, both draw the same masks
  /// in step n.
  void seed_dropout(const Rng& rng) const { seed(*state_, rng); }

  /// A named point of the forward pass: x, or what a trace on this thread puts in its place (nn/trace.hpp).
  /// "" is the module's own result.
  Variable point(const char* name, Variable x) const {
    return detail::newest_trace == nullptr ? x : traced(name, std::move(x));
  }
  /// Traces want of a point one of these: nothing; its value, for looking at; to have it in the graph, for
  /// its gradient or for another value in its place.
  enum class Wanted { no, value, place };
  Wanted wanted(const char* name) const;

 protected:
  /// `rng` draws the initial values of the children, and decides what dropout draws until seed_dropout().
  explicit Module(Rng& rng) : initial_(&rng) { state_->rng = rng.fork(0); }
  /// The generator that the constructor was given; there only while it runs.
  Rng& initial() const { return *initial_; }

  Variable parameter(const std::string& name, Array value);
  /// Another module's parameter under a name of this one: the two stay one.
  Variable tie(const std::string& name, const Variable& shared);
  /// Numbers that belong to the model and are not trained (running means). They stand in the state dict
  /// behind the module's parameters; no optimiser, no gradient knows them.
  using Buffer = std::shared_ptr<Array>;
  Buffer buffer(const std::string& name, Array value);
  template <typename M>
  M child(const std::string& name, M module) {
    add_child(name, module);
    return module;
  }
  /// `count` children that make(i) makes: name.0, name.1, …
  template <typename Make>
  auto children(const std::string& name, std::int64_t count, Make make) {
    std::vector<decltype(make(count))> all;
    for (std::int64_t i = 0; i < count; ++i) all.push_back(child(name + '.' + std::to_string(i), make(i)));
    return all;
  }
  /// The child that make() makes, if there is to be one.
  template <typename Make>
  auto optional_child(bool there, const std::string& name, Make make) {
    return there ? std::optional(child(name, make())) : std::nullopt;
  }
  Rng& rng() const { return state_->rng; }
  /// Says which points the module has, beside those of the class that it derives from: names that stay where
  /// they are.
  void has_points(std::initializer_list<const char*> names);

 private:
  struct State {
    std::vector<std::pair<std::string, Variable>> parameters;
    std::vector<std::pair<std::string, Buffer>> buffers;
    std::vector<std::pair<std::string, std::shared_ptr<State>>> children;
    std::vector<const char*> points;
    bool training = true;
    Rng rng{0};
  };
  struct Entry;  // of the state dict
  /// Those of the module and, under dotted names, of its children.
  static std::vector<Entry> entries(const State& state, const std::string& prefix = "");
  static void for_each_state(State& state, const std::function<void(State&)>& visit);
  static void seed(State& state, const Rng& rng);
  void add_child(const std::string& name, const Module& module);
  void set_training(bool training) const;
  Variable traced(const char* name, Variable x) const;
  friend class Evaluating;
  friend class Trace;

  std::shared_ptr<State> state_ = std::make_shared<State>();
  Rng* initial_ = nullptr;
};

/// Evaluation mode while it lives; afterwards each part of the model is in the mode that it was in.
class Evaluating {
 public:
  explicit Evaluating(Module model);
  ~Evaluating();
  Evaluating(const Evaluating&) = delete;
  Evaluating& operator=(const Evaluating&) = delete;

 private:
  Module model_;
  std::vector<Module::State*> in_training_;  // those that were, kept alive by model_
};

}  // namespace heed
