// Trainings that are interrupted, go on, cannot save, diverge, or meet another one: through the program.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/training/kept_training.hpp"

using namespace heed;

namespace {

const char* const tiny_folder = "runs/tiny-ko-en";
const char* const tiny_model = "runs/tiny-ko-en/model.safetensors";
const char* const tiny_state = "runs/tiny-ko-en/model.state.safetensors";

std::vector<std::string> both(std::vector<std::string> all, const std::vector<std::string>& more) {
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// A folder with so few sentences that an epoch takes milliseconds.
class Place : public Scratch {
 public:
  Place() {
    std::filesystem::create_directory(*this / "tiny");
    write("train", 96);
    write("valid", 8);
    write("test", 8);
  }
  void write(const std::string& part, int lines) const {
    std::string source, target;
    for (int i = 0; i < lines; ++i) {
      source += fmt::format("가{} 나{} 다{}\n", i % 9, i * 7 % 11, i % 5);
      target += fmt::format("a{} c{} b{}\n", i % 9, i % 5, i * 7 % 11);
    }
    spill(*this / ("tiny/" + part + ".ko"), source);
    spill(*this / ("tiny/" + part + ".en"), target);
  }
  /// The model included, without the texts of its scores.
  std::ptrdiff_t files_beside_the_model() const {
    const std::filesystem::directory_iterator files(*this / tiny_folder);
    return std::count_if(begin(files), end(files), [](const auto& file) {
      const std::string name = file.path().filename().string();
      return !name.starts_with("test.") && name != "run.json";
    });
  }
};

const std::vector<std::string> tiny_size{"--data", "tiny", "--tokens", "words", "--d-model", "16",
                                         "--ff",   "32",   "--layers", "1",     "--threads", "1"};

std::vector<std::string> training(const std::vector<std::string>& more = {}) {
  return both(both({"translate", "--heads", "2", "--beam", "1", "--epochs", "3"}, tiny_size), more);
}

/// Half a second or so: time to be interrupted in.
std::vector<std::string> long_training(const std::vector<std::string>& more = {}) {
  return training(both({"--epochs", "80", "--checkpoint-every", "1"}, more));
}

ProgramEnd heed_in(const Place& scratch, const std::vector<std::string>& arguments,
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
  const Place whole, scratch;
  REQUIRE(heed_in(whole, long_training()).status == 0);
  const ProgramEnd killed = heed_in(scratch, long_training(), "epoch  2", SIGKILL);
  REQUIRE(killed.status == 137);
  const ProgramEnd interrupted = heed_in(scratch, long_training({"--resume", "--threads", "2"}), "epoch 10");
  INFO(interrupted.out << interrupted.err);
  CHECK(interrupted.status == 130);
  CHECK_THAT(interrupted.out, Catch::Contains("Going on after step ") &&
                                  Catch::Contains("To go on: the same command with --resume\n"));
  // What a model is that was never trained to the end is said when it is used.
  const ProgramEnd used = heed_in(scratch, {"translate", "가1", "--model", tiny_model});
  CHECK(used.status == 0);
  CHECK_THAT(used.err,
             Catch::StartsWith("note: runs/tiny-ko-en/model.safetensors: its training was interrupted after "
                               "epoch ") &&
                 Catch::Contains(" of 80, valid BLEU "));

  // A flipped bit: the state before it.
  const std::string state = slurp(scratch / tiny_state);
  std::string damaged = state;
  damaged[damaged.size() - 5000] = static_cast<char>(damaged[damaged.size() - 5000] ^ 1);
  spill(scratch / tiny_state, damaged);
  const ProgramEnd ended = heed_in(scratch, long_training({"--resume"}));
  INFO(ended.out << ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.err, Catch::Contains("using the state before it"));
  CHECK(slurp(scratch / tiny_model) == slurp(whole / tiny_model));
  CHECK(scratch.files_beside_the_model() == 2);
  CHECK(heed_in(scratch, {"translate", "가1", "--model", tiny_model}).err.find("interrupted") ==
        std::string::npos);

  // Killed between the model and the end of its state: it ends again, and the same model is no older one.
  spill(scratch / tiny_state, state);
  CHECK(heed_in(scratch, long_training({"--resume"})).status == 0);
  CHECK(slurp(scratch / tiny_model) == slurp(whole / tiny_model));
  CHECK(scratch.files_beside_the_model() == 2);
}

TEST_CASE("a state is used by its own training alone, and the difference is named") {
  const Place scratch;
  const ProgramEnd none = heed_in(scratch, long_training({"--resume"}));
  CHECK(none.status == 1);
  CHECK(none.out.empty());
  CHECK_THAT(none.err,
             Catch::Contains("there is no training to go on with: runs/tiny-ko-en/model.state.safetensors"));
  CHECK_FALSE(std::filesystem::exists(scratch / "runs"));

  REQUIRE(heed_in(scratch, long_training(), "epoch  3").status == 130);
  const std::string state = slurp(scratch / tiny_state);
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"--lr", "0.5", "--dropout", "0.2"},
       "--dropout is 0.2 here and 0.1 there; --lr is 0.5 here and 0.002 there"},
      {{"--heads", "4"}, "--heads is 4 here and 2 there"},
      {{"--epochs", "81"},
       "--epochs is 81 here and 80 there (the learning rate falls towards the last epoch"},
  };
  for (const auto& [more, message] : cases) {
    const ProgramEnd outcome = heed_in(scratch, long_training(both({"--resume"}, more)));
    INFO(outcome.err);
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Catch::Contains(message));
  }
  scratch.write("valid", 9);
  CHECK_THAT(heed_in(scratch, long_training({"--resume"})).err,
             Catch::Contains("is the state of another training: the training data is another; give"));
  scratch.write("train", 2);
  CHECK_THAT(heed_in(scratch, long_training({"--resume"})).err,
             Catch::Contains("the source vocabulary is another; the target vocabulary is another"));
  CHECK(slurp(scratch / tiny_state) == state);

  // Another training sets it aside instead of losing it.
  const ProgramEnd other = heed_in(scratch, training({"--beam", "1", "--max-length", "4"}));
  CHECK(other.status == 0);
  CHECK_THAT(other.err, Catch::Contains("is kept in runs/tiny-ko-en/model.state.aside-1.safetensors"));
  CHECK(slurp(scratch / "runs/tiny-ko-en/model.state.aside-1.safetensors") == state);
}

TEST_CASE("where the learning rate does not know the last epoch, more or fewer epochs may follow") {
  const Place scratch, whole;
  const std::vector<std::string> constant{"--schedule", "constant"};
  REQUIRE(heed_in(scratch, long_training(constant), "epoch  2").status == 130);
  const ProgramEnd fewer = heed_in(scratch, long_training(both(constant, {"--resume", "--epochs", "1"})));
  CHECK(fewer.status == 2);
  CHECK_THAT(fewer.err, Catch::Contains("--epochs 1: the training is in epoch "));
  REQUIRE(heed_in(scratch, long_training(both(constant, {"--resume", "--epochs", "40"}))).status == 0);
  REQUIRE(heed_in(whole, long_training(both(constant, {"--epochs", "40"}))).status == 0);
  CHECK(slurp(scratch / tiny_model) == slurp(whole / tiny_model));
}

TEST_CASE("a checkpoint that cannot be written is said once and does not end the training") {
  const Place scratch, whole;
  REQUIRE(heed_in(whole, training({"--beam", "1"})).status == 0);
  const auto limited = [&](rlim_t bytes) {
    return run({.arguments = training({"--beam", "1", "--checkpoint-every", "1"}),
                .folder = scratch.folder(),
                .largest_file = bytes});
  };
  const auto model_bytes = static_cast<rlim_t>(slurp(whole / tiny_model).size());
  const ProgramEnd no_state = limited(model_bytes + 1000);
  INFO(no_state.out << no_state.err);
  CHECK(no_state.status == 0);
  CHECK(occurrences(no_state.err,
                    "note: runs/tiny-ko-en/model.state.safetensors: cannot write: File too large") == 1);
  CHECK_THAT(no_state.err, Catch::Contains("the training goes on and tries again"));
  CHECK(slurp(scratch / tiny_model) == slurp(whole / tiny_model));

  const ProgramEnd nothing = limited(1000);
  CHECK(nothing.status == 1);
  CHECK_THAT(nothing.err,
             Catch::Contains("heed: runs/tiny-ko-en/model.safetensors: cannot write: File too large") &&
                 Catch::EndsWith("; it cannot go on with --resume: its state could not be saved\n"));
  CHECK(slurp(scratch / tiny_model) == slurp(whole / tiny_model));
}

TEST_CASE("a training that diverged is no success and leaves the model that was there") {
  const Place scratch;
  const std::vector<std::string> wild = training({"--lr", "1000", "--warmup", "0", "--schedule", "constant"});
  const ProgramEnd alone = heed_in(scratch, wild);
  INFO(alone.out << alone.err);
  CHECK(alone.status == 1);
  CHECK_THAT(alone.err, Catch::Contains("lower the learning rate") && Catch::Contains("nothing was saved"));
  CHECK(!std::filesystem::exists(scratch / "runs"));
  REQUIRE(heed_in(scratch, training({"--beam", "1"})).status == 0);
  const std::string before = slurp(scratch / tiny_model);
  const ProgramEnd beside = heed_in(scratch, wild);
  CHECK(beside.status == 1);
  CHECK_THAT(beside.err, Catch::Contains("runs/tiny-ko-en/model.safetensors is still the older model"));
  CHECK(slurp(scratch / tiny_model) == before);
  CHECK(scratch.files_beside_the_model() == 2);
}

TEST_CASE("diverged is said where the loss rose, and of less that it learned too little") {
  const Place scratch;
  const auto said = [&](double last, double trained = 2) -> std::string {
    const TrainingIdentity identity{.settings = {{"seed", 1}}, .may_change = {}, .epochs = 1};
    KeptTraining kept(scratch / "model.safetensors", {}, identity, Keeps::state);
    try {
      kept.finish({.epochs = {{.epoch = 1, .train_loss = trained, .valid_loss = last}}, .untrained_loss = 2});
    } catch (const NumericError& error) {
      return error.what();
    }
    return "";
  };
  CHECK_THAT(said(2.1), Catch::Contains("the training learned too little: after 1 epoch") &&
                            Catch::Contains("more epochs with --epochs"));
  for (const double last : {2.3, static_cast<double>(NAN)})
    CHECK_THAT(said(last), Catch::Contains("the training diverged") && Catch::Contains("--lr"));
  for (const double last : {2.1, 4.0})
    CHECK_THAT(said(last, 0.5),
               Catch::Contains("learned what it was trained on (loss 0.5) but not what is") &&
                   Catch::Contains("--dropout"));
}

TEST_CASE("two trainings of one model at the same time are refused, naming the other one") {
  const Place scratch;
  std::filesystem::create_directories(scratch / "runs/tiny-ko-en");
  spill(scratch / "runs/tiny-ko-en/.model.lock", "4711");  // left by one that was killed: it holds nothing
  const int lock = ::open((scratch / "runs/tiny-ko-en/.model.lock").c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(::flock(lock, LOCK_EX | LOCK_NB) == 0);
  const ProgramEnd second = heed_in(scratch, training());
  CHECK(second.status == 1);
  CHECK_THAT(second.err,
             Catch::Contains("another training (process 4711) writes to runs/tiny-ko-en/model.safetensors"));
  CHECK_THAT(
      heed_in(scratch, training({"--lang", "ko"})).err,
      Catch::Contains("다른 학습(프로세스 4711)이 runs/tiny-ko-en/model.safetensors 파일에 쓰고 있습니다"));
  ::close(lock);
  CHECK(heed_in(scratch, training({"--beam", "1"})).status == 0);
  CHECK_FALSE(std::filesystem::exists(scratch / "runs/tiny-ko-en/.model.lock"));
}

TEST_CASE("a training that goes on keeps the model that another one has finished in the meantime") {
  const Place scratch;
  CHECK(heed_in(scratch, long_training(), "epoch  2").status == 130);
  spill(scratch / "state", slurp(scratch / tiny_state));
  REQUIRE(heed_in(scratch, training()).status == 0);
  const std::string finished = slurp(scratch / tiny_model);
  spill(scratch / tiny_state, slurp(scratch / "state"));
  const ProgramEnd again = heed_in(scratch, long_training({"--resume"}), "epoch");
  INFO(again.out << again.err);
  CHECK(again.status == 130);
  CHECK(slurp(scratch / tiny_model) == finished);
  std::filesystem::remove(scratch / tiny_state);
  std::filesystem::remove(scratch / "runs/tiny-ko-en/model.state.previous.safetensors");
  std::filesystem::create_directory(scratch / tiny_state);
  const ProgramEnd folder = heed_in(scratch, training());
  CHECK(folder.status == 1);
  CHECK_THAT(folder.err, Catch::Contains("no file, though it has the name of a training's state"));
}

TEST_CASE("a lock is neither made through a link nor written over what is none") {
  const Place scratch;
  std::filesystem::create_directories(scratch / tiny_folder);
  const std::filesystem::path lock = scratch / "runs/tiny-ko-en/.model.lock";
  spill(scratch / "precious", "my file");
  std::filesystem::create_symlink("../../precious", lock);
  const ProgramEnd link = heed_in(scratch, training());
  CHECK(link.status == 1);
  CHECK_THAT(link.err, Catch::Contains(".model.lock: a link, not a lock of heed; move it away"));
  CHECK(slurp(scratch / "precious") == "my file");
  std::filesystem::remove(lock);
  spill(lock, "my file");
  CHECK_THAT(heed_in(scratch, training()).err,
             Catch::Contains("no lock of heed, though it has the name of one"));
  CHECK(slurp(lock) == "my file");
  std::filesystem::remove(lock);
  spill(lock, "4711");  // of another user's training that was killed: it can be read, and holds nothing
  std::filesystem::permissions(lock, std::filesystem::perms::owner_read);
  CHECK(heed_in(scratch, training()).status == 0);
}

TEST_CASE("heed copy goes on where it was, and its saved model answers") {
  const Place scratch, whole;
  const std::vector<std::string> tiny{
      "copy", "--task", "sort", "--symbols", "5", "--train",   "300", "--test",   "20", "--d-model",
      "16",   "--ff",   "32",   "--layers",  "1", "--threads", "1",   "--epochs", "20", "--checkpoint-every",
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
  CHECK(one.out.find_first_not_of("01234 \n") == std::string::npos);
  CHECK(occurrences(two.out, "\n") == 2);
  CHECK_THAT(two.err, Catch::StartsWith("runs/sort/model.safetensors: 20 epochs, valid exact % "));
  const ProgramEnd other_task =
      heed_in(scratch, {"copy", "--task", "reverse", "3 1 2", "--model", "runs/sort/model.safetensors"});
  CHECK(other_task.status == 2);
  CHECK_THAT(other_task.err, Catch::Contains("was trained to sort, not to reverse"));
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
  const Place scratch, whole;
  const std::vector<std::string> compare = both(
      {"compare-heads", "--heads-list", "1,2", "--seeds", "2", "--epochs", "20", "--checkpoint-every", "4"},
      tiny_size);
  const auto results = [](const Place& where) {
    auto all = nlohmann::json::parse(slurp(where / "runs/compare-heads-tiny-ko-en/results.json"));
    for (auto& r : all.at("runs")) r.erase("seconds");
    return all;
  };
  const ProgramEnd complete = heed_in(whole, compare);
  INFO(complete.out << complete.err);
  REQUIRE(complete.status == 0);
  const ProgramEnd cut = heed_in(scratch, compare, "run  2/4");
  INFO(cut.out << cut.err);
  REQUIRE(cut.status == 130);
  CHECK_THAT(cut.out, Catch::Contains("to go on: the same command with --resume"));
  const ProgramEnd ended = heed_in(scratch, both(compare, {"--resume"}));
  INFO(ended.out << ended.err);
  CHECK(ended.status == 0);
  CHECK_THAT(ended.out, Catch::Contains("Going on after 2 of 4 runs, in the next one after step "));
  CHECK(results(scratch) == results(whole));
  const std::filesystem::directory_iterator files(scratch / "runs/compare-heads-tiny-ko-en");
  CHECK(std::distance(begin(files), end(files)) == 5);  // results in two forms, two models, their page
}
