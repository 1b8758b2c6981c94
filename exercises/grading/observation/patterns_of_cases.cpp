// Which sizes and numbers of the inputs tell right cases from wrong ones; which cases are right, and which
// results.
#include <algorithm>
#include <set>

#include "exercises/grading/observation/case_split.hpp"

namespace heed::grading::patterns {

namespace {

/// The sizes of a case, its real numbers and how long its lists are.
std::vector<std::pair<std::string, double>> named_numbers(const Inputs& inputs) {
  auto list = sizes_of(inputs);
  std::erase_if(list, [](const auto& size) { return is_id(size.first); });
  for (const Input& input : inputs.values) {
    if (const double* real = std::get_if<double>(&input.value)) list.emplace_back(input.name, *real);
    if (const auto* ids = std::get_if<std::vector<int>>(&input.value))
      list.emplace_back(input.name + ".size()", ids->size());
  }
  return list;
}

/// A number of each case: an input, the length of an axis or of a list.
struct Feature {
  std::string name;
  std::vector<double> values;  // by case
  bool input = false;          // an integer itself
  bool size = true;            // no real number: of these 0 and 1 are no more than others
};

/// Of what all cases have; what equals another in all of them stands there once.
std::vector<Feature> features_of(const std::vector<Inputs>& cases) {
  std::vector<Feature> features;
  for (const auto& [name, value] : named_numbers(cases.front())) {
    const auto is_integer = [&, &name = name](const Input& i) {
      return i.name == name && std::holds_alternative<int>(i.value);
    };
    const auto is_real = [&, &name = name](const Input& i) {
      return i.name == name && std::holds_alternative<double>(i.value);
    };
    features.push_back({name,
                        {},
                        std::ranges::any_of(cases.front().values, is_integer),
                        std::ranges::none_of(cases.front().values, is_real)});
  }
  for (const Inputs& one : cases) {
    const auto numbers = named_numbers(one);
    for (Feature& f : features) {
      const auto at = std::ranges::find(numbers, f.name, &std::pair<std::string, double>::first);
      if (at != numbers.end()) f.values.push_back(at->second);
    }
  }
  std::vector<Feature> different;
  for (Feature& one : features) {
    const auto alike = [&](const Feature& other) { return other.values == one.values; };
    if (one.values.size() == cases.size() && std::ranges::none_of(different, alike))
      different.push_back(std::move(one));
  }
  return different;
}

/// Whether several integers among the inputs are the same in all right cases, each, and in no wrong one: as
/// the ids of special tokens, which change together. Which of them matters is then not known.
bool several_integers_separate(const std::vector<Feature>& features, const std::vector<bool>& right,
                               const Split& split) {
  const auto first = static_cast<std::size_t>(std::ranges::find(right, true) - right.begin());
  return std::ranges::count_if(features, [&](const Feature& f) {
           return f.input && split.side([&](std::size_t i) { return f.values[i] == f.values[first]; });
         }) > 1;
}

Found of_small_numbers(const std::vector<Feature>& features, const Split& split) {
  Found found;
  const auto look = [&](const Feature& f, double value) {
    add(found, split.side([&](std::size_t i) { return f.values[i] == value; }), "_where_is", {f.name},
        {value});
  };
  for (const Feature& f : features) {
    look(f, 0);
    if (f.size) look(f, 1);
  }
  if (!found.empty() || !split.several()) return found;
  for (const Feature& f : features)
    for (const double value : {2.0, 3.0})
      if (f.input) look(f, value);
  return found;
}

/// The same; one observation where it is the same number of two.
Found joined(const Found& found) {
  if (found.size() == 2 && found[0].kind == found[1].kind && found[0].numbers == found[1].numbers)
    return {{found[0].kind + "_both", {found[0].names[0], found[1].names[0]}, found[0].numbers}};
  return found;
}

template <typename Relation>
Found of_two(const std::vector<Feature>& features, const Split& split, const char* kind, Relation relation) {
  Found found;
  for (const Feature& a : features) {
    for (const Feature& b : features) {
      if (&a == &b) continue;
      add(found, split.side([&](std::size_t i) { return relation(a.values[i], b.values[i]); }), kind,
          {a.name, b.name});
    }
  }
  return found;
}

/// Two of one tensor, as in a square matrix; two others are too often equal by chance in one or two cases.
Found of_equal(const std::vector<Feature>& features, const Split& split) {
  Found found = of_two(features, split, "_where_equal", std::equal_to());
  const auto tensor = [](const std::string& name) { return name.substr(0, name.find('.')); };
  const auto chance = [&](const Observation& one) {
    return split.kinds() < 3 && tensor(one.names[0]) != tensor(one.names[1]);
  };
  std::erase_if(found, chance);
  return found;
}

}  // namespace

Pattern of_sizes(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  const Split split(cases, right);
  if (!split.enough()) return {};
  const std::vector<Feature> features = features_of(cases);
  if (several_integers_separate(features, right, split)) return {};
  if (const Found found = joined(of_small_numbers(features, split)); !found.empty()) return alone(found);
  return alone(of_equal(features, split));
}

/// By their labels, which cases are right, where that says more than which are wrong.
Pattern of_labels(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  constexpr std::size_t few = 3;
  std::vector<std::string> rights, wrongs;
  std::set<std::string> bad;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!right[i]) bad.insert(cases[i].label);
  }
  std::set<std::string> told;
  for (const Inputs& one : cases) {
    if (told.insert(one.label).second) (bad.contains(one.label) ? wrongs : rights).push_back(one.label);
  }
  if (rights.empty() || wrongs.empty()) return {};
  const bool few_wrong = wrongs.size() <= rights.size() && wrongs.size() <= few;
  if (!few_wrong && rights.size() > few) return {};
  return few_wrong ? Observation{"wrong_cases", wrongs} : Observation{"right_cases", rights};
}

/// Finds the only result of several that is ever wrong.
Pattern of_outputs(const std::vector<CaseOutcome>& expected, const std::vector<CaseOutcome>& got,
                   Tolerance tolerance) {
  std::set<std::string> right, wrong;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (got[i].ending != Ending::finished) return {};
    for (const Output& output : expected[i].outputs) {
      if (output.purpose != Purpose::compared) continue;
      const Comparison one = compare({.outputs = {output}}, got[i], tolerance);
      (one.failed == 0 ? right : wrong).insert(output.name);
    }
  }
  for (const std::string& name : wrong) right.erase(name);
  if (wrong.size() != 1 || right.empty()) return {};
  return Observation{"only_output", {*wrong.begin()}};
}

}  // namespace heed::grading::patterns
