#include "exercises/grading/temporary_folder.hpp"

#include <stdlib.h>

#include <string>

#include "lib/core/error.hpp"

namespace heed::grading {

TemporaryFolder::TemporaryFolder() {
  std::string name = (std::filesystem::temp_directory_path() / "heed-course-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw_error("no folder can be made at {}; set TMPDIR to one that can be written to", name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace heed::grading
