// What the inputs of the right cases have in common and those of the wrong ones have not, or the other way
// round.
#include <algorithm>
#include <cmath>
#include <set>

#include "exercises/grading/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// A number of each case: an input, the length of an axis or of a list.
struct Feature {
  std::string name;
  std::vector<double> values;  // by case
  bool input = false;          // an integer itself
};

std::vector<std::pair<std::string, double>> named_numbers(const Inputs& inputs) {
  auto list = sizes_of(inputs);
  for (const Input& input : inputs.values) {
    if (const double* real = std::get_if<double>(&input.value)) list.emplace_back(input.name, *real);
    if (const auto* ids = std::get_if<std::vector<int>>(&input.value))
      list.emplace_back(input.name + ".size()", ids->size());
  }
  return list;
}

/// Of what all cases have; what equals another in all of them stands there once.
std::vector<Feature> features_of(const std::vector<Inputs>& cases) {
  std::vector<Feature> features;
  for (const auto& [name, value] : named_numbers(cases.front())) {
    const auto is_integer = [&](const Input& i) {
      return i.name == name && std::holds_alternative<int>(i.value);
    };
    features.push_back({name, {}, std::ranges::any_of(cases.front().values, is_integer)});
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

/// Right and wrong cases.
class Split {
 public:
  Split(const std::vector<Inputs>& cases, const std::vector<bool>& right) : right_(right) {
    std::set<std::string> labels[2];
    for (std::size_t i = 0; i < cases.size(); ++i) labels[right[i] ? 1 : 0].insert(cases[i].label);
    kinds_ = std::min(labels[0].size(), labels[1].size());
  }

  /// Whether several cases of different labels are right, and several wrong: one that is drawn a second time
  /// tells nothing new.
  bool several() const { return kinds_ > 1; }
  /// Whether one label on a side is enough, as so many cases come out on its side for the same reason.
  bool enough() const { return several() || (kinds_ == 1 && many()); }
  bool many() const { return right_.size() >= 20; }

  /// "right…" where exactly the right cases have the property, "wrong…" where exactly the wrong ones do.
  template <typename Property>
  const char* side(const Property& property) const {
    bool is_right = true, is_wrong = true;
    for (std::size_t i = 0; i < right_.size(); ++i) {
      const bool has = property(i);
      is_right = is_right && has == right_[i];
      is_wrong = is_wrong && has != right_[i];
    }
    return is_right ? "right" : is_wrong ? "wrong" : nullptr;
  }

 private:
  const std::vector<bool>& right_;
  std::size_t kinds_ = 0;
};

/// Whether several integers among the inputs are the same in all right cases, each, and in no wrong one: as
/// the ids of special tokens, which change together. Which of them matters is then not known.
bool several_integers_separate(const std::vector<Feature>& features, const std::vector<bool>& right,
                               const Split& split) {
  const auto first = static_cast<std::size_t>(std::ranges::find(right, true) - right.begin());
  return std::ranges::count_if(features, [&](const Feature& f) {
           return f.input && split.side([&](std::size_t i) { return f.values[i] == f.values[first]; });
         }) > 1;
}

/// All that tells right from wrong cases, of one sort.
using Found = std::vector<Observation>;

void add(Found& found, const char* side, const char* kind, std::vector<std::string> names,
         std::vector<double> numbers = {}) {
  if (side != nullptr) found.push_back({std::string(side) + kind, std::move(names), std::move(numbers)});
}

Found of_small_numbers(const std::vector<Feature>& features, const Split& split) {
  Found found;
  for (const Feature& f : features) {
    for (const double value : {0.0, 1.0})
      add(found, split.side([&](std::size_t i) { return f.values[i] == value; }), "_where_is", {f.name},
          {value});
  }
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

Found of_limits(const std::vector<Feature>& features, const Split& split) {
  Found found;
  for (const Feature& f : features) {
    const std::set<double> values(f.values.begin(), f.values.end());
    for (const double limit : values)
      add(found, split.side([&](std::size_t i) { return f.values[i] <= limit; }), "_where_at_most", {f.name},
          {limit});
  }
  return found;
}

/// Something about the numbers of an input.
struct Property {
  const char* kind;
  bool (*holds)(const Tensor&);
  bool rare = true;  // so rare by chance that one label on a side is enough
};

/// Whether a row holds its largest number twice.
bool has_a_tie(const Tensor& t) {
  if (t.rank() < 2 || t.size() == 0) return false;
  const int width = t.dim(-1);
  for (int begin = 0; begin < t.size(); begin += width) {
    const auto first = t.values().begin() + begin, last = first + width;
    const double largest = *std::max_element(first, last);
    if (largest != 0 && std::count(first, last, largest) > 1) return true;  // zeros are often what is hidden
  }
  return false;
}

bool repeats(const Tensor& t) {
  return std::set<double>(t.values().begin(), t.values().end()).size() < t.values().size();
}

bool any(const Tensor& t, bool (*holds)(double)) {
  return std::any_of(t.values().begin(), t.values().end(), holds);
}

constexpr Property properties[]{
    {"_where_all_zero",
     [](const Tensor& t) { return t.size() > 0 && !any(t, [](double x) { return x != 0; }); }},
    {"_where_all_one",
     [](const Tensor& t) { return t.size() > 0 && !any(t, [](double x) { return x != 1; }); }},
    {"_where_tie", has_a_tie},
    {"_where_zero_in", [](const Tensor& t) { return any(t, [](double x) { return x == 0; }); }, false},
    {"_where_negative_in", [](const Tensor& t) { return any(t, [](double x) { return x < 0; }); }, false},
    {"_where_large_in", [](const Tensor& t) { return any(t, [](double x) { return std::abs(x) > 100; }); },
     false},
    {"_where_repeated", repeats, false},
};

Found of_properties(const std::vector<Inputs>& cases, const Split& split) {
  Found found;
  for (std::size_t at = 0; at < cases.front().values.size(); ++at) {
    std::vector<Tensor> tensors;
    for (const Inputs& one : cases) {
      const Value* value = at < one.values.size() ? &one.values[at].value : nullptr;
      const bool several = value != nullptr && (std::holds_alternative<Tensor>(*value) ||
                                                std::holds_alternative<std::vector<int>>(*value));
      tensors.push_back(several ? as_tensor(*value) : Tensor());
    }
    const std::size_t before = found.size();
    for (const Property& property : properties) {
      if (found.size() > before) break;  // the first says most
      if (!property.rare && !split.several()) continue;
      add(found, split.side([&](std::size_t i) { return property.holds(tensors[i]); }), property.kind,
          {cases.front().values[at].name});
    }
  }
  return found;
}

/// The only one: where several things tell the cases apart, it is not known which of them matters.
Pattern alone(const Found& found) {
  const bool swapped = found.size() == 2 && found[0].names.size() == 2 &&
                       found[0].names[0] == found[1].names[1] && found[0].names[1] == found[1].names[0];
  return found.size() == 1 || swapped ? Pattern(found.front()) : Pattern();
}

}  // namespace

Pattern of_cases(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  const Split split(cases, right);
  if (!split.enough()) return {};
  const std::vector<Feature> features = features_of(cases);
  if (several_integers_separate(features, right, split)) return {};
  const auto equal = [](double a, double b) { return a == b; };
  const auto less = [](double a, double b) { return a < b; };
  const auto multiple = [](double a, double b) { return b > 1 && std::fmod(a, b) == 0; };
  std::vector<std::function<Found()>> looks{
      [&] { return of_small_numbers(features, split); },
      [&] { return of_two(features, split, "_where_equal", equal); },
  };
  if (split.several() && split.many()) {
    looks.emplace_back([&] { return of_two(features, split, "_where_less", less); });
    looks.emplace_back([&] { return of_limits(features, split); });
    looks.emplace_back([&] { return of_two(features, split, "_where_multiple", multiple); });
  }
  for (const auto& look : looks) {
    if (const Found found = look(); !found.empty()) return alone(found);
  }
  return {};
}

Pattern of_values(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  const Split split(cases, right);
  return split.enough() ? alone(of_properties(cases, split)) : Pattern();
}

}  // namespace heed::grading::patterns
