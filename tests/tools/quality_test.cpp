// What the defaults are good for: short trainings of one thread that must come out well. The same seed gives
// the same result on one machine; the floors leave room for the rounding of other processors.
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

TEST_CASE("a language model with the defaults comes near the grammar's entropy", "[.long]") {
  const Scratch scratch;
  const ProgramEnd trained =
      succeed(scratch, {"lm", "--sentences", "20000", "--epochs", "2", "--threads", "1"});
  INFO(trained.out);
  CHECK(number_after(trained.out, "for its choices (") <= 1.15);
}

TEST_CASE("an encoder with the defaults finds the words that a sentence determines", "[.long]") {
  const Scratch scratch;
  const ProgramEnd trained = succeed(scratch, {"bert"});
  INFO(trained.out);
  CHECK(number_after(trained.out.substr(trained.out.find("determines")), "found") >= 90);
}

TEST_CASE("a Vision Transformer with the defaults knows digits that it has never seen", "[.long]") {
  const Scratch scratch;
  const ProgramEnd trained = succeed(scratch, {"vit", "--images", "12000", "--epochs", "7"});
  INFO(trained.out);
  CHECK(number_after(trained.out.substr(trained.out.find("accuracy on")), "139,018") >= 97);
}

TEST_CASE("a model with the defaults learns to translate", "[.long]") {
  const Scratch scratch;
  const ProgramEnd trained = succeed(scratch, {"translate", "--level", "1", "--pairs", "4000", "--epochs",
                                               "7", "--beam", "1", "--threads", "1"});
  INFO(trained.out);
  CHECK(number_after(trained.out, "test, greedy:  BLEU = ") >= 90);
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
  const ProgramEnd trained = translate(
      {"--d-model", "32", "--ff", "64", "--layers", "1", "--epochs", "3", "--warmup", "20", "--threads", "1"},
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
