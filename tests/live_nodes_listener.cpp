// After every test case no graph node may be left: one that is has been kept by a cycle or a static.
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <utility>

#include "autograd/live_nodes.hpp"
#include "tests/catch.hpp"

namespace {

#ifdef CATCH_CONFIG_EXTERNAL_INTERFACES
using Listener = Catch::TestEventListenerBase;
const std::string& name_of(const Catch::TestCaseStats& test) { return test.testInfo.name; }
#else
using Listener = Catch::EventListenerBase;
const std::string& name_of(const Catch::TestCaseStats& test) { return test.testInfo->name; }
#endif

class LiveNodes : public Listener {
 public:
  using Listener::Listener;

  void testCaseEnded(const Catch::TestCaseStats& stats) override {
    const long long alive = heed::live_nodes();
    // A failed assertion ends a test early, but its variables are destroyed all the same.
    if (alive == known_) return;
    std::fprintf(stderr, "%lld graph nodes are left after the test \"%s\"\n", alive - known_,
                 name_of(stats).c_str());
    known_ = alive;
    if (!std::exchange(failed_, true)) {
      std::atexit([] {  // after the summary
        std::cout.flush();
        std::_Exit(1);
      });
    }
  }

 private:
  long long known_ = 0;
  bool failed_ = false;
};

CATCH_REGISTER_LISTENER(LiveNodes)

}  // namespace
