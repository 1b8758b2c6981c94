// Rows as steps of something: what happens from each to the next.
#include <algorithm>
#include <cmath>

#include "exercises/grading/observation/patterns.hpp"

namespace heed::grading::patterns {

namespace {

/// A number made of the place of a row, counted from 1, and of how many there are.
struct ByPlace {
  const char* text;
  double (*value)(double n, double rows);
};
constexpr ByPlace by_place[]{
    {"n", [](double n, double) { return n; }},
    {"1 / n", [](double n, double) { return 1 / n; }},
    {"√n", [](double n, double) { return std::sqrt(n); }},
    {"1 / √n", [](double n, double) { return 1 / std::sqrt(n); }},
    {"n²", [](double n, double) { return n * n; }},
    {"1 / n²", [](double n, double) { return 1 / (n * n); }},
    {"n − 1", [](double n, double) { return n - 1; }},
    {"n + 1", [](double n, double) { return n + 1; }},
    {"1 / (n + 1)", [](double n, double) { return 1 / (n + 1); }},
    {"n / (n + 1)", [](double n, double) { return n / (n + 1); }},
    {"(n + 1) / n", [](double n, double) { return (n + 1) / n; }},
    {"n / rows", [](double n, double rows) { return n / rows; }},
    {"rows / n", [](double n, double rows) { return rows / n; }},
    {"(rows − n)", [](double n, double rows) { return rows - n; }},
    {"(rows − n + 1)", [](double n, double rows) { return rows - n + 1; }},
    {"1 / (rows − n + 1)", [](double n, double rows) { return 1 / (rows - n + 1); }},
};

/// Every row times a number made of its place; another stands in front of the first.
Pattern of_places_of_rows(const Results& results) {
  for (const ByPlace& form : by_place) {
    int most = 0;
    const bool holds = results.all_of([&](const Pair& p) {
      if (p.right.rank() == 0 || p.right.dim(0) == 0) return false;
      const int rows = p.right.dim(0), inner = p.right.size() / rows;
      int here = 0;
      for (int n = 0; n < p.right.size(); ++n) {
        const int place = n / inner + 2;
        if (!results.close(p.right.flat(n) * form.value(place, rows + 1), p.given.flat(n))) return false;
        if (std::abs(p.right.flat(n)) > 1e-6) here = std::max(here, place);
      }
      most = std::max(most, here);
      return true;
    });
    if (holds && most >= 3) return Observation{"steps_scaled_by_place", {form.text}};
  }
  return {};
}

}  // namespace

/// What happens from each row to the next: what should, times a number made of its place.
Pattern of_steps(const Results& results) {
  if (!results.same_shapes()) return {};
  std::vector<Pair> steps;
  for (const Pair& p : results.pairs()) {
    const int rows = p.right.rank() == 0 ? 0 : p.right.dim(0);
    if (rows < 3) continue;
    Shape shape = p.right.shape();
    --shape.front();
    Pair step{p.inputs, Tensor(shape), Tensor(shape)};
    const int inner = p.right.size() / rows;
    for (int n = 0; n < step.right.size(); ++n) {
      step.right.flat(n) = p.right.flat(n + inner) - p.right.flat(n);
      step.given.flat(n) = p.given.flat(n + inner) - p.given.flat(n);
    }
    steps.push_back(std::move(step));
  }
  if (steps.empty()) return {};
  return of_places_of_rows(Results(std::move(steps), results.tolerance()));
}

}  // namespace heed::grading::patterns
