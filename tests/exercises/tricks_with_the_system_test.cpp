// Files, other programs and the channel of results are out of an answer's reach.
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("no programs, no network, no memory past what is counted", "[.long]") {
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
        "attribute no_sanitize_coverage");
  CHECK(refused("linear_attention",
                "#define JOIN(a, b) a##b\n"
                "__attribute__((JOIN(no_san, itize_coverage))) void f() {}\n") ==
        "attribute no_sanitize_coverage");
  CHECK(refused("linear_attention", "__attribute__((no_sani\\\ntize_coverage)) void f() {}\n") ==
        "attribute no_sanitize_coverage");
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

TEST_CASE("no pages that can be written or run, nor where the program's code lies", "[.long]") {
  for (const char* call : {"mprotect(p, 1, 7)", "pkey_mprotect(p, 1, 7, 0)", "mremap(p, 1, 2, 0) != p",
                           "dl_iterate_phdr(nullptr, p)"})
    CHECK_THAT(
        refused("stable_softmax", "#include <link.h>\n#include <sys/mman.h>\nint f(void* p) { return " +
                                      std::string(call) + "; }\n"),
        Contains("system "));
}

TEST_CASE("an answer opens no files", "[.long]") {
  for (const char* call :
       {"std::ifstream(\"/etc/passwd\").good()", "fopen(\"/proc/self/maps\", \"r\") != nullptr",
        "open(\"/proc/self/exe\", O_RDONLY) >= 0", "std::filesystem::exists(\"/etc\")",
        "std::remove(\"a\") == 0", "symlink(\"a\", \"b\") == 0", "tmpfile() != nullptr"})
    CHECK_THAT(refused("stable_softmax",
                       "#include <fcntl.h>\n#include <unistd.h>\n#include <cstdio>\n#include "
                       "<filesystem>\n#include <fstream>\n"
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
             "#include <pwd.h>\n#include <sys/stat.h>\nconst bool before = ::getpwuid(0) != nullptr;\n" +
                 replaced(solution("stable_softmax"), "const int rows",
                          "if (before || ::getpwuid(0) != nullptr || ::chmod(\"" +
                              (folder.path() / "old").string() + "\", 0) == 0) throw 1;\n  const int rows"));
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

TEST_CASE("no handler of a signal runs while the number that results begin with can be read", "[.long]") {
  const heed::Verdict verdict = graded("stable_softmax", R"(#include <sys/time.h>
#include <unistd.h>
#include <csignal>
extern "C" { extern char __bss_start, _end; }
int ends[2];
volatile std::sig_atomic_t seen = 0;
std::vector<const void*> closed;
bool readable(const void* page) {
  char sink[8];
  return ::write(ends[1], page, 8) == 8 && ::read(ends[0], sink, 8) == 8;
}
void look(int) {
  for (const void* page : closed) seen = seen + (readable(page) ? 1 : 0);
}
const bool often = [] {
  const auto begin = reinterpret_cast<std::uintptr_t>(&__bss_start);
  if (::pipe(ends) != 0) return false;
  for (const char* at = &__bss_start + (8 - begin % 8) % 8; at + 8 <= &_end; at += 8) {
    std::uintptr_t value = 0;
    std::copy(at, at + 8, reinterpret_cast<char*>(&value));
    const auto* page = reinterpret_cast<const void*>(value);
    if (value % 4096 == 0 && value > 0x100000000 && value >> 48 == 0 && !readable(page)) closed.push_back(page);
  }
  struct sigaction action {};
  action.sa_handler = look;
  action.sa_flags = SA_RESTART;
  ::sigaction(SIGALRM, &action, nullptr);
  const itimerval interval{{0, 20}, {0, 20}};
  return ::setitimer(ITIMER_REAL, &interval, nullptr) == 0 && !closed.empty();
}();
)" + replaced(solution("stable_softmax"), "const int rows",
              "if (!often || seen > 0) throw 1;\n  const int rows"));
  CHECK(verdict.passed());
}

TEST_CASE("no thread runs beside an answer, which might look on while its result is handed back", "[.long]") {
  CHECK(refused("stable_softmax", "#include <thread>\nvoid f() { std::thread([] {}).detach(); }\n") ==
        "thread std::thread::_M_start_thread");
  CHECK(refused("stable_softmax",
                "#include <future>\nint f() { return std::async(std::launch::async, [] { return 1; }).get(); "
                "}\n") == "thread std::thread::_M_start_thread");
  CHECK(refused("stable_softmax",
                "#include <pthread.h>\nvoid* g(void*) { return nullptr; }\n"
                "int f(pthread_t* to) { return ::pthread_create(to, nullptr, g, nullptr); }\n") ==
        "thread pthread_create");
}

}  // namespace tricks
