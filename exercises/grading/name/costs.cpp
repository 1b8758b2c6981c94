// With what an answer's cost grows, where that of the right one does not.
#include <algorithm>
#include <cmath>

#include "exercises/grading/name/results.hpp"

namespace heed::grading {

namespace {

struct Point {
  double size, right, given;
};

/// The cases by one of their sizes; none where a case did not come out or lacks the size.
std::vector<Point> points_of(const std::string& size, const std::vector<Inputs>& cases,
                             const std::vector<CaseOutcome>& expected, const std::vector<CaseOutcome>& got,
                             const std::string& output) {
  std::vector<Point> points;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto sizes = patterns::sizes_of(cases[i]);
    const auto at = std::ranges::find_if(sizes, [&](const auto& s) { return s.first == size; });
    const Output *right = find_output(expected[i], output), *given = find_output(got[i], output);
    if (at == sizes.end() || right == nullptr || given == nullptr || given->value.size() != 1) return {};
    points.push_back({at->second, right->value.flat(0), given->value.flat(0)});
  }
  std::ranges::sort(points, [](const Point& a, const Point& b) {
    return std::pair(a.size, a.given) < std::pair(b.size, b.given);
  });
  return points;
}

double about(double times) { return times < 10 ? std::round(10 * times) / 10 : std::round(times); }

}  // namespace

std::optional<Observation> observe_cost(const std::vector<Inputs>& cases,
                                        const std::vector<CaseOutcome>& expected,
                                        const std::vector<CaseOutcome>& got, const std::string& output) {
  constexpr double steeper = 0.5;  // as a power of the size
  if (cases.empty() || got.size() != cases.size()) return {};
  for (const auto& [name, value] : patterns::sizes_of(cases.front())) {
    const std::vector<Point> points = points_of(name, cases, expected, got, output);
    if (points.empty()) continue;
    const Point &least = points.front(), &most = points.back();
    // This size does not order the cost where another one moves it as well.
    const bool ordered = std::is_sorted(points.begin(), points.end(),
                                        [](const Point& a, const Point& b) { return a.given < b.given; });
    if (!ordered || least.size <= 0 || most.size < 2 * least.size || least.given <= 0 || least.right <= 0)
      continue;
    const double given = most.given / least.given, right = most.right / least.right;
    if (std::log(given / right) < steeper * std::log(most.size / least.size)) continue;
    return Observation{"cost_grows", {name}, {least.size, most.size, about(given), about(right)}};
  }
  return {};
}

}  // namespace heed::grading
