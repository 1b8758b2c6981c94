#include "lib/core/memory_error.hpp"

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("amounts of memory in words") {
  CHECK(bytes_text(0) == "0 B");
  CHECK(bytes_text(1023) == "1023 B");
  CHECK(bytes_text(1536) == "1.5 KiB");
  CHECK(bytes_text(std::size_t{12} << 30) == "12.0 GiB");
  CHECK(bytes_text(SIZE_MAX) == "16.0 EiB");
}

TEST_CASE("the innermost op is named, and then the one around it again") {
  CHECK(std::string_view(Computing::what()) == "array");
  const Computing outer("attention");
  {
    const Computing inner("softmax");
    CHECK(std::string_view(Computing::what()) == "softmax");
  }
  CHECK(std::string_view(Computing::what()) == "attention");
}
