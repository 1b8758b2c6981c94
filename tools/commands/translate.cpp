// heed translate: train on a corpus and show what came out, or translate with a saved model.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/text/shell_word.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/decoding_options.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/text_options.hpp"
#include "tools/commands/train_and_keep.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/commands/training_settings.hpp"
#include "tools/language/tr.hpp"
#include "tools/line/line_reader.hpp"
#include "tools/processes/processes.hpp"
#include "tools/run_config.hpp"
#include "tools/training/training_history.hpp"
#include "tools/translation/conversation.hpp"
#include "tools/translation/results.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {
namespace {

struct TranslateOptions {
  std::vector<std::string> words;  // of the command line: sentences, or one that the shell has cut
  bool interactive = false, show_attention = false;
  bool languages_given = false;     // --source or --target stand on the command line
  bool training_asked = false;      // or something that only a training has
  bool architecture_given = false;  // --model names a kind of model, not a file
  std::string input, output;
  std::string own_text;  // defaults that are set for it, as options
  DecodingChoice decoding{};
  CorpusChoice corpus{};
  TranslationSession session{.run = {.epochs = 5}};
  ModelFile file{};
};

/// The model that is trained, or that translates.
std::filesystem::path model_path(const TranslateOptions& o) {
  const bool lstm = o.session.architecture == Architecture::lstm;
  return model_path(o.file, corpus_name(o.corpus) + (lstm ? "-lstm" : ""));
}

/// The command that trains the model of these options.
std::string training_command(const TranslateOptions& o) {
  const CorpusChoice usual;
  std::string text = "translate";
  if (o.session.architecture == Architecture::lstm) text += " --model lstm";
  if (!o.corpus.folder.empty()) text += " --data " + shell_word(o.corpus.folder);
  if (o.corpus.source != usual.source || o.corpus.target != usual.target || !o.corpus.folder.empty())
    text += fmt::format(" --source {} --target {}", shell_word(o.corpus.source), shell_word(o.corpus.target));
  if (!o.file.out.empty()) text += " --out " + shell_word(o.file.out);
  return text;
}

int translate_with_saved(const TranslateOptions& o, const std::filesystem::path& model) {
  TextOptions text = text_options(o.decoding);
  text.maps = o.show_attention ? Maps::every_head : Maps::none;
  text.output = o.output;
  const std::vector<std::string> sentences = sentences_of_words(o.words);
  if (o.file.model.empty() && o.file.out.empty()) check_languages(o.corpus);
  require_saved_model(model, training_command(o));
  const Translator translator = load_translator(model, o.decoding);
  fmt::print(stderr, "{}{}", note_on_training(model), note_on_data(model, corpus_files(o.corpus)));
  const bool lstm = std::holds_alternative<AttentionLstm>(translator.model());
  if (o.architecture_given && lstm != (o.session.architecture == Architecture::lstm))
    throw_error<UsageError>(tr_noop("{} is of another kind; `heed show {}` says which"), model.string(),
                            model.string());
  const std::string &from = translator.source().name, &to = translator.target().name;
  const auto is_other = [](const std::string& name, const std::string& given) {
    return !name.empty() && name != given;  // of models of others it may be unknown
  };
  if (o.languages_given && (is_other(from, o.corpus.source) || is_other(to, o.corpus.target))) {
    throw_error<UsageError>(tr_noop("{} translates {} to {}, not {} to {}"), model.string(), from, to,
                            o.corpus.source, o.corpus.target);
  }
  text.usual = usual_translation(model);
  if (!o.input.empty()) return translate_file(translator, o.input, text);
  if (!sentences.empty()) {
    const int status = translate_sentences(translator, sentences, text);
    if (status != 0 || !o.interactive) return status;
  }
  Conversation conversation(translator, text);
  return translate_standard_input(conversation, text,
                                  o.interactive || input_is_typed() ? Lines::commands : Lines::sentences);
}

/// --model lstm: throws UsageError for an option that only a Transformer has.
void refuse_options_of_transformer(const CLI::App& command) {
  std::set<std::string> known;
  AttentionLstmOptions lstm;
  visit_settings(lstm, [&](const std::string& name, const auto&, Since) { known.insert("--" + name); });
  for (const CLI::Option* option : command.get_options()) {
    if (is_chosen(*option) && option->get_group() == "Model" && !known.contains(option->get_name()))
      throw_error<UsageError>(tr_noop("{} is of a Transformer; an LSTM has --d-model and --dropout"),
                              option->get_name());
  }
}

const std::set<std::string> data_options{"--train",         "--level",           "--pairs", "--tokens",
                                         "--min-frequency", "--max-tokens",      "--case",  "--subwords",
                                         "--subword-kind",  "--subword-sampling"};

void show_trained(const TranslateOptions& o, const TrainedTranslator& trained, const TestTranslations& greedy,
                  const TranslationData& data, const TrainingEnd& end) {
  const std::int64_t parameters = module_of(trained.translator.model()).parameter_count();
  fmt::print("\n{}", trained_text(parameters, trained.training, end));
  const bool embedded = o.corpus.folder.empty();
  show_results(trained, greedy, data, end.model,
               {.beam = o.decoding.beam,
                .unseen = embedded,
                .example = !embedded                 ? ""
                           : o.corpus.source == "ko" ? "나는 사과를 좋아한다"
                                                     : "I love apples"});
}

/// Trains, and prints what came out. Returns the exit status.
int train_and_show(const TranslateOptions& o) {
  text_options(o.decoding);
  check_session(o.session);
  const std::filesystem::path file = model_path(o);
  check_model_file(file, o.file.keep, corpus_files(o.corpus));
  std::optional<CatchInterrupts> catching(std::in_place);
  const TranslationData data = load_corpus(o.corpus, o.session.model.tie);
  if (!o.own_text.empty())
    fmt::print(stderr, "{}{}\n", tr("note: of a text of yours the defaults are"), o.own_text);
  TranslationSession chosen = o.session;
  // Room for everything that may be read, and for translations of twice the length.
  chosen.model.layer.max_length = std::max<std::int64_t>(
      chosen.model.layer.max_length, 2 * static_cast<std::int64_t>(o.corpus.data.max_tokens) + 2);
  nlohmann::json settings = settings_json(o.corpus);
  settings.update(data_identity(data));
  TestTranslations greedy;
  const auto train = [&](Checkpointer& kept) {
    TrainedTranslator trained = train_translator(data, chosen, {.kept = &kept});
    if (first_process() && !trained.training.interrupted && trained.training.best_epoch > 0) {
      greedy = translate_test(trained.translator, data.test, o.decoding.beam.decoding);
      kept.remember_usual(greedy.usual);
    }
    return trained;
  };
  const auto show = [&](const TrainedTranslator& trained, const TrainingEnd& end) {
    show_trained(o, trained, greedy, data, end);
  };
  return train_model(file, o.file, training_identity(chosen, settings), train, show, &catching);
}

/// Trains where that is asked for, or where there is no model yet; else translates what is on standard input.
int train_or_translate(const TranslateOptions& o) {
  const bool asked = o.training_asked || processes().size() > 1;
  if (const std::filesystem::path model = model_path(o); !asked && std::filesystem::exists(model))
    return translate_with_saved(o, model);
  if (asked && !o.output.empty())
    throw_error<UsageError>(
        tr_noop("--output is for translations, not for training: --out names its folder"));
  return train_and_show(o);
}

/// With --data, once the command line is read: subwords, the target embedding as output layer, and the usual
/// epochs become the defaults where no option says otherwise. Returns these, as they would stand on the
/// command line; nothing where all are named, or there is no such text.
std::string set_defaults_for_own_text(CLI::App& command, const TranslateOptions& o) {
  if (o.corpus.folder.empty()) return "";
  std::ifstream file(corpus_files(o.corpus).front(), std::ios::binary);
  const auto pairs = static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(file), {}, '\n'));
  if (pairs == 0) return "";  // whoever reads it says why
  std::string set;
  const auto open = [&](std::initializer_list<const char*> options) {
    return std::ranges::all_of(options, [&](const char* option) { return command.count(option) == 0; });
  };
  const auto set_default = [&](const char* option, const std::string& value) {
    command.get_option(option)->run_callback_for_default()->default_val(value);
    set += fmt::format(" {} {}", option, value);
  };
  if (open({"--tokens", "--min-frequency", "--subwords", "--subword-kind", "--subword-sampling"})) {
    set_default("--tokens", "subwords");
    if (o.session.architecture == Architecture::transformer && open({"--tie"}))
      set_default("--tie", "target");
  }
  if (open({"--epochs", "--batch-tokens"}))
    set_default("--epochs", std::to_string(usual_epochs(pairs, o.session.run)));
  return set;
}

}  // namespace

void add_translate(CLI::App& app, Action& action) {
  auto o = std::make_shared<TranslateOptions>();
  CLI::App* command = add_command(app, "translate");
  const AddOptions add(*command);
  add("sentences", o->words);
  add("--input", o->input);
  add("--output", o->output);
  add("--interactive", o->interactive);
  add("--train");
  add("--show-attention", o->show_attention);
  add("--model", o->file.model);
  add("--out", o->file.out);
  add_decoding_options(*command, o->decoding);
  add_corpus_options(*command, o->corpus);
  add_training_options(*command, o->session.model, o->session.run, o->file.keep);
  command->get_option("--dropout")->default_str("");
  command->callback([o, &action, command] {
    if (command->count("--dropout") + command->count("--data") == 0) o->session.model.layer.dropout = 0;
    o->languages_given =
        is_asked_for(*command->get_option("--source")) || is_asked_for(*command->get_option("--target"));
    std::string& model = o->file.model;
    if (model == "lstm" || model == "transformer") {
      o->architecture_given = true;
      o->session.architecture = model == "lstm" ? Architecture::lstm : Architecture::transformer;
      model.clear();  // its file follows
    }
    if (o->session.architecture == Architecture::lstm) refuse_options_of_transformer(*command);
    o->training_asked = !training_option(*command, data_options).empty();
    o->own_text = set_defaults_for_own_text(*command, *o);
    o->file.keep.run = config_text(*command, {"--train"});
    if (o->words == std::vector<std::string>{"-"} && o->input.empty())
      o->input = std::exchange(o->words, {}).front();
    const bool text = !o->words.empty() || o->interactive || !o->input.empty();
    if (text) refuse_training_options(*command, data_options, tr("a text"));
    if (!o->input.empty() && (!o->words.empty() || o->interactive))
      throw_error<UsageError>(tr_noop("--input names the text: leave out {}"),
                              o->words.empty() ? "--interactive" : tr("the sentences"));
    if (!model.empty() && !std::filesystem::exists(model) && !model.ends_with(".safetensors"))
      throw_no_model(model, "transformer, lstm");
    action = [o, text] { return text ? translate_with_saved(*o, model_path(*o)) : train_or_translate(*o); };
  });
}

}  // namespace heed
