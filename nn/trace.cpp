#include "nn/trace.hpp"

#include <fmt/ranges.h>

#include <fnmatch.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "autograd/ops/pointwise.hpp"
#include "lib/array/elementwise.hpp"
#include "lib/core/error.hpp"
#include "lib/text/display.hpp"

namespace heed::inline HEED_PRECISION {

constinit thread_local Trace* detail::newest_trace = nullptr;

namespace {

bool fits(const std::string& pattern, const std::string& name) {
  return fnmatch(pattern.c_str(), name.c_str(), 0) == 0;
}

/// The words that all names end with.
Message instead_of(const std::vector<std::string>& points) {
  if (points.empty()) return Message::of(tr_noop("; it has none"));
  std::vector<std::string> words;
  for (const std::string& point : points) {
    const std::string word = point.substr(point.rfind('.') + 1);
    const bool layer = word.find_first_not_of("0123456789") == std::string::npos;
    if (!layer && std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
  }
  return make_message(tr_noop("; its {} points end with {}"), points.size(), fmt::join(words, ", "));
}

}  // namespace

Trace::Trace(const Module& model, const std::vector<std::string>& patterns, TraceOptions options)
    : older_(detail::newest_trace), model_(model), options_(options) {
  const auto visit = [this](const auto& self, const Module::State& state, const std::string& prefix) -> void {
    if (!prefixes_.emplace(&state, prefix).second) return;  // shared by two parents: named by the first
    for (const auto& [name, inner] : state.children)
      self(self, *inner, prefix.empty() ? name : prefix + '.' + name);
    for (const char* point : state.points) points_.push_back(*name_of(&state, point));
  };
  visit(visit, *model_.state_, "");
  for (const std::string& pattern : patterns) watched_.merge(matching(pattern));
  detail::newest_trace = this;
}

Trace::~Trace() {
  Trace** at = &detail::newest_trace;
  while (*at != nullptr && *at != this) at = &(*at)->older_;
  if (*at == this) *at = older_;
}

std::optional<std::string> Trace::name_of(const void* state, const char* point) const {
  const auto found = prefixes_.find(state);
  if (found == prefixes_.end()) return std::nullopt;
  const std::string& prefix = found->second;
  if (*point == '\0') return prefix.empty() ? "output" : prefix;
  return prefix.empty() ? point : prefix + '.' + point;
}

std::set<std::string> Trace::matching(const std::string& pattern) const {
  std::set<std::string> names;
  std::copy_if(points_.begin(), points_.end(), std::inserter(names, names.end()),
               [&](const std::string& name) { return fits(pattern, name); });
  if (names.empty()) {
    throw_error<UsageError>(tr_noop("no point of the model is called '{}'{}"), printable(pattern),
                            instead_of(points_));
  }
  return names;
}

void Trace::replace(const std::string& pattern, Hook hook) {
  if (!hook)
    throw_error<UsageError>("[trace] replace(\"{}\", hook): the hook is empty; give a function of the value",
                            printable(pattern));
  hooks_.emplace_back(matching(pattern), std::move(hook));
}

Module::Wanted Trace::wanted(const std::string& name) const {
  const bool replaced =
      std::any_of(hooks_.begin(), hooks_.end(), [&](const auto& h) { return h.first.contains(name); });
  if (replaced) return Module::Wanted::place;
  if (!watched_.contains(name)) return Module::Wanted::no;
  return options_.gradients ? Module::Wanted::place : Module::Wanted::value;
}

Variable Trace::pass(const std::string& name, Variable x) {
  for (std::size_t i = 0, known = hooks_.size(); i < known; ++i) {
    if (!hooks_[i].first.contains(name)) continue;
    const Hook hook = hooks_[i].second;  // of its own: it may call replace(), which moves the others
    Variable y = hook(x);
    if (!y.defined() || y.shape() != x.shape())
      throw_error<ShapeError>("[trace] {} is {}; a hook gave {} for it", name, x.shape(),
                              y.defined() ? fmt::format("{}", y.shape()) : "nothing");
    x = std::move(y);
  }
  if (!watched_.contains(name)) return x;
  const int calls = ++passed_[name];
  const std::string key = calls == 1 ? name : fmt::format("{}#{}", name, calls);
  values_.emplace_back(key, x.value());
  if (!options_.gradients) return x;
  const auto gradient = gradients_[key] = std::make_shared<Array>();
  return record("trace", x.value(), {{x, [gradient](const Array& g) {
                                        *gradient = gradient->defined() ? *gradient + g : g;
                                        return g;
                                      }}});
}

StateDict Trace::gradients() const {
  StateDict all;
  for (const auto& [name, value] : values_) {
    const auto found = gradients_.find(name);
    if (found != gradients_.end() && found->second->defined()) all.emplace_back(name, *found->second);
  }
  return all;
}

const Array& Trace::value(const std::string& name) const {
  for (const auto& [passed, value] : values_) {
    if (passed == name) return value;
  }
  throw_error<Error>("'{}' is not traced, or the model has not come by it", printable(name));
}

Array Trace::gradient(const std::string& name) const {
  (void)value(name);
  const auto found = gradients_.find(name);
  if (found != gradients_.end() && found->second->defined()) return *found->second;
  throw_error<Error>(
      "no gradient has come to '{}': {}", printable(name),
      options_.gradients ? "call backward() on what depends on it" : "trace with .gradients = true");
}

Trace::Hook ablate_head(std::int64_t head) {
  return [head](const Variable& x) {
    if (x.rank() != 4 || head < 0 || head >= x.dim(1))
      throw_error<UsageError>("[trace] no head {} in a value of shape {}", head, x.shape());
    Array kept = Array::ones({1, x.dim(1), 1, 1});
    kept.mutable_data()[head] = 0;
    return x * Variable(kept);
  };
}

// ---- Module's part ----

Module::Wanted Module::wanted(const char* name) const {
  Wanted most = Wanted::no;
  for (const Trace* t = detail::newest_trace; t != nullptr; t = t->older_)
    if (const auto full = t->name_of(state_.get(), name)) most = std::max(most, t->wanted(*full));
  return most;
}

Variable Module::traced(const char* name, Variable x) const {
  std::vector<Trace*> traces;  // the oldest first: each sees what those before it made of the value
  for (Trace* t = detail::newest_trace; t != nullptr; t = t->older_) traces.push_back(t);
  for (auto t = traces.rbegin(); t != traces.rend(); ++t) {
    if (const auto full = (*t)->name_of(state_.get(), name)) x = (*t)->pass(*full, std::move(x));
  }
  return x;
}

}  // namespace heed
