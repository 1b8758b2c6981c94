// Experiments with an input: once it is 0, small, alike or diagonal, a wrong program is right. Then the
// mistake lies in what is made of it, or of what was taken from it.
#include <algorithm>

#include "exercises/grading/observation/input_changes.hpp"
#include "exercises/grading/observation/laboratory.hpp"

namespace heed::grading::patterns {

namespace {

Tensor diagonal_of(Tensor t) {
  for (int n = 0; t.rank() == 2 && t.dim(0) == t.dim(1) && n < t.size(); ++n)
    if (n % t.dim(1) != n / t.dim(1)) t.flat(n) = 0;
  return t;
}

/// A value with that number everywhere, an integer with 0; none for ids and for probabilities.
std::optional<Value> filled(const Input& input, double number) {
  if (std::holds_alternative<int>(input.value))
    return is_id(input.name) || number != 0 ? std::nullopt : std::optional<Value>(0);
  const auto* t = std::get_if<Tensor>(&input.value);
  if (t != nullptr && !is_mask(*t) && !changeable(*t)) return {};
  return changed(input.value,
                 [number](const Tensor& before) { return Tensor::full(before.shape(), number); });
}

/// Whether that is a count, as a beam: an integer that is 0 in no case of the exercise either.
bool is_count(const Results& results, const std::string& name) {
  return results.all_of([&](const Pair& p) {
    const std::size_t at = place_of(*p.inputs, name);
    const int* n = at < p.inputs->values.size() ? std::get_if<int>(&p.inputs->values[at].value) : nullptr;
    return n != nullptr && *n != 0;
  });
}

/// Of a tensor that is no mask; probabilities stay such, and of their logarithms there is nothing.
template <Tensor (*change)(const Tensor&)>
std::optional<Value> made_alike(const Input& input) {
  const auto* t = std::get_if<Tensor>(&input.value);
  if (t == nullptr || t->rank() == 0 || is_mask(*t)) return {};
  const bool positive = std::ranges::all_of(t->values(), [](double x) { return x >= 0; });
  return changeable(*t) || positive ? std::optional<Value>(change(*t)) : std::nullopt;
}

/// What is made of one input; the first ones leave most of it.
struct Neutral {
  const char* kind;
  std::optional<Value> (*value)(const Input&);
};
constexpr Neutral ways_to_neutralise[]{
    {"right_if_half",
     [](const Input& input) {
       const double* p = std::get_if<double>(&input.value);
       return p != nullptr && *p > 0 && *p < 1 ? std::optional<Value>(0.5) : std::nullopt;
     }},
    {"right_if_diagonal",
     [](const Input& input) {
       const auto* t = std::get_if<Tensor>(&input.value);
       return t != nullptr && changeable(*t) ? std::optional<Value>(diagonal_of(*t)) : std::nullopt;
     }},
    {"right_if_alike", made_alike<like_first>},
    {"right_if_rows_even", made_alike<each_row<to_mean>>},
    {"right_if_zero", [](const Input& input) { return filled(input, 0); }},
};

int first_axis_of(const Inputs& inputs, std::size_t at) {
  if (at >= inputs.values.size()) return 0;
  const Value& value = inputs.values[at].value;
  const bool several =
      std::holds_alternative<Tensor>(value) || std::holds_alternative<std::vector<int>>(value);
  const Tensor t = several ? as_tensor(value) : Tensor();
  return t.rank() == 0 ? 0 : t.dim(0);
}

/// Of a tensor or list, what stands at index 0 of its first axis.
Value first_of(const Value& value) {
  if (const auto* ids = std::get_if<std::vector<int>>(&value)) return std::vector<int>{ids->front()};
  const Tensor& whole = std::get<Tensor>(value);
  std::vector<int> shape = whole.shape();
  shape[0] = 1;
  Tensor t(shape);
  for (int n = 0; n < t.size(); ++n) t.flat(n) = whole.flat(n);
  return t;
}

/// Inputs with equally long first axes, as the sentences of a batch, of which only the first is left.
Pattern of_first_alone(Laboratory& laboratory) {
  for (std::size_t at = 0; at < laboratory.inputs().size(); ++at) {
    std::vector<std::size_t> group;
    for (std::size_t i = 0; i < laboratory.inputs().size(); ++i)
      if (laboratory.in_all([&](const Inputs& one) {
            return first_axis_of(one, i) > 0 && first_axis_of(one, i) == first_axis_of(one, at);
          }))
        group.push_back(i);
    // rows that belong together, and no lists of a graph's nodes
    const auto has_rows = [&](std::size_t i) {
      const Tensor* t = tensor_input(laboratory.first(), i);
      return t != nullptr && t->rank() > 1;
    };
    if (group.size() < 2 || group.front() != at || std::ranges::none_of(group, has_rows)) continue;
    const auto asked = laboratory.asked([&](const Inputs& one) -> std::optional<Inputs> {
      Inputs other = one;
      for (const std::size_t i : group) {
        if (!laboratory.same_input(one, i)) return {};
        other.values[i].value = first_of(one.values[i].value);
      }
      return other;
    });
    if (!laboratory.right(asked)) continue;
    Observation found{"right_if_first_alone"};
    for (const std::size_t i : group) found.names.push_back(laboratory.inputs()[i].name);
    return found;
  }
  return {};
}

}  // namespace

Pattern of_small_inputs(const Results& results, const std::string& output, const Implementation& reference,
                        const Answer& answer) {
  Laboratory laboratory(results, output, reference, answer);
  if (laboratory.empty()) return {};
  for (std::size_t at = 0; at < laboratory.inputs().size(); ++at) {
    const std::string& name = laboratory.inputs()[at].name;
    if (holds_ids(results, name) || !laboratory.ever_changeable(at)) continue;
    const auto asked = laboratory.asked([&](const Inputs& one) -> std::optional<Inputs> {
      if (!laboratory.same_input(one, at) || !is_changeable(one.values[at].value)) return {};
      return with_changed(one, at, [](const Tensor& t) { return t * 0.01; }).value_or(one);
    });
    if (laboratory.right(asked) && laboratory.moves_with(asked, at))
      return Observation{"right_if_small", {name}};
  }
  return {};
}

Pattern of_neutral_inputs(const Results& results, const std::string& output, const Implementation& reference,
                          const Answer& answer) {
  Laboratory laboratory(results, output, reference, answer);
  if (laboratory.empty()) return {};
  Pattern only, leaves;  // of several inputs it is not known which matters
  for (const Neutral& way : ways_to_neutralise) {
    Observation found{way.kind};
    for (std::size_t at = 0; at < laboratory.inputs().size(); ++at) {
      const std::string& name = laboratory.inputs()[at].name;
      if (holds_ids(results, name) || is_count(results, name)) continue;
      const auto asked = laboratory.asked([&](const Inputs& one) -> std::optional<Inputs> {
        auto value = laboratory.same_input(one, at) ? way.value(one.values[at]) : std::nullopt;
        if (!value) return {};
        Inputs other = one;
        other.values[at].value = std::move(*value);
        return other;
      });
      if (laboratory.right(asked)) {
        if (laboratory.moves_with_others(asked, at)) found.names.push_back(name);
      } else if (found.kind == "right_if_zero" && !leaves && laboratory.leaves_something()) {
        leaves = Observation{"zero_leaves", {name}};
      }
    }
    if (found.names.size() == 1 && !only) only = found;
  }
  const bool filled_up = !only || only->kind == "right_if_zero";
  if (Pattern found = filled_up && !leaves ? of_first_alone(laboratory) : Pattern()) return found;
  return only ? only : leaves;
}

}  // namespace heed::grading::patterns
