// What the tensors and lists of the inputs hold, or the results should, in exactly the right cases.
#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/case_split.hpp"
#include "exercises/grading/observation/probes.hpp"

namespace heed::grading::patterns {

namespace {

/// Something about the numbers of an input, or of a row of one.
struct Property {
  const char* kind;
  bool (*holds)(const Tensor&);
  bool rare = true;  // so rare by chance that one label on a side is enough
};

bool any(const Tensor& t, bool (*holds)(double)) { return std::ranges::any_of(t.values(), holds); }

/// Whether a row holds its largest number twice.
bool has_a_tie(const Tensor& t) {
  const int width = t.rank() < 2 ? 0 : t.dim(-1);
  for (int begin = 0; width > 1 && begin < t.size(); begin += width) {
    const auto first = t.values().begin() + begin, last = first + width;
    const double largest = *std::max_element(first, last);
    if (largest != 0 && std::count(first, last, largest) > 1) return true;  // zeros are often what is hidden
  }
  return false;
}

bool repeats(const Tensor& t) {
  return std::set<double>(t.values().begin(), t.values().end()).size() < t.values().size();
}

constexpr Property properties[]{
    {"_where_all_zero",
     [](const Tensor& t) { return t.size() > 0 && !any(t, [](double x) { return x != 0; }); }},
    {"_where_all_one",
     [](const Tensor& t) { return t.size() > 0 && !any(t, [](double x) { return x != 1; }); }},
    {"_where_one_only",
     [](const Tensor& t) {
       return t.size() > 1 && std::ranges::count(t.values(), 0) == t.size() - 1 &&
              std::ranges::count(t.values(), 1) == 1;
     }},
    {"_where_several_ones",
     [](const Tensor& t) { return is_mask(t) && std::ranges::count(t.values(), 1) > 1; }},
    {"_where_tie", has_a_tie},
    {"_where_zero_in", [](const Tensor& t) { return any(t, [](double x) { return x == 0; }); }, false},
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

/// A number among those of a list of integers: an operation, a token.
Found of_members(const std::vector<Inputs>& cases, const Split& split) {
  Found found;
  if (!split.several() || !split.many()) return found;
  for (std::size_t at = 0; at < cases.front().values.size(); ++at) {
    std::set<int> all;
    const auto list = [&](std::size_t i) {
      return at < cases[i].values.size() ? std::get_if<std::vector<int>>(&cases[i].values[at].value)
                                         : nullptr;
    };
    for (std::size_t i = 0; i < cases.size(); ++i) {
      if (list(i) != nullptr) all.insert(list(i)->begin(), list(i)->end());
    }
    for (const int member : all) {
      const auto holds = [&](std::size_t i) {
        return list(i) != nullptr && std::ranges::find(*list(i), member) != list(i)->end();
      };
      add(found, split.side(holds), "_where_holds", {cases.front().values[at].name}, {double(member)});
    }
  }
  return found;
}

/// A row of an input that has as many as the result, as a matrix: of a list, the one number.
std::optional<Tensor> row_of(const Pair& p, std::size_t at, int row, int rows) {
  if (at >= p.inputs->values.size()) return {};
  const Value& value = p.inputs->values[at].value;
  if (!std::holds_alternative<Tensor>(value) && !std::holds_alternative<std::vector<int>>(value)) return {};
  const Tensor whole = as_tensor(value);
  if (whole.rank() == 0 || whole.rank() > 2 || whole.dim(0) != rows) return {};
  const int length = whole.size() / rows;
  Tensor result({1, length});
  for (int n = 0; n < length; ++n) result.flat(n) = whole.flat(row * length + n);
  return result;
}

}  // namespace

Pattern of_values_in_rows(const Results& results) {
  if (!results.same_shapes()) return {};
  Found found;
  for (std::size_t at = 0; at < results.pairs().front().inputs->values.size(); ++at) {
    const std::size_t before = found.size();
    for (const Property& property : properties) {
      int count[2] = {}, cases = 0;
      bool is_right = true, is_wrong = true;
      const bool comes_in_rows = results.all_of([&](const Pair& p) {
        const int rows = p.right.rank() == 0 ? 0 : p.right.dim(0),
                  length = rows == 0 ? 0 : p.right.size() / rows;
        std::set<bool> both;
        for (int row = 0; row < rows; ++row) {
          const std::optional<Tensor> its = row_of(p, at, row, rows);
          if (!its) return false;
          bool right = true;
          for (int n = row * length; n < (row + 1) * length; ++n)
            right = right && results.close(p.right.flat(n), p.given.flat(n));
          const bool has = property.holds(*its);
          is_right = is_right && has == right, is_wrong = is_wrong && has != right;
          ++count[has ? 1 : 0];
          both.insert(has);
        }
        cases += both.size() > 1;
        return rows > 0;
      });
      constexpr int several = 4;
      if (!comes_in_rows || std::min(count[0], count[1]) < several || cases < 2 || found.size() > before)
        continue;
      add(found,
          is_right   ? "right_rows"
          : is_wrong ? "wrong_rows"
                     : nullptr,
          property.kind, {results.pairs().front().inputs->values[at].name});
    }
  }
  return alone(found);
}

Pattern of_values(const std::vector<Inputs>& cases, const std::vector<bool>& right) {
  const Split split(cases, right);
  if (!split.enough()) return {};
  if (const Found found = of_properties(cases, split); !found.empty()) return alone(found);
  return alone(of_members(cases, split));
}

Pattern of_expected(const std::vector<Inputs>& cases, const Results& results,
                    const std::vector<bool>& right) {
  const Split split(cases, right);
  if (!split.enough() || results.pairs().size() != cases.size()) return {};
  std::vector<std::optional<double>> numbers;  // the one that stands everywhere in a result
  for (const Pair& p : results.pairs()) {
    const std::vector<double>& all = p.right.values();
    const bool alike = !all.empty() && std::ranges::all_of(all, [&](double x) { return x == all.front(); });
    numbers.push_back(alike ? std::optional(all.front()) : std::nullopt);
  }
  for (const bool side : {true, false}) {
    std::set<std::optional<double>> here, there;
    for (std::size_t i = 0; i < right.size(); ++i) (right[i] == side ? here : there).insert(numbers[i]);
    const bool apart =
        std::ranges::none_of(here, [&](const auto& number) { return !number || there.contains(number); });
    // others come to be the only ones by chance
    const bool whole = std::ranges::all_of(
        here, [](const auto& number) { return number && *number == std::round(*number); });
    if (!apart || !whole || here.size() > 2 || there.size() < 3) continue;
    Observation found{fmt::format("{}_where_result{}", side ? "right" : "wrong", here.size() > 1 ? "s" : "")};
    for (const auto& number : here) found.numbers.push_back(*number);
    return found;
  }
  return {};
}

}  // namespace heed::grading::patterns
