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

/// Names what other programs leave out of the translation of a text; empty if that is nothing.
std::string note_on_text(const Translator& translator) {
  const ModelLanguage& source = translator.source();
  const bool words = source.tokenizer.kind() == Tokenisation::words;
  if (!words && !(source.learned && source.learned->single_sentences)) return "";
  const std::string what =
      words ? tr("it is cut into sentences and clauses and spaced as the training was, marks that the model "
                 "lacks "
                 "are left out, <unk> is replaced (--unknown)")
            : tr("it is cut into sentences");
  return tr("note: of the same tokens the translations are the same; heed alone prepares a text: {}", what);
}

/// load_marian(), and what stands in for it in a folder of ONNX.
Translator read_marian(const std::string& folder) {
  const std::filesystem::path at = folder;
  if (exists(at / "encoder.onnx") && !exists(at / "model.safetensors"))
    throw_error<UsageError>(
        tr_noop("{}: ONNX, which heed writes and does not read: use the model that it was written from"),
        folder);
  return load_marian(folder);
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
  auto o = std::make_shared<Exchange>();
  CLI::App* command = add_command(app, "export");
  const AddOptions add(*command);
  add("model", o->from)->required();
  add("--out", o->to)->required();
  add("--format", o->format);
  add_language(*command);
  command->callback([o, &action] {
    action = [o] {
      if (o->format.empty())
        throw_error<UsageError>(
            tr_noop("--format is missing: onnx of a translator, gpt2 of a language model"));
      if (o->format == "gpt2") {
        save_gpt2(LanguageModel::load(o->from), o->to);
        fmt::print("{}\n", tr("{}: written for GPT2LMHeadModel.from_pretrained(\"{}\")", o->to, o->to));
        return 0;
      }
      const Translator translator = Translator::load(model_file(o->from));
      save_onnx(o->to, translator);
      fmt::print("{}\n", tr("{}: written as ONNX: encoder.onnx, then decoder.onnx for each token", o->to));
      if (const std::string note = note_on_text(translator); !note.empty()) fmt::print(stderr, "{}\n", note);
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
      const Translator translator = read_marian(o->from);
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
