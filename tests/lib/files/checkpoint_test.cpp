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
  CHECK(text({{"b", {5}}, {"a", {2, 3}}}) ==
        "m: does not fit the model: 1 of other sizes: b is (4,) in the file and (5,) in the model; build the "
        "model with "
        "the sizes it was saved with");
  CHECK(text({{"a", {2, 3}}, {"c", {1}}}) ==
        "m: does not fit the model: 1 missing from the file: c; 1 unknown to the model: b; build the model "
        "with the "
        "sizes it was saved with");
  CHECK(text({{"a", {2, 3}}, {"b", {4}}, {"p", {}}, {"q", {}}, {"r", {}}, {"s", {}}}) ==
        "m: does not fit the model: 4 missing from the file: p, q, r, …; build the model with the sizes it "
        "was saved "
        "with");
}
