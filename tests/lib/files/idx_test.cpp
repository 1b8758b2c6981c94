// IDX: what is read, and that everything else is refused with what is wrong.
#include "lib/files/idx.hpp"

#include <string>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

Tensor idx_of(const std::string& bytes) { return decode_idx(std::as_bytes(std::span(bytes)), "m"); }

}  // namespace

TEST_CASE("an IDX file is unsigned bytes behind their lengths, most significant byte first") {
  const std::string head("\0\0\x08\x02\0\0\0\x02\0\0\0\x03", 12);
  const Tensor tensor = idx_of(head + "abcdef");
  CHECK(tensor.dtype == DType::U8);
  CHECK(tensor.shape == std::vector<std::int64_t>{2, 3});
  CHECK(std::to_integer<char>(tensor.bytes.at(5)) == 'f');
  CHECK(idx_of(std::string("\0\0\x08\x01\0\0\0\0", 8)).bytes.empty());
  CHECK(idx_of(std::string("\0\0\x08\x01\0\0\1\1", 8) + std::string(257, 'x')).shape[0] == 257);
  for (std::size_t length = 0; length < head.size() + 6; ++length)
    CHECK_THROWS_AS(idx_of((head + "abcdef").substr(0, length)), TruncatedError);
}

TEST_CASE("what is no IDX file is refused, and says why") {
  const auto refused = [](const std::string& bytes, const std::string& why) {
    CHECK_THROWS_AS(idx_of(bytes), FormatError);
    CHECK_THROWS_WITH(idx_of(bytes), Catch::StartsWith("m: ") && Catch::Contains(why));
  };
  refused("\x1f\x8b\x08 and so on", "gunzip");
  refused("text, not numbers", "two zero bytes");
  refused(std::string("\0\0\x0d\x01\0\0\0\0", 8), "type 0x0d");
  refused(std::string("\0\0\x08\0", 4), "0 axes");
  refused(std::string("\0\0\x08\x05", 4) + std::string(20, '\0'), "5 axes");
  refused(std::string("\0\0\x08\x01\0\0\0\x02", 8) + "abc", "1 more are there");
  refused(std::string("\0\0\x08\x04", 4) + std::string(16, '\xff'), "overflows");
  // A length that nobody has is no reason to ask for the memory.
  CHECK_THROWS_AS(idx_of(std::string("\0\0\x08\x01\xff\xff\xff\xff", 8)), TruncatedError);
}
