// heed example: the programs of examples/, one built and run.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include "lib/core/error.hpp"
#include "lib/process/this_program.hpp"
#include "lib/text/near.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// 01_first_gradient, 02_…
std::vector<std::string> examples() {
  std::vector<std::string> names;
  for (const fs::directory_entry& file : fs::directory_iterator(HEED_SOURCE_DIR "/examples")) {
    if (file.path().extension() == ".cpp") names.push_back(file.path().stem().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

int list_examples() {
  for (const std::string& name : examples()) {
    std::string first;
    std::ifstream file(fmt::format("{}/examples/{}.cpp", HEED_SOURCE_DIR, name));
    std::getline(file, first);  // "// 01  A first gradient"
    fmt::print("{}  examples/{}.cpp\n", first.substr(std::min<std::size_t>(first.size(), 3)), name);
  }
  fmt::print("\n`heed example 01` builds and runs the first.\n");
  return 0;
}

int run_example(const std::string& word) {
  const std::vector<std::string> all = examples();
  const auto found = std::find_if(all.begin(), all.end(), [&](const std::string& name) {
    return name.starts_with(word) || name.starts_with("0" + word);
  });
  if (found == all.end())
    throw_error<UsageError>("there is no example '{}'; `heed example` lists them", word);
  const std::string program = fmt::format("{}/examples/example_{}", HEED_BUILD_DIR, *found);
  replace_by({program}, fmt::format("`./heed example {}` builds it", word));
}

}  // namespace

void add_example(CLI::App& app, Action& action) {
  CLI::App* command = add_command(app, "example");
  const auto name = std::make_shared<std::string>();
  const AddOptions add(*command);
  add("name", *name);
  command->callback(
      [&action, name] { action = [name] { return name->empty() ? list_examples() : run_example(*name); }; });
}

}  // namespace heed
