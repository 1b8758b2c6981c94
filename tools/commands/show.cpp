// heed show: says what a file of weights is.
#include <fmt/format.h>

#include "lib/core/message.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/inspect/file_description.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {

void add_show(CLI::App& app, Action& action) {
  struct ShowOptions {
    std::string file;
    bool tensors = false, words = false;
  };
  auto o = std::make_shared<ShowOptions>();
  CLI::App* command = add_command(app, "show");
  const AddOptions add(*command);
  add("file", o->file)->required();
  add("--words", o->words)->excludes(add("--tensors", o->tensors));
  add_language(*command);
  command->callback([o, &action] {
    action = [o] {
      const std::string file = model_file(o->file).string();
      fmt::print("{}", describe_file(file, o->words     ? Detail::words
                                           : o->tensors ? Detail::tensors
                                                        : Detail::parts));
      return 0;
    };
  });
}

}  // namespace heed
