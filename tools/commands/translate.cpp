// heed translate: train on a corpus and show what came out, or translate with a saved model.
#include <nlohmann/json.hpp>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/sparkline.hpp"
#include "models/model_fields.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/corpus_options.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/language/spoken.hpp"
#include "tools/processes/processes.hpp"
#include "tools/run_config.hpp"
#include "tools/translation/results.hpp"
#include "tools/translation/text_session.hpp"

namespace heed {
namespace {

struct TranslateOptions {
  std::vector<std::string> words;  // of the command line: sentences, or one that the shell has cut
  bool interactive = false, show_attention = false, train = false;
  bool languages_given = false;     // --source or --target stand on the command line
  bool training_asked = false;      // or something that only a training has
  bool architecture_given = false;  // --model names a kind of model, not a file
  std::string model, out, input, output;
  std::string run;  // of a training: its settings as a file
  BeamOptions beam{};
  CorpusChoice corpus{};
  SessionOptions session{.epochs = 5};
  KeepOptions keep{};
};

Architecture architecture_of(const EncoderDecoder& model) {
  return std::holds_alternative<AttentionLstm>(model) ? Architecture::lstm : Architecture::transformer;
}

std::filesystem::path run_folder(const TranslateOptions& o) {
  if (!o.out.empty()) return o.out;
  const bool lstm = o.session.architecture == Architecture::lstm;
  return std::filesystem::path("runs") / (corpus_name(o.corpus) + (lstm ? "-lstm" : ""));
}

std::filesystem::path model_path(const TranslateOptions& o) {
  return o.model.empty() ? run_folder(o) / "model.safetensors" : std::filesystem::path(o.model);
}

int train_and_show(const TranslateOptions& o) {
  if (o.show_attention)
    throw_error<UsageError>("--show-attention draws one translation: give a sentence, or --interactive");
  if (o.beam.n_best > 1)
    throw_error<UsageError>("--n-best prints several translations of a sentence: give one, or --interactive");
  check_session(o.session);
  const std::filesystem::path folder = model_path(o).parent_path();
  if (o.keep.resume) require_state(model_path(o));
  check_folder(folder);
  if (std::filesystem::is_directory(model_path(o)))
    throw_error<UsageError>("{} is a folder: --model names a file", model_path(o).string());
  std::optional<CatchInterrupts> catching(std::in_place);
  const TranslationData data = load_corpus(o.corpus, o.session.model.tie);
  if (!folder.empty()) prepare_folder(folder);
  SessionOptions options = o.session;
  // Room for everything that may be read, and for translations of twice the length.
  options.model.layer.max_length = std::max<std::int64_t>(
      options.model.layer.max_length, 2 * static_cast<std::int64_t>(o.corpus.data.max_tokens) + 2);
  nlohmann::json identity = settings_json(o.corpus);
  identity.update(data_identity(data));
  KeptTraining kept(model_path(o), o.keep, training_identity(options, identity));
  fmt::print("{}", kept.going_on_text());
  std::fflush(stdout);
  const TrainedTranslator trained = train_translator(data, options, {.kept = &kept});
  const SessionResult& session = trained.session;
  std::optional<TestTranslations> greedy;
  if (first_process() && !session.training.interrupted && session.training.best_epoch > 0)
    greedy = translate_test(trained.translator, data.test, o.beam.decoding);
  const KeptTraining::End end =
      kept.finish(session.training, greedy ? std::optional(greedy->usual) : std::nullopt);
  if (!first_process()) return end.status;
  catching.reset();  // from here on Ctrl-C simply ends the program: everything is saved
  if (session.training.interrupted) {
    const std::string how = model_path({}) == end.model ? "" : fmt::format(" --model {}", end.model.string());
    fmt::print("\n{}\n", end.text);
    if (!end.model.empty()) fmt::print("To translate with these weights: heed translate{} SENTENCE\n", how);
    return end.status;
  }
  std::vector<double> losses;
  for (const EpochReport& e : session.training.epochs) losses.push_back(e.valid_loss);
  fmt::print("\n{} parameters trained in {}; valid loss {}; best epoch {}; saved in {}\n",
             grouped(module_of(trained.translator.model()).parameter_count()),
             duration_text(session.training.seconds), sparkline(losses, 40), session.training.best_epoch,
             end.model.string());
  write_run(end.model, o.run);
  fmt::print("{}", replaced_text(end));
  const bool embedded = o.corpus.folder.empty();
  show_results(trained, *greedy, data, end.model,
               {.beam = o.beam,
                .unseen = embedded,
                .example = !embedded                 ? ""
                           : o.corpus.source == "ko" ? "나는 사과를 좋아한다"
                                                     : "I love apples"});
  if (!end.text.empty()) fmt::print(stderr, "\n{}\n", end.text);
  return end.status;
}

int translate_with_saved(const TranslateOptions& o) {
  if (o.beam.n_best > o.beam.beam) {
    throw_error<UsageError>("--n-best {} needs a beam of at least as many: --beam {}", o.beam.n_best,
                            o.beam.n_best);
  }
  const std::vector<std::string> sentences = sentences_of_words(o.words);
  if (!std::filesystem::exists(model_path(o))) {
    throw_error<Error>(
        "there is no saved model {}: train one with `heed translate{}`, or name another with --model",
        model_path(o).string(), o.session.architecture == Architecture::lstm ? " --model lstm" : "");
  }
  const Translator translator = Translator::load(model_path(o));
  fmt::print(stderr, "{}", note_on_training(model_path(o)));
  if (o.architecture_given && architecture_of(translator.model()) != o.session.architecture)
    throw_error<UsageError>("{} is of another kind; `heed show {}` says which", model_path(o).string(),
                            model_path(o).string());
  const std::string &from = translator.source().name, &to = translator.target().name;
  if (o.languages_given && (from != o.corpus.source || to != o.corpus.target)) {
    throw_error<UsageError>("{} translates {} to {}, not {} to {}", model_path(o).string(), from, to,
                            o.corpus.source, o.corpus.target);
  }
  const TextOptions text{.beam = o.beam,
                         .maps = o.show_attention ? Maps::every_head : Maps::none,
                         .unusual_below = usual_probability(model_path(o)),
                         .output = o.output};
  if (!o.input.empty()) return translate_file(translator, o.input, text);
  if (!sentences.empty()) {
    const int status = translate_sentences(translator, sentences, text);
    if (status != 0 || !o.interactive) return status;
  }
  return translate_standard_input(translator, text);
}

/// --model lstm: throws UsageError for an option that only a Transformer has.
void refuse_options_of_transformer(const CLI::App& command) {
  std::set<std::string> known;
  AttentionLstmOptions lstm;
  visit_fields(lstm, [&](const Field& field, const auto&) { known.insert(field.option); });
  for (const CLI::Option* option : command.get_options()) {
    if (option->count() > 0 && option->get_group() == "Model" && !known.contains(option->get_name()))
      throw_error<UsageError>("{} is of a Transformer; an LSTM has --d-model and --dropout",
                              option->get_name());
  }
}

const std::set<std::string> data_options{"--train",         "--level",           "--pairs", "--tokens",
                                         "--min-frequency", "--max-tokens",      "--case",  "--subwords",
                                         "--subword-kind",  "--subword-sampling"};

void refuse_options_without_effect(const CLI::App& command, const TranslateOptions& o) {
  const char* const text = !o.input.empty() ? "--input" : o.words.empty() ? "--interactive" : "sentences";
  refuse_training_options(command, data_options, text);
  if (!o.input.empty() && (!o.words.empty() || o.interactive))
    throw_error<UsageError>("--input names the text: leave out {}",
                            o.words.empty() ? "--interactive" : "the sentences");
  // The folder of the model follows from --data, unless something names it.
  const std::string chosen = !o.model.empty() ? "--model" : !o.out.empty() ? "--out" : "";
  if (chosen.empty()) return;
  for (const std::string name : {"--out", "--data"}) {
    if (name != chosen && command.count(name) > 0)
      throw_error<UsageError>("{} changes nothing here: {} names the model already", name, chosen);
  }
}

/// Trains where that is asked for or there is no model yet; else translates what is on standard input.
int train_or_translate(const CLI::App& command, const TranslateOptions& o) {
  const bool asked = o.training_asked || processes().size() > 1;
  if (!asked && std::filesystem::exists(model_path(o))) {
    refuse_options_without_effect(command, o);
    return translate_with_saved(o);
  }
  if (asked && !o.output.empty())
    throw_error<UsageError>("--output is for translations, not for training: --out names its folder");
  const int status = train_and_show(o);
  if (asked || status != 0 || !input_is_waiting()) return status;
  fmt::print("\n{}\n", spoken("What came in on standard input:", "표준 입력으로 들어온 글:"));
  return translate_with_saved(o);
}

}  // namespace

void add_translate(CLI::App& app, Action& action) {
  auto o = std::make_shared<TranslateOptions>();
  CLI::App* command = app.add_subcommand(
      "translate",
      "train a translation model and show what it does; or translate sentences with a saved one");
  command->footer(
      "Examples:\n"
      "  heed translate                                  train on the embedded Korean-English grammar;\n"
      "                                                  once there is a model: translate standard input\n"
      "  heed translate \"나는 사과를 좋아한다\"            translate with the model saved in "
      "runs/toy-ko-en\n"
      "  heed translate --input ko.txt --output en.txt   translate the lines of a file\n"
      "  heed translate --interactive --show-attention   a sentence a line, with all attention heads\n"
      "  heed translate --data DIR --source ko --target en --epochs 20\n"
      "  heed translate --train                          train anew; the older model is kept aside\n"
      "  heed translate --model lstm                     the same with LSTMs instead of a Transformer\n"
      "  heed translate --resume                         go on with a training that was interrupted");
  command
      ->add_option(
          "sentences", o->words,
          "what to translate with a saved model, in quotes or not; none: standard input, or training "
          "if there is no model")
      ->type_name("SENTENCE");
  command->add_option("--input", o->input, "translate the lines of this file; -: standard input")
      ->type_name("FILE");
  command->add_option("--output", o->output, "write the translations there, whole or not at all")
      ->type_name("FILE [standard output]");
  command->add_flag("--interactive", o->interactive, "translate a sentence a line from standard input");
  command->add_flag("--train", o->train,
                    "train a model, though there is one; so does every option under Model and Training");
  command->add_flag("--show-attention", o->show_attention, "draw the weights of every layer and head");
  command
      ->add_option(
          "--model", o->model,
          "the kind of model, to train or to use: lstm is two LSTMs with attention, the older way to "
          "translate (in runs/NAME-lstm); or the file of a saved model")
      ->type_name("transformer|lstm|FILE [runs/NAME/model.safetensors]");
  command->add_option("--out", o->out, "folder for the trained model and its history")
      ->type_name("DIR [runs/NAME]");
  add_number<std::int64_t>(*command, "--beam", o->beam.beam, "HYPOTHESES",
                           "hypotheses kept while decoding; 1 is greedy", 1, 1000);
  add_number<std::int64_t>(*command, "--n-best", o->beam.n_best, "TRANSLATIONS",
                           "translations to print for each sentence, best first, with their scores", 1, 1000);
  add_number(*command, "--length-penalty", o->beam.length_penalty, "ALPHA",
             "exponent of the length by which beam scores are divided", -10.0, 10.0);
  add_number<std::int64_t>(*command, "--max-length", o->beam.decoding.max_length, "TOKENS",
                           "tokens a translation may have; 0: source + 50", 0, 100'000);
  add_corpus_options(*command, o->corpus);
  add_model_options(*command, o->session.model);
  command->get_option("--dropout")
      ->default_str("")
      ->option_text("PROBABILITY [0.1 with --data; 0 for the grammar, which does not run out of sentences]");
  add_session_options(*command, o->session);
  add_keep_options(*command, o->keep);
  add_engine_options(*command);
  command->callback([o, &action, command] {
    if (command->count("--dropout") == 0 && command->count("--data") == 0) o->session.model.layer.dropout = 0;
    o->languages_given = command->count("--source") + command->count("--target") > 0;
    if (o->model == "lstm" || o->model == "transformer") {
      o->architecture_given = true;
      o->session.architecture = o->model == "lstm" ? Architecture::lstm : Architecture::transformer;
      o->model.clear();  // its file follows
    }
    if (o->session.architecture == Architecture::lstm) refuse_options_of_transformer(*command);
    o->training_asked = !training_option(*command, data_options).empty();
    o->run = config_text(*command, {"--train"});
    const bool text = !o->words.empty() || o->interactive || !o->input.empty();
    if (text) refuse_options_without_effect(*command, *o);
    action = [o, text, command] {
      return text ? translate_with_saved(*o) : train_or_translate(*command, *o);
    };
  });
}

}  // namespace heed
