// The page on the course shows of a verdict what the program prints.
#include "lib/files/read_file.hpp"
#include "lib/process/process.hpp"
#include "tests/exercises/answers.hpp"

namespace answers {
namespace {

/// The block of a page that begins with the points of an exercise.
std::string shown_in(const std::string& page) {
  const std::string text = heed::read_text_file(fs::path(HEED_SOURCE_DIR) / page), fence = "```\n",
                    first = "stable_softmax  0/10\n";
  const std::size_t begin = text.find(fence + first);
  REQUIRE(begin != text.npos);
  return text.substr(begin + fence.size(), text.find(fence, begin + fence.size()) - begin - fence.size());
}

}  // namespace

TEST_CASE("the page's softmax over the wrong axis is what heed learn says of it") {
  const TemporaryFolder folder;
  write_answer(folder.path(), "stable_softmax", source_of("stable_softmax").wrong("first_axis"));
  const auto printed = [&](const std::string& language) {
    return heed::run_process(
               {.arguments = {HEED_PROGRAM, "learn", "check", "stable_softmax", "--lang", language},
                .environment = {"HEED_ANSWERS=" + folder.path().string(), "LC_ALL=C.UTF-8"}})
        .out;
  };
  CHECK_THAT(printed("en"), Contains(shown_in("docs/course.md")));
  CHECK_THAT(printed("ko"), Contains(shown_in("docs/course.ko.md")));
}

}  // namespace answers
