#include "tools/commands/training_options.hpp"

#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <limits>
#include <system_error>

#include "autograd/anomaly.hpp"
#include "autograd/variable.hpp"
#include "lib/array/parallel.hpp"
#include "lib/core/error.hpp"
#include "lib/data/parallel_text.hpp"
#include "lib/data/toy_grammar.hpp"
#include "lib/files/folders.hpp"
#include "lib/text/display.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/setting_option.hpp"
#include "tools/language/spoken.hpp"
#include "tools/processes/processes.hpp"
#include "tools/run_config.hpp"

namespace heed {

Tokenisation tokenisation_of(const CorpusChoice& c) {
  const Tokenisation tokens =
      c.tokens.value_or(c.subwords_named ? Tokenisation::subwords : Tokenisation::words);
  if (c.subwords_named && tokens != Tokenisation::subwords)
    throw_error<UsageError>("--tokens {}: then there are no subwords, of which other options speak",
                            to_string(tokens));
  if (tokens == Tokenisation::subwords && c.data.min_frequency > 1)
    throw_error<UsageError>(
        "--min-frequency is for words and characters: --subwords chooses how many there are");
  return tokens;
}

void add_corpus_options(CLI::App& command, CorpusChoice& c) {
  const auto subword_option = [&c](CLI::Option* option) {
    // A run's file has no value for what was not said: each one means subwords.
    return option->default_str("")->each([&c](const std::string&) { c.subwords_named = true; });
  };
  put_in_group(
      "Sentences",
      {command
           .add_option("--data", c.folder,
                       "folder with train.SRC, train.TGT, valid.*, test.*, one sentence a line; without it "
                       "the embedded grammar speaks")
           ->type_name("DIR"),
       command
           .add_option(
               "--source", c.source,
               "language to translate from: the ending of the files; ko or en for the embedded grammar")
           ->type_name("LANG")
           ->capture_default_str(),
       command.add_option("--target", c.target, "language to translate into")
           ->type_name("LANG")
           ->capture_default_str(),
       add_number(command, "--level", c.level, "1|2|3|4",
                  "embedded grammar: 1 single clauses, 2 also two clauses and relative clauses, 3 long "
                  "sentences, 4 what people type: polite endings, no subjects, everyday words",
                  1, 4),
       add_number<std::size_t>(command, "--pairs", c.pairs, "PAIRS", "training pairs of the embedded grammar",
                               1, 1'000'000),
       add_choice(command, "--tokens", c.tokens,
                  {{"words", std::optional(Tokenisation::words)},
                   {"characters", std::optional(Tokenisation::characters)},
                   {"subwords", std::optional(Tokenisation::subwords)}},
                  "what a token is")
           ->option_text("words|characters|subwords [words]"),
       subword_option(add_number<std::size_t>(command, "--subwords", c.data.subwords.size, "PIECES",
                                              "so many subwords of each language (with --tie all: of both "
                                              "together); 0: a fifteenth of the words of the "
                                              "text, from 1000 to 8000",
                                              0, 1'000'000)),
       subword_option(add_choice(command, "--subword-kind", c.data.subwords.kind,
                                 {{"unigram", SubwordKind::unigram}, {"bpe", SubwordKind::bpe}},
                                 "how subwords are found")),
       subword_option(
           add_number(command, "--subword-sampling", c.data.subword_sampling, "ALPHA",
                      "train on other subwords of the same words in each epoch; for unigram the power of "
                      "their probability "
                      "(0.2), for bpe the probability of leaving a join out (0.1); 0: always the best",
                      0.0, 1.0)),
       add_choice(command, "--case", c.data.letters,
                  {{"lower", std::optional(Case::lower)}, {"keep", std::optional(Case::keep)}},
                  "capital letters: all small (usual for words), or as they are (usual for others)")
           ->option_text("lower|keep [usual]"),
       add_number<std::size_t>(command, "--min-frequency", c.data.min_frequency, "TIMES",
                               "tokens seen less often in training become <unk>", 1, 1'000'000'000),
       add_number<std::size_t>(command, "--max-tokens", c.data.max_tokens, "TOKENS",
                               "longer training pairs are left out, longer sources cut", 1, 10'000)});
}

namespace {

template <typename Options>
void add_fields(CLI::App& command, Options& options) {
  visit_fields(options, [&](const Field& field, auto& value) {
    using T = std::remove_reference_t<decltype(value)>;
    if (*field.option == '\0') return;
    if constexpr (!std::is_arithmetic_v<T>) {
      CLI::Option* const option = command.add_option_function<std::string>(
          field.option, [&value](const std::string& text) { read_setting(text, value); },
          field.what + setting_note(value));
      check_setting(option, value)->group("Model");
    } else {
      add_number<T>(command, field.option, value, field.unit, field.what, static_cast<T>(field.least),
                    static_cast<T>(field.most))
          ->group("Model");
    }
  });
}

}  // namespace

void add_model_options(CLI::App& command, GptOptions& m) { add_fields(command, m); }

void add_model_options(CLI::App& command, TransformerOptions& m) {
  add_fields(command, m);
  // One option for two settings.
  CLI::Option* const layers = command.get_option("--layers");
  command.parse_complete_callback([layers, &m] {
    if (layers->count() > 0) m.decoder_layers = m.encoder_layers;
  });
}

namespace {

/// A setting with text() and parse(), which says what there is.
template <typename T>
CLI::Option* add_parsed(CLI::App& command, const std::string& name, T& value, const std::string& forms,
                        const std::string& what) {
  const auto wrong = [](const std::string& text) -> std::string {
    try {
      T::parse(text);
      return "";
    } catch (const UsageError& e) {
      return e.what();
    }
  };
  return command
      .add_option_function<std::string>(
          name, [&value](const std::string& text) { value = T::parse(text); }, what)
      ->check(CLI::Validator(wrong, ""))
      ->option_text(fmt::format("{} [{}]", forms, value.text()));
}

}  // namespace

void add_session_options(CLI::App& command, SessionOptions& s) {
  put_in_group(
      "Training",
      {add_number<std::int64_t>(command, "--epochs", s.epochs, "EPOCHS", "passes over the training pairs", 1,
                                1'000'000),
       add_number<std::size_t>(command, "--batch", s.batch_sentences, "SENTENCES", "pairs to a batch", 1,
                               1'000'000),
       add_number<std::size_t>(
           command, "--batch-tokens", s.batch_tokens, "TOKENS",
           "largest batch, instead of --batch: pairs times the longest sentence of either side, "
           "<eos> included; 0: not used",
           0, 1'000'000'000),
       add_number<std::int64_t>(command, "--accumulate", s.accumulate, "BATCHES",
                                "batches whose gradients are added up for one step", 1, 32'768),
       command
           .add_option("--processes", wanted_processes(),
                       "train with so many processes of this machine (by OpenMPI); more machines: see "
                       "docs/processes.md")
           ->option_text("PROCESSES")
           ->transform(number_between(1, 1024)),
       add_number(command, "--shards", s.shards, "SHARDS",
                  "parts of each batch, added up in a fixed order: the result is the same for any number of "
                  "processes that divides it; 0: 1, or 4 with --processes",
                  0, 4096),
       add_number(command, "--lr", s.learning_rate, "RATE",
                  "largest learning rate of Adam (for noam: a factor); 0: 0.256 / d-model, at most 0.002",
                  0.0, 1000.0),
       add_choice(command, "--schedule", s.schedule,
                  {{"constant", ScheduleKind::constant},
                   {"inverse-sqrt", ScheduleKind::inverse_sqrt},
                   {"cosine", ScheduleKind::cosine},
                   {"noam", ScheduleKind::noam}},
                  "how the learning rate goes down after the warm-up"),
       add_number<std::int64_t>(command, "--warmup", s.warmup, "STEPS", "over which the learning rate rises",
                                0, 1'000'000'000),
       add_number(command, "--adam-beta2", s.adam_beta2, "BETA",
                  "decay of Adam's mean of squared gradients (PyTorch's default: 0.999)", 0.0, 0.999999),
       add_number(command, "--adam-eps", s.adam_eps, "EPSILON",
                  "added to the root of that mean (PyTorch's default: 1e-8)", 1e-20, 1.0),
       add_number(command, "--clip", s.clip, "NORM", "largest norm of all gradients together", 1e-9, 1e12),
       add_number(command, "--label-smoothing", s.label_smoothing, "EPSILON",
                  "probability mass spread over all words", 0.0, 1.0),
       add_number<std::int64_t>(command, "--patience", s.patience, "EPOCHS",
                                "stop after so many without a better one; 0: never", 0, 1'000'000),
       add_parsed(command, "--average", s.average, "none|last:N|best:N",
                  "the model at the end: the mean of the weights of the last or best N epochs"),
       add_number(
           command, "--ema", s.ema, "DECAY",
           "validate and keep an exponential moving average of the weights of all steps (0.999); 0: the "
           "weights themselves",
           0.0, 0.999999),
       add_number<std::uint64_t>(command, "--seed", s.seed, "SEED",
                                 "of weights, batches and dropout: the same seed gives the same bytes", 0,
                                 std::numeric_limits<std::uint64_t>::max())});
}

void add_keep_options(CLI::App& command, KeepOptions& k) {
  const auto every = command.add_option_function<std::string>(
      "--checkpoint-every",
      [&k](const std::string& text) {
        const bool minutes = text.ends_with('m');
        double number = 0;
        const std::string digits = text.substr(0, text.size() - (minutes ? 1 : 0));
        if (!CLI::detail::lexical_cast(digits, number) || !(number > 0) || number > 1e9 ||
            (!minutes && number != std::floor(number)))
          throw CLI::ValidationError("--checkpoint-every",
                                     fmt::format("takes steps (500) or minutes (5m), not '{}'", text));
        k.steps = minutes ? 0 : static_cast<std::int64_t>(number);
        k.minutes = minutes ? number : 0;
      },
      "keep the state of the training after so many steps (500) or minutes (5m), and after each epoch");
  every->option_text("STEPS|MINUTESm [5m]");
  put_in_group("Training",
               {command.add_flag("--resume", k.resume,
                                 "go on with a training that was interrupted, where it was: the end is "
                                 "the same to the bit"),
                every});
}

void add_engine_options(CLI::App& command) {
  add_config_options(command);
  const auto count = command.add_option_function<int>(
      "--threads", [](const int& n) { set_threads(n); }, "threads to compute with; no result depends on it");
  count->option_text("THREADS [one a processor]")->transform(number_between(1, 1024));
  const auto language = command.add_option_function<std::string>(
      "--lang", [](const std::string& name) { spoken_language() = language_from_name(name); },
      "language of the messages");
  language->option_text("en|ko [of the locale]");
  put_in_group("Machine", {count, language,
                           command.add_flag_callback(
                               "--detect-anomaly", [] { static const DetectAnomaly searching; },
                               "search every value for NaN and infinity and name the op (slow)")});
}

std::string training_option(const CLI::App& command, const std::set<std::string>& others) {
  for (const CLI::Option* option : command.get_options()) {
    const std::string &name = option->get_name(), &group = option->get_group();
    if (option->count() > 0 && (group == "Model" || group == "Training" || others.contains(name)))
      return name;
  }
  return "";
}

void refuse_training_options(const CLI::App& command, const std::set<std::string>& others,
                             const std::string& with) {
  if (const std::string name = training_option(command, others); !name.empty())
    throw_error<UsageError>("{} is for training; with {} a saved model answers", name, with);
}

TranslationData load_corpus(const CorpusChoice& c, Tie tie) {
  Corpus corpus;
  if (c.folder.empty()) {
    const bool forward = c.source == "ko" && c.target == "en";
    if (!forward && !(c.source == "en" && c.target == "ko")) {
      throw_error<UsageError>(
          "the embedded grammar translates ko to en or en to ko, not {} to {}; for other languages give "
          "--data",
          c.source, c.target);
    }
    corpus = toy_corpus({.direction = forward ? Direction::korean_to_english : Direction::english_to_korean,
                         .train = c.pairs,
                         .seed = c.corpus_seed,
                         .level = c.level});
  } else {
    ParallelText text = read_parallel_text({.folder = c.folder, .source = c.source, .target = c.target});
    corpus = std::move(text.corpus);
    for (const std::string& warning : text.warnings) fmt::print(stderr, "note: {}\n", printable(warning));
  }
  TranslationDataOptions options = c.data;
  options.tokenisation = tokenisation_of(c);
  options.shared = tie == Tie::all ? SharedVocabulary::yes : SharedVocabulary::no;
  TranslationData data = make_translation_data(corpus, options);
  data.source.name = c.source;
  data.target.name = c.target;
  for (const std::string& warning : data.warnings) fmt::print(stderr, "note: {}\n", printable(warning));
  fmt::print("{} → {}: {} training, {} validation, {} test pairs; {} and {} vocabulary entries\n", c.source,
             c.target, data.train.examples.size(), data.valid.examples.size(), data.test.examples.size(),
             data.source.vocabulary.size(), data.target.vocabulary.size());
  return data;
}

std::string corpus_name(const CorpusChoice& c) {
  std::filesystem::path folder = std::filesystem::path(c.folder).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  return fmt::format("{}-{}-{}", c.folder.empty() ? "toy" : folder.filename().string(), c.source, c.target);
}

void check_folder(const std::filesystem::path& folder) {
  std::error_code problem;
  std::filesystem::path place = std::filesystem::absolute(folder.empty() ? "." : folder, problem);
  while (!std::filesystem::exists(place, problem) && place.has_relative_path()) place = place.parent_path();
  if (!std::filesystem::is_directory(place, problem))
    throw_error<Error>("{} cannot be a folder, as {} is a file; choose another with --out", folder.string(),
                       place.string());
  if (access(place.c_str(), W_OK | X_OK) != 0)
    throw_error<Error>("cannot write to the folder {}: {}; choose another with --out", place.string(),
                       std::system_category().message(errno));
}

void prepare_folder(const std::filesystem::path& folder) {
  make_folders(folder);
  check_folder(folder);
}

}  // namespace heed
