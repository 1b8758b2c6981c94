#include "exercises/grading/source/declarations.hpp"
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

TEST_CASE("the names in a declaration") {
  const auto names = [](const std::string& declaration) {
    const auto [name, parameters] = heed::grading::names_in(declaration);
    return name + ": " + parameters;
  };
  CHECK(names("Tensor softmax(const Tensor& logits)") == "softmax: logits");
  CHECK(names("std::pair<Tensor, Tensor> split( const std::function<double(double, int)>& f, int n )") ==
        "split: f, n");
  CHECK(names("std::function<int(int)> twice(const std::map<int, std::vector<int>>& all)") == "twice: all");
  CHECK(names("int last()") == "last: ");
  CHECK_THROWS(names("int last"));
}
