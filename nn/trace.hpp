// Looking into a forward pass, and changing it: named points, in the manner of TransformerLens' hooks (Nanda
// & Bloom 2022), under the modules' dotted names.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "nn/module.hpp"

namespace heed::inline HEED_PRECISION {

struct TraceOptions {
  /// Keep the gradients of the points, too, in each backward().
  bool gradients = false;
};

/// While it lives, values at named points of `model` are kept that this thread computes (which it is also
/// destroyed on: another thread's list of traces cannot be reached):
///
///     Trace trace(model, "decoder.*.pattern");
///     model(source, target);
///     trace.value("decoder.layers.0.multihead_attn.pattern");       // (B, H, Tq, Tk)
///
/// A point is a module's result under the module's name (encoder.layers.0.norm1, …linear1, encoder.layers.0
/// for a whole layer, source_embedding), or a value inside under a word of its own: self_attn.query, key,
/// value, scores, pattern, z, output (nn/attention_points.hpp says what each is); position.source,
/// position.target, logits. points() has all. A pattern is a shell's: * stands for any letters, dots too.
///
/// Values are shared, not copied; a forward pass in which nobody looks pays a comparison at each point. Where
/// a point is passed again, as in decoding, its later values are "name#2", "name#3" …
class Trace {
 public:
  /// Throws UsageError for a pattern that is no point's, with the words that names end with.
  Trace(const Module& model, const std::vector<std::string>& patterns, TraceOptions options = {});
  Trace(const Module& model, const std::string& pattern, TraceOptions options = {})
      : Trace(model, std::vector<std::string>{pattern}, options) {}
  /// For hooks alone.
  explicit Trace(const Module& model) : Trace(model, std::vector<std::string>()) {}
  ~Trace();
  Trace(const Trace&) = delete;
  Trace& operator=(const Trace&) = delete;

  /// Gives another value of the same shape for a point's; the forward pass goes on with it, and gradients
  /// flow as its ops say. A constant (another run's value: activation patching) takes none.
  using Hook = std::function<Variable(const Variable& value)>;
  /// Throws UsageError like the constructor. Several hooks of one point run in the order in which they came;
  /// one that comes while a hook runs is for the next time.
  void replace(const std::string& pattern, Hook hook);

  /// All points that the model has, in the order of its modules.
  std::vector<std::string> points() const { return points_; }
  /// In the order in which the forward pass came by, each as it went on from there.
  const StateDict& values() const { return values_; }
  /// dL/d(value) of those that a backward() has reached, summed over its calls.
  StateDict gradients() const;
  /// Throw Error if the point was not passed, or no gradient came there.
  const Array& value(const std::string& name) const;
  Array gradient(const std::string& name) const;

 private:
  friend class Module;
  std::set<std::string> matching(const std::string& pattern) const;
  /// None: a module of another model.
  std::optional<std::string> name_of(const void* state, const char* point) const;
  Module::Wanted wanted(const std::string& name) const;
  Variable pass(const std::string& name, Variable x);

  Trace* older_;
  Module model_;
  TraceOptions options_;
  std::map<const void*, std::string> prefixes_;  // of each module's points
  std::vector<std::string> points_;
  std::set<std::string> watched_;
  std::vector<std::pair<std::set<std::string>, Hook>> hooks_;
  StateDict values_;
  std::map<std::string, int> passed_;
  std::map<std::string, std::shared_ptr<Array>> gradients_;
};

/// A hook that sets one head's part (axis 1, of query … z) to 0: z without a head is attention whose out_proj
/// has zeros in that head's columns. Throws UsageError where there is no such head.
Trace::Hook ablate_head(std::int64_t head);

}  // namespace heed
