#include "lib/files/folders.hpp"

#include "lib/core/error_types.hpp"
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

TEST_CASE("a new folder is there whole, or not at all") {
  const Scratch scratch;
  const auto write = [](const std::filesystem::path& inside) { spill(inside / "file", "text"); };
  write_new_folder(scratch / "a/new" / "", write);
  CHECK(slurp(scratch / "a/new/file") == "text");
  CHECK_THROWS_WITH(write_new_folder(scratch / "a/new", write), Catch::Contains("is there already"));
  const auto fail = [&](const std::filesystem::path& inside) {
    write(inside);
    throw Error("a full disk");
  };
  CHECK_THROWS_WITH(write_new_folder(scratch / "b", fail), "a full disk");
  CHECK(scratch.files() == 1);
}
