#include <fmt/ranges.h>

#include "exercises/7_evidence/break_it/planted.hpp"
#include "exercises/grading/exercise.hpp"
#include "lib/core/name_hash.hpp"

void attention_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                              const Tensor&, const Tensor&, int)>& test);
void cross_entropy_cases(
    const std::function<void(const Tensor&, const std::vector<int>&, double, int)>& test);

namespace {

// Planted mistakes and right ways run in the grader alone, not in the program of the answer, which could
// reach what they find: that program hands over the cases, as outputs "1 x", "1 mask", …, and `cases` of
// them.

constexpr int most_cases = 50, most_numbers = 4096, longest = 32;

/// Takes the cases that the learner's function calls test() with.
class Taken {
 public:
  explicit Taken(Case& c) : c_(c) {}
  Taken(const Taken&) = delete;
  Taken& operator=(const Taken&) = delete;

  template <typename... Values>
  void add(const std::pair<const char*, Values>&... values) {
    if (++cases_ > most_cases)
      throw std::runtime_error(fmt::format("more than {} cases: fewer are enough", most_cases));
    (c_.give(fmt::format("{} {}", cases_, values.first), values.second), ...);
  }
  void finish() { c_.give("cases", cases_); }

 private:
  Case& c_;
  int cases_ = 0;
};

void take_attention(Case& c) {
  Taken taken(c);
  attention_cases([&](const Tensor& x, const Tensor& mask, const Tensor& weight, const Tensor& bias,
                      const Tensor& out_weight, const Tensor& out_bias, int heads) {
    taken.add(std::pair{"x", x}, std::pair{"mask", mask}, std::pair{"in_proj_weight", weight},
              std::pair{"in_proj_bias", bias}, std::pair{"out_proj_weight", out_weight},
              std::pair{"out_proj_bias", out_bias}, std::pair{"heads", heads});
  });
  taken.finish();
}
void take_cross_entropy(Case& c) {
  Taken taken(c);
  cross_entropy_cases(
      [&](const Tensor& logits, const std::vector<int>& targets, double smoothing, int ignored) {
        taken.add(std::pair{"logits", logits}, std::pair{"targets", targets},
                  std::pair{"label_smoothing", smoothing}, std::pair{"ignore_index", ignored});
      });
  taken.finish();
}

/// The cases that were handed over, read by number and name. A case that no implementation could be given
/// throws runtime_error, which the learner reads.
class Given {
 public:
  explicit Given(const std::vector<heed::grading::Output>& outputs) : outputs_(outputs) {}

  int cases() const { return std::clamp(static_cast<int>(tensor(0, "cases").flat(0)), 0, most_cases); }
  const Tensor& tensor(int number, const std::string& name) const {
    const std::string full = number == 0 ? name : fmt::format("{} {}", number, name);
    for (const heed::grading::Output& output : outputs_) {
      if (output.name != full) continue;
      if (output.value.size() > most_numbers || output.value.size() == 0)
        refuse(number, "{} has {} numbers; from 1 to {} are enough", name, output.value.size(), most_numbers);
      return output.value;
    }
    throw std::runtime_error("no case came out");
  }
  /// Returns a hash of all that tensor() gives.
  std::uint64_t hash() const {
    std::string bytes;
    for (const heed::grading::Output& output : outputs_) {
      bytes += fmt::format("{} ({})", output.name, fmt::join(output.value.shape(), ", "));
      if (output.value.size() > most_numbers) continue;
      for (const double x : output.value.values()) bytes.append(reinterpret_cast<const char*>(&x), sizeof x);
    }
    return heed::name_hash(bytes);
  }
  double number(int number, const std::string& name) const { return tensor(number, name).flat(0); }
  int integer(int at, const std::string& name) const { return static_cast<int>(number(at, name)); }

  /// That tensor, with that shape.
  const Tensor& shaped(int number, const std::string& name, const char* letters,
                       const std::vector<int>& shape) const {
    const Tensor& value = tensor(number, name);
    if (value.shape() != shape)
      refuse(number, "{} has the shape ({}), and must be {} = ({})", name, fmt::join(value.shape(), ", "),
             letters, fmt::join(shape, ", "));
    return value;
  }
  const Tensor& of_rank(int number, const std::string& name, const char* letters, int rank) const {
    const Tensor& value = tensor(number, name);
    if (value.rank() != rank)
      refuse(number, "{} has the shape ({}), and must be {}", name, fmt::join(value.shape(), ", "), letters);
    return value;
  }

  template <typename... Values>
  [[noreturn]] static void refuse(int number, fmt::format_string<Values...> text, Values&&... values) {
    throw std::runtime_error(
        fmt::format("case {}: {}", number, fmt::format(text, std::forward<Values>(values)...)));
  }

 private:
  const std::vector<heed::grading::Output>& outputs_;
};

/// Holds what a case says about all implementations of one function: the planted mistakes have the numbers
/// from 1 on, the right ways 0, −1 and −2.
struct Findings {
  std::vector<bool> caught = std::vector<bool>(20);
  int tried = 0, refused = 0, first_refused = 0;

  template <typename Implementation>
  void test(int mistakes, Implementation implementation) {
    ++tried;
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
    if (!sound || apart(-1) || apart(-2)) {
      ++refused;
      if (first_refused == 0) first_refused = tried;
    }
    for (int which = 1; which <= mistakes; ++which) caught[which] = caught[which] || apart(which);
  }
};

void try_attention(Findings& found, const Given& given, int n) {
  const Tensor& x = given.of_rank(n, "x", "(B, T, D)", 3);
  const int batch = x.dim(0), length = x.dim(1), dim = x.dim(2), heads = given.integer(n, "heads");
  if (length > longest) Given::refuse(n, "{} tokens; up to {} are enough", length, longest);
  if (batch * length * length > longest * longest)
    Given::refuse(n, "{} sentences of {} tokens; B · T · T up to {} is enough", batch, length,
                  longest * longest);
  if (heads < 1 || dim % heads != 0) Given::refuse(n, "{} heads do not divide D = {}", heads, dim);
  const Tensor &mask = given.shaped(n, "mask", "(B, T)", {batch, length}),
               &weight = given.shaped(n, "in_proj_weight", "(3D, D)", {3 * dim, dim}),
               &bias = given.shaped(n, "in_proj_bias", "(3D)", {3 * dim}),
               &out_weight = given.shaped(n, "out_proj_weight", "(D, D)", {dim, dim}),
               &out_bias = given.shaped(n, "out_proj_bias", "(D)", {dim});
  found.test(16, [&](int which) {
    return planted::attention(which, x, mask, weight, bias, out_weight, out_bias, heads);
  });
}
void try_cross_entropy(Findings& found, const Given& given, int n) {
  const Tensor& logits = given.of_rank(n, "logits", "(N, C)", 2);
  const int ignored = given.integer(n, "ignore_index");
  std::vector<int> targets;
  for (const double id : given.shaped(n, "targets", "(N)", {logits.dim(0)}).values()) {
    targets.push_back(static_cast<int>(id));
    if (targets.back() != ignored && (id < 0 || id >= logits.dim(1)))
      Given::refuse(n, "the target {} is none of {} classes, nor ignore_index", id, logits.dim(1));
  }
  const double smoothing = given.number(n, "label_smoothing");
  if (!(smoothing >= 0 && smoothing <= 1))
    Given::refuse(n, "label_smoothing is {}, and must be from 0 to 1", smoothing);
  found.test(8, [&](int which) { return planted::loss(which, logits, targets, smoothing, ignored); });
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
    planted_loss{{1, "1: the sum, not the mean"},
                 {2, "2: divided by all rows, padding too"},
                 {3, "3: padding counts like a word"},
                 {4, "4: class 0 is left out, whatever ignore_index is"},
                 {5, "5: the smoothing is forgotten"},
                 {6, "6: the smoothing goes to the other classes only"},
                 {7, "7: exp overflows"},
                 {8, "8: the logarithm to base 2"}};

// A generic lambda: where it is not called, as in an answer's program, nothing of what it calls is there.
template <void (*take)(Case&), void (*try_case)(Findings&, const Given&, int)>
void add_part(Exercise& e, const char* name, int points, const std::vector<Planted>& planted) {
  e.part(name, {.points = points}, take, [&planted](Cases& cases, Draw&) {
     for (const Planted& one : planted) cases.add(one.label).integer("mistake", one.number);
   }).judged_by([&planted](Case& c, const auto& outputs) {
    const Given given(outputs);
    // The same cases come for each mistake: they are tried once.
    static std::uint64_t tried = 0;
    static Findings found;
    if (const std::uint64_t these = given.hash(); these != tried) {
      tried = 0;
      found = {};
      for (int n = 1; n <= given.cases(); ++n) try_case(found, given, n);
      tried = these;
    }
    std::vector<int> away;
    for (const Planted& one : planted)
      if (!found.caught[one.number]) away.push_back(one.number);
    c.show("your_cases", given.cases());
    c.show("got_away", away);
    c.show("first_that_refuses", found.first_refused);
    // first: what a case lets get away tells nothing as long as it refuses what is right
    c.give("cases_that_refuse_a_right_one", found.refused);
    c.give("caught", found.caught[c.integer("mistake")] ? 1 : 0);
  });
}

}  // namespace

void describe(Exercise& e) {
  add_part<take_attention, try_attention>(e, "any_case", 2, planted_any);
  add_part<take_attention, try_attention>(e, "several_heads", 2, planted_heads);
  add_part<take_attention, try_attention>(e, "masks", 3, planted_masks);
  add_part<take_cross_entropy, try_cross_entropy>(e, "cross_entropy", 3, planted_loss);
  e.now([](Demo& d) {
    int a = 0, l = 0;
    attention_cases([&](const Tensor&, const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                        const Tensor&, int) { ++a; });
    cross_entropy_cases([&](const Tensor&, const std::vector<int>&, double, int) { ++l; });
    d.say(fmt::format("Your {} + {} cases catch all 24 planted mistakes, and every right way passes them.", a,
                      l),
          fmt::format(
              "여러분의 사례 {} + {}개가 심어 둔 실수 24개를 모두 잡고, 올바른 구현은 모두 통과시킵니다.", a,
              l));
  });
}
