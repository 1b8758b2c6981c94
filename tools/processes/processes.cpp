#include "tools/processes/processes.hpp"

namespace heed {
namespace {

Communicator*& current() {
  static Communicator* all = &alone();
  return all;
}

}  // namespace

Communicator& processes() { return *current(); }
void use_processes(Communicator& all) { current() = &all; }

int& wanted_processes() {
  static int wanted = 0;
  return wanted;
}

}  // namespace heed
