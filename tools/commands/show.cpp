// heed show: says what a file of weights is.
#include <fmt/format.h>

#include "lib/core/message.hpp"
#include "tools/commands/commands.hpp"
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
  CLI::App* command = app.add_subcommand("show", tr_noop("say what a saved model or a safetensors file is: "
                                                         "options, parameters, vocabulary, history, hashes"));
  command->footer(tr_noop(
      "Examples:\n"
      "  heed show runs/toy-ko-en/model.safetensors\n"
      "  heed show runs/toy-ko-en --words                every word that it knows\n"
      "  heed show weights.safetensors --tensors         of PyTorch or of any program, with every tensor"));
  command->add_option("file", o->file, tr_noop("the file, or a folder with a model.safetensors"))
      ->required()
      ->type_name("FILE");
  command->add_flag("--words", o->words, tr_noop("list the words that a model knows, and nothing else"))
      ->excludes(
          command->add_flag("--tensors", o->tensors, tr_noop("list every tensor with its type and shape")));
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
