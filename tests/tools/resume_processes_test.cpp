// Several processes that go on with one state; threads play them.
#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/processes/fake_processes.hpp"
#include "tools/processes/processes.hpp"
#include "tools/training/checkpointer.hpp"

using namespace heed;
using namespace heed::testing;

namespace {

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

const TrainingIdentity identity{.settings = {{"seed", 1}}, .epochs = 9};

}  // namespace

TEST_CASE("of several processes the first one repairs a damaged state, while the others wait", "[threads]") {
  const Scratch scratch;
  const std::filesystem::path model = scratch / "model.safetensors",
                              state = scratch / "model.state.safetensors";
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
