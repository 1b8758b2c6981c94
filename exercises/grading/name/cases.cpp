// Tells the sizes of inputs that part right cases from wrong ones, and the results and cases that are wrong.
#include <algorithm>
#include <set>

#include "exercises/grading/name/observation.hpp"

namespace heed::grading::patterns {

namespace {

/// Says if an integer of that name names something, as <eos>, and counts nothing.
bool is_id(const std::string& name) {
  static const std::set<std::string> ids{"bos", "eos",     "pad",        "unk",          "mask",
                                         "op",  "padding", "first_word", "ignore_index", "head"};
  return ids.contains(name);
}

struct Size {
  std::string name;
  std::vector<double> values;  // by case
};

/// Those that all cases have; what equals another in all of them stands there once.
std::vector<Size> sizes_in_all(const std::vector<Inputs>& cases) {
  std::vector<Size> all;
  for (const auto& first : sizes_of(cases.front())) {
    Size size{first.first, {}};
    for (const Inputs& one : cases)
      for (const auto& [name, value] : sizes_of(one))
        if (name == size.name) size.values.push_back(value);
    const auto alike = [&](const Size& other) { return other.values == size.values; };
    if (size.values.size() == cases.size() && !is_id(size.name) && std::ranges::none_of(all, alike))
      all.push_back(std::move(size));
  }
  return all;
}

}  // namespace

/// The only one: where several things tell the cases apart, it is not known which of them matters. Nothing
/// where one kind of case is right, or wrong, alone.
Pattern of_sizes(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  std::set<std::string> labels[2];
  for (std::size_t i = 0; i < cases.size(); ++i) labels[right[i] ? 1 : 0].insert(cases[i].label);
  if (labels[0].size() < 2 || labels[1].size() < 2) return {};
  std::vector<Observation> found;
  const auto look = [&](const std::string& kind, std::vector<std::string> names, std::vector<double> numbers,
                        const std::function<bool(std::size_t)>& holds) {
    bool in_right = true, in_wrong = true;
    for (std::size_t i = 0; i < cases.size(); ++i) holds(i) == right[i] ? in_wrong = false : in_right = false;
    if (in_right || in_wrong)
      found.push_back({(in_right ? "right" : "wrong") + kind, std::move(names), std::move(numbers)});
  };
  const std::vector<Size> sizes = sizes_in_all(cases);
  for (std::size_t a = 0; a < sizes.size(); ++a) {
    const auto& [name, values] = sizes[a];
    for (const double number : {0.0, 1.0})
      look("_where_is", {name}, {number}, [&, &of = values](std::size_t i) { return of[i] == number; });
    for (std::size_t b = a + 1; b < sizes.size(); ++b) {  // of one tensor, as in a square matrix
      const std::string& other = sizes[b].name;
      if (name.substr(0, name.find('.')) == other.substr(0, other.find('.')))
        look("_where_equal", {name, other}, {},
             [&](std::size_t i) { return sizes[a].values[i] == sizes[b].values[i]; });
    }
  }
  return found.size() == 1 ? Pattern(found.front()) : Pattern();
}

/// The only one of several results that is ever wrong.
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

/// By their labels, which cases are right, where that says more than which are wrong.
Pattern of_labels(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  constexpr std::size_t few = 3;
  std::set<std::string> bad, told;
  std::vector<std::string> rights, wrongs;
  for (std::size_t i = 0; i < cases.size(); ++i)
    if (!right[i]) bad.insert(cases[i].label);
  for (const Inputs& one : cases)
    if (told.insert(one.label).second) (bad.contains(one.label) ? wrongs : rights).push_back(one.label);
  if (rights.empty() || wrongs.empty()) return {};
  if (wrongs.size() <= rights.size() && wrongs.size() <= few) return Observation{"wrong_cases", wrongs};
  return rights.size() <= few ? Pattern(Observation{"right_cases", rights}) : Pattern();
}

}  // namespace heed::grading::patterns
