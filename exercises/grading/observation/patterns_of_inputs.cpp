#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/input_changes.hpp"
#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// The case with these inputs changed; none where nothing changes, or one has no numbers to change.
std::optional<Inputs> with_changed(const Inputs& inputs, const std::vector<std::size_t>& which,
                                   const Change& change) {
  Inputs result = inputs;
  for (const std::size_t at : which) {
    if (at >= inputs.values.size()) return {};
    auto value = changed(inputs.values[at].value, change.apply);
    if (!value) return {};
    result.values[at].value = std::move(*value);
  }
  return first_difference(inputs, result) == nullptr ? std::nullopt : std::optional(result);
}

/// Where else than along its own first axis, or in its own rows, an input may be changed: in its columns, or
/// in each of the slices along the first axis.
struct View {
  const char* name;  // {} is the input
  Tensor (*apply)(Tensor (*change)(const Tensor&), const Tensor&);
};

Tensor in_slices(Tensor (*change)(const Tensor&), const Tensor& t) {
  if (t.rank() < 3 || t.size() == 0) return t;
  Tensor result = t;
  const std::vector<int> shape(t.shape().begin() + 1, t.shape().end());
  const int length = t.size() / t.dim(0);
  for (int begin = 0; begin < t.size(); begin += length) {
    Tensor slice(shape);
    for (int n = 0; n < length; ++n) slice.flat(n) = t.flat(begin + n);
    slice = change(slice);
    for (int n = 0; n < length; ++n) result.flat(begin + n) = slice.flat(n);
  }
  return result;
}

constexpr View views[]{{"transpose({})", in_columns}, {"{}[b]", in_slices}};

/// The tensors whose first axis is as long as that of the input `at` in every case, itself included.
std::vector<std::size_t> as_long_as(const Results& results, std::size_t at) {
  const auto length = [](const Pair& pair, std::size_t i) {
    const Tensor* t = tensor_input(*pair.inputs, i);
    return t == nullptr || t->rank() == 0 ? 0 : t->dim(0);
  };
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < results.pairs().front().inputs->values.size(); ++i) {
    const bool always = results.all_of([&](const Pair& pair) { return length(pair, i) == length(pair, at); });
    if (always && length(results.pairs().front(), at) > 1) list.push_back(i);
  }
  return list;
}

/// The case with the input `from` in the place of the input `at`, and the other way round if so; none where
/// they are no tensors of the same shape.
std::optional<Inputs> confused(const Inputs& inputs, std::size_t at, std::size_t from, bool both) {
  const Tensor *old = tensor_input(inputs, at), *other = tensor_input(inputs, from);
  if (old == nullptr || other == nullptr || old->shape() != other->shape()) return {};
  Inputs result = inputs;
  result.values[at].value = *other;
  if (both) result.values[from].value = *old;
  return first_difference(inputs, result) == nullptr ? std::nullopt : std::optional(result);
}

}  // namespace

/// The right numbers of other inputs: one input left out, doubled, without its last row, taken for another …
Pattern of_other_inputs(const Results& results, const std::string& output, const Implementation& reference) {
  constexpr int large = 4000;  // numbers of a case: the reference is run many times
  if (!reference || !results.all_of([](const Pair& p) { return numbers_of(*p.inputs) <= large; })) return {};
  const auto first = std::ranges::find_if(
      results.pairs(), [&](const Pair& p) { return p.right.size() > 0 && !results.equal(p.right, p.given); });
  if (first == results.pairs().end()) return {};
  const auto explain = [&](const std::function<std::optional<Inputs>(const Inputs&)>& other_inputs) {
    int explained = 0;
    const auto fits = [&](const Pair& p) {
      const std::optional<Inputs> other = other_inputs(*p.inputs);
      if (!other) return results.equal(p.right, p.given);
      const std::optional<Tensor> result = result_of(reference(*other), output);
      const bool same = result && results.equal(*result, p.given);
      explained += same && !results.equal(p.right, p.given) && has_a_number(p.given) ? p.given.size() : 0;
      return same;
    };
    if (!fits(*first)) return false;
    explained = 0;
    return results.all_of(fits) && explained >= 3;
  };
  const std::vector<Input>& inputs = first->inputs->values;
  const auto because_of = [&](const std::vector<std::size_t>& which, const Change& change) -> Pattern {
    if (!explain([&](const Inputs& one) { return with_changed(one, which, change); })) return {};
    Observation found{change.kind};
    for (const std::size_t at : which) found.names.push_back(inputs[at].name);
    if (change.text != nullptr) found.names.emplace_back(change.text);
    return found;
  };
  for (std::size_t at = 0; at < inputs.size(); ++at) {
    for (const Change& change : changes)
      if (Pattern found = because_of({at}, change)) return found;
    for (const Change& order : orders) {
      if (Pattern found = because_of({at}, order)) return found;
      if (const auto all = as_long_as(results, at); all.size() > 1 && all.front() == at)
        if (Pattern found = because_of(all, order)) return found;
    }
  }
  for (std::size_t at = 0; at < inputs.size(); ++at) {
    for (const View& view : views) {
      const auto through = [&](const Change& change) -> Pattern {
        const auto seen = [&](const Inputs& one) -> std::optional<Inputs> {
          const Tensor* t = tensor_input(one, at);
          return t == nullptr ? std::nullopt : with_value(one, at, view.apply(change.apply, *t));
        };
        if (!explain(seen)) return {};
        Observation found{change.kind, {fmt::format(fmt::runtime(view.name), inputs[at].name)}};
        if (change.text != nullptr) found.names.emplace_back(change.text);
        return found;
      };
      for (const Change& change : changes)
        if (change.of_rows)
          if (Pattern found = through(change)) return found;
      for (const Change& order : orders)
        if (Pattern found = through(order)) return found;
    }
  }
  // ids that were chosen by numbers are the same for many numbers: with some part of them a coincidence
  const bool chosen = results.all_of([](const Pair& p) { return all_whole(p.right); });
  for (std::size_t at = 0; at < inputs.size() && !chosen; ++at) {
    for (int parts = 2; parts <= 4; ++parts) {
      for (int part = 0; part < parts; ++part) {
        for (const Change& change : changes_of_parts) {
          const auto in_part = [&](const Inputs& one) -> std::optional<Inputs> {
            const Tensor* whole = tensor_input(one, at);
            return whole == nullptr ? std::nullopt
                                    : with_value(one, at, changed_part(*whole, part, parts, change));
          };
          if (explain(in_part))
            return Observation{change.kind, {inputs[at].name}, {part + 1.0, double(parts)}};
        }
      }
    }
  }
  for (const bool both : {true, false}) {
    for (std::size_t at = 0; at < inputs.size(); ++at) {
      for (std::size_t from = both ? at + 1 : 0; from < inputs.size(); ++from) {
        if (explain([&](const Inputs& one) { return confused(one, at, from, both); }))
          return Observation{both ? "as_if_exchanged" : "as_if_other", {inputs[at].name, inputs[from].name}};
      }
    }
  }
  return {};
}

}  // namespace heed::grading::patterns
