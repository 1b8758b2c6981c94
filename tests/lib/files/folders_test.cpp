#include "lib/files/folders.hpp"

#include "tests/catch.hpp"
#include "tests/lib/files/file_calls.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;

TEST_CASE("each folder that is made is safe in the one above it") {
  const Scratch scratch;
  {
    const FileCalls watched(scratch.folder());
    make_folders(scratch / "a/b/c");
    CHECK(std::filesystem::is_directory(scratch / "a/b/c"));
    const std::vector<std::string> expected{"fsync a/b", "close a/b", "fsync a",
                                            "close a",   "fsync .",   "close ."};
    CHECK(watched.calls() == expected);
  }
  const FileCalls watched(scratch.folder());
  make_folders(scratch / "a/b/");
  CHECK(watched.calls().empty());
  spill(scratch / "file", "");
  CHECK_THROWS_WITH(make_folders(scratch / "file/d"),
                    Catch::Contains("cannot create the folder") && Catch::Contains("choose another place"));
}
