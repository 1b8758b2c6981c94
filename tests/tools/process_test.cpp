// Another program, as tools/process runs it.
#include "tools/process/process.hpp"

#include <chrono>
#include <thread>

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("a program that has closed its output and goes on is not waited for by advance()") {
  Process program({.arguments = {"sh", "-c", "exec >&-; sleep 0.5; exit 7"}});
  const auto start = std::chrono::steady_clock::now();
  while (program.descriptor() >= 0) {
    CHECK_FALSE(program.advance());
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::milliseconds(400));
  CHECK(program.wait().status == 7);
}
