// Attributes, pragmas and vectors of a processor: what a compiler offers beside the language.
#include "exercises/grading/refusals/refused_words.hpp"
#include "tests/exercises/tricks.hpp"

namespace tricks {

/// What attributes, pragmas and vectors it is refused for, by its text alone.
std::string spotted(const std::string& text) {
  const TemporaryFolder folder;
  const std::string source = (folder.path() / "answer.cpp").string();
  std::ofstream(source) << text;
  std::vector<std::string> compile{toolchain().compiler};
  compile.insert(compile.end(), toolchain().flags.begin(), toolchain().flags.end());
  const fs::path signatures = toolchain().signatures / "linear_attention" / "signatures.hpp";
  compile.insert(compile.end(), {"-include", signatures.string(), "-c", source, "-o", "none"});
  const std::vector<heed::Refusal> found = refused_attributes(preprocess(compile, source));
  return found.empty() ? "" : found.front().reason + " " + found.front().name;
}

TEST_CASE("nothing is computed by the vectors of a processor, nor compiled in a way of its own", "[.long]") {
  CHECK(spotted("typedef double V __attribute__((vector_size(64)));\n") == "attribute vector_size");
  CHECK(spotted("typedef float V __attribute__((aligned(4), __vector_size__(16)));\n") ==
        "attribute vector_size");
  CHECK(spotted("__attribute__((noinline, target(\"avx2\"))) void f() {}\n") == "attribute target");
  CHECK(spotted("__attribute((__target__(\"avx2\"))) void f() {}\n") == "attribute target");
  CHECK(spotted("[[gnu::target(\"avx2\")]] void f() {}\n") == "attribute target");
  CHECK(spotted("<:<:gnu::target(\"avx2\"):>:> void f() {}\n") == "attribute target");
  CHECK(spotted("[[using gnu: noinline, optimize(\"O3\")]] void f() {}\n") == "attribute optimize");
  CHECK(spotted("#define JOIN(a, b) a##b\n__attribute__((JOIN(tar, get)(\"avx2\"))) void f() {}\n") ==
        "attribute target");
  CHECK(spotted("#pragma GCC target(\"avx2\")\n") == "attribute #pragma GCC target");
  CHECK(spotted("_Pragma(\"GCC optimize(\\\"O3\\\")\") void f() {}\n") == "attribute #pragma GCC optimize");
  CHECK(spotted("auto f(const double* p) { return __builtin_ia32_loadupd(p); }\n") ==
        "vectors __builtin_ia32_loadupd");
  CHECK(spotted("#include <emmintrin.h>\n__m128d f();\n") == "vectors emmintrin.h");
  // into a header, by a macro; in a header, as a line says that is not true
  CHECK(spotted("#define any hidden {}; __attribute__((target(\"avx2\"))) void f() {} class any\n"
                "#include <any>\n") == "attribute target");
  CHECK(
      spotted(
          "#ifndef AGAIN\n#define AGAIN\n#include __FILE__\n#else\n#pragma GCC target(\"avx2\")\n#endif\n") ==
      "attribute #pragma GCC target");
  CHECK(spotted("# 1 \"/usr/include/math.h\" 1 3\n__attribute__((target(\"avx2\"))) void f() {}\n"
                "# 3 \"a\" 2\n") == "attribute # 1");
}

TEST_CASE("a header for vectors, and a function for another processor, are refused by their names") {
  CHECK(refused("stable_softmax", "#include <immintrin.h>\n") == "vectors immintrin.h");
  CHECK(refused("linear_attention", "__attribute__((target(\"avx512f\"))) void f() {}\n") ==
        "attribute target");
}

TEST_CASE(
    "words that are names of attributes are names that anybody may give, and harmless attributes stay") {
  CHECK(refused("linear_attention", R"x(#include <cassert>
#include <numbers>
#include <queue>
// __attribute__((target("avx2"))) in a comment, [[gnu::section]]
#define REPEAT 3
#pragma GCC diagnostic ignored "-Wunused-variable"
struct [[nodiscard]] Part { int section, target, symver, weakref; };
[[maybe_unused]] inline const int vector_size = 0;
__attribute__((noinline)) int f(Part section, [[maybe_unused]] int optimize, std::map<int, int> no_sanitize) {
  const char* text = "__attribute__((section(\".text\"))) #pragma GCC target";
  const char* raw = R"(
#pragma GCC target("avx2")
[[gnu::target]])";
  int table[3] = {1, 2, 3}, address_space = table[0];
  assert(section.target > 0);
#pragma GCC unroll 4
  for (int& one : table) one += 1;
#pragma GCC ivdep
  for (int i = 0; i < 3; ++i) table[i] += 1;
  if (optimize > 1'000) [[unlikely]] return text[0] + raw[0];
  return section.section + no_sanitize[optimize] + address_space + REPEAT;
}
)x") == "");
}

TEST_CASE("which word was refused is told where the compiler does not say it") {
  const std::string clang = "answer.cpp:3:5: error: attempt to use a poisoned identifier";
  const auto told = [&](const std::vector<std::string>& words) {
    const auto found = refused_words(clang, words);
    REQUIRE(found.size() == 1);
    return found.front().reason + " " + found.front().name;
  };
  CHECK(told({"int", "thread_local", "asm"}) == "counts thread_local");
  CHECK(told({"int", "__asm__", "errno"}) == "system __asm__");
}

}  // namespace tricks
