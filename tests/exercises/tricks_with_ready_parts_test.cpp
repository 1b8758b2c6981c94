// What is made already, in heed or in the course, earns nothing.
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("heed's own answers are not called") {
  CHECK(refused("residual_and_norm",
                "auto f = [](Variable x) { return heed::residual_norm(x, x, x, x); };\n"
                "Variable g(Variable x) { return f(x); }\n") == "library heed::residual_norm");
  CHECK(refused("cross_entropy",
                "Variable f(Variable x) { return heed::cross_entropy(x, heed::Tokens(), {}); }\n") ==
        "library heed::cross_entropy");
  CHECK(refused("feed_forward",
                "Variable f(Variable x) { return heed::relu_feed_forward(x, x, x, x, x); }\n") ==
        "library heed::relu_feed_forward");
  CHECK(refused("matmul_backward", "void f(Variable x) { x.backward(); }\n") ==
        "subject heed::Variable::backward");
  // declared by hand, since its header cannot be included
  CHECK(refused("warmup_schedule",
                "namespace heed { using Schedule = std::function<double(std::int64_t)>;\n"
                "Schedule noam_schedule(std::int64_t, std::int64_t, double); }\n"
                "double f() { return heed::noam_schedule(1, 1, 1)(1); }\n") == "library heed::noam_schedule");
  CHECK(refused("cross_attention",
                "namespace heed { struct MultiheadAttention { MultiheadAttention(int, int); }; }\n"
                "void f() { heed::MultiheadAttention layer(1, 1); }\n") ==
        "library heed::MultiheadAttention::MultiheadAttention");
}

TEST_CASE("no name is so long that what is called is not seen behind it") {
  // demangled it is longer than a file may be
  const std::string function = "using S = struct " + std::string(600'000, 'a') + " *;\nvoid g(S, S, S) {}\n";
  const std::string call = "Variable f(Variable x) { return heed::softmax(x); }\n";
  CHECK(refused("stable_softmax", function + call) == "subject heed::softmax");
}

TEST_CASE("another nm in $PATH is not asked what is called") {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "nm") << "#!/bin/sh\n";
  fs::permissions(folder.path() / "nm", fs::perms::owner_all);
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (folder.path().string() + ":" + path).c_str(), 1);
  CHECK(refused("stable_softmax", "Variable f(Variable x) { return heed::softmax(x); }\n") ==
        "subject heed::softmax");
  ::setenv("PATH", path.c_str(), 1);
}

TEST_CASE("a function of an earlier exercise that contains the answer is not called") {
  CHECK(refused("stable_softmax",
                "#include \"exercises/given.hpp\"\n"
                "Tensor softmax(const Tensor& x) { return given::attention(x, x, x); }\n") ==
        "subject given::attention");
  CHECK(refused("online_softmax",
                "#include \"exercises/given.hpp\"\n"
                "Tensor f(const Tensor& x) { return given::log_softmax(x); }\n") ==
        "subject given::log_softmax");
}

TEST_CASE("a forbidden function is not reached by a name of one's own") {
  const std::string declared =
      "#pragma redefine_extname mine _ZN4heed5learn5given9attentionERKNS0_6TensorES4_S4_\n"
      "extern \"C\" Tensor mine(const Tensor&, const Tensor&, const Tensor&);\n";
  CHECK(refused("attention_backward", declared + "Tensor f(const Tensor& x) { return mine(x, x, x); }\n") ==
        "subject given::attention");
}

TEST_CASE("a demo is shown after a pass, to who wants to see it") {
  const heed::Verdict verdict = graded("multi_head_attention", solution("multi_head_attention"));
  CHECK(verdict.passed());
  CHECK(verdict.demo.size() == 1);
  CHECK(graded("multi_head_attention", solution("multi_head_attention"), {.demo = false}).demo.empty());
}

TEST_CASE("heed's own engine earns nothing where a gradient is asked for") {
  for (const Entry& entry : all_entries()) {
    const Exercise exercise = described(entry.reference);
    const bool asked =
        entry.chapter == "1_autograd" || std::any_of(exercise.parts().begin(), exercise.parts().end(),
                                                     [](const Part& part) { return part.is_gradient(); });
    const std::vector<std::string>& names = exercise.forbidden();
    INFO(entry.name);
    CHECK((!asked || std::find(names.begin(), names.end(), "Variable::backward") != names.end()));
  }
}

TEST_CASE("nor does the graph that operations on Variables leave, whoever goes back through it", "[.long]") {
  CHECK(refused("softmax_backward", "Variable f(Variable x) { return heed::softmax(x, -1); }\n") ==
        "by_hand heed::softmax");
  CHECK(refused("broadcast_gradient",
                "Variable f(const Tensor& x) { return Variable(heed::learn::to_array(x)); }\n")
            .substr(0, 7) == "by_hand");
  CHECK(refused("variable",
                "Variable f(const Tensor& x) { return Variable::parameter(heed::learn::to_array(x)); }\n")
            .substr(0, 7) == "by_hand");
  CHECK(refused("softmax_backward", "void f() { heed::throw_error<heed::UsageError>(\"no\"); }\n") == "");
}

TEST_CASE("a reference of the course, which the translator holds, is not called") {
  CHECK(refused("stable_softmax",
                "namespace exercise_stable_softmax::reference { Tensor softmax(const Tensor&); }\n"
                "Tensor f(const Tensor& x) { return exercise_stable_softmax::reference::softmax(x); }\n") ==
        "subject exercise_stable_softmax::reference::softmax");
}

}  // namespace tricks
