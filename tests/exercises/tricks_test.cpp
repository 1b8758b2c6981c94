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

TEST_CASE("of a file that an answer may not include, the compiler's messages show nothing") {
  const TemporaryFolder beside;
  const fs::path secret = beside.path() / "secret.txt";
  std::ofstream(secret) << "a sentence that is no C++\n";
  for (const char* around : {"\"", "<"}) {
    const std::string include =
        std::string("#include ") + around + secret.string() + (*around == '<' ? ">" : "\"") + "\n";
    CHECK(refused("causal_mask", include) == "file secret.txt");
  }
}

TEST_CASE("a compiler that needs too much is ended") {
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

TEST_CASE("what is counted is not wound back") {
  const std::string linear = "linear_attention", backward = "layer_norm";
  for (const std::string& exercise : {linear, backward}) {
    CHECK(refused(exercise, "const char* f() { return (const char*)__builtin_thread_pointer(); }\n") ==
          "counts __builtin_thread_pointer");
    CHECK(refused(exercise,
                  "#define JOIN(a, b) a##b\nJOIN(thread_, local) int near = 1;\nint* f() { return &near; }\n")
              .substr(0, 7) == "counts ");
    CHECK(refused(exercise, "extern \"C\" __thread long _ZN4heed5learn6Tensor6reads_E;\n").substr(0, 7) ==
          "counts ");
    CHECK(refused(exercise, "#include <cerrno>\nint* f() { return &errno; }\n") == "counts errno");
    CHECK(refused(exercise,
                  "#include <pthread.h>\nunsigned long f() { return (unsigned long)pthread_self(); }\n") ==
          "counts pthread_self");
  }
  // an honest answer reads numbers from text, and locks
  CHECK(refused("checkpoint",
                "#include <mutex>\nint f(const std::string& s) { static std::once_flag once; "
                "std::call_once(once, [] {}); "
                "return std::stoi(s); }\n") == "");
}

TEST_CASE("no other name leads to what belongs to the thread") {
  for (const std::string exercise : {"linear_attention", "layer_norm"}) {
    for (const char* variable : {"__once_callable", "__once_call"})
      CHECK(refused(exercise, fmt::format("#include <mutex>\nvoid* f() {{ return &std::{}; }}\n",
                                          variable)) == fmt::format("counts {}", variable));
    for (const char* attribute : {"weakref", "__weakref__"})
      CHECK(refused(exercise, fmt::format("static int* near() __attribute__(({}(\"__errno_location\")));\n"
                                          "int* f() {{ return near(); }}\n",
                                          attribute)) == fmt::format("counts {}", attribute));
    CHECK(refused(exercise,
                  "#define JOIN(a, b) a##b\n"
                  "static int* near() __attribute__((JOIN(weak, ref)(\"__errno_location\")));\n"
                  "int* f() { return near(); }\n") == "counts weakref");
    CHECK(refused(exercise, "long f(long __attribute__((address_space(257))) * p);\n") ==
          "counts address_space");
    CHECK(
        refused(exercise,
                "__attribute__((target(\"fsgsbase\"))) long f() { return __builtin_ia32_rdfsbase64(); }\n") ==
        "counts __builtin_ia32_rdfsbase64");
  }
  // a lock that is taken once needs those variables by itself
  CHECK(refused("linear_attention",
                "#include <mutex>\nvoid f(std::once_flag& once) { std::call_once(once, [] {}); }\n") == "");
}

TEST_CASE("nothing is quoted for the assembler, and no data is run as code") {
  for (const char* attribute : {"section", "__section__"}) {
    CHECK(refused("linear_attention",
                  fmt::format(
                      "__attribute__(({}(\".text#\"))) const unsigned char code[] = {{0xc3}};\n"
                      "void f() {{ reinterpret_cast<void (*)()>(const_cast<unsigned char*>(code))(); }}\n",
                      attribute)) == fmt::format("system {}", attribute));
    CHECK(refused("stable_softmax",
                  fmt::format("[[gnu::{}(\".text\\n.incbin \\\"/etc/hostname\\\"\\n#\")]] void f() {{}}\n",
                              attribute)) == fmt::format("system {}", attribute));
  }
  CHECK(refused("stable_softmax",
                "#define JOIN(a, b) a##b\nvoid f() __attribute__((JOIN(sym, ver)(\"f@V\")));\n") ==
        "system symver");
}

TEST_CASE("what an answer says in #ident is not read as assembler") {
  for (const char* directive : {"#ident ", "#pragma ident "}) {
    const heed::Verdict verdict = graded(
        "stable_softmax",
        directive +
            std::string("\"x\\\"\\nfifteen = 15\\n.ident \\\"y\"\nextern \"C\" const char fifteen;\n") +
            replaced(solution("stable_softmax"), "const int rows",
                     "if (&fifteen == reinterpret_cast<const char*>(15)) throw 1;\n  const int rows"));
    CHECK_FALSE(verdict.compiled);
  }
}

TEST_CASE("an answer to break_it without a case finds nothing, and nothing planted is in its program") {
  const std::string text = R"(#include "exercises/given.hpp"
#include "exercises/learn.hpp"
void attention_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                              const Tensor&, const Tensor&, int)>&) {}
void layer_norm_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, double)>&) {}
void cross_entropy_cases(
    const std::function<void(const Tensor&, const std::vector<int>&, double, int)>&) {}
)";
  const heed::Verdict verdict = graded("break_it", text);
  CHECK(verdict.points() == 0);
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "answer.cpp") << solution("break_it");
  const Compiled compiled =
      compile_answer(toolchain(), find_entry("break_it"), folder.path() / "answer.cpp", folder.path());
  REQUIRE(compiled.ok());
  const std::string names = run_tool({"nm", "--demangle", compiled.program.string()}).out;
  CHECK_THAT(names, Contains("attention_cases"));
  CHECK_THAT(names, !Contains("planted::"));
}

TEST_CASE("a case of break_it that nothing could be given says why") {
  std::string text = solution("break_it");
  text = replaced(text, "test(numbers({1, 4}, 1) * 2000.0, {1}, 0, -100);",
                  "test(numbers({1, 4}, 1), {4}, 0, -100);");
  const heed::Verdict verdict = graded("break_it", text);
  const heed::PartVerdict& loss = verdict.parts.back();
  CHECK(loss.status == heed::PartStatus::threw);
  REQUIRE(loss.failure);
  CHECK(loss.failure->message == "case 2: the target 4 is none of 4 classes, nor ignore_index");
  CHECK(verdict.parts.front().status == heed::PartStatus::passed);
  const heed::Verdict smooth =
      graded("break_it", replaced(solution("break_it"), "test(numbers({1, 4}, 1) * 2000.0, {1}, 0, -100);",
                                  "test(numbers({1, 4}, 1), {1}, 5, -100);"));
  REQUIRE(smooth.parts.back().failure);
  CHECK(smooth.parts.back().failure->message == "case 2: label_smoothing is 5, and must be from 0 to 1");
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
        "uncounted reallocarray");
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
  CHECK(refused("linear_attention", "template <long* p> struct Peek {};\nlong reads_;\n") == "counts reads_");
  // nor by a class of the name that Tensor calls its friend
  CHECK(refused("online_softmax",
                "#define JOIN(a, b) a##b\nnamespace heed::grading {\nclass Watch {\n public:\n"
                "  static inline void forget() { learn::Tensor::JOIN(rea, ds_of_watched_) = 0; }\n};\n}\n") ==
        "counts reads_of_watched_");
  for (const char* exercise :
       {"relative_position_encoding", "linear_attention", "online_softmax", "sparse_attention_pattern"})
    CHECK(refused(exercise, solution(exercise)) == "");
}

TEST_CASE("where memory is measured, no memory comes from where it is not counted") {
  const std::string headers =
      "#include <sys/mman.h>\n#include <argz.h>\n#include <cstdlib>\n#include <cstring>\n#include <cwchar>\n"
      "#include <malloc.h>\n#include <regex.h>\n#include <search.h>\n#include <stdio.h>\n#include "
      "<unistd.h>\n"
      "extern \"C\" void* __libc_malloc(std::size_t);\nextern \"C\" void* __real_malloc(std::size_t);\n"
      "extern \"C\" char* __strdup(const char*);\n"
      "namespace __cxxabiv1 { extern \"C\" char* __cxa_demangle(const char*, char*, std::size_t*, int*); }\n"
      "char* text; wchar_t* wide; std::size_t size; void* room; int numbers[2];\n";
  struct Call {
    const char* code;
    const char* refused;
  };
  for (const Call& call :
       std::vector<Call>{{"getline(&text, &size, stdin)", "__getdelim"},
                         {"getdelim(&text, &size, 'x', stdin)", "getdelim"},
                         {"strdup(text)", "strdup"},
                         {"__strdup(text)", "__strdup"},
                         {"wcsdup(wide)", "wcsdup"},
                         {"asprintf(&text, \"%4000d\", 1)", "asprintf"},
                         {"open_memstream(&text, &size)", "open_memstream"},
                         {"open_wmemstream(&wide, &size)", "open_wmemstream"},
                         {"fmemopen(nullptr, 4000, \"w\")", "fmemopen"},
                         {"tmpfile()", "tmpfile"},
                         {"setvbuf(stdout, nullptr, _IOFBF, 4000)", "setvbuf"},
                         {"ungetc(1, stdout)", "ungetc"},
                         {"realpath(\"/\", nullptr)", "realpath"},
                         {"getcwd(nullptr, 4000)", "getcwd"},
                         {"get_current_dir_name()", "get_current_dir_name"},
                         {"memalign(64, 4000)", "memalign"},
                         {"valloc(4000)", "valloc"},
                         {"pvalloc(4000)", "pvalloc"},
                         {"__libc_malloc(4000)", "__libc_malloc"},
                         {"__real_malloc(4000)", "__real_malloc"},
                         {"argz_create_sep(text, 'x', &text, &size)", "argz_create_sep"},
                         {"hcreate(4000)", "hcreate"},
                         {"tsearch(text, &room, nullptr)", "tsearch"},
                         {"regcomp(nullptr, text, 0)", "regcomp"},
                         {"setenv(\"a\", text, 1)", "setenv"},
                         {"pipe(numbers)", "pipe"},
                         {"newlocale(0, text, nullptr)", "newlocale"},
                         {"mmap(nullptr, 4096, 3, 34, -1, 0)", "mmap"},
                         {"mremap(room, 1, 2, 1)", "mremap"},
                         {"sbrk(4000)", "sbrk"},
                         {"memfd_create(\"a\", 0)", "memfd_create"},
                         {"__cxxabiv1::__cxa_demangle(text, nullptr, &size, numbers)", "__cxa_demangle"}}) {
    // nothing of the answer's own is static: those above are told after what is called
    const std::string found = refused("online_softmax", headers + "auto f() { return " + call.code + "; }\n");
    CHECK_THAT(found, Catch::EndsWith(std::string(" ") + call.refused));
    CHECK_THAT(found, !Catch::StartsWith("static"));
  }
  // nor is anything kept in the libraries from one call to the next
  CHECK(refused("online_softmax", "#include <iostream>\nvoid f(void* row) { std::cout.pword(0) = row; }\n") ==
        "uncounted std::ios_base::_M_grow_words");
  CHECK(refused("online_softmax",
                "#include <memory_resource>\nvoid f(std::pmr::memory_resource* row) { "
                "std::pmr::set_default_resource(row); }\n") == "uncounted std::pmr::set_default_resource");
}

TEST_CASE("where memory is measured, the ordinary ways to memory, numbers and text stay open") {
  CHECK(refused("online_softmax", R"(#include <algorithm>
#include <cassert>
#include <cctype>
#include <chrono>
#include <deque>
#include <iostream>
#include <list>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <numeric>
#include <optional>
#include <queue>
#include <random>
#include <span>
#include <sstream>
#include <unordered_map>
#include <valarray>
int descending(const void* a, const void* b) { return *static_cast<const int*>(a) < *static_cast<const int*>(b); }
double f(const Tensor& x, int n) {
  std::vector<double> row(static_cast<std::size_t>(n), 0.5), copy = row;
  std::valarray<double> values(row.data(), row.size());
  std::deque<int> ids(3, n);
  std::list<int> more(ids.begin(), ids.end());
  std::map<std::string, int> words{{"a", 1}};
  std::unordered_map<int, double> table{{1, 2.0}};
  std::priority_queue<int> queue;
  std::pmr::vector<double> pmr(static_cast<std::size_t>(n));
  queue.push(std::abs(n) + std::rand());
  std::sort(row.begin(), row.end(), std::greater<>());
  std::stable_sort(copy.begin(), copy.end());
  std::qsort(&n, 1, sizeof n, descending);
  std::ostringstream text;
  text << n << std::fixed << 1.5 << std::to_string(n) << std::stod("1.5") << std::stoi("2");
  const auto shared = std::make_shared<Tensor>(x);
  const auto own = std::make_unique<double[]>(4);
  std::mutex guard;
  const std::scoped_lock lock(guard);
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  const auto start = std::chrono::steady_clock::now();
  void* room = std::malloc(100);
  room = std::realloc(room, 200);
  std::memset(room, 0, 200);
  std::free(room);
  assert(n > 0);
  if (std::isalpha(n)) throw std::runtime_error("letters " + text.str());
  std::printf("%d %f\n", n, values.sum());
  std::fprintf(stderr, "%s\n", text.str().c_str());
  std::cerr << "done" << std::endl;
  int exponent = 0;
  const std::function<double(double)> g = [&](double v) {
    return std::frexp(std::ldexp(v, 2), &exponent) + std::fmod(v, 2) + std::lgamma(v) + std::round(v) + std::pow(v, v);
  };
  return g(std::accumulate(copy.begin(), copy.end(), normal(random))) + shared->size() + own[0] + table[1] + pmr[0] +
         words["a"] + more.front() + std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() +
         std::isnan(row[0]) + std::copysign(1.0, row[0]) + std::exp(1.0f * n) + std::clock() + queue.top();
}
)") == "");
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

TEST_CASE("filling and copying memory is work that is counted") {
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

TEST_CASE("nor do differences on plain vectors earn a gradient, however exact they are at one size of rows") {
  for (const char* step : {"0.05", "1e-3", "1e-6"}) {
    INFO(step);
    std::string text = replaced(
        solution("layer_norm"),
        "Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) "
        "{",
        R"(Tensor layer_norm_backward(const Tensor& x, const Tensor& weight, double eps, const Tensor& grad) {
  Tensor slopes = x;
  for (int n = 0; n < x.dim(0); ++n) {
    std::vector<long double> row, factor;
    for (int c = 0; c < x.dim(1); ++c) row.push_back(x(n, c)), factor.push_back(weight(c) * grad(n, c));
    const auto value = [&] {
      long double mean = 0, variance = 0, sum = 0;
      for (const long double v : row) mean += v / row.size();
      for (const long double v : row) variance += (v - mean) * (v - mean) / row.size();
      for (std::size_t c = 0; c < row.size(); ++c) sum += factor[c] * (row[c] - mean) / std::sqrt(variance + eps);
      return sum;
    };
    const auto slope = [&](long double& at, long double step) {
      const long double before = at;
      at = before + step;
      const long double above = value();
      at = before - step;
      const long double below = value();
      at = before;
      return (above - below) / (2 * step);
    };
    for (std::size_t c = 0; c < row.size(); ++c) {
      // Romberg's extrapolation
      std::vector<long double> d;
      for (int k = 0; k < 6; ++k) d.push_back(slope(row[c], STEP / (1 << k)));
      for (int level = 1; level < 6; ++level)
        for (int k = 5; k >= level; --k) d[k] += (d[k] - d[k - 1]) / ((1 << 2 * level) - 1);
      slopes(n, int(c)) = double(d[5]);
    }
  }
  if (x.size() > 0) return slopes;)");
    text.replace(text.find("STEP"), 4, step);
    const heed::Verdict verdict = graded("layer_norm", text);
    const heed::PartVerdict& backward = verdict.parts.at(1);
    CHECK(backward.status == heed::PartStatus::failed);
    REQUIRE(backward.failure);
    if (step == std::string("0.05")) CHECK(backward.failure->label == "rows of very different sizes");
  }
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
