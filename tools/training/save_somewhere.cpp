#include "tools/training/save_somewhere.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>
#include <new>
#include <system_error>

#include "lib/core/error.hpp"

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
      say_(fmt::format("note: {}; the training goes on and tries again at the next checkpoint", problem));
    problem_ = problem;
    return false;
  }
  if (!problem_.empty()) say_("note: the checkpoint could be written again");
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
    fmt::print(stderr, "Another file for the model (nothing: {}): ", last_resort.string());
    std::string answer;
    if (std::getline(std::cin, answer) && !answer.empty()) place = answer;
  }
}

}  // namespace heed
