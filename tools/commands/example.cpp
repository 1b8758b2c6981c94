// heed example: the programs of examples/, one built and run.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>

#include "lib/core/error.hpp"
#include "lib/process/this_program.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"

namespace heed {
namespace {

namespace fs = std::filesystem;

/// Lists the examples (01_first_gradient, …), or becomes the first whose name or number begins so.
int run_example(const std::string& word) {
  std::set<fs::path> sources;
  for (const fs::directory_entry& file : fs::directory_iterator(HEED_SOURCE_DIR "/examples"))
    if (file.path().extension() == ".cpp") sources.insert(file.path());
  for (const fs::path& source : sources) {
    const std::string name = source.stem().string();
    if (word.empty()) {
      std::string title;
      std::ifstream file(source);
      std::getline(file, title);  // "// 01  A first gradient"
      fmt::print("{}  examples/{}.cpp\n", title.substr(std::min<std::size_t>(title.size(), 3)), name);
    } else if (name.starts_with(word) || name.starts_with("0" + word)) {
      replace_by({fmt::format("{}/examples/example_{}", HEED_BUILD_DIR, name)},
                 fmt::format("`./heed example {}` builds it", word));
    }
  }
  if (!word.empty()) throw_error<UsageError>("there is no example '{}'; `heed example` lists them", word);
  fmt::print("\n`heed example 01` builds and runs the first.\n");
  return 0;
}

}  // namespace

void add_example(CLI::App& app, Action& action) {
  CLI::App* command = add_command(app, "example");
  const auto name = std::make_shared<std::string>();
  const AddOptions add(*command);
  add("name", *name);
  command->callback([&action, name] { action = [name] { return run_example(*name); }; });
}

}  // namespace heed
