// Which answers need no preprocessor to show what they use.
#include "exercises/grading/refusals/preprocessed.hpp"
#include "tests/catch.hpp"

using heed::grading::written_plainly;

TEST_CASE("an answer of the course's headers and plain names shows itself what it uses") {
  CHECK(written_plainly(
      "#include \"exercises/given.hpp\"\n#include <unordered_map>  // ids\n"
      "// Σ_j, how large: 1'000 \"rows\"\n"
      "Tensor f(const Tensor& x) {\n  const int N = x.dim(0), d_k = 2;\n"
      "  double a[2] = {INFINITY, NAN};\n  printf(\"%d\\n\", N);\n  return x * a[d_k];\n}\n"));
}

TEST_CASE("what the preprocessor could make another text of is not plain") {
  for (const std::string text : {"#define row __attribute__((vector_size(64)))\n",
                                 " #include <vector>\n",
                                 "#pragma GCC optimize(\"O3\")\n",
                                 "%:define a\n",
                                 "#include <experimental/simd>\n",
                                 "#include <immintrin.h>\n",
                                 "#include \"other.hpp\"\n",
                                 "#include <vector> /*\n*/\n",
                                 "# 1 \"file\" 1\n",
                                 "int x; # 1\n",
                                 "int __attribute__((x)) y;\n",
                                 "[[gnu::target(\"avx\")]] int f();\n",
                                 "[ \n[gnu::hot]] int f();\n",
                                 "[/**/[gnu::hot]] int f();\n",
                                 "<:<:gnu::hot:>:> int f();\n",
                                 "[\\\n[gnu::hot]] int f();\n",
                                 "FMT_GCC_PRAGMA(\"GCC optimize\")\n",
                                 "_Pragma(\"once\")\n",
                                 "auto b = out.rdbuf();\n",
                                 "int \\u005f\\u005fx;\n",
                                 "int a_\\ \n_b;\n",
                                 "[\?\?/\n[gnu::hot]] int f();\n"}) {
    INFO(text);
    CHECK_FALSE(written_plainly(text));
  }
  CHECK_FALSE(written_plainly(std::string("[\0[gnu::hot]] int f();\n", 24)));
}
