// heed export, heed import: models to and from other programs.
#include <fmt/ranges.h>

#include "lib/core/error.hpp"
#include "lib/files/folders.hpp"
#include "models/formats/gpt2.hpp"
#include "models/formats/marian_folder.hpp"
#include "models/formats/onnx.hpp"
#include "models/not_written.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/library_errors.hpp"
#include "tools/language/spoken_error.hpp"
#include "tools/language/spoken_lines.hpp"
#include "tools/training/model_place.hpp"

namespace heed {
namespace {

struct Exchange {
  std::string from, to, format;
};

std::string in_korean(const WhyNotWritten& why) {
  switch (why.what) {
    case Unwritten::lstm:
      return "LSTM은 쓸 수 없습니다. Transformer만 됩니다";
    case Unwritten::positions:
      return fmt::format("위치가 {}입니다 (--position sinusoidal)", why.value);
    case Unwritten::linear_attention:
      return "어텐션이 선형입니다 (--kernel dense로 학습)";
    case Unwritten::own_projections:
      return "전역 위치가 따로 투영됩니다 (--global-projection shared)";
  }
  return "";
}

/// save_onnx(); what it refuses in the spoken language.
void write_for_others(const Translator& translator, const Exchange& o) {
  if (exists(std::filesystem::symlink_status(o.to)))
    throw_spoken<UsageError>("{} is there already: give the name of a new folder",
                             "{}: 이미 있습니다. 새 폴더의 이름을 주세요", o.to);
  try {
    save_onnx(o.to, translator);
  } catch (const NotWrittenError& problem) {
    if (spoken_language() == Language::english) throw;
    std::vector<std::string> reasons;
    for (const WhyNotWritten& why : problem.reasons()) reasons.push_back(in_korean(why));
    throw_error<UsageError>("{}: ONNX로 쓸 수 없는 모델입니다. {}", o.from, fmt::join(reasons, "; "));
  }
}

/// What other programs leave out of the translation of a text; empty where that is nothing.
std::string note_on_text(const Translator& translator) {
  const ModelLanguage& source = translator.source();
  const bool words = source.tokenizer.kind() == Tokenisation::words;
  if (!words && !(source.learned && source.learned->single_sentences)) return "";
  const std::string what =
      words ? spoken(
                  "it is cut into sentences and clauses and spaced as the training was, marks that the model "
                  "lacks "
                  "are left out, <unk> is replaced (--unknown)",
                  "문장과 절로 나누기, 학습한 글처럼 띄어쓰기, 모르는 부호 빼기, <unk> 바꾸기(--unknown)")
            : spoken("it is cut into sentences", "문장으로 나누기");
  return spoken("note: of the same tokens the translations are the same; heed alone prepares a text: {}",
                "참고: 같은 토큰이면 번역도 같습니다. 글을 다듬는 것은 heed만 합니다: {}", what);
}

/// load_marian(); in Korean, what is missing, and of what is wrong which folder.
Translator read_marian(const std::string& folder) {
  const std::filesystem::path at = folder;
  if (exists(at / "encoder.onnx") && !exists(at / "model.safetensors"))
    throw_spoken<UsageError>(
        "{}: ONNX, which heed writes and does not read: use the model that it was written from",
        "{}: ONNX입니다. heed는 ONNX를 쓰기만 하고 읽지 않습니다. 원래 모델을 쓰세요", folder);
  if (spoken_language() == Language::english) return load_marian(folder);
  if (!exists(at / "pytorch_model.bin"))  // of which load_marian() says how it is converted
    for (const char* name : {"model.safetensors", "config.json", "vocab.json"})
      require_file((at / name).string());
  try {
    return load_marian(folder);
  } catch (const Error& problem) {
    throw_error("{}: MarianMTModel로 읽을 수 없습니다 ({})", folder, in_spoken_language(problem.what()));
  }
}

}  // namespace

void add_export(CLI::App& app, Action& action) {
  auto o = std::make_shared<Exchange>();
  CLI::App* command = app.add_subcommand(
      "export", "write a trained model for other programs: a translator as ONNX, a language model as GPT-2");
  command->footer(
      "Of any Transformer whose attention has weights, for ONNX Runtime, in browsers too:\n"
      "  heed export runs/toy-ko-en --format onnx --out onnx\n"
      "Of a language model (heed lm), for GPT2LMHeadModel.from_pretrained(\"gpt\"):\n"
      "  heed export runs/lm --format gpt2 --out gpt");
  command->add_option("model", o->from, "the model, or a folder with a model.safetensors")
      ->required()
      ->type_name("FILE");
  command->add_option("--out", o->to, "folder to write, with those above it; must not be there yet")
      ->required()
      ->type_name("FOLDER");
  command
      ->add_option(
          "--format", o->format,
          "onnx: encoder.onnx, decoder.onnx (opset 17, with a cache of keys and values), config.json and the "
          "tokeniser's files; gpt2: config.json, model.safetensors, and of byte pairs vocab.json and "
          "merges.txt")
      ->check(CLI::IsMember({"onnx", "gpt2"}))
      ->option_text("onnx|gpt2");
  add_language(*command);
  command->callback([o, &action] {
    action = [o] {
      if (o->format.empty())
        throw_spoken<UsageError>("--format is missing: onnx of a translator, gpt2 of a language model",
                                 "--format: 빠졌습니다. 번역기는 onnx, 언어 모델은 gpt2");
      if (o->format == "gpt2") {
        save_gpt2(LanguageModel::load(o->from), o->to);
        fmt::print("{}\n", spoken("{}: written for GPT2LMHeadModel.from_pretrained(\"{}\")",
                                  "{}: GPT2LMHeadModel.from_pretrained(\"{}\")로 읽을 수 있게 썼습니다",
                                  o->to, o->to));
        return 0;
      }
      const Translator translator = Translator::load(model_file(o->from));
      write_for_others(translator, *o);
      fmt::print(
          "{}\n",
          spoken("{}: written as ONNX: encoder.onnx, then decoder.onnx for each token",
                 "{}: ONNX로 썼습니다. encoder.onnx를 한 번, decoder.onnx를 토큰마다 실행합니다", o->to));
      if (const std::string note = note_on_text(translator); !note.empty()) fmt::print(stderr, "{}\n", note);
      return 0;
    };
  });
}

void add_import(CLI::App& app, Action& action) {
  auto o = std::make_shared<Exchange>();
  CLI::App* command = app.add_subcommand(
      "import", "read a folder of Hugging Face's MarianMTModel (opus-mt …) as a translator");
  command->footer(
      "Example:\n"
      "  heed import opus-mt-ko-en --out runs/opus\n"
      "  heed translate --model runs/opus \"나는 사과를 좋아한다\"");
  command
      ->add_option("folder", o->from,
                   "with config.json, model.safetensors, vocab.json, source.spm and target.spm")
      ->required()
      ->type_name("FOLDER");
  command->add_option("--out", o->to, "folder for the model.safetensors, or that file")
      ->required()
      ->type_name("FOLDER");
  add_language(*command);
  command->callback([o, &action] {
    action = [o] {
      const Translator translator = read_marian(o->from);
      const std::filesystem::path to = o->to,
                                  file = to.extension() == ".safetensors" ? to : to / "model.safetensors";
      if (exists(file))
        throw_spoken<UsageError>("{} is there already: give another name",
                                 "{}: 이미 있습니다. 다른 이름을 주세요", file.string());
      if (file.has_parent_path()) make_folders(file.parent_path());
      translator.save(file);
      fmt::print("{}\n", spoken("{}: to be used by heed translate --model {} SENTENCE",
                                "{}: heed translate --model {} 문장 으로 씁니다", file.string(), o->to));
      return 0;
    };
  });
}

}  // namespace heed
