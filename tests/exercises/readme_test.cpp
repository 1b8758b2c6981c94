// The page on the course shows of a verdict what the program prints.
#include <filesystem>
#include <fstream>

#include "exercises/grading/source/marked_source.hpp"
#include "lib/files/folders.hpp"
#include "lib/files/read_file.hpp"
#include "lib/process/process.hpp"
#include "tests/catch.hpp"

namespace fs = std::filesystem;

namespace {

const fs::path root = HEED_SOURCE_DIR;

/// The block of a page that begins with the points of an exercise.
std::string shown_in(const std::string& page) {
  const std::string text = heed::read_text_file(root / page), fence = "```\n",
                    first = "stable_softmax  0/10\n";
  const std::size_t begin = text.find(fence + first);
  REQUIRE(begin != text.npos);
  return text.substr(begin + fence.size(), text.find(fence, begin + fence.size()) - begin - fence.size());
}

std::string printed(const std::string& language) {
  const heed::TemporaryFolder answers;
  fs::create_directories(answers.path() / "1_attention");
  std::ofstream(answers.path() / "1_attention" / "stable_softmax.cpp")
      << heed::grading::MarkedSource::read(root / "exercises/1_attention/stable_softmax/exercise.cpp")
             .wrong("first_axis");
  return heed::run_process(
             {.arguments = {HEED_PROGRAM, "learn", "check", "stable_softmax", "--lang", language},
              .environment = {"HEED_ANSWERS=" + answers.path().string(), "LC_ALL=C.UTF-8"}})
      .out;
}

}  // namespace

TEST_CASE("the page's softmax over the wrong axis is what heed learn says of it") {
  CHECK_THAT(printed("en"), Catch::Contains(shown_in("docs/course.md")));
  CHECK_THAT(printed("ko"), Catch::Contains(shown_in("docs/course.ko.md")));
}
