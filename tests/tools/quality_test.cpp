// What the defaults are good for: trainings that must come out well, each to the mark that docs/models.md
// names. The same seed gives the same result on one machine; the marks leave room for other processors.
#include <sys/resource.h>

#include <nlohmann/json.hpp>

#include "lib/data/draws.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

namespace {

ProgramEnd succeed(const Scratch& scratch, std::vector<std::string> arguments) {
  const ProgramEnd outcome = run({.arguments = std::move(arguments), .folder = scratch.folder()});
  INFO(outcome.out << outcome.err);
  REQUIRE(outcome.status == 0);
  return outcome;
}

/// Pairs of words in one language and the same, the other way round, in the other.
void write_pairs(const Scratch& scratch, const std::string& part, std::size_t pairs, std::uint64_t seed) {
  const std::vector<std::pair<std::string, std::string>> words{{"가", "a"}, {"나", "b"}, {"다", "c"},
                                                               {"라", "d"}, {"마", "e"}, {"바", "f"}};
  heed::Draws draws(seed);
  std::string source, target;
  for (std::size_t i = 0; i < pairs; ++i) {
    std::string backwards;
    for (std::size_t left = 4 + draws.below(4); left > 0; --left) {
      const auto& [korean, english] = draws.pick(words);
      source += korean + (left > 1 ? " " : "\n");
      backwards = english + (backwards.empty() ? "" : " ") + backwards;
    }
    target += backwards + "\n";
  }
  spill(scratch / ("data/" + part + ".ko"), source);
  spill(scratch / ("data/" + part + ".en"), target);
}

/// The number behind `label`.
double number_after(const std::string& text, const std::string& label) {
  const std::size_t at = text.find(label);
  REQUIRE(at != std::string::npos);
  return std::stod(text.substr(at + label.size()));
}

}  // namespace

#if !defined(HEED_SANITIZE)  // ten minutes under the sanitizers, for nothing that other tests do not reach
TEST_CASE("a model with the defaults learns to reverse what it has never seen", "[.long]") {
  const Scratch scratch;
  succeed(scratch, {"copy", "--task", "reverse", "--longest", "8", "--train", "6000", "--test", "300",
                    "--epochs", "8", "--threads", "1"});
  const auto result = nlohmann::json::parse(slurp(scratch / "runs/reverse/result.json"));
  CHECK(result.at("exact_percent") >= 99);
}

namespace {

/// What a command without any option trains with a team of two, and prints. Three minutes of two processors
/// are its limit: as time of the processor, which other programs beside it hardly change.
std::string of_defaults(std::vector<std::string> command) {
  const Scratch scratch;
  const auto spent = [] {
    rusage usage{};
    getrusage(RUSAGE_CHILDREN, &usage);
    return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec);
  };
  const double before = spent();
  const ProgramEnd end =
      run({.arguments = std::move(command), .folder = scratch.folder(), .environment = {"HEED_THREADS=2"}});
  INFO(end.out << end.err);
  CHECK(end.status == 0);
  CHECK(spent() - before <= 2 * 180);
  return end.out;
}

}  // namespace

TEST_CASE("heed lm comes within 1.15 of the grammar's entropy", "[.long]") {
  const std::string out = of_defaults({"lm"});
  INFO(out);
  CHECK(number_after(out, "for its choices (") <= 1.15);
}

TEST_CASE("heed bert finds nine of ten words that a sentence determines, and they help where labels are few",
          "[.long]") {
  const std::string out = of_defaults({"bert"});
  INFO(out);
  const std::size_t found = out.find("determines");
  REQUIRE(found != std::string::npos);
  CHECK(number_after(out.substr(found), "found") >= 90);
  // the row of 64 labels: per cent with pre-training, … and at its end what it gains
  const std::size_t at = out.find("\n      64 ");
  REQUIRE(at != std::string::npos);
  const std::string row = out.substr(at, out.find('\n', at + 1) - at);
  CHECK(number_after(row, "64") >= 85);
  const std::size_t gain = row.rfind('+');
  REQUIRE(gain != std::string::npos);
  CHECK(number_after(row.substr(gain), "+") > number_after(row, "±"));
}

TEST_CASE("heed vit knows 97 of 100 drawings that it has never seen", "[.long]") {
  const std::string out = of_defaults({"vit"});
  INFO(out);
  const std::size_t accuracy = out.find("accuracy on");
  REQUIRE(accuracy != std::string::npos);
  CHECK(number_after(out.substr(accuracy), "139,018") >= 97);
}

TEST_CASE("heed translate learns to translate, with a Transformer and with LSTMs", "[.long]") {
  const std::string transformer = of_defaults({"translate", "--train"}),
                    lstm = of_defaults({"translate", "--train", "--model", "lstm"});
  INFO(transformer << lstm);
  CHECK(number_after(transformer, "test, greedy:  BLEU = ") >= 95);
  CHECK(number_after(lstm, "test, greedy:  BLEU = ") >= 85);
}
#endif

TEST_CASE("the BLEU that training prints is what heed score gives to the translations") {
  const Scratch scratch;
  std::filesystem::create_directories(scratch / "data");
  write_pairs(scratch, "train", 1500, 1);
  write_pairs(scratch, "valid", 20, 2);
  write_pairs(scratch, "test", 60, 3);
  const std::vector<std::string> languages{"--data", "data",   "--source", "ko",           "--target",
                                           "en",     "--beam", "1",        "--max-length", "9"};
  const auto translate = [&](std::vector<std::string> more, std::string input) {
    more.insert(more.begin(), "translate");
    more.insert(more.end(), languages.begin(), languages.end());
    return run({.arguments = more, .folder = scratch.folder(), .input = std::move(input)});
  };
  const ProgramEnd trained = translate({"--d-model", "32", "--ff", "64", "--layers", "1", "--epochs", "3",
                                        "--warmup", "20", "--threads", "1", "--tokens", "words"},
                                       "");
  INFO(trained.out << trained.err);
  REQUIRE(trained.status == 0);
  const ProgramEnd written = translate({"--interactive"}, slurp(scratch / "data/test.ko"));
  REQUIRE(written.status == 0);
  spill(scratch / "hyp.txt", written.out);
  const ProgramEnd scored = succeed(scratch, {"score", "hyp.txt", "--ref", "data/test.en", "--metric", "bleu",
                                              "--tokenize", "none", "--width", "2"});
  const double printed = number_after(trained.out, "test, greedy:  BLEU = ");
  INFO(scored.out);
  CHECK(printed > 1);
  CHECK(printed < 99);
  // All of it: precisions, brevity penalty, lengths.
  const std::size_t at = trained.out.find("BLEU = ") + 6;
  CHECK_THAT(scored.out, Catch::Contains(trained.out.substr(at, trained.out.find('\n', at) - at)));
}
