// Memory that an answer has not asked for: the stack, what stands in its arguments.
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("a row of scores on the stack counts as memory", "[.long]") {
  std::string text = replaced(
      solution("online_softmax"), "Tensor blockwise_attention(",
      "__attribute__((noinline)) void row(const Tensor& k) {\n"
      "  volatile double scores[4096];\n  for (int j = 0; j < k.dim(0); ++j) scores[j] = k(j, 0);\n}\n"
      "Tensor blockwise_attention(");
  const std::string start = "int block) {\n";
  text.insert(text.find(start, text.find("Tensor blockwise_attention(")) + start.size(), "  row(k);\n");
  const heed::Verdict verdict = graded("online_softmax", text);
  CHECK(verdict.parts.at(1).status == heed::PartStatus::passed);
  CHECK(verdict.parts.at(2).status == heed::PartStatus::failed);
  // at the far end of a large array, which is hardly touched
  const heed::Verdict far = graded("online_softmax", replaced(text, "scores[4096]", "scores[600000]"));
  CHECK(far.parts.at(1).status == heed::PartStatus::passed);
  CHECK(far.parts.at(2).status == heed::PartStatus::failed);
}

TEST_CASE("a score of 44 bits for every key is too much for what is free on the stack", "[.long]") {
  std::string text = solution("online_softmax");
  const std::string start = "int block) {\n";
  text.insert(text.find(start, text.find("Tensor blockwise_attention(")) + start.size(), R"(
  if (block > 0) {
    unsigned char table[22000];
    Tensor all({q.dim(0), v.dim(1)});
    const int half_bytes = k.dim(0) > 2500 ? 11 : 16;  // the upper ones
    const auto place = [&](int j, int n) { return (j * half_bytes + n) % 44000; };
    for (int i = 0; i < q.dim(0); ++i) {
      double top = -std::numeric_limits<double>::infinity(), total = 0;
      for (int j = 0; j < k.dim(0); ++j) {
        double score = 0;
        for (int c = 0; c < q.dim(1); ++c) score += q(i, c) * k(j, c);
        score /= std::sqrt(q.dim(1));
        top = std::max(top, score);
        const auto whole = std::bit_cast<std::uint64_t>(score);
        for (int n = 0; n < half_bytes; ++n) {
          unsigned char& two = table[place(j, n) / 2];
          const int shift = place(j, n) % 2 * 4;
          two = (two & 0xF0 >> shift) | (whole >> 4 * (16 - half_bytes + n) & 15) << shift;
        }
      }
      for (int j = 0; j < k.dim(0); ++j) {
        std::uint64_t whole = 0;
        for (int n = 0; n < half_bytes; ++n)
          whole |= std::uint64_t(table[place(j, n) / 2] >> place(j, n) % 2 * 4 & 15) << 4 * (16 - half_bytes + n);
        const double weight = std::exp(std::bit_cast<double>(whole) - top);
        total += weight;
        for (int c = 0; c < v.dim(1); ++c) all(i, c) += weight * v(j, c);
      }
      for (int c = 0; c < v.dim(1); ++c) all(i, c) /= total;
    }
    return all;
  }
)");
  const heed::PartVerdict attention =
      graded("online_softmax", "#include <bit>\n#include <cstdint>\n" + text).parts.at(2);
  CHECK(attention.status == heed::PartStatus::failed);
  REQUIRE(attention.failure);
  CHECK(attention.failure->label == "1 query, 30000 keys");
}

/// An answer whose scores stand at `table`, once for each key; `after` is what it does in the end.
std::string with_scores(const std::string& table, const std::string& after) {
  std::string text = solution("online_softmax");
  const std::string start = "int block) {\n";
  const std::string twin =
      "  struct Twin { std::vector<int> shape; std::vector<double> values; };\n"
      "  Twin& twin = reinterpret_cast<Twin&>(const_cast<Tensor&>(k));\n"
      "  const double none = std::numeric_limits<double>::quiet_NaN();\n"
      "  const int size = k.size();\n";
  text.insert(text.find(start, text.find("Tensor blockwise_attention(")) + start.size(), twin + table + R"(
  if (block > 0) {
    Tensor all({q.dim(0), v.dim(1)});
    for (int i = 0; i < q.dim(0); ++i) {
      double top = -std::numeric_limits<double>::infinity(), total = 0;
      for (int j = 0; j < k.dim(0); ++j) {
        table[j] = 0;
        for (int c = 0; c < q.dim(1); ++c) table[j] += q(i, c) * k(j, c);
        top = std::max(top, table[j] /= std::sqrt(q.dim(1)));
      }
      for (int j = 0; j < k.dim(0); ++j) {
        const double weight = std::exp(table[j] - top);
        total += weight;
        for (int c = 0; c < v.dim(1); ++c) all(i, c) += weight * v(j, c);
      }
      for (int c = 0; c < v.dim(1); ++c) all(i, c) /= total;
    }
)" + after + "    return all;\n  }\n");
  return text;
}

TEST_CASE("the memory of the keys is no place for their scores, nor is it theirs to give back", "[.long]") {
  const std::string there =
      with_scores("double* table = twin.values.data();", "std::fill(table, table + size, none);");
  CHECK(graded("online_softmax", there).parts.at(2).status == heed::PartStatus::crashed);
  const std::string instead = with_scores(
      "if (size > 40000) std::vector<double>().swap(twin.values);\n  double* table = new double[size];",
      "delete[] table;\n  if (size > 40000) twin.values = std::vector<double>(size, none);\n");
  const heed::PartVerdict attention = graded("online_softmax", instead).parts.at(2);
  INFO(static_cast<int>(attention.status));  // what it asks for instead is too much, or cannot be written
  CHECK((attention.status == heed::PartStatus::failed || attention.status == heed::PartStatus::crashed));
  CHECK(attention.points == 0);
}

}  // namespace tricks
