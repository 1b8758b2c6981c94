// From a learner's file to a program: what is in it, and what is said when it does not become one.
#include "tests/exercises/answers.hpp"

#include "lib/files/read_file.hpp"
#include "lib/process/process.hpp"

using heed::run_process;

namespace answers {
namespace {

std::string solution() { return answers::solution("stable_softmax"); }

Compiled compile(const std::string& text, const TemporaryFolder& folder) {
  return compiled("stable_softmax", text, folder);
}

heed::Verdict sanitized(const std::string& text, const TemporaryFolder& folder) {
  std::ofstream(folder.path() / "answer.cpp") << text;
  return grade(toolchain(), find_entry("stable_softmax"), folder.path() / "answer.cpp", {.sanitize = true});
}

/// The block of a page that begins with the points of an exercise.
std::string shown_in(const std::string& page) {
  const std::string text = heed::read_text_file(fs::path(HEED_SOURCE_DIR) / page), fence = "```\n",
                    first = "stable_softmax  0/10\n";
  const std::size_t begin = text.find(fence + first);
  REQUIRE(begin != text.npos);
  return text.substr(begin + fence.size(), text.find(fence, begin + fence.size()) - begin - fence.size());
}

}  // namespace

TEST_CASE("a full disk is no fault of the answer, and gives no verdict") {
  const TemporaryFolder folder, learners;
  const fs::path file = learners.path() / "softmax.cpp";
  std::ofstream(file) << solution();
  fs::create_symlink("/dev/full", folder.path() / "answer.cpp");
  CHECK_THROWS_WITH(compile_answer(toolchain(), find_entry("stable_softmax"), file, folder.path()),
                    Contains("No space left on device") && Contains("TMPDIR"));
  fs::remove(folder.path() / "answer.cpp");
  // who writes the words has room all the same
  CHECK(compile("#error No space left on device\n", folder).messages.errors.size() == 1);
  fs::create_symlink("/dev/full", folder.path() / "room");
  CHECK_THROWS_WITH(compile("#error\n", folder), Contains("No space left on device"));
}

TEST_CASE("a program for a debugger runs one case, or all of a part, and says what went in and came out") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "answer.cpp";
  std::ofstream(file) << solution();
  const std::string program =
      compile_for_debugger(toolchain(), find_entry("stable_softmax"), file, folder.path()).string();
  const auto said = [&](const std::string& label) {
    return run_process({.arguments = {program, "forward", label, "1"}}).out;
  };
  CHECK_THAT(said("2 rows of 3"), Contains("logits = [[0, 0.693147, 0], [1, 1, 1]]") &&
                                      Contains("-> probabilities = [[0.25, 0.5, 0.25]"));
  CHECK_THAT(said("2 rows of 3"), !Contains("forward, one row"));
  CHECK(said("").size() > 2 * said("2 rows of 3").size());
  std::ofstream(file) << "no C++";
  CHECK_THROWS_WITH(compile_for_debugger(toolchain(), find_entry("stable_softmax"), file, folder.path()),
                    Contains("error"));
}

TEST_CASE("of UTF-16 it is said what to do") {
  const TemporaryFolder folder;
  CHECK(compile(std::string("\xff\xfe#\0", 4), folder).forbidden.at(0).reason == "utf16");
}

TEST_CASE(
    "a crash of the compiler is no fault of the answer: it is tried once more, and then there is no "
    "verdict") {
  const TemporaryFolder folder;
  const fs::path script = folder.path() / "compiler", ran = folder.path() / "ran";
  std::ofstream(folder.path() / "answer.cpp") << solution();
  Toolchain crashing = toolchain();
  crashing.compiler = script.string();
  const auto compiled_with = [&](const std::string& once_more) {
    std::ofstream(script) << "#!/bin/sh\nif [ -e " << ran.string() << " ]; then " << once_more << "; fi\n"
                          << "touch " << ran.string()
                          << "\necho 'a.cpp:1: internal compiler error: Bus error' >&2\nexit 4\n";
    fs::permissions(script, fs::perms::owner_all);
    return compile_text(crashing, find_entry("stable_softmax"), solution(), folder.path());
  };
  CHECK_FALSE(compiled_with("exec " + toolchain().compiler + " \"$@\"").object.empty());
  CHECK_THROWS_WITH(compiled_with("kill -BUS $$"), Contains("the compiler crashed"));
  CHECK_THROWS_WITH(compiled_with("exit 4"), Contains("the compiler crashed"));
  CHECK(compiled_with("echo 'a.cpp:1:1: error: no' >&2; exit 1").object.empty());
}

TEST_CASE("the graded program holds the learner's function, and neither the reference nor a wrong one") {
  const TemporaryFolder folder;
  const TemporaryFolder learners;
  const fs::path file = learners.path() / "softmax.cpp";
  std::ofstream(file) << solution();
  const Compiled compiled = compile_answer(toolchain(), find_entry("stable_softmax"), file, folder.path());
  REQUIRE(compiled.ok());
  CHECK(heed::read_text_file(folder.path() / "answer.cpp") == solution());  // a copy is compiled
  const std::string symbols = run_process({.arguments = {"nm", "--demangle", compiled.program.string()}}).out;
  CHECK_THAT(symbols, Contains(" T softmax(heed::learn::Tensor const&)"));
  CHECK_THAT(symbols, !Contains("reference::"));
  CHECK_THAT(symbols, !Contains("wrong_"));
  // nor what it does not use: neither autograd nor BLAS
  CHECK_THAT(symbols, !Contains("Variable::backward"));
  CHECK_THAT(run_process({.arguments = {"ldd", compiled.program.string()}}).out, !Contains("openblas"));
}

TEST_CASE("the precompiled header is used, wherever the grader is run") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "answer.cpp";
  std::ofstream(file) << solution();
  std::vector<std::string> command{toolchain().compiler};
  command.insert(command.end(), toolchain().flags.begin(), toolchain().flags.end());
  for (const char* word : {"-H", "-include", toolchain().precompiled.c_str(), "-fsyntax-only", file.c_str()})
    command.push_back(word);
  const fs::path before = fs::current_path();
  for (const char* place : {HEED_SOURCE_DIR, "/"}) {
    fs::current_path(place);
    const std::string headers = run_process({.arguments = command}).err;
    CHECK(headers.starts_with("! "));           // GCC's mark of a precompiled header that is used
    CHECK_THAT(headers, !Contains("/vector"));  // nothing else is read
  }
  fs::current_path(before);
}

TEST_CASE("an error is told once, at the line of the answer that it comes from") {
  struct Wrong {
    std::string text;
    int line;
    const char* message;
  };
  for (const Wrong& wrong : {
           Wrong{"Tensor softmax(const Tensor& logits) {\n  sum += 1;\n  return logits;\n}\n", 2,
                 "'sum' was not declared in this scope"},
           // in a template of the course
           {"Tensor softmax(const Tensor& logits) {\n  Tensor t({2});\n  t(0.5) = 1;\n  return t;\n}\n", 3,
            "the indices of a Tensor must be integers"},
           {"Tensor softmax(const Tensor& logits) {\n  Tensor p(logits.shape());\n}\n", 3,
            "no return statement"},
           // which no linker sees
           {"double softmax(const Tensor& x) { return x.flat(0); }\n", 1,
            "the function must be 'Tensor softmax(const Tensor&)'"},
           {solution() + "int main() {}\n", 0, "main may not be defined here"},
       }) {
    const TemporaryFolder folder;
    const Compiled compiled = compile(wrong.text, folder);
    INFO(wrong.text);
    CHECK_FALSE(compiled.ok());
    REQUIRE_FALSE(compiled.messages.errors.empty());
    CHECK(compiled.messages.errors.front().line == wrong.line);
    CHECK_THAT(compiled.messages.errors.front().message, Contains(wrong.message));
  }
}

TEST_CASE("a function that is missing or has other parameters, and a file that is not there, is named") {
  const TemporaryFolder folder;
  CHECK(compile("Tensor softmaks(const Tensor& x) { return x; }\n", folder).missing ==
        std::vector<std::string>{"softmax(Tensor const&)"});
  const Compiled with_axis = compile("Tensor softmax(Tensor x, int axis) { return x; }\n", folder);
  CHECK(with_axis.missing == std::vector<std::string>{"softmax(Tensor const&)"});
  CHECK(with_axis.others == std::vector<std::string>{"softmax(Tensor, int)"});
  CHECK(compile("namespace mine {\nTensor softmax(const Tensor& x) { return x; }\n}\n", folder).others ==
        std::vector<std::string>{"mine::softmax(Tensor const&)"});
  CHECK_THROWS_WITH(compile_answer(toolchain(), find_entry("stable_softmax"), "/no/such.cpp", folder.path()),
                    Contains("/no/such.cpp"));
  CHECK_THROWS_WITH(find_entry("softmaks"), Contains("no exercise 'softmaks'"));
}

TEST_CASE("with the sanitizers a finding, or a failed assertion of the library, is told with its place") {
  const auto check = [](const std::string& body, const std::string& reason, const char* words,
                        const char* line) {
    const TemporaryFolder folder;
    const heed::Verdict verdict = sanitized("Tensor softmax(const Tensor& x) {\n" + body + "}\n", folder);
    REQUIRE(verdict.parts.at(0).failure);
    CHECK(verdict.parts[0].status == heed::PartStatus::crashed);
    CHECK(verdict.parts[0].failure->reason == reason);
    CHECK_THAT(verdict.parts[0].failure->message,
               Contains(words) && Contains((folder.path() / "answer.cpp").string() + line));
  };
  check(
      "  double* room = new double[3];\n  volatile int three = 3;\n  return Tensor::full({1}, "
      "room[three]);\n",
      "sanitizer", "heap-buffer-overflow", ":4");
  check(
      "  std::vector<int> three(3);\n"
      "  return Tensor::full({1}, three[static_cast<std::size_t>(x.size() + 6)]);\n",
      "assertion", "__n < this->size()", ":3");
}

TEST_CASE("the page's softmax over the wrong axis is what heed learn says of it") {
  const TemporaryFolder folder;
  write_answer(folder.path(), "stable_softmax", source_of("stable_softmax").wrong("first_axis"));
  const auto printed = [&](const std::string& language) {
    return run_process({.arguments = {HEED_PROGRAM, "learn", "check", "stable_softmax", "--lang", language},
                        .environment = {"HEED_ANSWERS=" + folder.path().string(), "LC_ALL=C.UTF-8"}})
        .out;
  };
  CHECK_THAT(printed("en"), Contains(shown_in("docs/course.md")));
  CHECK_THAT(printed("ko"), Contains(shown_in("docs/course.ko.md")));
}

}  // namespace answers
