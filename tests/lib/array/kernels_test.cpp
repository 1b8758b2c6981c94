#include "lib/array/kernels.hpp"

#include "tests/catch.hpp"

namespace heed {

TEST_CASE("the processor's name, where Linux knows it and where it gives only codes") {
  CHECK(processor_name(
            "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel\t\t: 17\nmodel name\t: AMD EPYC 9R14\n") ==
        "AMD EPYC 9R14");
  CHECK(processor_name("processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n") ==
        "arm64, implementer 0x41, part 0xd0c");
  CHECK(processor_name("") == "unknown");
  CHECK(!processor_name().empty());
}

}  // namespace heed
