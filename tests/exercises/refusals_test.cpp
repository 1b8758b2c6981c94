// An answer may not use some names, and is confined while it runs.
#include <chrono>

#include "tests/exercises/answers.hpp"

namespace answers {
namespace {

/// All that an answer is refused for, a line each; each text costs a run of the compiler.
std::string all_refusals(const std::string& exercise, const std::string& text) {
  const TemporaryFolder folder;
  const Compiled answer = compiled(exercise, text, folder);
  for (const heed::CompilerMessage& error : answer.messages.errors) FAIL_CHECK(error.message);
  std::string all;
  for (const heed::Refusal& one : answer.forbidden) all += one.reason + " " + one.name + "\n";
  return all;
}

}  // namespace

TEST_CASE("what an answer may not use is refused by its names") {
  // The subject of the exercise, and what contains it; programs, the network, files, threads.
  const std::string softmax = all_refusals(
      "stable_softmax",
      "#include \"exercises/given.hpp\"\n#include <unistd.h>\n#include <cstdlib>\n#include <sys/socket.h>\n"
      "#include <fstream>\n#include <cstdio>\n#include <thread>\n"
      "namespace exercise_stable_softmax::reference { Tensor softmax(const Tensor&); }\n"
      "Tensor a(const Tensor& x) { return given::softmax(x); }\n"
      "Tensor b(const Tensor& x) { return given::attention(x, x, x); }\n"
      "Tensor c(const Tensor& x) { return exercise_stable_softmax::reference::softmax(x); }\n"
      "int d() { return fork() + system(\"true\") + socket(1, 1, 0); }\n"
      "bool e() { return std::ifstream(\"a\").good() && fopen(\"a\", \"r\") != nullptr; }\n"
      "void f() { std::thread([] {}).detach(); }\n");
  for (const char* why :
       {"subject given::softmax", "subject given::attention",
        "subject exercise_stable_softmax::reference::softmax", "system fork", "system system",
        "system socket", "system std::basic_", "system fopen", "thread std::thread::_M_start_thread"})
    CHECK_THAT(softmax, Catch::Contains(why));
  struct Refused {
    const char *exercise, *text, *why;
  };
  for (const Refused& one : std::vector<Refused>{
           // under another name
           {"attention_backward",
            "#pragma redefine_extname mine _ZN4heed5learn5given9attentionERKNS0_6TensorES4_S4_\n"
            "extern \"C\" Tensor mine(const Tensor&, const Tensor&, const Tensor&);\n"
            "Tensor f(const Tensor& x) { return mine(x, x, x); }\n",
            "subject given::attention"},
           // ready-made parts of heed, and its engine where a gradient is asked for
           {"residual_and_norm", "Variable g(Variable x) { return heed::residual_norm(x, x, x, x); }\n",
            "library heed::residual_norm"},
           {"matmul_backward", "void f(Variable x) { x.backward(); }\n", "subject heed::Variable::backward"},
           {"softmax_backward", "Variable f(Variable x) { return heed::softmax(x, -1); }\n",
            "by_hand heed::softmax"},
           {"softmax_backward", "void f() { heed::throw_error<heed::UsageError>(\"no\"); }\n", ""},
           {"stable_softmax", "void f() { asm(\"nop\"); }  // no asm\n", "system asm"},
           // files that are not the answer's own
           {"causal_mask", "#include \"../exercises/1_attention/causal_mask/solutions/growing_rows.cpp\"\n",
            "file \"../exercises/1_attention/causal_mask/solutions/growing_rows.cpp\""},
           {"residual_and_norm", "  #  include \"nn/layers.hpp\"\n", "file \"nn/layers.hpp\""},
           {"stable_softmax", "#include <exercises/given.cpp>\n", "file <exercises/given.cpp>"},
           {"stable_softmax", "#define FILE <vector>\n#include FILE\n", "file FILE"},
           {"stable_softmax",
            "// asm\n#include <fstream>\nint f(int threads_used) { return threads_used; }\n"
            "#include \"exercises/learn.hpp\"\n#include \"exercises/given.hpp\"\n#include <queue>\n"
            "// #include \"other.hpp\"\n",
            ""}}) {
    INFO(one.text);
    const std::string all = all_refusals(one.exercise, one.text);
    CHECK_THAT(all, Catch::StartsWith(one.why));
    CHECK(all.empty() == (*one.why == '\0'));
  }
}

TEST_CASE("heed's own engine earns nothing where a gradient is asked for") {
  for (const Entry& entry : all_entries()) {
    const Exercise exercise = described(entry.reference);
    const bool asked =
        entry.chapter == "3_gradients" ||
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

TEST_CASE("a compiler that needs too much is ended", "[.long]") {
  const TemporaryFolder folder;
  const auto began = std::chrono::steady_clock::now();
  const Compiled answer = compiled(
      "causal_mask",
      "template <int N> struct Wide { Wide<N - 1> a, b; }; template <> struct Wide<0> { char x[1024]; };\n"
      "Wide<20> everything = {{}};\nauto take(Wide<20> w) { return w; }\n"
      "char big[1 << 30] = {1}; char bigger[1 << 30] = {2}; char biggest[1 << 30] = {3};\n",
      folder);
  CHECK_FALSE(answer.ok());
  CHECK(answer.messages.errors.size() + answer.forbidden.size() > 0);
  CHECK(std::chrono::steady_clock::now() - began < std::chrono::seconds(60));
}

}  // namespace answers
