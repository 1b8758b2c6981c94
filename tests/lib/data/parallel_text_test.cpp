#include "lib/data/parallel_text.hpp"

#include <sys/stat.h>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"

using namespace heed;
namespace fs = std::filesystem;
using Catch::Contains;

namespace {

/// A folder with six good files; a test spoils one of them.
class Folder {
 public:
  Folder() {
    for (const char* split : {"train", "valid", "test"}) {
      write(std::string(split) + ".ko", "나는 사과를 좋아한다\n그녀는 책을 읽니?\n");
      write(std::string(split) + ".en", "I love apples\ndoes she read a book?\n");
    }
  }
  void write(const std::string& name, const std::string& bytes) const { spill(scratch_ / name, bytes); }
  void remove(const std::string& name) const { fs::remove(path() / name); }
  const fs::path& path() const { return scratch_.folder(); }
  ParallelText read(const std::string& source = "ko", const std::string& target = "en") const {
    return read_parallel_text({.folder = path(), .source = source, .target = target});
  }
  std::string problem() const {
    return error_text<Error>([&] { read(); });
  }

 private:
  Scratch scratch_;
};

}  // namespace

TEST_CASE("good files are read in order, in either direction") {
  const Folder folder;
  const ParallelText text = folder.read();
  REQUIRE(text.corpus.train.size() == 2);
  CHECK(text.corpus.train[0].source == "나는 사과를 좋아한다");
  CHECK(text.corpus.test[1].target == "does she read a book?");
  CHECK(text.warnings.empty());
  CHECK(folder.read("en", "ko").corpus.valid[0].source == "I love apples");
}

TEST_CASE("a missing folder or file, with what is there, and languages that make no pair") {
  const Folder folder;
  for (const fs::path& none : {fs::path("/no/such/folder"), folder.path() / "train.ko"})
    CHECK_THROWS_WITH(read_parallel_text({.folder = none, .source = "ko", .target = "en"}),
                      Contains("no folder " + none.string() + " that can be read"));
  CHECK_THROWS_WITH(folder.read("de", "en"),
                    Contains("train.de is missing") && Contains("have a train file there: en, ko"));
  CHECK_THROWS_AS(folder.read("ko", "ko"), UsageError);
  CHECK_THROWS_AS(folder.read("", "en"), UsageError);
  folder.remove("valid.en");
  CHECK_THAT(folder.problem(), Contains("valid.en is missing"));
}

TEST_CASE("a text that cannot be used is refused, with file, line and byte") {
  struct Case {
    const char* file;
    std::string bytes, said;
  };
  const Case cases[] = {
      {"valid.ko", "하나\n둘\n셋\n", "valid.ko has 3 lines and "},
      {"train.ko", "나는\n가\xFF나\n", "train.ko:2: byte 4 (0xFF) is not UTF-8"},
      {"train.ko", "나는\n가\xFF나\n", "1 of 2 lines, more than a fifth, cannot be used; save it as UTF-8"},
      {"train.ko", "하나\n\n",
       "1 of 2 lines, more than a fifth, cannot be used; mend or delete them, in both files"},
      {"train.ko", "나는\n\xEA\xB0", "train.ko:2: byte 1 (0xEA)"},  // a syllable cut short at the end
      {"train.ko", std::string("\xFF\xFEh\0i\0", 6), "UTF-16"},
      {"train.ko", std::string("a\nb\0c\n", 6), "train.ko:2: byte 2 is 0x00 (NUL)"},
      {"train.ko", "하나\r둘\r", "train.ko has only CR as line ends"},
      {"train.ko", "하나\r둘", "train.ko has only CR as line ends"},
      {"valid.ko", "하나\r", "valid.ko has 1 lines"},  // one line of Windows whose LF is missing
      {"test.en", "", "test.en is empty"},
      {"test.en", "\xEF\xBB\xBF", "test.en is empty"}};
  for (const auto& [file, bytes, said] : cases) {
    const Folder folder;
    folder.write(file, bytes);
    CHECK_THAT(folder.problem(), Contains(said));
  }
  const Folder folder;
  folder.write("test.en", "\n\n");
  folder.write("test.ko", "\n\n");
  CHECK_THAT(folder.problem(), Contains("only empty lines"));
  folder.remove("test.en");
  fs::create_directory(folder.path() / "test.en");
  CHECK_THAT(folder.problem(), Contains("test.en is a folder"));
}

TEST_CASE("what is no regular file is not waited for, a link to one is read") {
  const Folder folder;
  folder.remove("train.ko");
  REQUIRE(::mkfifo((folder.path() / "train.ko").c_str(), 0600) == 0);
  CHECK_THROWS_WITH(folder.read(), Contains("train.ko is not a regular file"));
  folder.remove("train.ko");
  fs::create_symlink("/dev/zero", folder.path() / "train.ko");
  CHECK_THROWS_WITH(folder.read(), Contains("train.ko is not a regular file"));
  folder.remove("train.ko");
  fs::create_symlink("valid.ko", folder.path() / "train.ko");
  CHECK(folder.read().corpus.train.size() == 2);
}

TEST_CASE("a pair with a hole is left out, counted and named, and the pairs behind it stay together") {
  std::string good_ko, good_en;
  for (int i = 1; i <= 20; ++i) {
    good_ko += fmt::format("글 {}\n", i);
    good_en += fmt::format("text {}\n", i);
  }
  struct Case {
    std::string ko, en, note;
  };
  for (const auto& [ko, en, note] : std::vector<Case>{
           {"\n", "one\n", "train.ko:1: it is empty"},
           {" \t\u3000\n", "one\n", "train.ko:1: it is empty"},
           {"하나\n", "\n", "train.en:1: it is empty"},
           {"\n", "\t\n", "train.ko:1: it is empty"},
           {"하\xFF나\n", "one\n", "train.ko:1: byte 4 (0xFF) is not UTF-8"},
           {"하나\n", "caf\xE9\n", "train.en:1: byte 4 (0xE9) is not UTF-8"},
           {std::string("하\0\n", 5), "one\n", "train.ko:1: byte 4 is 0x00 (NUL), which no text holds"}}) {
    CAPTURE(note);
    const Folder folder;
    folder.write("train.ko", ko + good_ko);
    folder.write("train.en", en + good_en);
    const ParallelText text = folder.read();
    REQUIRE(text.corpus.train.size() == 20);
    CHECK((text.corpus.train.front().source == "글 1" && text.corpus.train.front().target == "text 1"));
    CHECK((text.corpus.train.back().source == "글 20" && text.corpus.train.back().target == "text 20"));
    REQUIRE(text.warnings.size() == 1);
    CHECK_THAT(text.warnings[0].english, Contains("1 of 21 lines left out (first ") && Contains(note + ")"));
  }
}

TEST_CASE("line ends of Windows, a byte-order mark, composed letters and spaces are put right") {
  const Folder folder;
  folder.write("train.ko", "\xEF\xBB\xBF나는 사과를 좋아한다\r\n그녀는 책을 읽니?\r\n");
  folder.write("valid.ko", "\xE1\x84\x80\xE1\x85\xA1\n \xE3\x80\x80나\t");  // ᄀ + ᅡ; a space of every width
  const ParallelText text = folder.read();
  CHECK(text.corpus.train[0].source == "나는 사과를 좋아한다");
  CHECK(text.corpus.train[1].source == "그녀는 책을 읽니?");
  CHECK(text.corpus.valid[0].source == "가");
  CHECK(text.corpus.valid[1].source == "나");  // a last line without a line end counts
}
