// What the inputs of the right cases have in common, and those of the wrong ones have not.
#include <algorithm>

#include "exercises/grading/patterns.hpp"

namespace heed::grading::patterns {

namespace {

using Sizes = std::vector<std::pair<std::string, double>>;

/// The sizes of all cases; none where they differ in number, or too few cases are right or wrong.
std::vector<Sizes> comparable_sizes(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  const auto rights = std::count(right.begin(), right.end(), true);
  if (rights < 2 || static_cast<std::size_t>(rights) + 2 > right.size()) return {};
  std::vector<Sizes> all;
  for (const Inputs& inputs : cases) all.push_back(sizes_of(inputs));
  for (const Sizes& one : all) {
    if (one.size() != all.front().size()) return {};
  }
  return all;
}

/// Whether exactly the right cases have the property.
template <typename Property>
bool separates(const std::vector<Sizes>& all, const std::vector<bool>& right, const Property& property) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (property(all[i]) != right[i]) return false;
  }
  return true;
}

/// Something about the numbers of an input.
struct Property {
  const char* kind;
  bool (*holds)(const Tensor&);
};

template <typename Holds>
bool all_of(const Tensor& t, const Holds& holds) {
  return std::all_of(t.values().begin(), t.values().end(), holds);
}

constexpr Property properties[] = {
    {"right_where_zeros", [](const Tensor& t) { return all_of(t, [](double x) { return x == 0; }); }},
    {"right_where_ones", [](const Tensor& t) { return all_of(t, [](double x) { return x == 1; }); }},
    {"right_without_zeros", [](const Tensor& t) { return all_of(t, [](double x) { return x != 0; }); }},
    {"right_without_negatives", [](const Tensor& t) { return all_of(t, [](double x) { return x >= 0; }); }},
};

}  // namespace

/// A property of the inputs that all right cases share and no wrong one has.
Pattern of_cases(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  const std::vector<Sizes> all = comparable_sizes(cases, right);
  for (std::size_t a = 0; !all.empty() && a < all.front().size(); ++a) {
    if (separates(all, right, [&](const Sizes& list) { return list[a].second == 1; }))
      return Observation{"where_more", {all.front()[a].first}};
  }
  for (std::size_t a = 0; !all.empty() && a < all.front().size(); ++a) {
    for (std::size_t b = a + 1; b < all.front().size(); ++b) {
      if (separates(all, right, [&](const Sizes& list) { return list[a].second == list[b].second; }))
        return Observation{"where_equal", {all.front()[a].first, all.front()[b].first}};
    }
  }
  return {};
}

/// All cases with the property are right, and of the others nearly all are wrong.
Pattern of_values(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  const auto has = [&](const Inputs& inputs, std::size_t at, const Property& property) {
    if (at >= inputs.values.size()) return false;
    const Value& value = inputs.values[at].value;
    const bool numbers = std::holds_alternative<Tensor>(value) || std::holds_alternative<double>(value);
    return numbers && property.holds(as_tensor(value));
  };
  for (std::size_t at = 0; at < cases.front().values.size(); ++at) {
    for (const Property& property : properties) {
      int with = 0, others = 0, wrong = 0;
      bool holds = true;
      for (std::size_t i = 0; i < cases.size(); ++i) {
        const bool it_has = has(cases[i], at, property);
        holds = holds && (right[i] || !it_has);
        with += it_has, others += !it_has, wrong += !right[i];
      }
      if (holds && with >= 2 && wrong >= 2 && 3 * wrong >= 2 * others)
        return Observation{property.kind, {cases.front().values[at].name}};
    }
  }
  return {};
}

}  // namespace heed::grading::patterns
