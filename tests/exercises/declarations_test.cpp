#include "exercises/grading/declarations.hpp"
#include "tests/catch.hpp"

using heed::grading::function_declarations;
using Names = std::vector<std::string>;

TEST_CASE("function declarations at file level are found, and nothing else") {
  CHECK(function_declarations(R"(#include "exercises/grading/exercise.hpp"

// Tensor not_this(int);
Tensor softmax(const Tensor& logits);  // (N, C)
std::pair<Tensor, Tensor> split(const Tensor& x,
                                const std::function<double(double)>& f);
using Pair = std::pair<int, int>;
constexpr double pi = f(3);
struct S {
  int member(int);
};

namespace {
int helper(int x);
void run(Case& c) { c.give("x", 1); }
}  // namespace

void describe(Exercise& e) {
  e.part("f", {}, run, run);
}
int last();
)") == Names{"Tensor softmax(const Tensor& logits)",
             "std::pair<Tensor, Tensor> split(const Tensor& x, const std::function<double(double)>& f)",
             "int last()"});
}
