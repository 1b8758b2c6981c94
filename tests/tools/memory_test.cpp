// Memory that cannot be had: one clear error, whatever the limit, and nothing lost.
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

#ifndef __SANITIZE_ADDRESS__  // which takes terabytes of addresses for itself

namespace {

constexpr rlim_t mib = 1 << 20;

ProgramEnd with_memory(std::vector<std::string> arguments, rlim_t bytes, const Scratch& scratch) {
  // As ./heed does: the library's own threads would hang at the end when they could not be started.
  return run({.arguments = std::move(arguments),
              .folder = scratch.folder(),
              .environment = {"OPENBLAS_NUM_THREADS=1"},
              .largest_memory = bytes});
}

}  // namespace

TEST_CASE("sizes that no memory holds are refused with the op, the size and the shape") {
  const Scratch scratch;
  const ProgramEnd outcome =
      with_memory(tiny_training({"--d-model", "4096", "--ff", "65536"}), 900 * mib, scratch);
  INFO(outcome.out << outcome.err);
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Catch::Contains("] 1.0 GiB for an array of (65536, 4096)") &&
                              Catch::Contains("make the batches, the sentences or the model smaller"));
}

TEST_CASE("at any limit a training ends with a model or with one clear error") {
  const Scratch scratch;
  int errors = 0;
  // Below 200 MiB OpenBLAS 0.3.29 waits without end for its own memory, before main.
  for (const rlim_t limit : {250, 300, 350, 450}) {
    const ProgramEnd outcome =
        with_memory(tiny_training({"--batch", "300", "--ff", "2048"}), limit * mib, scratch);
    INFO(limit << " MiB\n" << outcome.out << outcome.err);
    CHECK((outcome.status == 0 || outcome.status == 1));
    if (outcome.status == 0) continue;
    ++errors;
    CHECK_THAT(outcome.err, Catch::Contains("heed: "));
    CHECK_THAT(outcome.err, !Catch::Contains("bad_alloc") && !Catch::Contains("terminate"));
  }
  CHECK(errors > 0);
}

TEST_CASE("memory that ends during a training leaves the best weights on the disk") {
  const Scratch scratch;
  const ProgramEnd outcome = run({.arguments = tiny_training({"--epochs", "20"}),
                                  .folder = scratch.folder(),
                                  .environment = {"OPENBLAS_NUM_THREADS=1"},
                                  .signal_when = "epoch  1",
                                  .end_memory_instead = true});
  INFO(outcome.out << outcome.err);
  // What is kept for reuse may be enough to come to the end.
  CHECK((outcome.status == 0 || outcome.status == 1));
  if (outcome.status == 1) CHECK_THAT(outcome.err, Catch::Contains("not enough memory"));
  CHECK(run({.arguments = {"translate", "나는"}, .folder = scratch.folder()}).status == 0);
}

#endif
