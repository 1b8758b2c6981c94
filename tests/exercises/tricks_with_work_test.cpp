// Work that nobody would count: reads, copies, searches.
#include <array>
#include <cstdio>

#include "exercises/grading/watch.hpp"
#include "exercises/grading/work.hpp"
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("filling and copying memory is work that is counted", "[.long]") {
  const std::string start = "padding) {\n";
  const auto with = [&](const std::string& repeated) {
    std::string text = solution("embedding_backward");
    text.insert(text.find(start, text.find("Tensor embedding_backward(")) + start.size(),
                "  std::vector<char> all(64 * words * ids.size()), other = all;\n"
                "  for (int i = 0; i < 50; ++i) " +
                    repeated + ";\n  if (all[ids.size()] == 1 && other[1] == 1) throw 1;\n");
    return graded("embedding_backward", "#include <cstring>\n" + text);
  };
  for (const char* repeated :
       {"std::memset(all.data(), 2, all.size())", "std::fill(all.begin(), all.end(), 2)",
        "std::memcpy(all.data(), other.data(), all.size())",
        "std::copy(other.begin(), other.end(), all.begin())",
        "all[0] += static_cast<const char*>(std::calloc(1, all.size()))[i]"}) {
    INFO(repeated);
    const heed::Verdict verdict = with(repeated);
    REQUIRE(verdict.compiled);
    CHECK(verdict.parts.at(1).status == heed::PartStatus::passed);
    CHECK(verdict.parts.at(3).status == heed::PartStatus::failed);
  }
}

TEST_CASE("what is copied or filled as a whole is a call, which is counted") {
  const TemporaryFolder folder;
  const Compiled compiled = compile_text(toolchain(), find_entry("embedding_backward"),
                                         "struct Row { long all[900]; };\n"
                                         "void copy(Row& to, const Row& from) { to = from; }\n"
                                         "void clear(Row& row) { row = Row{}; }\n",
                                         folder.path());
  REQUIRE(fs::exists(compiled.object));
  const std::string called = run_tool({"nm", "--undefined-only", compiled.object.string()}).out;
  CHECK_THAT(called, Contains("memcpy") && Contains("memset"));
}

TEST_CASE("a second pass over the keys is seen, if by a pointer", "[.long]") {
  for (const char* pointer : {"k.values().data()", "&const_cast<Tensor&>(k).flat(0)"}) {
    INFO(pointer);
    const std::string start = "int block) {\n";
    std::string text = solution("online_softmax");
    text.insert(text.find(start, text.find("Tensor blockwise_attention(")) + start.size(),
                std::string("  const double* all = ") + pointer +
                    ";\n  for (int j = 0; j < k.size(); ++j) if (all[j] > 1e9) throw 1;\n");
    const heed::Verdict verdict = graded("online_softmax", text);
    CHECK(verdict.parts.at(2).status == heed::PartStatus::failed);
    REQUIRE(verdict.parts.at(2).failure);
    CHECK(verdict.parts.at(2).failure->output == "elements of k read");
  }
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

TEST_CASE("where work is counted, nothing is searched for at a single call") {
  const std::string pattern = "sparse_attention_pattern";
  CHECK(refused(pattern, "const void* f(const char* row) { return __builtin_memchr(row, 1, 500); }\n") ==
        "uncounted memchr");
  // by one name or the other, as the compiler puts the search in place or not
  CHECK_THAT(
      refused(pattern,
              "#include <string>\nstd::size_t f(const std::string& row) { return row.find('x', 3); }\n"),
      Catch::StartsWith("uncounted "));
}

/// What an answer can write, too: a class that is laid out as a Tensor is, ways into its private members.
struct Twin {
  std::vector<int> shape;
  std::vector<double> values;
};
double looked_up(const Tensor& tensor, int i);
template <auto Member>
struct Open {
  friend double looked_up(const Tensor& tensor, int i) { return (tensor.*Member)[std::size_t(i)]; }
};
template struct Open<&Tensor::values_>;

TEST_CASE("who looks into the memory of the watched tensor finds no numbers there") {
  const Tensor k = Tensor::of({2, 2}, {1, 2, 3, 4});
  const auto cast = [&](int i) { return reinterpret_cast<const Twin&>(k).values[std::size_t(i)]; };
  CHECK(cast(0) == 1);
  CHECK(looked_up(k, 3) == 4);
  const Watch keys(k);
  for (int i = 0; i < 4; ++i) {
    CHECK(std::isnan(cast(i)));
    CHECK(std::isnan(looked_up(k, i)));
  }
  CHECK(keys.reads() == 0);
  CHECK(k(1, 1) == 4);
  CHECK(keys.reads() == 1);
}

TEST_CASE("a copy of the watched tensor has its numbers, and it keeps them itself") {
  const Tensor k = Tensor::of({2, 2}, {1, 2, 3, 4});
  {
    const Watch keys(k);
    Tensor copy = k, assigned;
    assigned = k;
    CHECK(copy.values() == std::vector<double>{1, 2, 3, 4});
    CHECK(assigned.values() == copy.values());
    CHECK(keys.reads() == 0);
    CHECK(k.values() == copy.values());
    CHECK(keys.reads() == 400);
  }
  CHECK(k.values() == std::vector<double>{1, 2, 3, 4});
  CHECK(k.flat(3) == 4);
}

TEST_CASE("the names by which a watched tensor gives its numbers unseen are no answer's", "[.long]") {
  CHECK(refused("online_softmax",
                "template <auto> struct Open {};\ntemplate struct Open<&Tensor::reads_one_>;\n") ==
        "counts reads_one_");
}

TEST_CASE("where work is counted, no number is read from a text, whose blanks are skipped unseen") {
  for (const auto& [read, name] :
       std::vector<std::array<const char*, 2>>{{"std::atoi(text)", "strtol"},
                                               {"std::strtod(text, &end)", "strtod"},
                                               {"std::strtoul(text, &end, 10)", "strtoul"}}) {
    INFO(read);
    CHECK_THAT(refused("sparse_attention_pattern",
                       fmt::format("#include <cstdlib>\ndouble f(const char* text, char* end) {{ (void)end; "
                                   "return double({}); }}\n",
                                   read)),
               Catch::StartsWith("uncounted ") && Catch::EndsWith(name));
  }
}

TEST_CASE("where work is counted, neither streams nor formats search unseen", "[.long]") {
  const std::string pattern = "sparse_attention_pattern";
  for (const auto& [code, name] : std::vector<std::array<const char*, 2>>{
           {"std::getline(in, row, 'x')", "std::getline"},
           {"in.ignore(500, 'x')", "std::istream::ignore"},
           {"std::use_facet<std::ctype<wchar_t>>(in.getloc())", "std::use_facet"},
           {"struct Own : std::ctype<wchar_t> {} own; own.scan_is(std::ctype_base::alpha, L\"\", L\"\")",
            "std::use_facet"},
           {"std::use_facet<std::collate<char>>(in.getloc())", "std::use_facet"},
           {"fmt::formatted_size(\"{}\", row.c_str())", "fmt::"}}) {
    INFO(code);
    CHECK_THAT(
        refused(
            pattern,
            fmt::format("#include <locale>\n#include <sstream>\nvoid f(std::istream& in, std::string& row) "
                        "{{ {}; (void)in, (void)row; }}\n",
                        code)),
        Catch::StartsWith(fmt::format("uncounted {}", name)));
  }
  // what prints a text is counted by its length
  const std::string text(64000, 'a');
  const auto work_of = [](const auto& call) { return costs_of(call).work; };
  CHECK(work_of([&] { CHECK(std::snprintf(nullptr, 0, "%s", text.c_str()) == 64000); }) >= 1000);
}

}  // namespace tricks
