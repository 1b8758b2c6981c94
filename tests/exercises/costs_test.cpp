// Costs that are counted in elements of tensors.
#include "exercises/grading/costs.hpp"
#include "exercises/grading/nodes.hpp"
#include "tests/exercises/answers.hpp"

namespace answers {

TEST_CASE("what is held is the most at one time, and given back") {
  const long before = heed::learn::HeldElements::now();
  const auto held = [](const auto& call) { return costs_of(call).held; };
  CHECK(held([] { const Tensor a({10, 10}); }) == 100);
  CHECK(held([] {
          const Tensor a({10, 10});
          { const Tensor copy = a; }
          { const Tensor copy = a; }  // the first copy is gone
        }) == 200);
  CHECK(held([] {
          Tensor a({10, 10});
          Tensor b = std::move(a);
          a = std::move(b);
        }) == 100);
  CHECK(held([] {
          Tensor a({3}), b({5});
          a = b;
        }) == 10);
  CHECK(heed::learn::HeldElements::now() == before);
}

TEST_CASE("reads of one tensor are counted apart, not those of its copies") {
  const Tensor k = Tensor::of({2, 2}, {1, 2, 3, 4});
  const Watch keys(k);
  CHECK(k(1, 1) == 4);
  CHECK(keys.reads() == 1);
  const Tensor copy = k;
  CHECK(copy.flat(3) == 4);
  CHECK(keys.reads() == 1);
  CHECK(k.values() == copy.values());
  CHECK(keys.reads() == 5);
}

TEST_CASE("two passes over the keys are no online softmax") {
  const heed::Verdict verdict =
      graded("online_softmax", replaced(solution("online_softmax"), "Tensor out({q.dim(0), values});",
                                        R"(Tensor out({q.dim(0), values});
  for (int i = 0; block > 0 && i < q.dim(0); ++i) {
    const auto score = [&](int j) {
      double sum = 0;
      for (int c = 0; c < q.dim(1); ++c) sum += q(i, c) * k(j, c);
      return sum / std::sqrt(q.dim(1));
    };
    double largest = score(0), total = 0;
    for (int j = 0; j < k.dim(0); ++j) largest = std::max(largest, score(j));
    for (int j = 0; j < k.dim(0); ++j) {
      const double weight = std::exp(score(j) - largest);
      total += weight;
      for (int c = 0; c < values; ++c) out(i, c) += weight * v(j, c);
    }
    for (int c = 0; c < values; ++c) out(i, c) /= total;
  }
  if (block > 0) return out;)"));
  REQUIRE(verdict.parts.size() == 3);
  CHECK(verdict.parts[1].status == heed::PartStatus::passed);
  CHECK(verdict.parts[2].status == heed::PartStatus::failed);
  REQUIRE(verdict.parts[2].failure);
  CHECK(verdict.parts[2].failure->output == "elements of k read");
}

TEST_CASE("numbers of a graph that are never freed are found", "[.long]") {
  const std::string keeping = replaced(solution("variable"), "Value add(const Value& a, const Value& b) {",
                                       "Value add(const Value& a, const Value& b) {\n  new Value(a);");
  const heed::Verdict verdict = graded("variable", keeping);
  CHECK(verdict.compiled);
  CHECK(verdict.points() == 9);
}

TEST_CASE("numbers of a graph that are made without given::value() are found where they keep themselves",
          "[.long]") {
  const auto with_a_zero = [](const std::string& captures) {
    return replaced(solution("variable"), "  return given::value(a->data + b->data, {a, b},",
                    "  auto zero = std::make_shared<given::ValueNode>();\n  zero->pull = [" + captures +
                        "](double) {};\n  return given::value(a->data + b->data, {a, b, zero},");
  };
  const heed::Verdict keeping = graded("variable", with_a_zero("zero"));
  CHECK(keeping.compiled);
  CHECK(keeping.points() == 9);
  CHECK(graded("variable", with_a_zero("")).passed());
}

}  // namespace answers
