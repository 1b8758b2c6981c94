// What would earn points without the learner's own work earns none; what looks alike and is honest passes.
#include <filesystem>
#include <fstream>

#include "exercises/grading/grade.hpp"
#include "lib/files/temporary_folder.hpp"
#include "tests/catch.hpp"

using namespace heed::grading;
using Catch::Contains;
using heed::TemporaryFolder;
namespace fs = std::filesystem;

namespace tricks {

const Toolchain& toolchain() {
  static const Toolchain read = read_toolchain(HEED_COURSE_TOOLCHAIN);
  return read;
}

std::string chapter_of(const std::string& name) { return find_entry(name).chapter; }

fs::path folder_of(const std::string& name) {
  return fs::path(HEED_SOURCE_DIR) / "exercises" / chapter_of(name) / name;
}

/// What it is refused for: "subject given::attention"; "" if it is not.
std::string refused(const std::string& exercise, const std::string& text) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "answer.cpp") << text;
  const Compiled compiled =
      compile_answer(toolchain(), find_entry(exercise), folder.path() / "answer.cpp", folder.path());
  for (const heed::CompilerMessage& error : compiled.messages.errors) FAIL_CHECK(error.message);
  if (compiled.forbidden.empty()) return "";
  return compiled.forbidden.front().reason + " " + compiled.forbidden.front().name;
}

heed::Verdict graded(const std::string& exercise, const std::string& text) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "answer.cpp") << text;
  return grade(toolchain(), find_entry(exercise), folder.path() / "answer.cpp");
}

std::string solution(const std::string& exercise) {
  return MarkedSource::read(folder_of(exercise) / "exercise.cpp").solution();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  REQUIRE_THAT(text, Contains(from));
  return text.replace(text.find(from), from.size(), to);
}

TEST_CASE("another file of the course, or of the learner's, is not included") {
  const TemporaryFolder beside;
  const std::string file = (folder_of("causal_mask") / "solutions" / "growing_rows.cpp").string();
  CHECK(refused("causal_mask", "#include \"" + file + "\"\n") == "file growing_rows.cpp");
  std::ofstream(beside.path() / "mine.hpp") << "#include \"" + file + "\"\n";
  CHECK_THAT(refused("causal_mask", "#include \"" + (beside.path() / "mine.hpp").string() + "\"\n"),
             Contains("file "));
  CHECK(refused("residual_and_norm", "#include \"nn/layers.hpp\"\n").substr(0, 5) == "file ");
  // the library's implementation instead of its header
  CHECK(refused("stable_softmax", "#include \"exercises/given.cpp\"\n") == "file given.cpp");
  CHECK(refused("stable_softmax",
                "#include \"exercises/learn.hpp\"\n#include \"exercises/given.hpp\"\n#include "
                "<queue>\n" +
                    solution("stable_softmax")) == "");
}

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

TEST_CASE("no programs, no network, no memory past what is counted") {
  for (const char* call : {"fork()", "system(\"true\")", "dlsym(nullptr, \"f\")", "syscall(57)",
                           "sbrk(1 << 20)", "socket(1, 1, 0)"})
    CHECK_THAT(refused("stable_softmax",
                       "#include <dlfcn.h>\n#include <sys/socket.h>\n#include <unistd.h>\n"
                       "auto f() { return " +
                           std::string(call) + "; }\n"),
               Contains("system "));
  CHECK(refused("linear_attention",
                "extern \"C\" double cblas_ddot(int, const double*, int, const double*, int);\n"
                "double f() { return cblas_ddot(0, nullptr, 1, nullptr, 1); }\n") == "library cblas_ddot");
  CHECK(refused("linear_attention",
                "extern \"C\" void ztrmm_(const char*);\nvoid f() { ztrmm_(\"R\"); }\n") == "library ztrmm_");
  CHECK(refused("linear_attention", "__attribute__((no_sanitize_coverage)) void f() {}\n") ==
        "uncounted no_sanitize_coverage");
  CHECK(refused("linear_attention",
                "#define JOIN(a, b) a##b\n"
                "__attribute__((JOIN(no_san, itize_coverage))) void f() {}\n") ==
        "uncounted no_sanitize_coverage");
  CHECK(refused("linear_attention", "__attribute__((no_sani\\\ntize_coverage)) void f() {}\n") ==
        "uncounted no_sanitize_coverage");
  CHECK(refused("online_softmax", "void* f(int n) { return reallocarray(nullptr, n, 8); }\n") ==
        "system reallocarray");
  // a comment and a name of one's own say nothing
  CHECK(refused("linear_attention",
                "// no_sanitize is not needed, it reads_each row once\nint threads_used = 1;\n"
                "#include <cstdio>\n") == "static threads_used");
  CHECK(refused("stable_softmax", "// no_sanitize\nint f(int threads_used) { return threads_used; }\n") ==
        "");
  CHECK(refused("stable_softmax", "void f() { asm(\"nop\"); }  // no asm\n") == "system asm");
  CHECK(refused("stable_softmax",
                "#include <cassert>\n#define JOIN(a, b) a##b\nint g() JOIN(__as, m__)(\"getpid\");\n"
                "int f() { assert(g() > 0); return g(); }\n") == "system __asm__");
}

TEST_CASE("where costs are measured, nothing is done that is not counted, and nothing is kept") {
  // what was computed in one call and looked up in the next; a table from before the first
  CHECK(refused("linear_attention",
                "Tensor f(int i) { static std::map<int, Tensor> kept; return kept[i]; }\n") ==
        "static f(int)::kept");
  CHECK(refused("online_softmax", "static double table[40];\ndouble* f() { return table; }\n") ==
        "static table");
  CHECK(refused("online_softmax", "double* room = new double[4000];\n") == "static room");
  // under names like those of headers, which are let through
  CHECK(refused("online_softmax", "namespace std { double row[5000]; }\n") == "static std::row");
  CHECK(refused("online_softmax", "static double __row[5000];\ndouble* f() { return __row; }\n") ==
        "static __row");
  CHECK(refused("online_softmax",
                "namespace heed { static double row[5000]; }\ndouble* f() { return heed::row; }\n") ==
        "static heed::row");
  CHECK(refused("online_softmax",
                "struct Mine {};\ntemplate <> struct std::hash<Mine> { static inline double row[5000]; };\n"
                "double* f() { return std::hash<Mine>::row; }\n") == "static std::hash<Mine>::row");
  CHECK(refused("online_softmax", "#include <iostream>\nvoid f() { std::cout << 1; }\n") == "");
  // each thread counts for itself
  CHECK(refused("sparse_attention_pattern", "#include <thread>\nvoid f() { std::thread([] {}).join(); }\n") ==
        "uncounted std::thread::_M_start_thread");
  CHECK(refused("linear_attention", "Variable f(Variable x) { return heed::matmul(x, x); }\n") ==
        "uncounted heed::matmul");
  CHECK(refused("linear_attention", "template <long* p> struct Peek {};\nlong reads_;\n") ==
        "uncounted reads_");
  // nor by a class of the name that Tensor calls its friend
  CHECK(refused("online_softmax",
                "#define JOIN(a, b) a##b\nnamespace heed::grading {\nclass Watch {\n public:\n"
                "  static inline void forget() { learn::Tensor::JOIN(rea, ds_of_watched_) = 0; }\n};\n}\n") ==
        "uncounted reads_of_watched_");
  for (const char* exercise :
       {"relative_position_encoding", "linear_attention", "online_softmax", "sparse_attention_pattern"})
    CHECK(refused(exercise, solution(exercise)) == "");
}

TEST_CASE("no name of heed or of the C library is defined anew") {
  CHECK(refused("stable_softmax", "int calls = 0;\ndouble table[100];\nint count() { return ++calls; }\n") ==
        "");
  CHECK(refused("linear_attention", "namespace heed::grading { long work_done() { return 1; } }\n") ==
        "redefined _ZN4heed7grading9work_doneEv");
  CHECK(refused("linear_attention",
                "namespace heed::grading { __attribute__((weak)) long work_done() { return 1; } }\n") ==
        "redefined _ZN4heed7grading9work_doneEv");
  CHECK(refused("linear_attention",
                "asm(\".globl __sanitizer_cov_trace_pc\\n__sanitizer_cov_trace_pc: ret\");\n") ==
        "system asm");
  CHECK(refused("online_softmax",
                "extern \"C\" std::size_t malloc_usable_size(void*) noexcept { return 0; }\n") ==
        "redefined malloc_usable_size");
}

TEST_CASE("an answer opens no files") {
  for (const char* call :
       {"std::ifstream(\"/etc/passwd\").good()", "fopen(\"/proc/self/maps\", \"r\") != nullptr",
        "open(\"/proc/self/exe\", O_RDONLY) >= 0", "std::filesystem::exists(\"/etc\")"})
    CHECK_THAT(refused("stable_softmax",
                       "#include <fcntl.h>\n#include <cstdio>\n#include <filesystem>\n#include <fstream>\n"
                       "bool f() { return " +
                           std::string(call) + "; }\n"),
               Contains("system "));
  CHECK(refused("stable_softmax", "#include <filesystem>\n#include <fstream>\nint f() { return 1; }\n") ==
        "");
}

TEST_CASE("an answer neither changes files nor opens them by a function that nobody thought of") {
  // where the system has no seccomp, this test fails: there answers can
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "old") << "old";
  const heed::Verdict verdict =
      graded("stable_softmax",
             "#include <pwd.h>\n#include <cstdio>\nconst bool before = ::getpwuid(0) != nullptr;\n" +
                 replaced(solution("stable_softmax"), "const int rows",
                          "if (before || ::getpwuid(0) != nullptr || std::remove(\"" +
                              (folder.path() / "old").string() + "\") == 0) throw 1;\n  const int rows"));
  CHECK(verdict.passed());
  CHECK(fs::exists(folder.path() / "old"));
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

TEST_CASE("what an exercise forbids is not in the answer's program, where an address would reach it") {
  for (const char* name :
       {"stable_softmax", "online_softmax", "causal_mask", "split_and_merge_heads", "layer_norm",
        // whose demos call what they forbid: those stand in a second program
        "ablate_head", "attention_backward", "cached_decoding", "cross_attention", "encoder_layer",
        "multi_head_attention", "scaled_dot_product_attention"}) {
    INFO(name);
    const TemporaryFolder folder;
    std::ofstream(folder.path() / "answer.cpp") << solution(name);
    const Compiled compiled =
        compile_answer(toolchain(), find_entry(name), folder.path() / "answer.cpp", folder.path());
    REQUIRE(compiled.ok());
    const std::string symbols = run_tool({"nm", "--demangle", compiled.program.string()}).out;
    CHECK_THAT(symbols, Contains("heed::learn::"));
    const Exercise exercise = described(find_entry(name).reference);
    for (const std::string& forbidden : exercise.forbidden()) {
      for (const char* space : {"heed::learn::given::", "heed::learn::", "heed::", "heed::f64::"})
        CHECK(symbols.find(" " + (space + forbidden) + "(") == symbols.npos);
    }
    CHECK_THAT(symbols, !Contains("MultiheadAttention"));
  }
}

TEST_CASE("a forbidden function is not reached by a name of one's own") {
  const std::string declared =
      "#pragma redefine_extname mine _ZN4heed5learn5given9attentionERKNS0_6TensorES4_S4_\n"
      "extern \"C\" Tensor mine(const Tensor&, const Tensor&, const Tensor&);\n";
  CHECK(refused("attention_backward", declared + "Tensor f(const Tensor& x) { return mine(x, x, x); }\n") ==
        "subject given::attention");
}

TEST_CASE("a demo that stands apart is shown after a pass") {
  for (const char* name : {"attention_backward", "multi_head_attention"}) {
    INFO(name);
    const heed::Verdict verdict = graded(name, solution(name));
    CHECK(verdict.passed());
    CHECK(verdict.demo.size() == 1);
  }
}

TEST_CASE("threads are allowed") {
  CHECK(graded("stable_softmax",
               "#include <thread>\n" + replaced(solution("stable_softmax"), "const int rows",
                                                "std::thread([] {}).join();\n  const int rows"))
            .passed());
}

TEST_CASE("an argument that was changed is told") {
  const heed::Verdict verdict =
      graded("stable_softmax", replaced(solution("stable_softmax"), "const int rows",
                                        "const_cast<Tensor&>(logits) *= 1 + 1e-12;\n  const int rows"));
  CHECK(verdict.points() == 0);
  CHECK(verdict.parts.at(0).status == heed::PartStatus::changed_input);
  CHECK(verdict.parts.at(0).failure->message == "logits");
}

TEST_CASE("what was prepared for the cases of one seed fails on those of the file's own") {
  // the first element of every drawn case of seed 1 is known: any other is refused
  const Entry& entry = find_entry("stable_softmax");
  const Expected known = expect(entry, 1);
  std::string list;
  for (const auto& [part, cases] : known.cases) {
    for (const Inputs& inputs : cases)
      list += fmt::format("{:.17g}, ", as_tensor(inputs.values.front().value).flat(0));
  }
  const std::string text =
      "const std::vector<double> known{" + list + "};\n" +
      replaced(
          solution("stable_softmax"), "const int rows",
          "if (std::find(known.begin(), known.end(), logits.flat(0)) == known.end()) return Tensor({1});\n"
          "  const int rows");
  const heed::Verdict verdict = graded("stable_softmax", text);
  CHECK(verdict.compiled);
  CHECK(verdict.points() == 0);
  CHECK(graded("stable_softmax", text).points() == 0);  // and so it is each time
}

TEST_CASE("a second pass over the keys is seen, if by a pointer") {
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

TEST_CASE("a row of scores on the stack counts as memory") {
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

TEST_CASE("an answer finds neither its job nor the seal of its results") {
  // what a forger needs: the job, or what was handed back before, from every descriptor and from the grader
  const heed::Verdict verdict = graded(
      "stable_softmax",
      R"(#include <fcntl.h>
#include <unistd.h>
std::size_t readable() {
  std::size_t found = 0;
  char byte = 0;
  for (int i = 0; i < 1024; ++i) {
    if (i != 1 && i != 2 && ::fcntl(i, F_SETFL, O_NONBLOCK) == 0) found += ::read(i, &byte, 1) > 0 ? 1 : 0;
  }
  return found;
}
const std::size_t at_the_start = readable();
)" + replaced(
          solution("stable_softmax"), "const int rows",
          "if (at_the_start + readable() > 0) throw std::runtime_error(std::to_string(at_the_start) + ' ' + "
          "std::to_string(readable()));\n  const int rows"));
  for (const heed::PartVerdict& part : verdict.parts) {
    if (part.failure) FAIL_CHECK(part.failure->message);
  }
  CHECK(verdict.passed());
}

TEST_CASE("what an answer writes where its results go is no result") {
  const heed::Verdict verdict = graded("stable_softmax", R"(#include <unistd.h>
Tensor softmax(const Tensor& logits) {
  for (int i = 3; i < 1024; ++i) {
    if (::write(i, "forged forged forged", 20) < 0) continue;
  }
  return logits;
}
)");
  CHECK(verdict.points() == 0);
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

TEST_CASE("differences of the forward pass are too much work for a gradient") {
  const heed::Verdict verdict = graded(
      "layer_norm",
      replaced(
          solution("layer_norm"),
          "Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) "
          "{",
          R"(Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) {
  Tensor moved = x, slopes = x;
  const auto value = [&] {
    const Tensor y = layer_norm(moved, weight, Tensor(weight.shape()), eps);
    double sum = 0;
    for (int i = 0; i < y.size(); ++i) sum += y.flat(i) * grad.flat(i);
    return sum;
  };
  for (int i = 0; i < x.size(); ++i) {
    double estimates[4];
    for (int n = 0; n < 4; ++n) {
      const double step = 0.08 / (1 << n);
      moved.flat(i) = x.flat(i) + step;
      estimates[n] = value();
      moved.flat(i) = x.flat(i) - step;
      estimates[n] = (estimates[n] - value()) / (2 * step);
      moved.flat(i) = x.flat(i);
    }
    slopes.flat(i) = estimates[3];
  }
  if (x.size() > 0) return slopes;)"));
  const auto backward = std::find_if(verdict.parts.begin(), verdict.parts.end(),
                                     [](const auto& part) { return part.name == "backward"; });
  REQUIRE(backward != verdict.parts.end());
  CHECK(backward->status == heed::PartStatus::failed);
  CHECK(backward->failed_checks > 8);  // of every case the number and the cost, but of the smallest
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

}  // namespace tricks
