// heed export, heed import: models to and from other programs.
#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"
#include "models/formats/gpt2.hpp"
#include "models/formats/marian.hpp"
#include "models/formats/onnx.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {
namespace {

struct Exchange {
  std::string from, to, format;
};

}  // namespace

void add_export(CLI::App& app, Action& action) {
  auto o = std::make_shared<Exchange>();
  CLI::App* command = add_command(app, "export");
  const AddOptions add(*command);
  add("model", o->from)->required();
  add("--out", o->to)->required();
  add("--format", o->format)->required();
  add_language(*command);
  command->callback([o, &action] {
    action = [o] {
      if (o->format == "gpt2") {
        save_gpt2(LanguageModel::load(o->from), o->to);
        fmt::print("{}\n", tr("{}: written for GPT2LMHeadModel.from_pretrained(\"{}\")", o->to, o->to));
        return 0;
      }
      save_onnx(o->to, Translator::load(model_file(o->from)));
      fmt::print("{}\n", tr("{}: written as ONNX: encoder.onnx, then decoder.onnx for each token", o->to));
      return 0;
    };
  });
}

void add_import(CLI::App& app, Action& action) {
  auto o = std::make_shared<Exchange>();
  CLI::App* command = add_command(app, "import");
  const AddOptions add(*command);
  add("folder", o->from)->required();
  add("--out", o->to)->required();
  add_language(*command);
  command->callback([o, &action] {
    action = [o] {
      const Translator translator = load_marian(o->from);
      const std::filesystem::path to = o->to,
                                  file = to.extension() == ".safetensors" ? to : to / "model.safetensors";
      if (exists(file))
        throw_error<UsageError>(tr_noop("{} is there already: give another name"), file.string());
      if (file.has_parent_path()) make_folders(file.parent_path());
      translator.save(file);
      fmt::print("{}\n", tr("{}: to be used by heed translate --model {} SENTENCE", file.string(), o->to));
      return 0;
    };
  });
}

}  // namespace heed
