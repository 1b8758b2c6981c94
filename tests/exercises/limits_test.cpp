// Everything that a learner's program can do wrong while it runs: each ends in a verdict. One program is
// compiled, which misbehaves as a text in it says; for each test that is overwritten in the program's file.
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "lib/files/read_file.hpp"
#include "lib/process/process.hpp"
#include "tests/exercises/answers.hpp"

using heed::run_process;

namespace answers {
namespace {

const char* const misbehaving = R"(#include "exercises/learn.hpp"

#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <unistd.h>

volatile char misbehaviour[] = "misbehaviour....................";

int deeper(int n) {
  volatile char room[1000];
  room[0] = static_cast<char>(n);
  return deeper(n + 1) + room[0];
}

Tensor softmax(const Tensor& logits) {
  const std::string what = const_cast<const char*>(misbehaviour);
  volatile int zero = 0;
  std::vector<int> three(3);
  if (what == "nothing written") return not_written("softmax");
  if (what == "endless loop") for (volatile int i = 0;; i = i + 1) {}
  if (what == "asleep") std::this_thread::sleep_for(std::chrono::hours(1));
  if (what == "null pointer") return Tensor::full({*static_cast<volatile int*>(nullptr)}, 1);
  if (what == "stack overflow") return Tensor::full({deeper(0)}, 1);
  if (what == "memory") for (std::vector<double*> all;;) all.push_back(new double[1 << 27]);
  if (what == "abort") std::abort();
  if (what == "nobody catches") [] () noexcept { std::vector<char> all(std::size_t{1} << 60); }();
  if (what == "long line") std::fputs(std::string(1000000, 'x').c_str(), stderr), std::abort();
  if (what == "exit") std::exit(0);
  if (what == "number thrown") throw 42;
  if (what == "error thrown") throw std::runtime_error("I give up");
  if (what == "long words") throw std::runtime_error(std::string(30000000, '\xff'));
  if (what == "changed argument") const_cast<Tensor&>(logits) *= 1 + 1e-12;
  if (what == "environment" && std::getenv("HEED_TEST_TOKEN") != nullptr) throw 1;
  if (what == "environment" && std::getenv("HOME") != nullptr) throw 1;
  if (what == "division") return Tensor::full({7 / zero}, 1);
  if (what == "index") return Tensor::full({three[static_cast<std::size_t>(3 + zero)]}, 1);
  if (what == "tensor index") return Tensor::full({1}, logits(100, 0));
  if (what == "shape") return Tensor({1, 1, 1});
  if (what == "empty") return Tensor();
  if (what == "nan") return logits / 0.0 - logits / 0.0;
  if (what == "prints") for (int i = 0; i < 200000; ++i) std::printf("가나다 %d\n", i);
  if (what == "prints for ever") for (;;) std::printf("y\n");
  if (what == "closed") for (int i = 0; i < 10; ++i) ::close(i);
  if (what == "killed") ::raise(SIGKILL);
  if (what == "noise") std::cerr << "to standard error\n", std::cout << "to standard output";
  Tensor p(logits.shape());
  for (int i = 0; i < logits.dim(0); ++i) {
    double max = logits(i, 0), sum = 0;
    for (int j = 0; j < logits.dim(1); ++j) max = std::max(max, logits(i, j));
    for (int j = 0; j < logits.dim(1); ++j) sum += p(i, j) = std::exp(logits(i, j) - max);
    for (int j = 0; j < logits.dim(1); ++j) p(i, j) /= sum;
  }
  return p;
}
)";

heed::Verdict verdict_on(const std::string& misbehaviour, double seconds = 20) {
  static const TemporaryFolder folder;
  static const Compiled program = compiled("stable_softmax", misbehaving, folder);
  REQUIRE(program.ok());
  std::string bytes = heed::read_text_file(program.program);
  const std::string mark = "misbehaviour....................";
  REQUIRE(bytes.find(mark) != bytes.npos);
  bytes.replace(bytes.find(mark), mark.size(),
                misbehaviour + std::string(mark.size() - misbehaviour.size(), '\0'));
  Compiled told = program;
  told.program = folder.path() / "told";
  std::ofstream(told.program, std::ios::binary) << bytes;
  fs::permissions(told.program, fs::perms::owner_all);
  return grade_program(find_entry("stable_softmax"), told,
                       {.sanitize = toolchain().always_sanitized, .seconds = seconds});
}

/// Returns what the first part's verdict says: "crashed SIGSEGV stack_overflow".
std::string told(const std::string& misbehaviour, double seconds = 20) {
  const heed::Verdict verdict = verdict_on(misbehaviour, seconds);
  CHECK(verdict.points() == 0);
  const heed::PartVerdict& part = verdict.parts.front();
  CHECK_FALSE(part.mistake);
  REQUIRE(part.failure);
  CHECK(part.failure->label == "2 rows of 3");
  std::string text(to_string(part.status));
  for (const std::string& word : {part.failure->signal, part.failure->reason})
    text += word.empty() ? "" : " " + word;
  return text;
}

/// The learner's programs that a grader has started, in a folder with the grader's number in its name.
std::vector<pid_t> answers_of(pid_t grader) {
  const std::string folder = "/heed-course-" + std::to_string(grader) + "-";
  std::vector<pid_t> found;
  for (const auto& process : fs::directory_iterator("/proc")) {
    std::error_code gone;
    const std::string program = fs::read_symlink(process.path() / "exe", gone).string();
    if (program.find(folder) != std::string::npos)
      found.push_back(std::stoi(process.path().filename().string()));
  }
  return found;
}

}  // namespace

TEST_CASE("a program that behaves passes") {
  const heed::Verdict verdict = verdict_on("well");
  CHECK(verdict.passed());
  CHECK(verdict.points() == 10);
  CHECK(verdict.demo.size() == 1);
  CHECK(verdict.printed.empty());
}

TEST_CASE("endless loops are ended, busy or asleep, and the other parts are not waited for as long",
          "[.long]") {
  const auto start = std::chrono::steady_clock::now();
  CHECK(told("endless loop", 0.5) == "timeout");
  CHECK(told("asleep", 0.5) == "timeout");
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(40));
}

// Under the sanitizers the same things are told by their reports.
TEST_CASE("crashes are told apart") {
  if (toolchain().always_sanitized) return;
  CHECK(told("null pointer") == "crashed SIGSEGV segmentation_fault");
  CHECK(told("stack overflow") == "crashed SIGSEGV stack_overflow");
  CHECK(told("abort") == "crashed SIGABRT aborted");
  CHECK(told("nobody catches") == "memory");
  CHECK(told("division") == "crashed SIGFPE division_by_zero");
  CHECK(told("killed") == "crashed SIGKILL killed");
  CHECK(told("long line") == "crashed SIGABRT aborted");  // after an endless line on standard error
  CHECK(told("index") == "crashed SIGABRT assertion");
  CHECK(told("memory", 60) == "memory");
}

TEST_CASE("leaving early, what is thrown, a changed argument, a wrong shape and NaN are told") {
  for (const auto& [what, as] :
       std::vector<std::pair<std::string, std::string>>{{"exit", "missing_output exit"},
                                                        {"nothing written", "not_written"},
                                                        {"number thrown", "threw no_std_exception"},
                                                        {"error thrown", "threw"},
                                                        {"changed argument", "changed_input"},
                                                        {"shape", "wrong_shape"},
                                                        {"empty", "wrong_shape"},
                                                        {"nan", "failed"}})
    CHECK(told(what) == as);
  const auto failure = [](const std::string& what) { return verdict_on(what).parts[0].failure.value(); };
  CHECK(failure("error thrown").message == "I give up");
  CHECK(failure("long words").message.size() == 2000);  // nobody would read on
  CHECK_THAT(failure("tensor index").message, Contains("index (100, 0) is outside shape (2, 3)"));
  CHECK(failure("changed argument").message == "logits");
  CHECK(failure("nan").got);
  CHECK(failure("nan").wrong.size() == 6);
}

TEST_CASE("an answer does not learn the grader's environment") {
  ::setenv("HEED_TEST_TOKEN", "secret", 1);
  CHECK(verdict_on("environment").passed());
  ::unsetenv("HEED_TEST_TOKEN");
}

TEST_CASE("printing, and closing what is open, changes no result", "[.long]") {
  CHECK(verdict_on("closed").passed());
  // The beginning is kept, in whole characters.
  const heed::Verdict much = verdict_on("prints", 60);
  CHECK(much.passed());
  CHECK(much.printed.size() <= 2000);
  CHECK_THAT(much.printed, Contains("가나다 0\n"));
  CHECK(told("prints for ever", 1) == "timeout");
  const heed::Verdict noise = verdict_on("noise");
  CHECK(noise.passed());
  CHECK_THAT(noise.printed, Contains("to standard error"));
  CHECK_THAT(noise.printed, Contains("to standard output"));
}

TEST_CASE("a cancelled grader takes the learner's program with it") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "answer.cpp";
  std::ofstream(file) << "Tensor softmax(const Tensor&) {\n  for (volatile int i = 0;; i = i + 1) {}\n}\n";
  const pid_t grader = ::fork();
  if (grader == 0) {
    ::execl(HEED_COURSE_GRADER, HEED_COURSE_GRADER, "stable_softmax", file.c_str(), nullptr);
    ::_exit(127);
  }
  for (int waited = 0; answers_of(grader).empty() && waited < 1200; ++waited)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  const std::vector<pid_t> answers = answers_of(grader);
  REQUIRE(answers.size() == 1);
  ::kill(grader, SIGTERM);
  int status = 0;
  ::waitpid(grader, &status, 0);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 128 + SIGTERM);
  CHECK(::kill(answers.front(), 0) == -1);
  CHECK(answers_of(grader).empty());
}

TEST_CASE("the grader ends with 2 where it is not used as it says") {
  for (const char* wrong : {"--no-such-option", "--seeds=x", "no_such_file"})
    CHECK(run_process({.arguments = {HEED_COURSE_GRADER, "stable_softmax", wrong}}).status ==
          (wrong[0] == '-' ? 2 : 1));
  const auto help = run_process({.arguments = {HEED_COURSE_GRADER, "--help"}});
  CHECK(help.status == 0);
  CHECK_THAT(help.out, Contains("--sanitize"));
}

}  // namespace answers
