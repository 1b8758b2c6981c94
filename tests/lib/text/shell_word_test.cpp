// Words of a command line: what a shell makes of them again.
#include "lib/text/shell_word.hpp"

#include "tests/catch.hpp"

TEST_CASE("a word for the shell is quoted only where it must be") {
  CHECK(heed::shell_word("runs/bert/model-1.safetensors") == "runs/bert/model-1.safetensors");
  CHECK(heed::shell_word("모델/a.txt") == "모델/a.txt");
  CHECK(heed::shell_word("my model/a") == "'my model/a'");
  CHECK(heed::shell_word("it's") == "'it'\\''s'");
  CHECK(heed::shell_word("$HOME;ls") == "'$HOME;ls'");
  CHECK(heed::shell_word("") == "''");
}
