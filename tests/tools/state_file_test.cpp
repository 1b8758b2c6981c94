// The state of a training on the disk: two generations, damage, kills in the middle of writing.
#include "tools/training/state_file.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/file_calls.hpp"
#include "tests/lib/files/file_size_limit.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/processes/fake_processes.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/checkpointer.hpp"

using namespace heed;
using namespace heed::testing;

namespace {

/// A state whose every number is `step`, so that a mixture of two would be seen.
TrainingState state_of(std::int64_t step) {
  TrainingState state;
  state.step = step;
  state.weights = {{"a", Array::full({64, 32}, static_cast<Scalar>(step))},
                   {"b", Array::full({7}, static_cast<Scalar>(step))}};
  state.optimizer = {{"0.exp_avg", Array::full({64, 32}, static_cast<Scalar>(step))}};
  return state;
}

bool whole(const SavedTraining& saved) {
  const TrainingState expected = state_of(saved.state.step);
  const auto same = [](const StateDict& a, const StateDict& b) {
    return a.size() == b.size() &&
           std::equal(a.begin(), a.end(), b.begin(), [](const auto& x, const auto& y) {
             return x.first == y.first && identical(x.second, y.second);
           });
  };
  return same(saved.state.weights, expected.weights) && same(saved.state.optimizer, expected.optimizer) &&
         saved.metadata.at("step") == std::to_string(saved.state.step);
}

void put(const StateFile& file, std::int64_t step) {
  file.write(state_of(step), {{"step", std::to_string(step)}});
}

/// To each thread its own place among the processes.
class OfThisThread : public Communicator {
 public:
  static void is(Communicator& communicator) { mine() = &communicator; }
  int rank() const override { return mine()->rank(); }
  int size() const override { return mine()->size(); }
  void send(int to, const Array& array) override {
    mine()->send(to, array);
    if (rank() == 0 && to == 2) after_last();
  }
  Array receive(int from) override { return mine()->receive(from); }

  /// Process 0 calls it once the last one has what it waited for.
  std::function<void()> after_last;

 private:
  static Communicator*& mine() {
    thread_local Communicator* one = &alone();
    return one;
  }
};

}  // namespace

TEST_CASE("a damaged state gives way to the one before it, and that is said") {
  const Scratch scratch;
  const StateFile file(scratch / "model.safetensors");
  CHECK_FALSE(file.exists());
  put(file, 1);
  put(file, 2);
  put(file, 3);
  CHECK(scratch.files() == 2);
  std::string note;
  CHECK(file.read(note).state.step == 3);
  CHECK(note.empty());
  flip_bit(scratch / "model.state.safetensors", 1000);
  const SavedTraining before = file.read(note);
  CHECK(before.state.step == 2);
  CHECK(whole(before));
  CHECK_THAT(note,
             Catch::Contains("model.state.safetensors") && Catch::Contains("using the state before it"));
  // The good one is not lost to the next write.
  put(file, 4);
  flip_bit(scratch / "model.state.safetensors", 1000);
  CHECK(file.read(note).state.step == 2);
  flip_bit(scratch / "model.state.safetensors", 1000);
  CHECK_THROWS_WITH(file.read(note), Catch::Contains("model.state.safetensors"));
  // A full disk costs neither of two states.
  put(file, 5);
  put(file, 6);
  {
    const FileSizeLimit limit(4096);
    CHECK_THROWS_WITH(put(file, 7), Catch::Contains("File too large"));
  }
  CHECK(scratch.files() == 2);
  CHECK(file.read(note).state.step == 6);
  flip_bit(scratch / "model.state.safetensors", 1000);
  CHECK(file.read(note).state.step == 5);
}

TEST_CASE("at each moment of writing a state there are two whole ones, of different steps") {
  const Scratch scratch;
  const StateFile file(scratch / "model.safetensors");
  put(file, 1);
  put(file, 2);
  const auto step_in = [&](const char* name) { return read_training_state(scratch / name).state.step; };
  int moments = 0;
  {
    const FileCalls watched(scratch.folder(), [&](const std::string&) {
      const std::int64_t newest = step_in("model.state.safetensors"),
                         previous = step_in("model.state.previous.safetensors");
      CHECK(newest >= 2);
      CHECK(previous < newest);
      ++moments;
    });
    put(file, 3);
  }
  CHECK(moments >= 4);  // two files get their names, what they hold and where they are is synced
  CHECK(step_in("model.state.safetensors") == 3);
  CHECK(step_in("model.state.previous.safetensors") == 2);
  CHECK(scratch.files() == 2);
}

TEST_CASE("a state is set aside for another training, damaged or not") {
  const Scratch scratch;
  const StateFile file(scratch / "model.safetensors");
  const std::filesystem::path aside = scratch / "model.state.aside.safetensors";
  put(file, 1);
  put(file, 2);
  CHECK_THAT(file.set_aside(), Catch::Contains("is kept in " + aside.string() + ";"));
  CHECK(read_training_state(aside).state.step == 2);
  CHECK_FALSE(file.exists());
  put(file, 3);
  spill(scratch / "model.state.safetensors", "half");
  file.set_aside();  // somebody may know how to repair it
  CHECK(slurp(aside) == "half");
  CHECK(scratch.files() == 1);
}

TEST_CASE("kills at random moments of writing leave a whole state, each time") {
  const Scratch scratch;
  const StateFile file(scratch / "model.safetensors");
  put(file, 1);
  std::mt19937 random(1);
  std::int64_t last = 1;
  for (int kill = 0; kill < 40 || (last == 1 && kill < 400); ++kill) {
    const pid_t child = ::fork();
    REQUIRE(child >= 0);
    if (child == 0) {
      for (std::int64_t step = last + 1;; ++step) put(file, step);
    }
    std::this_thread::sleep_for(
        std::chrono::microseconds(random() % (15'000 * (1 + static_cast<unsigned>(kill) / 20))));
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    std::string note;
    const SavedTraining saved = file.read(note);
    REQUIRE(whole(saved));
    REQUIRE(saved.state.step >= last);
    last = saved.state.step;
  }
  CHECK(last > 1);
}

TEST_CASE("of several processes the first one repairs a damaged state, while the others wait", "[threads]") {
  const Scratch scratch;
  const std::filesystem::path model = scratch / "model.safetensors",
                              state = scratch / "model.state.safetensors";
  const TrainingIdentity identity{.settings = {{"seed", 1}}, .epochs = 9};
  {
    Checkpointer kept(model, {}, identity, Keeps::state);
    TrainingOptions options;
    kept.begin({}, {}, "", options, [](const std::string&) {});
    TrainingState now;
    now.weights = {{"w", Array::full({999}, 1)}};
    for (now.step = 1; now.step <= 2; ++now.step) options.checkpoint(now);
  }
  flip_bit(state, 1000);
  const std::string damaged = slurp(state);

  bool untouched = false;
  OfThisThread together;
  together.after_last = [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    untouched = slurp(state) == damaged;
  };
  use_processes(together);
  CHECK_NOTHROW(FakeProcesses::run(3, [&](Communicator& processes) {
    OfThisThread::is(processes);
    if (Checkpointer(model, {.resume = true}, identity, Keeps::state).steps_before() != 1)
      throw_error<Error>("process {} has another state", processes.rank());
  }));
  use_processes(alone());
  CHECK(untouched);
}
