// Words, attributes and pragmas that lead out of what is compiled and counted.
#include <fmt/format.h>

#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("what is counted is not wound back", "[.long]") {
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

TEST_CASE("no other name leads to what belongs to the thread", "[.long]") {
  for (const std::string exercise : {"linear_attention", "layer_norm"}) {
    for (const char* variable : {"__once_callable", "__once_call"})
      CHECK(refused(exercise, fmt::format("#include <mutex>\nvoid* f() {{ return &std::{}; }}\n",
                                          variable)) == fmt::format("counts {}", variable));
    for (const char* attribute : {"weakref", "__weakref__"})
      CHECK(refused(exercise, fmt::format("static int* near() __attribute__(({}(\"__errno_location\")));\n"
                                          "int* f() {{ return near(); }}\n",
                                          attribute)) == "attribute weakref");
    CHECK(refused(exercise,
                  "#define JOIN(a, b) a##b\n"
                  "static int* near() __attribute__((JOIN(weak, ref)(\"__errno_location\")));\n"
                  "int* f() { return near(); }\n") == "attribute weakref");
    CHECK(refused(exercise, "long f(long __attribute__((address_space(257))) * p);\n") ==
          "attribute address_space");
    CHECK(
        refused(exercise,
                "__attribute__((target(\"fsgsbase\"))) long f() { return __builtin_ia32_rdfsbase64(); }\n") ==
        "attribute target");
  }
  // a lock that is taken once needs those variables by itself
  CHECK(refused("linear_attention",
                "#include <mutex>\nvoid f(std::once_flag& once) { std::call_once(once, [] {}); }\n") == "");
}

TEST_CASE("nothing is quoted for the assembler, and no data is run as code", "[.long]") {
  for (const char* attribute : {"section", "__section__"}) {
    CHECK(refused("linear_attention",
                  fmt::format(
                      "__attribute__(({}(\".text#\"))) const unsigned char code[] = {{0xc3}};\n"
                      "void f() {{ reinterpret_cast<void (*)()>(const_cast<unsigned char*>(code))(); }}\n",
                      attribute)) == "attribute section");
    CHECK(refused("stable_softmax",
                  fmt::format("[[gnu::{}(\".text\\n.incbin \\\"/etc/hostname\\\"\\n#\")]] void f() {{}}\n",
                              attribute)) == "attribute section");
  }
  CHECK(refused("stable_softmax",
                "#define JOIN(a, b) a##b\nvoid f() __attribute__((JOIN(sym, ver)(\"f@V\")));\n") ==
        "attribute symver");
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

TEST_CASE("where nothing is counted, nothing else is said of a name that leads to counters", "[.long]") {
  CHECK(refused("stable_softmax", "thread_local int calls = 0;\n") == "counts_elsewhere thread_local");
  CHECK(refused("stable_softmax", "#include <cerrno>\nvoid f() { errno = 0; }\n") ==
        "counts_elsewhere errno");
  CHECK(refused("online_softmax", "thread_local int calls = 0;\n") == "counts thread_local");
}

TEST_CASE("a C name that no library has may be defined", "[.long]") {
  CHECK(refused("stable_softmax", "extern \"C\" double safe_exp(double x) { return x; }\n") == "");
  for (const char* name : {"exp", "strlen", "dgemm_", "utf8proc_NFC", "heed_part_softmax", "pthread_self"})
    CHECK(
        refused("stable_softmax", fmt::format("#define {0} other\n#include <cmath>\n#undef {0}\n"
                                              "namespace n {{ extern \"C\" void {0}(int, int, int) {{}} }}\n",
                                              name)) == fmt::format("redefined {}", name));
}

TEST_CASE("no name of heed or of the C library is defined anew", "[.long]") {
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
  for (const char* weak : {"", "__attribute__((weak)) "})
    CHECK(refused("online_softmax", std::string("extern \"C\" ") + weak +
                                        "std::size_t malloc_usable_size(void*) noexcept { return 0; }\n") ==
          "redefined malloc_usable_size");
}

TEST_CASE("macros that make more of a text than is read are told as that", "[.long]") {
  std::string text = "#define A " + std::string(80, 'x') + "\n";
  for (char name = 'B'; name < 'H'; ++name)
    text += fmt::format("#define {0} {1} {1} {1} {1} {1} {1} {1} {1} {1} {1}\n", name,
                        static_cast<char>(name - 1));
  CHECK(refused("stable_softmax", text + "G\n") == "too_long #define");
}

}  // namespace tricks
