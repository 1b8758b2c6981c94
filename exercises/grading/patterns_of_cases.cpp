// What the inputs of the right cases have in common, and those of the wrong ones have not.
#include <algorithm>
#include <set>

#include "exercises/grading/patterns.hpp"

namespace heed::grading::patterns {

namespace {

using Sizes = std::vector<std::pair<std::string, double>>;

/// How many cases of different labels: one that is drawn a second time tells nothing new.
template <typename Holds>
std::size_t kinds(const std::vector<Inputs>& cases, const Holds& holds) {
  std::set<std::string> labels;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (holds(i)) labels.insert(cases[i].label);
  return labels.size();
}

bool several_of_both(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  return kinds(cases, [&](std::size_t i) { return right[i]; }) >= 2 &&
         kinds(cases, [&](std::size_t i) { return !right[i]; }) >= 2;
}

/// The sizes of all cases; none where they differ in number, or too few cases are right or wrong.
std::vector<Sizes> comparable_sizes(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  if (!several_of_both(cases, right)) return {};
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

/// Whether several integers among the sizes are the same in all right cases, each, and in no wrong one: as
/// the ids of special tokens, which change together. Which of them matters is then not known.
bool several_integers_separate(const std::vector<Inputs>& cases, const std::vector<Sizes>& all,
                               const std::vector<bool>& right) {
  const auto first = static_cast<std::size_t>(std::find(right.begin(), right.end(), true) - right.begin());
  int separating = 0;
  for (std::size_t a = 0; a < all.front().size(); ++a) {
    const auto& [name, value] = all[first][a];
    const auto is_integer = [&](const Input& i) {
      return i.name == name && std::holds_alternative<int>(i.value);
    };
    const std::vector<Input>& inputs = cases[first].values;
    if (std::none_of(inputs.begin(), inputs.end(), is_integer)) continue;
    separating += separates(all, right, [&](const Sizes& list) { return list[a].second == value; });
  }
  return separating > 1;
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
  if (all.empty() || several_integers_separate(cases, all, right)) return {};
  for (std::size_t a = 0; a < all.front().size(); ++a) {
    if (separates(all, right, [&](const Sizes& list) { return list[a].second == 1; }))
      return Observation{"where_more", {all.front()[a].first}};
  }
  for (std::size_t a = 0; a < all.front().size(); ++a) {
    for (std::size_t b = a + 1; b < all.front().size(); ++b) {
      if (separates(all, right, [&](const Sizes& list) { return list[a].second == list[b].second; }))
        return Observation{"where_equal", {all.front()[a].first, all.front()[b].first}};
    }
  }
  return {};
}

/// All cases with the property are right and all others wrong; several of each.
Pattern of_values(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  const auto has = [&](const Inputs& inputs, std::size_t at, const Property& property) {
    if (at >= inputs.values.size()) return false;
    const Value& value = inputs.values[at].value;
    const bool numbers = std::holds_alternative<Tensor>(value) || std::holds_alternative<double>(value);
    return numbers && property.holds(as_tensor(value));
  };
  if (!several_of_both(cases, right)) return {};
  for (std::size_t at = 0; at < cases.front().values.size(); ++at) {
    for (const Property& property : properties) {
      bool splits = true;
      for (std::size_t i = 0; i < cases.size(); ++i)
        splits = splits && has(cases[i], at, property) == right[i];
      if (splits) return Observation{property.kind, {cases.front().values[at].name}};
    }
  }
  return {};
}

}  // namespace heed::grading::patterns
