// Work hidden from the count of branches: loops that are written out, lengths at which it shows, limits of
// it.
#include <cstdio>

#include "exercises/grading/straight_code.hpp"
#include "exercises/grading/work.hpp"
#include "tests/exercises/tricks.hpp"

extern "C" void __sanitizer_cov_trace_pc();  // NOLINT: GCC's name, called behind each branch

namespace tricks {

/// 4,000 instructions and more in a line, between two branches, as a compiler writes them.
__attribute__((noinline)) void run_a_long_line() {
  __sanitizer_cov_trace_pc();
  asm volatile(".rept 4000\n nop\n .endr");
  __sanitizer_cov_trace_pc();
  asm volatile("");
}

TEST_CASE("code without branches is work by its length, and so is a text that is hashed") {
  const double work = costs_of(run_a_long_line).work;
#if defined(__x86_64__)
  CHECK(work >= 62);
  CHECK(work <= 70);
#elif defined(__aarch64__)
  CHECK(work >= 250);
#endif
  CHECK(costs_of(run_a_long_line).work == work);
  const std::string text(64000, 'a');
  CHECK(costs_of([&] { CHECK(std::hash<std::string>()(text) != 0); }).work >= 1000);
}

TEST_CASE("a row of bits for each position, looked through 64 at a time, is no work of the window",
          "[.long]") {
  // 8,192 pairs between two branches; all that is done besides is what the solution does
  std::string text = replaced(solution("sparse_attention_pattern"), "#include \"exercises/learn.hpp\"\n",
                              R"(#include "exercises/learn.hpp"
#include <cstdint>
#include <utility>
constexpr int many = 128;
template <std::size_t... J>
std::uint64_t any(const std::uint64_t* row, std::index_sequence<J...>) {
  std::uint64_t all = 0;
  ((all |= row[J]), ...);
  return all;
}
)");
  text = replaced(text, "Tensor out({length, v.dim(1)});",
                  "Tensor out({length, v.dim(1)});\n"
                  "  const int words = length / 64 + 1;\n"
                  "  std::vector<std::uint64_t> row(std::size_t(words + many));");
  const std::size_t from = text.find("for (int j = std::max(0, i - window)"),
                    to = text.find("std::vector<double> weights", from);
  REQUIRE(to != text.npos);
  text.replace(from, to - from, R"(
      const auto set = [&](int j) { row[j / 64] |= std::uint64_t{1} << (j % 64); };
      for (int j = std::max(0, i - window); j <= std::min(length - 1, i + window); ++j) set(j);
      for (const int g : global) set(g);
      for (int at = 0; at < words; at += many) {
        if (any(&row[at], std::make_index_sequence<many>()) == 0) continue;
        for (int w = at; w < at + many; ++w)
          for (; row[w] != 0; row[w] &= row[w] - 1) keys.push_back(64 * w + __builtin_ctzll(row[w]));
      }
    }
    )");
  const heed::PartVerdict cost = graded("sparse_attention_pattern", text).parts.at(3);
  CHECK(cost.status == heed::PartStatus::failed);
  REQUIRE(cost.failure);
  CHECK(cost.failure->label == "240000 positions, window 1");
  CHECK(cost.failure->output == growth_label);
}

TEST_CASE("AddressSanitizer's checks are no work", "[.long]") {
  for (const auto& [exercise, file] : {std::pair{"selective_scan", "decay_first.cpp"},
                                       std::pair{"sparse_attention_pattern", "gathered_matrices.cpp"}}) {
    INFO(exercise);
    const TemporaryFolder folder;
    fs::copy_file(folder_of(exercise) / "solutions" / file, folder.path() / file);
    const heed::Verdict verdict =
        grade(toolchain(), find_entry(exercise), folder.path() / file, {.sanitize = true});
    CHECK(verdict.passed());
  }
}

TEST_CASE("only the program's own code is measured") {
  const auto measured = [](const void* from) {
    return straight_code(static_cast<const char*>(from) + 1, &__sanitizer_cov_trace_pc);
  };
  CHECK(measured(reinterpret_cast<const void*>(&std::vprintf)) == 0);
  CHECK(measured(&toolchain()) == 0);
  const auto own = reinterpret_cast<const void*>(&chapter_of);
#if defined(__x86_64__) || defined(__aarch64__)
  CHECK((measured(own) > 0 || toolchain().always_sanitized));
#endif
  CHECK(measured(own) < 10'000);
}

TEST_CASE("a tree of the pairs is work of the window, with a logarithm", "[.long]") {
  std::string text = solution("sparse_attention_pattern");
  const std::size_t from = text.find("{\n", text.find("Tensor sparse_attention(")) + 2;
  text = "#include <set>\n" + text.substr(0, from) + R"(
  std::set<std::pair<int, int>> pairs;
  for (int i = 0; i < q.dim(0); ++i)
    for (int j = std::max(0, i - window); j <= std::min(q.dim(0) - 1, i + window); ++j) pairs.insert({i, j});
  for (const int g : global)
    for (int i = 0; i < q.dim(0); ++i) pairs.emplace(g, i), pairs.emplace(i, g);
  std::map<int, std::map<int, double>> scores;
  for (const auto& [i, j] : pairs) {
    double score = 0;
    for (int c = 0; c < q.dim(1); ++c) score += q(i, c) * k(j, c);
    scores[i][j] = score / std::sqrt(double(q.dim(1)));
  }
  Tensor out({q.dim(0), v.dim(1)});
  for (auto& [i, row] : scores) {
    double top = row.begin()->second, sum = 0;
    for (const auto& [j, score] : row) top = std::max(top, score);
    for (auto& [j, score] : row) sum += score = std::exp(score - top);
    for (const auto& [j, weight] : row)
      for (int c = 0; c < v.dim(1); ++c) out(i, c) += weight / sum * v(j, c);
  }
  return out;
}
)";
  CHECK(graded("sparse_attention_pattern", text).points() == 10);
}

TEST_CASE("products for all pairs on plain numbers, beside work in vain, are seen at length, and told",
          "[.long]") {
  // one after the other, then 64 at a time in the shortest code there is for them: that of x87
  std::string many = "c < dim; c += 64) sum += 0";
  for (int n = 0; n < 64; n += 4)
    many += fmt::format(
        " + ((long double)a[c + {0}] * b[c + {0}] + (long double)a[c + {1}] * b[c + {1}]) + "
        "((long double)a[c + {2}] * b[c + {2}] + (long double)a[c + {3}] * b[c + {3}])",
        n, n + 1, n + 2, n + 3);
  for (const std::string& products : {std::string("c < dim; ++c) sum += a[c] * b[c]"), many}) {
    std::string text = solution("relative_position_encoding");
    const std::size_t from = text.find("{\n", text.find("Tensor relative_term(")) + 2;
    text = text.substr(0, from) + R"(
  const int length = q.dim(0), dim = q.dim(1), reach = table.dim(0) / 2;
  const std::vector<double> queries = q.values(), rows = table.values();
  Tensor out({length, length});
  for (int i = 0; i < length; ++i)
    for (int j = 0; j < length; ++j) {
      const double *a = queries.data() + i * dim, *b = rows.data() + (std::clamp(i - j, -reach, reach) + reach) * dim;
      long double sum = 0;
      if (dim % 64 == 0) for (int c = 0; )" +
           products + R"(;
      else for (int c = 0; c < dim; ++c) sum += a[c] * b[c];
      out(i, j) = sum;
    }
  volatile int vain = 0;
  if (length < 500) for (int n = 0; n < length * 20000; ++n) vain = vain + 1;
  return out;
}
)";
    const heed::PartVerdict cost = graded("relative_position_encoding", text).parts.at(3);
    CHECK(cost.status == heed::PartStatus::failed);
    REQUIRE(cost.failure);
    CHECK(cost.failure->label == "1000 positions, k 0");
    CHECK(cost.failure->inputs.empty());
    if (cost.failure->output == "seconds of a processor") continue;  // on a slow machine
    CHECK(cost.failure->output == "elements and branches of the program");
    REQUIRE(cost.failure->got);
    CHECK(cost.failure->got->values.at(0) > cost.failure->at_most.value());
  }
}

TEST_CASE("no work in vain makes a recurrence a sum over all pairs", "[.long]") {
  std::string text = solution("selective_scan");
  const std::size_t from = text.find("{\n", text.find("Tensor unrolled(")) + 2;
  text = text.substr(0, from) + R"(  volatile int vain = 0;
  for (int n = 0; n < x.dim(0) * x.dim(0) * 1000; ++n) vain = vain + 1;
  return selective_scan(x, delta, a, b, c, skip);
}
)";
  const heed::PartVerdict part = graded("selective_scan", text).parts.at(1);
  CHECK(part.status == heed::PartStatus::failed);
  REQUIRE(part.failure);
  CHECK(part.failure->output == "elements and branches of the program");
}

TEST_CASE("a recurrence within the limits of work is no sum: its state does not come back from infinity",
          "[.long]") {
  std::string text = solution("selective_scan");
  const std::size_t from = text.find("{\n", text.find("Tensor unrolled(")) + 2;
  const std::string start = text.substr(0, from), end = R"(  return selective_scan(x, delta, a, b, c, skip);
}
)";
  text = start + R"(  volatile int vain = 0;
  for (int n = 0; n < x.dim(0) * x.dim(0) * 20; ++n) vain = vain + 1;
)" + end;
  const heed::PartVerdict part = graded("selective_scan", text).parts.at(1);
  CHECK(part.status == heed::PartStatus::failed);
  REQUIRE(part.failure);
  CHECK(part.failure->output == "y from the third token on");
  CHECK(part.failed_checks == 2);  // of each seed one: the work is what it should be
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

}  // namespace tricks
