// MpiCommunicator among processes that mpirun starts: programs/contract.cpp says what is looked at.
#include <fmt/format.h>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

namespace {

ProgramEnd contract(int processes, const std::string& what = "", const std::string& option = "") {
  const Scratch scratch;
  const std::string call =
      fmt::format("exec timeout 100 mpirun -q --oversubscribe --allow-run-as-root {} -n {} '{}' {}", option,
                  processes, HEED_MPI_CONTRACT, what);
  return run({.arguments = {"-c", call}, .folder = scratch.folder(), .program = "/bin/sh"});
}

}  // namespace

TEST_CASE("messages keep their order, every process hears all others, and nothing is under way at the end") {
  for (const int processes : {1, 2, 8}) {
    const ProgramEnd end = contract(processes);
    CAPTURE(processes, end.out, end.err);
    CHECK(end.status == 0);
    CHECK(end.out.empty());
  }
}

TEST_CASE("the last words of a process are heard without half a letter") {
  const ProgramEnd end = contract(3, "failing", "--enable-recovery");
  CAPTURE(end.err);
  CHECK(end.out == "heard\nheard\n");
}
