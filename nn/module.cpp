#include "nn/module.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "lib/core/error.hpp"
#include "lib/core/name_hash.hpp"
#include "lib/text/display.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

/// A line for each name, of a file with any number of them ten.
std::string listed(const char* what, const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  std::string lines;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    lines += fmt::format("\n  {}: {}", what, printable(names[i]));
  if (names.size() > most) lines += fmt::format("\n  and {} more {}", names.size() - most, what);
  return lines;
}

}  // namespace

/// A parameter or a buffer.
struct Module::Entry {
  std::string name;
  Variable parameter;
  Buffer buffer;

  const Array& value() const { return buffer ? *buffer : parameter.value(); }
  bool same_as(const Entry& other) const {
    return !buffer && !other.buffer && parameter.same_as(other.parameter);
  }
  void set_value(const Array& value) {
    if (buffer)
      *buffer = value;
    else
      parameter.set_value(value);
  }
};

std::vector<Module::Entry> Module::entries(const State& state, const std::string& prefix) {
  std::vector<Entry> all;
  for (const auto& [name, value] : state.parameters) all.push_back({prefix + name, value, {}});
  for (const auto& [name, value] : state.buffers) all.push_back({prefix + name, {}, value});
  for (const auto& [name, inner] : state.children) {
    for (Entry& entry : entries(*inner, prefix + name + '.')) all.push_back(std::move(entry));
  }
  return all;
}

void Module::has_points(std::initializer_list<const char*> names) {
  for (const std::string_view name : names)
    if (std::find(state_->points.begin(), state_->points.end(), name) == state_->points.end())
      state_->points.push_back(name.data());
}

Variable Module::parameter(const std::string& name, Array value) {
  return tie(name, Variable::parameter(std::move(value), name));
}

Variable Module::tie(const std::string& name, const Variable& shared) {
  state_->parameters.emplace_back(name, shared);
  return shared;
}

Module::Buffer Module::buffer(const std::string& name, Array value) {
  return state_->buffers.emplace_back(name, std::make_shared<Array>(std::move(value))).second;
}

void Module::add_child(const std::string& name, const Module& module) {
  State& added = *module.state_;
  state_->children.emplace_back(name, module.state_);
  // Errors speak of a parameter by its name in the whole model.
  for (Entry& inside : entries(added)) {
    Variable& value = inside.parameter;  // another module's keeps the name it has
    if (!inside.buffer && value.name() == inside.name) value.set_name(name + '.' + inside.name);
  }
  seed(added, state_->rng.fork(name_hash(name)).fork(added.rng.seed()));
}

std::vector<std::pair<std::string, Variable>> Module::named_parameters() const {
  std::vector<std::pair<std::string, Variable>> once;
  for (const Entry& entry : entries(*state_)) {
    const auto same = [&](const auto& other) { return other.second.same_as(entry.parameter); };
    if (!entry.buffer && std::none_of(once.begin(), once.end(), same))
      once.emplace_back(entry.name, entry.parameter);
  }
  return once;
}

std::vector<Variable> Module::parameters() const {
  std::vector<Variable> values;
  for (auto& [name, value] : named_parameters()) values.push_back(value);
  return values;
}

std::int64_t Module::parameter_count() const {
  std::int64_t count = 0;
  for (const Variable& p : parameters()) count += p.size();
  return count;
}

void Module::zero_grad() const {
  for (Variable& p : parameters()) p.zero_grad();
}

std::vector<std::pair<std::string, Array>> Module::named_buffers() const {
  std::vector<std::pair<std::string, Array>> all;
  for (const Entry& entry : entries(*state_)) {
    if (entry.buffer) all.emplace_back(entry.name, *entry.buffer);
  }
  return all;
}

StateDict Module::state_dict() const {
  StateDict state;
  for (const Entry& entry : entries(*state_)) state.emplace_back(entry.name, entry.value());
  return state;
}

LoadReport Module::load_state_dict(const StateDict& state, LoadOptions options) const {
  std::vector<Entry> all = entries(*state_);
  std::map<std::string, Array> given(state.begin(), state.end());
  LoadReport report;
  std::string wrong, parted;
  for (auto entry = all.begin(); entry != all.end(); ++entry) {
    const auto found = given.find(entry->name);
    if (found == given.end()) {
      report.missing.push_back(entry->name);
      continue;
    }
    if (found->second.shape() != entry->value().shape())
      wrong += fmt::format("\n  {}: the model has {}, the file {}", entry->name, entry->value().shape(),
                           found->second.shape());
    // Two names of one parameter for which the file has different values: no model was both.
    const auto first = std::find_if(all.begin(), entry, [&](const Entry& e) { return e.same_as(*entry); });
    const auto other = first == entry ? given.end() : given.find(first->name);
    if (other != given.end() && other->second.shape() == found->second.shape() &&
        !std::equal(other->second.data(), other->second.data() + other->second.size(), found->second.data()))
      parted += fmt::format("\n  {} and {} are one in the model, the file has two different ones",
                            first->name, entry->name);
  }
  for (const auto& [name, value] : state) {
    const bool known =
        std::any_of(all.begin(), all.end(), [&n = name](const Entry& e) { return e.name == n; });
    if (!known) report.unexpected.push_back(name);
  }
  if (options.strict) {
    wrong += listed("missing", report.missing) + listed("not in the model", report.unexpected);
  }
  wrong += parted;
  if (!wrong.empty()) throw_error<Error>("the weights do not fit the model:{}", wrong);
  for (Entry& entry : all) {
    if (const auto found = given.find(entry.name); found != given.end()) entry.set_value(found->second);
  }
  return report;
}

void Module::for_each_state(State& state, const std::function<void(State&)>& visit) {
  visit(state);
  for (const auto& [name, inner] : state.children) for_each_state(*inner, visit);
}

void Module::set_training(bool training) const {
  for_each_state(*state_, [training](State& s) { s.training = training; });
}

Evaluating::Evaluating(Module model) : model_(std::move(model)) {
  Module::for_each_state(*model_.state_, [this](Module::State& s) {
    if (s.training) in_training_.push_back(&s);
  });
  model_.eval();
}

Evaluating::~Evaluating() {
  for (Module::State* s : in_training_) s->training = true;
}

/// A child's generator is its parent's, forked by the child's name: another child beside it changes nothing.
void Module::seed(State& state, const Rng& rng) {
  state.rng = rng;
  for (const auto& [name, inner] : state.children) seed(*inner, rng.fork(name_hash(name)));
}

}  // namespace heed
