// An answer may not use some names, and is confined while it runs.
#include "tests/exercises/answers.hpp"

namespace answers {
namespace {

struct Refused {
  const char *exercise, *text, *why;
};

}  // namespace

TEST_CASE("what an answer may not use is refused by its names") {
  const std::vector<Refused> all{
      // the subject of the exercise, under whatever name, and what contains it
      {"stable_softmax",
       "#include \"exercises/given.hpp\"\nTensor softmax(const Tensor& x) { return given::softmax(x); }\n",
       "subject given::softmax"},
      {"stable_softmax",
       "#include \"exercises/given.hpp\"\nTensor f(const Tensor& x) { return given::attention(x, x, x); }\n",
       "subject given::attention"},
      {"attention_backward",
       "#pragma redefine_extname mine _ZN4heed5learn5given9attentionERKNS0_6TensorES4_S4_\n"
       "extern \"C\" Tensor mine(const Tensor&, const Tensor&, const Tensor&);\n"
       "Tensor f(const Tensor& x) { return mine(x, x, x); }\n",
       "subject given::attention"},
      {"stable_softmax",
       "namespace exercise_stable_softmax::reference { Tensor softmax(const Tensor&); }\n"
       "Tensor f(const Tensor& x) { return exercise_stable_softmax::reference::softmax(x); }\n",
       "subject exercise_stable_softmax::reference::softmax"},
      // ready-made parts of heed, and its engine where a gradient is asked for
      {"residual_and_norm", "Variable g(Variable x) { return heed::residual_norm(x, x, x, x); }\n",
       "library heed::residual_norm"},
      {"matmul_backward", "void f(Variable x) { x.backward(); }\n", "subject heed::Variable::backward"},
      {"softmax_backward", "Variable f(Variable x) { return heed::softmax(x, -1); }\n",
       "by_hand heed::softmax"},
      {"softmax_backward", "void f() { heed::throw_error<heed::UsageError>(\"no\"); }\n", ""},
      // programs, the network, files, threads, assembler
      {"stable_softmax", "#include <unistd.h>\nint f() { return fork(); }\n", "system fork"},
      {"stable_softmax", "#include <cstdlib>\nint f() { return system(\"true\"); }\n", "system system"},
      {"stable_softmax", "#include <sys/socket.h>\nint f() { return socket(1, 1, 0); }\n", "system socket"},
      {"stable_softmax", "#include <fstream>\nbool f() { return std::ifstream(\"a\").good(); }\n",
       "system std::basic_"},
      {"stable_softmax", "#include <cstdio>\nbool f() { return fopen(\"a\", \"r\") != nullptr; }\n",
       "system fopen"},
      {"stable_softmax", "#include <thread>\nvoid f() { std::thread([] {}).detach(); }\n",
       "thread std::thread::_M_start_thread"},
      {"stable_softmax", "void f() { asm(\"nop\"); }  // no asm\n", "system asm"},
      {"stable_softmax", "// asm\n#include <fstream>\nint f(int threads_used) { return threads_used; }\n",
       ""},
      // files that are not the answer's own
      {"causal_mask", "#include \"../exercises/3_attention/causal_mask/solutions/growing_rows.cpp\"\n",
       "file \"../exercises/3_attention/causal_mask/solutions/growing_rows.cpp\""},
      {"residual_and_norm", "  #  include \"nn/layers.hpp\"\n", "file \"nn/layers.hpp\""},
      {"stable_softmax", "#include <exercises/given.cpp>\n", "file <exercises/given.cpp>"},
      {"stable_softmax", "#define FILE <vector>\n#include FILE\n", "file FILE"},
      {"stable_softmax",
       "#include \"exercises/learn.hpp\"\n#include \"exercises/given.hpp\"\n#include <queue>\n"
       "// #include \"other.hpp\"\n",
       ""}};
  for (const Refused& one : all) {
    INFO(one.text);
    CHECK_THAT(refused(one.exercise, one.text), Catch::StartsWith(one.why));
    if (*one.why == '\0') CHECK(refused(one.exercise, one.text).empty());
  }
}

TEST_CASE("heed's own engine earns nothing where a gradient is asked for") {
  for (const Entry& entry : all_entries()) {
    const Exercise exercise = described(entry.reference);
    const bool asked =
        entry.chapter == "1_autograd" ||
        std::ranges::any_of(exercise.parts(), [](const Part& part) { return part.is_gradient(); });
    INFO(entry.name);
    CHECK((!asked || std::ranges::count(exercise.forbidden(), "Variable::backward") == 1));
  }
}

TEST_CASE("an answer starts no program and no thread, opens and changes no file, by whatever call") {
  // where the system has no seccomp, this test fails: there answers can
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "old") << "old";
  const std::string old = "\"" + (folder.path() / "old").string() + "\"";
  const std::string text =
      "#include <pwd.h>\n#include <sys/stat.h>\n#include <unistd.h>\n" +
      replaced(solution("stable_softmax"), "const int rows",
               "if (::getpwuid(0) != nullptr || ::chmod(" + old + ", 0) == 0 || ::link(" + old + ", " + old +
                   ") == 0 || ::kill(::getppid(), 0) == 0) throw 1;\n  const int rows");
  const heed::Verdict verdict = graded("stable_softmax", "#include <csignal>\n" + text);
  CHECK(verdict.passed());
  CHECK((fs::status(folder.path() / "old").permissions() & fs::perms::owner_read) != fs::perms::none);
}

TEST_CASE("an answer does not learn the grader's environment") {
  ::setenv("HEED_TEST_TOKEN", "secret", 1);
  CHECK(graded("stable_softmax",
               replaced(solution("stable_softmax"), "const int rows",
                        "if (std::getenv(\"HEED_TEST_TOKEN\") != nullptr || std::getenv(\"HOME\") "
                        "!= nullptr) throw 1;\n  const int rows"))
            .passed());
  ::unsetenv("HEED_TEST_TOKEN");
}

TEST_CASE("a compiler that needs too much is ended", "[.long]") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "answer.cpp")
      << "template <int N> struct Wide { Wide<N - 1> a, b; }; template <> struct Wide<0> { char x[1024]; };\n"
         "Wide<20> everything = {{}};\nauto take(Wide<20> w) { return w; }\n"
         "char big[1 << 30] = {1}; char bigger[1 << 30] = {2}; char biggest[1 << 30] = {3};\n";
  const Compiled compiled =
      compile_answer(toolchain(), find_entry("causal_mask"), folder.path() / "answer.cpp", folder.path());
  CHECK_FALSE(compiled.ok());
  CHECK(compiled.messages.errors.size() + compiled.forbidden.size() > 0);
  CHECK(compiled.seconds < 60);
}

}  // namespace answers
