// Costs that are counted in elements of tensors.
#include "exercises/grading/costs.hpp"
#include "exercises/grading/nodes.hpp"
#include "tests/exercises/tricks.hpp"

namespace tricks {

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

TEST_CASE("a fixed shift is no maximum, whatever number the sums have") {
  std::string text = solution("online_softmax");
  const std::size_t from = text.find("{\n", text.find("Tensor blockwise_attention(")) + 2;
  text = text.substr(0, from) + R"(
  Tensor out({q.dim(0), v.dim(1)});
  for (int i = 0; i < q.dim(0) && block > 0; ++i) {
    double first = 0;
    long double total = 0;
    std::vector<long double> sums(v.dim(1));
    for (int j = 0; j < k.dim(0); ++j) {
      double score = 0;
      for (int c = 0; c < q.dim(1); ++c) score += q(i, c) * k(j, c);
      score /= std::sqrt(double(q.dim(1)));
      if (j == 0) first = score;
      const long double weight = std::exp((long double)(score) - first);
      total += weight;
      for (int c = 0; c < v.dim(1); ++c) sums[c] += weight * v(j, c);
    }
    for (int c = 0; c < v.dim(1); ++c) out(i, c) = double(sums[c] / total);
  }
  return out;
}
)";
  const heed::PartVerdict part = graded("online_softmax", text).parts.at(2);
  CHECK(part.status == heed::PartStatus::failed);
  REQUIRE(part.failure);
  CHECK(part.failure->label == "scores that rise from 0 to 30,000");
}

TEST_CASE("a recurrence is no sum: its state does not come back from infinity", "[.long]") {
  std::string text = solution("selective_scan");
  const std::size_t from = text.find("{\n", text.find("Tensor unrolled(")) + 2;
  text = text.substr(0, from) + "  return selective_scan(x, delta, a, b, c, skip);\n}\n";
  const heed::PartVerdict part = graded("selective_scan", text).parts.at(1);
  CHECK(part.status == heed::PartStatus::failed);
  REQUIRE(part.failure);
  CHECK(part.failure->output == "y from the third token on");
  CHECK(part.failed_checks == 2);  // of each seed one
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

TEST_CASE("a loop over all keys takes too long, however little it reads of them", "[.long]") {
  const heed::Verdict verdict = graded(
      "sparse_attention_pattern",
      replaced(solution("sparse_attention_pattern"),
               "for (int j = std::max(0, i - window); j <= std::min(length - 1, i + window); ++j) keys",
               "for (int j = 0; j < length; ++j)\n        if (std::abs(i - j) <= window) keys"));
  const heed::PartVerdict& cost = verdict.parts.at(3);
  CHECK(cost.points == 0);
  REQUIRE(cost.observation);
  CHECK(cost.observation->kind == "slow_at_length");
}

}  // namespace tricks
