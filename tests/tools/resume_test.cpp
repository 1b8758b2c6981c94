// Trainings that are interrupted, go on, cannot save, diverge, or meet another one: through the program.
#include <fcntl.h>
#include <sys/file.h>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

namespace {

const char* const toy_model = "runs/toy-ko-en/model.safetensors";
const char* const toy_state = "runs/toy-ko-en/model.state.safetensors";

std::vector<std::string> both(std::vector<std::string> all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// 60 epochs, each a hundredth of a second: time to be interrupted in.
std::vector<std::string> long_training(const std::vector<std::string>& more = {}) {
  return both(
      tiny_training({"--epochs", "60", "--checkpoint-every", "3", "--beam", "1", "--max-length", "4"}), more);
}

ProgramEnd heed_in(const Scratch& scratch, const std::vector<std::string>& arguments,
                   const std::string& when = "", int signal = SIGINT) {
  return run({.arguments = arguments, .folder = scratch.folder(), .signal_when = when, .signal = signal});
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("a training that was killed, then interrupted, goes on and ends with the same bytes") {
  const Scratch whole, scratch;
  REQUIRE(heed_in(whole, long_training()).status == 0);
  const ProgramEnd killed = heed_in(scratch, long_training(), "epoch  2", SIGKILL);
  REQUIRE(killed.status == 137);
  const ProgramEnd interrupted = heed_in(scratch, long_training({"--resume", "--threads", "2"}), "epoch  9");
  INFO(interrupted.out << interrupted.err);
  CHECK(interrupted.status == 130);
  CHECK_THAT(interrupted.out, Catch::Contains("Going on after step ") &&
                                  Catch::Contains("To go on: the same command with --resume\n"));
  // What a model is that was never trained to the end is said when it is used.
  const ProgramEnd used = heed_in(scratch, {"translate", "나는"});
  CHECK(used.status == 0);
  CHECK_THAT(used.err,
             Catch::StartsWith("note: runs/toy-ko-en/model.safetensors: its training was interrupted after "
                               "epoch ") &&
                 Catch::Contains(" of 60 (valid BLEU "));

  // A flipped bit: the state before it.
  std::string damaged = slurp(scratch / toy_state);
  damaged[damaged.size() - 5000] = static_cast<char>(damaged[damaged.size() - 5000] ^ 1);
  spill(scratch / toy_state, damaged);
  const ProgramEnd ended = heed_in(scratch, long_training({"--resume"}));
  INFO(ended.out << ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.err, Catch::Contains("using the state before it"));
  CHECK(slurp(scratch / toy_model) == slurp(whole / toy_model));
  const std::filesystem::directory_iterator files(scratch / "runs/toy-ko-en");
  CHECK(std::distance(begin(files), end(files)) == 2);
  CHECK(heed_in(scratch, {"translate", "나는"}).err.find("interrupted") == std::string::npos);
}

TEST_CASE("a state is used by its own training alone, and the difference is named") {
  const Scratch scratch;
  const ProgramEnd none = heed_in(scratch, long_training({"--resume"}));
  CHECK(none.status == 1);
  CHECK(none.out.empty());
  CHECK_THAT(none.err,
             Catch::Contains("there is no training to go on with: runs/toy-ko-en/model.state.safetensors"));
  CHECK(scratch.files() == 0);

  REQUIRE(heed_in(scratch, long_training(), "epoch  3").status == 130);
  const std::string state = slurp(scratch / toy_state);
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"--lr", "0.5", "--dropout", "0.2"},
       "--dropout is 0.2 here and 0.1 there; --lr is 0.5 here and 0.002 there"},
      {{"--heads", "4"}, "--heads is 4 here and 2 there"},
      {{"--pairs", "301"},
       "--pairs is 301 here and 300 there; the source vocabulary is another; the target vocabulary is "
       "another; the training data is another"},
      {{"--epochs", "61"},
       "--epochs is 61 here and 60 there (the learning rate falls towards the last epoch"},
  };
  for (const auto& [more, message] : cases) {
    const ProgramEnd outcome = heed_in(scratch, long_training(both({"--resume"}, more)));
    INFO(outcome.err);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Catch::Contains(message));
  }
  CHECK(slurp(scratch / toy_state) == state);

  // Another training sets it aside instead of losing it.
  const ProgramEnd other = heed_in(scratch, tiny_training({"--beam", "1", "--max-length", "4"}));
  CHECK(other.status == 0);
  CHECK_THAT(other.err, Catch::Contains("is kept in runs/toy-ko-en/model.state.aside-1.safetensors"));
  CHECK(slurp(scratch / "runs/toy-ko-en/model.state.aside-1.safetensors") == state);
}

TEST_CASE("where the learning rate does not know the last epoch, more or fewer epochs may follow") {
  const Scratch scratch, whole;
  const std::vector<std::string> constant{"--schedule", "constant"};
  REQUIRE(heed_in(scratch, long_training(constant), "epoch  2").status == 130);
  const ProgramEnd fewer = heed_in(scratch, long_training(both(constant, {"--resume", "--epochs", "1"})));
  CHECK(fewer.status == 2);
  CHECK_THAT(fewer.err, Catch::Contains("--epochs 1: the training is in epoch "));
  REQUIRE(heed_in(scratch, long_training(both(constant, {"--resume", "--epochs", "30"}))).status == 0);
  REQUIRE(heed_in(whole, long_training(both(constant, {"--epochs", "30"}))).status == 0);
  CHECK(slurp(scratch / toy_model) == slurp(whole / toy_model));
}

TEST_CASE("a checkpoint that cannot be written is said once and does not end the training") {
  const Scratch scratch, whole;
  REQUIRE(heed_in(whole, tiny_training({"--beam", "1"})).status == 0);
  const auto limited = [&](rlim_t bytes) {
    return run({.arguments = tiny_training({"--beam", "1", "--checkpoint-every", "1"}),
                .folder = scratch.folder(),
                .environment = {"TMPDIR=."},
                .largest_file = bytes});
  };
  const auto model_bytes = static_cast<rlim_t>(slurp(whole / toy_model).size());
  const ProgramEnd no_state = limited(model_bytes + 1000);
  INFO(no_state.out << no_state.err);
  CHECK(no_state.status == 0);
  CHECK(occurrences(no_state.err,
                    "note: runs/toy-ko-en/model.state.safetensors: cannot write: File too large") == 1);
  CHECK_THAT(no_state.err, Catch::Contains("the training goes on and tries again"));
  CHECK(slurp(scratch / toy_model) == slurp(whole / toy_model));

  const ProgramEnd nothing = limited(1000);
  CHECK(nothing.status == 1);
  CHECK_THAT(nothing.err, Catch::Contains("./heed-model-"));  // the last place that was tried
  CHECK(slurp(scratch / toy_model) == slurp(whole / toy_model));
}

TEST_CASE("a training that diverged is no success and leaves the model that was there") {
  const Scratch scratch;
  const std::vector<std::string> wild =
      tiny_training({"--lr", "1000", "--warmup", "0", "--schedule", "constant"});
  const ProgramEnd alone = heed_in(scratch, wild);
  INFO(alone.out << alone.err);
  CHECK(alone.status == 1);
  CHECK_THAT(alone.err, Catch::Contains("lower the learning rate") && Catch::Contains("nothing was saved"));
  CHECK(std::filesystem::is_empty(scratch / "runs/toy-ko-en"));
  REQUIRE(heed_in(scratch, tiny_training({"--beam", "1"})).status == 0);
  const std::string before = slurp(scratch / toy_model);
  const ProgramEnd beside = heed_in(scratch, wild);
  CHECK(beside.status == 1);
  CHECK_THAT(beside.err, Catch::Contains("runs/toy-ko-en/model.safetensors is still the older model"));
  CHECK(slurp(scratch / toy_model) == before);
  const std::filesystem::directory_iterator files(scratch / "runs/toy-ko-en");
  CHECK(std::distance(begin(files), end(files)) == 2);
}

TEST_CASE("two trainings of one model at the same time are refused, naming the other one") {
  const Scratch scratch;
  std::filesystem::create_directories(scratch / "runs/toy-ko-en");
  spill(scratch / "runs/toy-ko-en/.model.lock", "4711");  // left by one that was killed: it holds nothing
  const int lock = ::open((scratch / "runs/toy-ko-en/.model.lock").c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(::flock(lock, LOCK_EX | LOCK_NB) == 0);
  const ProgramEnd second = heed_in(scratch, tiny_training());
  CHECK(second.status == 1);
  CHECK_THAT(second.err,
             Catch::Contains("another training (process 4711) writes to runs/toy-ko-en/model.safetensors"));
  ::close(lock);
  CHECK(heed_in(scratch, tiny_training({"--beam", "1"})).status == 0);
  CHECK_FALSE(std::filesystem::exists(scratch / "runs/toy-ko-en/.model.lock"));
}

TEST_CASE("heed copy goes on where it was, and its saved model answers") {
  const Scratch scratch, whole;
  const std::vector<std::string> tiny{
      "copy", "--task", "sort", "--symbols", "5", "--train",   "300", "--test",   "20", "--d-model",
      "16",   "--ff",   "32",   "--layers",  "1", "--threads", "1",   "--epochs", "60", "--checkpoint-every",
      "2"};
  REQUIRE(heed_in(whole, tiny).status == 0);
  REQUIRE(heed_in(scratch, tiny, "epoch  3", SIGKILL).status == 137);
  CHECK(slurp(scratch / "runs/sort/model.safetensors").size() > 10'000);  // each best epoch is saved
  const ProgramEnd ended = heed_in(scratch, both(tiny, {"--resume"}));
  INFO(ended.out << ended.err);
  REQUIRE(ended.status == 0);
  CHECK(slurp(scratch / "runs/sort/model.safetensors") == slurp(whole / "runs/sort/model.safetensors"));

  const ProgramEnd one = heed_in(scratch, {"copy", "--task", "sort", "3", "1", "2"}),
                   two = heed_in(scratch, {"copy", "--task", "sort", "3 1 2", "4 0 0 1"});
  CHECK(one.status == 0);
  CHECK(occurrences(one.out, "\n") == 1);
  CHECK(two.out.starts_with(one.out));
  CHECK(occurrences(two.out, "\n") == 2);
  CHECK(two.err.empty());
  const ProgramEnd unknown = heed_in(scratch, {"copy", "--task", "sort", "3 5"}),
                   missing = heed_in(scratch, {"copy", "1 2"}),
                   other = heed_in(scratch, {"translate", "나는", "--model", "runs/sort/model.safetensors"});
  CHECK(unknown.status == 1);
  CHECK_THAT(unknown.err,
             Catch::Contains("'5' is no integer that this model knows: it was trained with 0 to 4"));
  CHECK(missing.status == 1);
  CHECK_THAT(missing.err, Catch::Contains("there is no saved model runs/copy/model.safetensors"));
  CHECK(other.status == 1);
}

TEST_CASE("heed compare-heads goes on with the run and the step that it was in") {
  const Scratch scratch, whole;
  const std::vector<std::string> compare{"compare-heads",
                                         "--heads-list",
                                         "1,2",
                                         "--seeds",
                                         "2",
                                         "--level",
                                         "1",
                                         "--pairs",
                                         "300",
                                         "--epochs",
                                         "20",
                                         "--d-model",
                                         "16",
                                         "--ff",
                                         "32",
                                         "--layers",
                                         "1",
                                         "--threads",
                                         "1",
                                         "--checkpoint-every",
                                         "4"};
  const auto results = [](const Scratch& where) {
    auto all = nlohmann::json::parse(slurp(where / "runs/compare-heads-toy-ko-en/results.json"));
    for (auto& r : all.at("runs")) r.erase("seconds");
    return all;
  };
  REQUIRE(heed_in(whole, compare).status == 0);
  const ProgramEnd cut = heed_in(scratch, compare, "run  2/4");
  INFO(cut.out << cut.err);
  REQUIRE(cut.status == 130);
  CHECK_THAT(cut.out, Catch::Contains("to go on: the same command with --resume"));
  const ProgramEnd ended = heed_in(scratch, both(compare, {"--resume"}));
  INFO(ended.out << ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("Going on after 2 of 4 runs, in the next one after step "));
  CHECK(results(scratch) == results(whole));
  const std::filesystem::directory_iterator files(scratch / "runs/compare-heads-toy-ko-en");
  CHECK(std::distance(begin(files), end(files)) == 2);
}
