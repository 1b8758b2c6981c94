#include "lib/files/checkpoint.hpp"

#include "lib/files/file_error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;

TEST_CASE("a checkpoint of another version") {
  const SafetensorsHeader header{{}, {{"heed.version", "2"}}};
  CHECK_NOTHROW(require_version(header, "heed.version", "2", "m"));
  CHECK(error_text<VersionError>([&] { require_version(header, "heed.version", "1", "m"); }) ==
        "m: is of version 2, this program reads version 1; save the model again");
  CHECK(error_text<VersionError>([&] { require_version({}, "heed.version", "1", "m"); }) ==
        "m: its metadata has no \"heed.version\"; this program reads version 1, save the model again");
}

TEST_CASE("a checkpoint of other sizes") {
  const SafetensorsHeader header{{{"a", DType::F32, {2, 3}, 0, 24}, {"b", DType::F32, {4}, 24, 40}}, {}};
  const auto text = [&](std::vector<ExpectedTensor> expected) {
    return error_text<SizesError>([&] { require_tensors(header, expected, "m"); });
  };
  CHECK(text({{"b", {4}}, {"a", {2, 3}}}).empty());
  constexpr std::string_view end = "; build the model with the sizes it was saved with";
  CHECK(text({{"b", {5}}, {"a", {2, 3}}}) ==
        fmt::format("m: does not fit the model: b is (4,) in the file and (5,) in the model{}", end));
  CHECK(
      text({{"a", {2, 3}}, {"c", {1}}}) ==
      fmt::format("m: does not fit the model: c is missing from the file; b is unknown to the model{}", end));
  CHECK_THAT(text({{"a", {2, 3}}, {"b", {4}}, {"p", {}}, {"q", {}}, {"r", {}}, {"s", {}}}),
             Catch::Contains("; q is missing from the file; r is missing from the file; 1 more;"));
}
