// heed translate: train on a corpus and show what came out, or translate with a saved model.
#include <unistd.h>

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <optional>

#include "lib/core/error.hpp"
#include "lib/data/text_lines.hpp"
#include "lib/report/interrupt.hpp"
#include "lib/report/number.hpp"
#include "lib/report/sparkline.hpp"
#include "lib/report/width.hpp"
#include "lib/score/bleu.hpp"
#include "lib/text/tokenizer.hpp"
#include "tools/commands/commands.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/settings_json.hpp"
#include "tools/commands/training_options.hpp"
#include "tools/processes/processes.hpp"
#include "tools/translation/show.hpp"
#include "tools/translation/train_translator.hpp"

namespace heed {
namespace {

struct TranslateOptions {
  std::vector<std::string> sentences;
  bool interactive = false, show_attention = false;
  bool languages_given = false;  // --source or --target stand on the command line
  std::string model, out;
  BeamOptions beam{};
  CorpusChoice corpus{};
  SessionOptions session{};
  KeepOptions keep{};
};

std::filesystem::path run_folder(const TranslateOptions& o) {
  return o.out.empty() ? std::filesystem::path("runs") / corpus_name(o.corpus) : std::filesystem::path(o.out);
}

std::filesystem::path model_path(const TranslateOptions& o) {
  return o.model.empty() ? run_folder(o) / "model.safetensors" : std::filesystem::path(o.model);
}

/// Test BLEU, ten translations beside their references, and where one of them looked.
void show_results(const TrainedTranslator& trained, const TranslationData& data, const TranslateOptions& o) {
  const Translator& translator = trained.translator;
  const TrainingResult& training = trained.session.training;
  const auto sources = sources_of(data.test);
  const Bleu bleu({.tokenize = BleuTokenizer::none});
  const std::vector<std::string> greedy =
      translator.decode_all(sources, {.beam = 1, .decoding = o.beam.decoding});
  fmt::print("\ntest, greedy:  {}\n", format(bleu.corpus(greedy, {data.test.references})));
  if (!training.last_weights.empty()) {
    const StateDict best = translator.model().state_dict();
    translator.model().load_state_dict(training.last_weights);
    const std::vector<std::string> last =
        translator.decode_all(sources, {.beam = 1, .decoding = o.beam.decoding});
    translator.model().load_state_dict(best);
    fmt::print("   (epoch {}, the last: {:.2f}; all else is of epoch {}, the best)\n", training.epochs.size(),
               bleu.corpus(last, {data.test.references}).score, training.best_epoch);
  }
  if (o.beam.beam > 1) {
    fmt::print("test, beam {}:  {}\n", o.beam.beam,
               format(bleu.corpus(translator.decode_all(sources, o.beam), {data.test.references})));
  }
  fmt::print("(of lower-cased tokens: sacreBLEU with --tokenize none)\n\nTest sentences{}:\n",
             o.corpus.folder.empty() ? ", none of which was in training" : "");
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < std::min<std::size_t>(10, data.test.pairs.size()); ++i)
    sentences.push_back(data.test.pairs[i].source);
  const std::vector<Translation> translations = translator.translate(sentences, o.beam);
  const Tokenisation kind = translator.tokenisation();
  for (std::size_t i = 0; i < translations.size(); ++i) {
    // The reference is joined as the translation is: what looks different is different.
    fmt::print("\n  {}\n  → {}{}\n  = {}\n", printable(sentences[i]), printable(translations[i].text),
               remarks(translations[i]),
               printable(detokenise(tokenise(data.test.pairs[i].target, kind), kind)));
  }
  const bool korean = o.corpus.source == "ko";
  const std::string shown =
      o.corpus.folder.empty() ? (korean ? "나는 사과를 좋아한다" : "I love apples") : sentences.front();
  const Translation translation = translator.translate({shown}, o.beam).front();
  fmt::print(
      "\n{} → {}\n\nWhere the decoder looked (rows: words it wrote; columns: words it read; per cent):\n{}",
      printable(shown), printable(translation.text),
      alignment_map(translator.attention(translation), terminal(Stream::output)));
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
  const Tokenisation tokenisation = parse_tokenisation(o.corpus.tokens);
  nlohmann::json identity = settings_json(o.corpus);
  identity.update(data_identity(data));
  KeptTraining kept(model_path(o), o.keep, training_identity(options, identity));
  fmt::print("{}", kept.going_on_text());
  std::fflush(stdout);
  const TrainedTranslator trained = train_translator(data, tokenisation, options, {.kept = &kept});
  const SessionResult& session = trained.session;
  const KeptTraining::End end = kept.finish(session.training);
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
             grouped(trained.translator.model().parameter_count()), duration_text(session.training.seconds),
             sparkline(losses, 40), session.training.best_epoch, end.model.string());
  show_results(trained, data, o);
  if (!end.text.empty()) fmt::print(stderr, "\n{}\n", end.text);
  return end.status;
}

enum class Maps { none, every_head };

void print_translation(const Translator& translator, const Translation& translation, Maps maps) {
  if (translation.alternatives.size() > 1) {
    for (const Alternative& a : translation.alternatives)
      fmt::print("{:8.3f}  {}\n", a.score, printable(a.text));
  } else {
    fmt::print("{}\n", printable(translation.text));
  }
  if (const std::string note = remarks(translation); !note.empty()) fmt::print(stderr, "{}\n", note);
  if (maps == Maps::every_head)
    fmt::print("\n{}", attention_maps(translator.attention(translation), terminal(Stream::output)));
  std::fflush(stdout);
}

int translate_with_saved(const TranslateOptions& o) {
  if (o.beam.n_best > o.beam.beam) {
    throw_error<UsageError>("--n-best {} needs a beam of at least as many: --beam {}", o.beam.n_best,
                            o.beam.n_best);
  }
  if (!std::filesystem::exists(model_path(o))) {
    throw_error<Error>(
        "there is no saved model {}: train one with `heed translate`, or name another with --model",
        model_path(o).string());
  }
  const Translator translator = Translator::load(model_path(o));
  if (const std::string note = note_on_training(model_path(o)); !note.empty())
    fmt::print(stderr, "note: {}\n", note);
  const Maps maps = o.show_attention ? Maps::every_head : Maps::none;
  const Languages& has = translator.languages();
  if (o.languages_given && has != Languages{o.corpus.source, o.corpus.target}) {
    throw_error<UsageError>("{} translates {} to {}, not {} to {}", model_path(o).string(), has.source,
                            has.target, o.corpus.source, o.corpus.target);
  }
  for (const Translation& translation : translator.translate(o.sentences, o.beam))
    print_translation(translator, translation, maps);
  if (!o.interactive) return 0;
  const bool typed = isatty(STDIN_FILENO) == 1;
  const bool prompt = typed && terminal(Stream::output).interactive;
  if (prompt) fmt::print("A sentence a line; an empty line or Ctrl-D ends.\n");
  std::size_t number = 0;
  for (std::string line;;) {
    if (prompt) fmt::print("> ");
    std::fflush(stdout);
    if (!read_text_line(std::cin, line) || (typed && line.empty())) return 0;
    ++number;
    try {
      print_translation(translator, translator.translate({line}, o.beam).front(), maps);
    } catch (const Error& problem) {
      // One bad line does not end the session, and in a pipe the lines after it keep their numbers.
      fmt::print(stderr, "{}{}\n", typed ? "" : fmt::format("line {}: ", number),
                 printable_lines(problem.what()));
      if (!typed) fmt::print("\n");
    }
  }
}

void refuse_options_without_effect(const CLI::App& command, const TranslateOptions& o) {
  refuse_training_options(command, {"--level", "--pairs", "--tokens", "--min-frequency", "--max-tokens"},
                          o.sentences.empty() ? "--interactive" : "sentences");
  // The folder of the model follows from --data, unless something names it.
  const std::string chosen = !o.model.empty() ? "--model" : !o.out.empty() ? "--out" : "";
  if (chosen.empty()) return;
  for (const std::string name : {"--out", "--data"}) {
    if (name != chosen && command.count(name) > 0)
      throw_error<UsageError>("{} changes nothing here: {} names the model already", name, chosen);
  }
}

}  // namespace

void add_translate(CLI::App& app, Action& action) {
  auto o = std::make_shared<TranslateOptions>();
  CLI::App* command = app.add_subcommand(
      "translate",
      "train a translation model and show what it does; or translate sentences with a saved one");
  command->footer(
      "Examples:\n"
      "  heed translate                                  train on the embedded Korean-English grammar\n"
      "  heed translate \"나는 사과를 좋아한다\"            translate with the model saved in "
      "runs/toy-ko-en\n"
      "  heed translate --interactive --show-attention   a sentence a line, with all attention heads\n"
      "  heed translate --data DIR --source ko --target en --epochs 20\n"
      "  heed translate --resume                         go on with a training that was interrupted");
  command->add_option("sentences", o->sentences, "sentences to translate with a saved model; none: train one")
      ->type_name("SENTENCE");
  command->add_flag("--interactive", o->interactive, "translate a sentence a line from standard input");
  command->add_flag("--show-attention", o->show_attention, "draw the weights of every layer and head");
  command->add_option("--model", o->model, "file of the saved model")
      ->type_name("FILE [runs/NAME/model.safetensors]");
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
  add_session_options(*command, o->session);
  add_keep_options(*command, o->keep);
  add_engine_options(*command);
  command->callback([o, &action, command] {
    o->languages_given = command->count("--source") + command->count("--target") > 0;
    if (!o->sentences.empty() || o->interactive) refuse_options_without_effect(*command, *o);
    action = [o] {
      return o->sentences.empty() && !o->interactive ? train_and_show(*o) : translate_with_saved(*o);
    };
  });
}

}  // namespace heed
