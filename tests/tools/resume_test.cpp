// Trainings that are interrupted and go on, cannot save, diverge, or meet another one: through the program.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/small_corpus.hpp"
#include "tools/training/checkpointer.hpp"

using namespace heed;

namespace {

const char* const trained_model = "runs/data-ko-en/model.safetensors";
const char* const trained_state = "runs/data-ko-en/model.state.safetensors";
const Words endless{"--epochs", "100000", "--checkpoint-every", "1"};

/// A folder with so few sentences that an epoch takes milliseconds, and its model in runs/data-ko-en.
class Place : public Scratch {
 public:
  Place() { write_corpus(*this, 96); }
  ProgramEnd heed(const Words& words) const { return run_heed(folder(), words); }
  ProgramEnd train(const Words& more = {}) const { return heed(of_corpus(more)); }
  /// A training that gets the signal as soon as it has said `when`.
  ProgramEnd stop(const Words& words, const std::string& when, int signal = SIGINT) const {
    return run({.arguments = words, .folder = folder(), .signal_when = when, .signal = signal});
  }
  std::string model() const { return slurp(*this / trained_model); }
  /// The model included, without the texts of its scores and its options.
  std::ptrdiff_t files_beside_the_model() const {
    const std::filesystem::directory_iterator files(*this / "runs/data-ko-en");
    return std::count_if(begin(files), end(files), [](const auto& file) {
      const std::string name = file.path().filename().string();
      return !name.starts_with("test.") && name != "run.json";
    });
  }
};

/// The last epoch of which a training has said something.
int last_epoch(const std::string& said) { return std::stoi(said.substr(said.rfind("epoch ") + 6)); }

}  // namespace

TEST_CASE("a training that was killed and then interrupted goes on and ends with the same bytes") {
  const Place whole, scratch;
  const Words constant = plus(endless, {"--schedule", "constant"});
  REQUIRE(scratch.stop(of_corpus(constant), "epoch ", SIGKILL).status == 137);
  const Words again = of_corpus(plus(constant, {"--resume"}));
  const ProgramEnd interrupted = scratch.stop(plus(again, {"--threads", "2"}), "valid BLEU");
  check_end(interrupted, 130);
  CHECK_THAT(interrupted.out, Catch::Contains("Going on after step ") &&
                                  Catch::Contains("To go on: the same command with --resume\n"));
  // If a model was never trained to the end, this is said when it is used.
  const Words use{"translate", "책", "--model", trained_model};
  CHECK_THAT(scratch.heed(use).err, Catch::StartsWith(std::string("note: ") + trained_model +
                                                      ": its training was interrupted after epoch ") &&
                                        Catch::Contains(" of 100000, valid BLEU "));
  CHECK_THAT(scratch.heed(plus(again, {"--epochs", "1"})).err,
             Catch::Contains("--epochs 1: the training is in epoch "));
  // A flipped bit: the state before it.
  const std::string state = slurp(scratch / trained_state);
  flip_bit(scratch / trained_state, 5000);
  const Words last{"--epochs", std::to_string(last_epoch(interrupted.out) + 2)};
  const ProgramEnd ended = scratch.heed(plus(again, last));
  check_end(ended, 0);
  CHECK_THAT(ended.err, Catch::Contains("using the state before it"));
  REQUIRE(whole.train(plus(constant, last)).status == 0);
  CHECK((scratch.model() == whole.model()));
  CHECK(scratch.files_beside_the_model() == 2);
  CHECK(scratch.heed(use).err.find("interrupted") == std::string::npos);
  // Killed between the model and the end of its state: it ends again, and the same model is no older one.
  spill(scratch / trained_state, state);
  CHECK(scratch.heed(plus(again, last)).status == 0);
  CHECK((scratch.model() == whole.model()));
  CHECK(scratch.files_beside_the_model() == 2);
}

TEST_CASE("a state is used by its own training alone and the difference is named") {
  const Place scratch;
  const Words again = of_corpus(plus(endless, {"--resume"}));
  const auto refused = [&](const Words& more, int status, const std::string& why) {
    const ProgramEnd end = scratch.heed(plus(again, more));
    CHECK(end.status == status);
    CHECK(end.out.find("epoch") == std::string::npos);
    CHECK_THAT(end.err, Catch::Contains(why));
  };
  refused({}, 1, std::string("there is no training to go on with: ") + trained_state);
  CHECK_FALSE(std::filesystem::exists(scratch / "runs"));
  REQUIRE(scratch.stop(of_corpus(endless), "epoch ").status == 130);
  const std::string state = slurp(scratch / trained_state);
  refused({"--lr", "0.5", "--dropout", "0.2"}, 2,
          "--dropout is 0.2 here and 0.1 there; --lr is 0.5 here and 0.002 there");
  refused({"--heads", "4"}, 2, "--heads is 4 here and 2 there");
  refused({"--epochs", "81"}, 2,
          "--epochs is 81 here and 100000 there (the learning rate falls towards the last epoch");
  spill(scratch / "data/valid.ko", "책\n");
  spill(scratch / "data/valid.en", "book\n");
  refused({}, 2, "is the state of another training: the training data is another; give");
  write_corpus(scratch, 2);
  refused({}, 2, "the source vocabulary is another; the target vocabulary is another");
  CHECK((slurp(scratch / trained_state) == state));
  // Another training sets it aside instead of losing it.
  write_corpus(scratch, 96);
  CHECK_THAT(scratch.train().err,
             Catch::Contains("is kept in runs/data-ko-en/model.state.aside.safetensors"));
  CHECK((slurp(scratch / "runs/data-ko-en/model.state.aside.safetensors") == state));
  // A training that goes on keeps the model that another one has finished in the meantime.
  const std::string finished = scratch.model();
  spill(scratch / trained_state, state);
  CHECK(scratch.stop(again, "epoch").status == 130);
  CHECK((scratch.model() == finished));
}

TEST_CASE("an interrupted training leaves the model that was there and says how to use its own weights") {
  struct Case {
    int signal, status;
    bool before;  // is there an older model?
    std::string when, said;
  };
  for (const Case& c : std::vector<Case>{
           {SIGINT, 130, false, "vocabulary entries", "Interrupted: the weights so far are saved in runs/"},
           {SIGINT, 130, true, "epoch ", "the best so far, are saved in runs/data-ko-en/model.unfinished."},
           {SIGTERM, 143, false, "epoch ", "the best so far, are saved in runs/data-ko-en/model.safetensors"},
           {SIGHUP, 129, true, "epoch ", "model.safetensors is still the older model"},
           {SIGKILL, 137, true, "epoch ", ""}}) {
    const Place scratch;
    const std::filesystem::path folder = scratch / "runs/data-ko-en";
    if (c.before) REQUIRE(scratch.train().status == 0);
    if (c.when == "vocabulary entries") write_corpus(scratch, 10'000);  // before the first epoch has ended
    const std::string before = scratch.model(), history = slurp(folder / "training.json");
    const ProgramEnd end = scratch.stop(of_corpus({"--epochs", "100000", "--seed", "2"}), c.when, c.signal);
    check_end(end, c.status);
    CHECK_THAT(end.out, Catch::Contains(c.said));
    const std::string name = c.before ? "model.unfinished" : "model";
    const ProgramEnd used =
        scratch.heed({"translate", "책", "--model", (folder / name).string() + ".safetensors"});
    check_end(used, 0);
    if (!c.before) continue;
    CHECK((scratch.model() == before));
    CHECK((slurp(folder / "training.json") == history));
    CHECK_THAT(used.err, Catch::Contains("its training was interrupted after epoch "));
    // Its options, from its beginning on; those of the older model stay beside that.
    CHECK_THAT(slurp(folder / "model.unfinished.run.json"), Catch::Contains("\"epochs\": 100000,"));
    CHECK_THAT(slurp(folder / "run.json"), Catch::Contains("\"epochs\": 2,"));
    // One that ends by itself takes the model's place and clears up; the state of the other is set aside.
    const ProgramEnd complete = scratch.train({"--seed", "3"});
    CHECK(scratch.model() != before);
    CHECK_FALSE(std::filesystem::exists(folder / "model.unfinished.safetensors"));
    // And the older one is kept.
    CHECK((slurp(folder / "replaced/model.safetensors") == before));
    CHECK((slurp(folder / "replaced/training.json") == history));
    CHECK_THAT(complete.err, Catch::Contains("model.safetensors (2 epochs, valid BLEU ") &&
                                 Catch::Contains("is replaced when this training has ended"));
    CHECK_THAT(complete.out,
               Catch::Contains("`mv runs/data-ko-en/replaced/* runs/data-ko-en/` brings it back"));
  }
}

TEST_CASE("a full disk costs a checkpoint or the new model but not the one that was there") {
  const Place scratch;
  REQUIRE(scratch.train().status == 0);
  const std::string before = scratch.model(), history = slurp(scratch / "runs/data-ko-en/training.json");
  const auto limited = [&](rlim_t bytes, const Words& more) {
    return run({.arguments = of_corpus(plus({"--checkpoint-every", "1"}, more)),
                .folder = scratch.folder(),
                .largest_file = bytes});
  };
  // The weights have room, the state has not: that is said once, and the training goes on.
  const ProgramEnd no_state = limited(static_cast<rlim_t>(before.size()) + 1000, {"--out", "other"});
  check_end(no_state, 0);
  CHECK(occurrences(no_state.err, "note: other/model.state.safetensors: cannot write: File too large") == 1);
  CHECK_THAT(no_state.err, Catch::Contains("the training goes on and tries again"));
  CHECK((slurp(scratch / "other/model.safetensors") == before));
  const ProgramEnd nothing = limited(1000, {"--seed", "2"});
  check_end(nothing, 1);
  CHECK_THAT(nothing.err,
             Catch::Contains("runs/data-ko-en/model.unfinished.safetensors: cannot write: File too large") &&
                 Catch::EndsWith("; it cannot go on with --resume: its state could not be saved\n"));
  CHECK((scratch.model() == before));
  CHECK((slurp(scratch / "runs/data-ko-en/training.json") == history));
  CHECK(scratch.files_beside_the_model() == 2);
}

TEST_CASE("a training that diverged is no success and leaves the model that was there") {
  const Place scratch;
  const Words wild{"--lr", "1000", "--warmup", "0", "--schedule", "constant"};
  const ProgramEnd alone = scratch.train(wild);
  check_end(alone, 1);
  CHECK_THAT(alone.err, Catch::Contains("diverged or learned too little") &&
                            Catch::Contains("lower the learning rate") &&
                            Catch::Contains("nothing was saved"));
  CHECK(!std::filesystem::exists(scratch / "runs"));
  REQUIRE(scratch.train().status == 0);
  const std::string before = scratch.model();
  CHECK_THAT(scratch.train(wild).err,
             Catch::Contains(std::string(trained_model) + " is still the older model"));
  CHECK((scratch.model() == before));
  CHECK(scratch.files_beside_the_model() == 2);
}

TEST_CASE("two trainings at the same time in one folder are refused") {
  const Place scratch;
  std::filesystem::create_directories(scratch / "runs/data-ko-en");
  {
    const TrainingLock other(scratch / trained_model);
    const ProgramEnd second = scratch.train();
    CHECK(second.status == 1);
    CHECK_THAT(second.err, Catch::Contains(std::string("another training writes beside ") + trained_model));
    CHECK_THAT(scratch.train({"--lang", "ko"}).err,
               Catch::Contains(fmt::format("다른 학습이 {} 옆에 쓰고 있습니다", trained_model)));
  }
  CHECK(scratch.train().status == 0);
}

TEST_CASE("heed copy and heed compare-heads go on where they were and end with the same") {
  const Place whole, scratch;
  const Words copy = words_of(
      "copy --task sort --symbols 5 --train 300 --test 20 --d-model 16 --ff 32 --layers 1 "
      "--threads 1 --epochs 8 --checkpoint-every 2");
  const auto sorts = [](const Place& place) { return slurp(place / "runs/sort/model.safetensors"); };
  REQUIRE(whole.heed(copy).status == 0);
  REQUIRE(scratch.stop(copy, "epoch  3", SIGKILL).status == 137);
  CHECK(sorts(scratch).size() > 10'000);  // each best epoch is saved
  REQUIRE(scratch.heed(plus(copy, {"--resume"})).status == 0);
  CHECK((sorts(scratch) == sorts(whole)));

  const Words compare = words_of(
      "compare-heads --heads-list 1,2 --seeds 2 --epochs 4 --checkpoint-every 1 --data data "
      "--tokens words --d-model 16 --ff 32 --layers 1 --threads 1");
  const std::string folder = "runs/compare-heads-data-ko-en/";
  const auto results = [&](const Place& place) { return slurp(place / (folder + "results.json")); };
  const ProgramEnd complete = whole.heed(compare), cut = scratch.stop(compare, "run  1/4");
  INFO(complete.out << complete.err << cut.out << cut.err);
  CHECK(complete.status == 0);
  CHECK(occurrences(slurp(whole / (folder + "results.csv")), "\n") == 5);  // a heading and four runs
  REQUIRE(cut.status == 130);
  const std::size_t runs = occurrences(cut.out, "best epoch");  // a line each
  CHECK_THAT(cut.out, Catch::Contains(fmt::format("Interrupted after {} of 4 runs", runs)) &&
                          Catch::Contains("results.json and results.csv beside it") &&
                          Catch::Contains("to go on: the same command with --resume"));
  CHECK(occurrences(slurp(scratch / (folder + "results.csv")), "\n") == 1 + runs);
  const ProgramEnd ended = scratch.heed(plus(compare, {"--resume"}));
  CHECK_THAT(ended.out, Catch::Contains(fmt::format("Going on after {} of 4 runs", runs)));
  CHECK(results(scratch) == results(whole));
}
