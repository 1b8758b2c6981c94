// Bytes as text.
#include "lib/files/base64.hpp"

#include "tests/catch.hpp"

using namespace heed;

TEST_CASE("base64 as in RFC 4648, section 10") {
  const auto of = [](const std::string& bytes) { return base64(bytes.data(), bytes.size()); };
  CHECK(of("").empty());
  CHECK(of("f") == "Zg==");
  CHECK(of("fo") == "Zm8=");
  CHECK(of("foobar") == "Zm9vYmFy");
  CHECK(of("\xfb\xff") == "+/8=");
  const float numbers[] = {1.0f, -2.5f};
  CHECK(base64(numbers, sizeof numbers) == "AACAPwAAIMA=");
  CHECK(base64(numbers, sizeof(float)) == "AACAPw==");
}
