// Tests the defaults: trainings must come out well, each to the mark that docs/models.md names. The same seed
// gives the same result on one machine; the marks leave room for other processors.
#include <sys/resource.h>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

#if !defined(HEED_SANITIZE)  // ten minutes under the sanitizers, for nothing that other tests do not reach
namespace {

/// The number behind `label`.
double number_after(const std::string& text, const std::string& label) {
  const std::size_t at = text.find(label);
  REQUIRE(at != std::string::npos);
  return std::stod(text.substr(at + label.size()));
}

/// Returns what a command prints that trains with its defaults and a team of two. Three minutes of two
/// processors are its limit: as time of the processor, which other programs beside it hardly change.
std::string of_defaults(const Words& command) {
  const Scratch scratch;
  const auto spent = [] {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
  };
  const double before = spent();
  const ProgramEnd end =
      run({.arguments = command, .folder = scratch.folder(), .environment = {"HEED_THREADS=2"}});
  INFO(end.out << end.err);
  CHECK(end.status == 0);
  CHECK(spent() - before <= 2 * 180);
  return end.out;
}

}  // namespace

TEST_CASE("the defaults of copy, lm, vit and translate come to the marks of docs/models.md", "[.long]") {
  struct Case {
    const char *command, *label;
    double least, most;
  };
  for (const auto& [command, label, least, most] :
       std::vector<Case>{{"copy --task reverse --longest 8 --train 6000 --test 300 --epochs 8",
                          "sequences exactly right (", 99, 100},
                         {"vit", "139,018  ", 97, 100},
                         {"lm", "for its choices (", 0, 1.15},  // times the grammar's entropy
                         {"translate --train", "test, greedy:  BLEU = ", 95, 100},
                         {"translate --train --model lstm", "test, greedy:  BLEU = ", 85, 100}}) {
    const std::string out = of_defaults(words_of(command));
    INFO(out);
    const double reached = number_after(out, label);
    CHECK((reached >= least && reached <= most));
  }
}

TEST_CASE("heed bert finds nine of ten words that a sentence determines, and they help where labels are few",
          "[.long]") {
  const std::string out = of_defaults({"bert"});
  INFO(out);
  CHECK(number_after(out.substr(out.find("determines")), "found") >= 90);
  // the row of 64 labels: per cent with pre-training, … and at its end what it gains
  const std::size_t at = out.find("\n      64 ");
  REQUIRE(at != std::string::npos);
  const std::string row = out.substr(at, out.find('\n', at + 1) - at);
  CHECK(number_after(row, "64") >= 85);
  CHECK(number_after(row.substr(row.rfind('+')), "+") > number_after(row, "±"));
}

#endif
