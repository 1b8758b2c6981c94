// Trainings in too little memory: one clear error, and nothing lost.
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/small_corpus.hpp"

#ifndef __SANITIZE_ADDRESS__  // which takes terabytes of addresses for itself

TEST_CASE("a training in too little memory ends with a model or with one clear error") {
  const Scratch scratch;
  write_corpus(scratch);
  int errors = 0;
  const auto with_memory = [&](const Words& more, rlim_t mebibytes) {
    // As ./heed does: the library's own threads would hang at the end when they could not be started.
    const ProgramEnd end = run({.arguments = of_corpus(more),
                                .folder = scratch.folder(),
                                .environment = {"OPENBLAS_NUM_THREADS=1"},
                                .largest_memory = mebibytes << 20});
    INFO(mebibytes << " MiB\n" << end.out << end.err);
    CHECK((end.status == 0 || end.status == 1));
    if (end.status == 1) {
      ++errors;
      CHECK_THAT(end.err,
                 Catch::Contains("heed: ") && !Catch::Contains("bad_alloc") && !Catch::Contains("terminate"));
    }
    return end.err;
  };
  // Sizes that no memory holds are refused with the op, the size and the shape.
  CHECK_THAT(with_memory({"--d-model", "4096", "--ff", "65536"}, 900),
             Catch::Contains("] 1.0 GiB for an array of (65536, 4096)") &&
                 Catch::Contains("make the batches, the sentences or the model smaller"));
  // Below 200 MiB OpenBLAS 0.3.29 waits without end for its own memory, before main.
  for (const rlim_t limit : {250, 350}) with_memory({"--ff", "200000"}, limit);
  CHECK(errors > 1);
}

TEST_CASE("memory that ends during a training leaves the best weights on the disk") {
  const Scratch scratch;
  write_corpus(scratch);
  const ProgramEnd outcome = run({.arguments = of_corpus({"--epochs", "20"}),
                                  .folder = scratch.folder(),
                                  .environment = {"OPENBLAS_NUM_THREADS=1"},
                                  .signal_when = "epoch  1",
                                  .end_memory_instead = true});
  INFO(outcome.out << outcome.err);
  // The memory that is kept for reuse may be enough to come to the end.
  CHECK((outcome.status == 0 || outcome.status == 1));
  if (outcome.status == 1) CHECK_THAT(outcome.err, Catch::Contains("not enough memory"));
  CHECK(run_heed(scratch.folder(), {"translate", "책", "--data", "data"}).status == 0);
}

#endif
