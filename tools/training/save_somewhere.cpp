#include "tools/training/save_somewhere.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <new>
#include <system_error>

#include "lib/core/error.hpp"
#include "tools/language/spoken.hpp"

namespace heed {

namespace fs = std::filesystem;

bool PatientWriter::operator()(const std::function<void()>& write) {
  std::string problem;
  try {
    write();
  } catch (const Error& error) {
    problem = error.what();
  } catch (const std::bad_alloc&) {
    problem = "not enough memory to save a checkpoint";
  }
  if (!problem.empty()) {
    if (problem_ != problem)
      say_(spoken("note: {}; the training goes on and tries again at the next checkpoint",
                  "참고: {}. 학습은 계속하고 다음 저장 때 다시 시도함", problem));
    problem_ = problem;
    return false;
  }
  if (!problem_.empty()) say_(spoken("note: the checkpoint could be written again", "참고: 다시 저장됨"));
  problem_.clear();
  return true;
}

fs::path save_somewhere(const fs::path& wanted, const std::function<void(const fs::path&)>& save) {
  std::error_code no_such_folder;
  fs::path temporary = fs::temp_directory_path(no_such_folder);
  if (no_such_folder) temporary = "/tmp";
  const fs::path last_resort =
      temporary / fmt::format("heed-{}-{}.safetensors", wanted.stem().string(), ::getpid());
  const bool ask = ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
  for (fs::path place = wanted;;) {
    try {
      save(place);
      return place;
    } catch (const Error& error) {
      if (place == last_resort) throw;
      fmt::print(stderr, "heed: {}\n", error.what());
    }
    place = last_resort;
    if (!ask) continue;
    fmt::print(stderr, "{}",
               spoken("Another file for the model (nothing: {}): ", "모델을 저장할 다른 파일 (없으면 {}): ",
                      last_resort.string()));
    std::string answer;
    if (std::getline(std::cin, answer) && !answer.empty()) place = answer;
  }
}

}  // namespace heed
