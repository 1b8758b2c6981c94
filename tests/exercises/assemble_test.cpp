// Answers become parts of one program; what an exercise refuses is refused here, too.
#include "exercises/grading/run/assemble.hpp"

#include <filesystem>
#include <fstream>

#include "exercises/grading/source/marked_source.hpp"
#include "exercises/grading/source/registry.hpp"
#include "lib/files/folders.hpp"
#include "tests/catch.hpp"

namespace fs = std::filesystem;
using namespace heed::grading;

TEST_CASE("answers are linked into a translator, each state by its name") {
  const heed::TemporaryFolder folder;
  const auto write = [&](const std::string& exercise, const std::string& before) {
    const fs::path chapter = find_entry(exercise).chapter, place = HEED_SOURCE_DIR / ("exercises" / chapter);
    fs::create_directories(folder.path() / chapter);
    std::ofstream(folder.path() / chapter / (exercise + ".cpp"))
        << before << MarkedSource::read(place / exercise / "exercise.cpp").solution();
  };
  write("stable_softmax", "// was: not_written(\"softmax\"); /* not_written() */\n");
  write("similarity_scores", "void f() { asm(\"nop\"); }\n");
  write("bleu", "int next = ;\n");
  write("adam_step", "#include \"exercises/given.cpp\"\n");
  write("linear_attention", "");
  const Assembled translator = assemble_translator(
      read_toolchain(HEED_COURSE_TOOLCHAIN),
      {"stable_softmax", "similarity_scores", "bleu", "layer_norm", "adam_step", "linear_attention"},
      folder.path(), folder.path() / "built");
  CHECK(fs::exists(translator.program));
  REQUIRE(translator.parts.size() == 6);
  CHECK(translator.parts[0].state == "used");
  CHECK(translator.parts[1].state == "refused");
  CHECK_FALSE(translator.parts[1].reason.empty());
  CHECK(translator.parts[1].message == "asm");
  CHECK(translator.parts[2].state == "broken");
  CHECK(translator.parts[2].line == 1);
  CHECK(translator.parts[3].state == "missing");
  CHECK(translator.parts[4].state == "refused");
  CHECK(translator.parts[4].message == "\"exercises/given.cpp\"");
  CHECK(translator.parts[5].state == "used");

  // sentences and weights of the stages follow from the text
  const auto seed = [&] {
    return assemble_translator(read_toolchain(HEED_COURSE_TOOLCHAIN), {"stable_softmax"}, folder.path(),
                               folder.path() / "built")
        .seed;
  };
  const std::uint64_t before = seed();
  CHECK(seed() == before);
  write("stable_softmax", "// a change\n");
  CHECK(seed() != before);
}
