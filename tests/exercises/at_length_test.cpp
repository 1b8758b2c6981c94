// What no count shows is seen in the time that long cases take (Part::also_at_length).
#include <filesystem>
#include <fstream>

#include "exercises/grading/grade/grade.hpp"
#include "exercises/grading/source/marked_source.hpp"
#include "lib/files/temporary_folder.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;

namespace {

heed::PartVerdict cost_of(const std::string& text) {
  const heed::TemporaryFolder folder;
  std::ofstream(folder.path() / "answer.cpp") << text;
  const heed::Verdict verdict = grade(read_toolchain(HEED_COURSE_TOOLCHAIN), find_entry("linear_attention"),
                                      folder.path() / "answer.cpp");
  REQUIRE(verdict.parts.size() == 3);
  return verdict.parts[2];
}

}  // namespace

TEST_CASE("all pairs in one line without a loop are work", "[.long]") {
  // 1,200 keys at a time: as many branches as a linear attention has, but more code behind each
  const heed::PartVerdict cost = cost_of(R"(#include "exercises/learn.hpp"
#include <utility>
constexpr int most = 1200;
double feature(double x) { return x > 0 ? x + 1 : std::exp(x); }
struct Key { double f[3] = {}, v[3] = {}, seen = 0; };
template <std::size_t... J>
void add(double* sums, const double* f, const Key* keys, std::index_sequence<J...>) {
  double a = 0, b = 0, c = 0;
  ((a += (f[0] * keys[J].f[0] + f[1] * keys[J].f[1] + f[2] * keys[J].f[2]) * keys[J].v[0]), ...);
  ((b += (f[0] * keys[J].f[0] + f[1] * keys[J].f[1] + f[2] * keys[J].f[2]) * keys[J].v[1]), ...);
  ((c += (f[0] * keys[J].f[0] + f[1] * keys[J].f[1] + f[2] * keys[J].f[2]) * keys[J].seen), ...);
  sums[0] += a, sums[1] += b, sums[2] += c;
}
Tensor all_pairs(const Tensor& q, const Tensor& k, const Tensor& v, bool causal) {
  std::vector<Key> keys(k.dim(0) + most);
  for (int j = 0; j < k.dim(0); ++j) {
    for (int c = 0; c < k.dim(1); ++c) keys[most + j].f[c] = feature(k(j, c));
    for (int n = 0; n < v.dim(1); ++n) keys[most + j].v[n] = v(j, n);
    keys[most + j].seen = 1;
  }
  Tensor out({q.dim(0), v.dim(1)});
  for (int i = 0; i < q.dim(0); ++i) {
    double f[3] = {}, sums[3] = {};
    for (int c = 0; c < q.dim(1); ++c) f[c] = feature(q(i, c));
    for (int end = causal ? i + 1 : k.dim(0); end > 0; end -= most)
      add(sums, f, &keys[end], std::make_index_sequence<most>());
    for (int n = 0; n < v.dim(1); ++n) out(i, n) = sums[n] / sums[2];
  }
  return out;
}
Tensor linear_attention(const Tensor& q, const Tensor& k, const Tensor& v) { return all_pairs(q, k, v, false); }
Tensor causal_linear_attention(const Tensor& q, const Tensor& k, const Tensor& v) { return all_pairs(q, k, v, true); }
)");
  CHECK(cost.status == heed::PartStatus::failed);
  CHECK(cost.points == 0);
  REQUIRE(cost.failure);
  CHECK(cost.failure->label == "1200 queries, 1200 keys, d 2, dv 2");
  CHECK(cost.failure->output == "elements and branches of the program");
}

TEST_CASE("work that nobody counts takes its time", "[.long]") {
  // all positions are looked at for each, by a function of the C++ library
  std::string text =
      MarkedSource::read(HEED_SOURCE_DIR "/exercises/8_long_sequences/linear_attention/exercise.cpp")
          .solution();
  const std::string start = "{\n";
  std::string written;
  for (int n = 0; n < 8; ++n) written += "stream.seekp(0).write(row.data(), row.size());\n";
  text.insert(text.find(start, text.find("Tensor linear_attention(")) + start.size(),
              "  const std::string row(std::size_t(k.dim(0)), 'a');\n  std::ostringstream stream;\n"
              "  for (int i = 0; i < q.dim(0); ++i) {\n" +
                  written + "}\n");
  const heed::PartVerdict cost = cost_of("#include <sstream>\n" + text);
  CHECK(cost.status == heed::PartStatus::failed);
  CHECK(cost.points == 0);
  REQUIRE(cost.failure);
  CHECK(cost.failure->label == "120000 queries, 120000 keys, d 2, dv 2");
  CHECK(cost.failure->output == "seconds of a processor");
  CHECK(cost.failure->at_most == 2);
  CHECK(cost.failure->got->values.at(0) < 4);
  CHECK(cost.failure->inputs.empty());
  REQUIRE(cost.observation);
  CHECK(cost.observation->kind == "slow_at_length");
}

TEST_CASE("a long case is one more check of an answer that passes") {
  const auto source = HEED_SOURCE_DIR "/exercises/8_long_sequences/linear_attention/exercise.cpp";
  const heed::PartVerdict cost = cost_of(MarkedSource::read(source).solution());
  CHECK(cost.status == heed::PartStatus::passed);
  CHECK(cost.failed_checks == 0);
  // two outputs and two costs of elements a case; of the two longest each two more of work and of its growth
  CHECK(cost.checks == 56);
}
