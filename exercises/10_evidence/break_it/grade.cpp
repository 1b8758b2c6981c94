#include <fmt/format.h>

#include "exercises/10_evidence/break_it/planted.hpp"
#include "exercises/grading/exercise.hpp"

void attention_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                              const Tensor&, const Tensor&, int)>& test);
void layer_norm_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, double)>& test);
void cross_entropy_cases(
    const std::function<void(const Tensor&, const std::vector<int>&, double, int)>& test);

namespace {

/// What a case says about all implementations of one function: the planted mistakes have the numbers from 1
/// on, the right ways 0, −1 and −2.
struct Findings {
  std::vector<bool> caught = std::vector<bool>(40);
  int cases = 0, refused = 0;

  template <typename Implementation>
  void test(int mistakes, Implementation implementation) {
    ++cases;
    const Tensor right = implementation(0);
    const auto apart = [&](int which) {
      const Tensor other = implementation(which);
      if (other.shape() != right.shape()) return true;
      double size = 1;
      for (const double x : right.values()) size = std::max(size, std::abs(x));
      for (int n = 0; n < right.size(); ++n) {
        const double a = right.flat(n), b = other.flat(n);
        if (std::isnan(a) != std::isnan(b) || std::abs(a - b) > 1e-4 * size) return true;
      }
      return false;
    };
    const bool sound =
        std::all_of(right.values().begin(), right.values().end(), [](double x) { return std::isfinite(x); });
    if (!sound || apart(-1) || apart(-2)) ++refused;
    for (int which = 1; which <= mistakes; ++which) caught[which] = caught[which] || apart(which);
  }
};

Findings of_attention() {
  Findings found;
  attention_cases([&](const Tensor& x, const Tensor& mask, const Tensor& weight, const Tensor& bias,
                      const Tensor& out_weight, const Tensor& out_bias, int heads) {
    found.test(16, [&](int which) {
      return planted::attention(which, x, mask, weight, bias, out_weight, out_bias, heads);
    });
  });
  return found;
}
Findings of_layer_norm() {
  Findings found;
  layer_norm_cases([&](const Tensor& x, const Tensor& weight, const Tensor& bias, double eps) {
    found.test(9, [&](int which) { return planted::normed(which, x, weight, bias, eps); });
  });
  return found;
}
Findings of_cross_entropy() {
  Findings found;
  cross_entropy_cases(
      [&](const Tensor& logits, const std::vector<int>& targets, double smoothing, int ignored) {
        found.test(8, [&](int which) { return planted::loss(which, logits, targets, smoothing, ignored); });
      });
  return found;
}

struct Planted {
  int number;
  const char* label;
};
const std::vector<Planted> planted_any{
    {1, "1: the scores are not scaled"},  {2, "2: softmax over the queries"},
    {3, "3: no token sees a later one"},  {4, "4: in_proj_bias is forgotten"},
    {5, "5: out_proj_bias is forgotten"}, {6, "6: out_proj_weight is not transposed"}},
    planted_heads{{7, "7: heads are cut by a reshape alone"},
                  {8, "8: heads are joined by a reshape alone"},
                  {9, "9: the scale is the root of d_model"},
                  {10, "10: softmax over the heads"},
                  {11, "11: the first head's weights for all"}},
    planted_masks{{12, "12: the mask is ignored"},
                  {13, "13: the mask hides queries, not keys"},
                  {14, "14: the first sentence's mask for all"},
                  {15, "15: hidden scores are -10000, not -infinity"},
                  {16, "16: hidden scores are 0"}},
    planted_norm{{1, "1: the variance is divided by C - 1"},
                 {2, "2: eps outside the root"},
                 {3, "3: eps is forgotten"},
                 {4, "4: the mean is not subtracted"},
                 {5, "5: weight is forgotten"},
                 {6, "6: bias is forgotten"},
                 {7, "7: mean and variance of the first row for all"},
                 {8, "8: mean and variance of all rows together"},
                 {9, "9: the root is forgotten"}},
    planted_loss{{1, "1: the sum, not the mean"},
                 {2, "2: divided by all rows, padding too"},
                 {3, "3: padding counts like a word"},
                 {4, "4: class 0 is left out, whatever ignore_index is"},
                 {5, "5: the smoothing is forgotten"},
                 {6, "6: the smoothing goes to the other classes only"},
                 {7, "7: exp overflows"},
                 {8, "8: the logarithm to base 2"}};

void add_part(Exercise& e, const char* name, int points, Findings (*find)(),
              const std::vector<Planted>& planted) {
  e.part(
      name, {.points = points},
      [find, &planted](Case& c) {
        const Findings found = find();
        std::vector<int> away;
        for (const Planted& one : planted)
          if (!found.caught[one.number]) away.push_back(one.number);
        c.show("your_cases", found.cases);
        c.show("got_away", away);
        c.give("caught", found.caught[c.integer("mistake")] ? 1 : 0);
        c.give("cases_that_refuse_a_right_one", found.refused);
      },
      [&planted](Cases& cases, Draw&) {
        for (const Planted& one : planted) cases.add(one.label).integer("mistake", one.number);
      });
}

}  // namespace

void describe(Exercise& e) {
  add_part(e, "any_case", 2, of_attention, planted_any);
  add_part(e, "several_heads", 2, of_attention, planted_heads);
  add_part(e, "masks", 2, of_attention, planted_masks);
  add_part(e, "layer_norm", 2, of_layer_norm, planted_norm);
  add_part(e, "cross_entropy", 2, of_cross_entropy, planted_loss);
  e.now([](Demo& d) {
    const Findings a = of_attention(), n = of_layer_norm(), l = of_cross_entropy();
    d.say(
        fmt::format("Your {} + {} + {} cases catch all 33 planted mistakes, and every right way passes them.",
                    a.cases, n.cases, l.cases),
        fmt::format(
            "여러분의 사례 {} + {} + {}개가 심어 둔 실수 33개를 모두 잡고, 올바른 구현은 모두 통과시킵니다.",
            a.cases, n.cases, l.cases));
  });
}
