// Files and other programs are out of an answer's reach.
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("no programs, no network, no assembler", "[.long]") {
  for (const char* call : {"fork()", "system(\"true\")", "dlsym(nullptr, \"f\")", "syscall(57)",
                           "sbrk(1 << 20)", "socket(1, 1, 0)"})
    CHECK_THAT(refused("stable_softmax",
                       "#include <dlfcn.h>\n#include <sys/socket.h>\n#include <unistd.h>\n"
                       "auto f() { return " +
                           std::string(call) + "; }\n"),
               Contains("system "));
  // a comment and a name of one's own say nothing
  CHECK(refused("stable_softmax", "// asm\nint f(int threads_used) { return threads_used; }\n") == "");
  CHECK(refused("stable_softmax", "void f() { asm(\"nop\"); }  // no asm\n") == "system asm");
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

TEST_CASE("no thread runs beside an answer", "[.long]") {
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
