#include "tools/commands/decoding_options.hpp"

#include <fmt/ranges.h>

#include <limits>

#include "lib/core/error.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/language/spoken_lines.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/model_place.hpp"

namespace heed {

void add_sampling_options(CLI::App& command, SamplingOptions& s, const std::string& group) {
  put_in_group(
      group,
      {add_number(
           command, "--temperature", s.temperature, "T",
           tr_noop("logits are divided by it: below 1 bolder, above 1 wilder; 0: always the best token"), 0.0,
           1000.0),
       add_number<std::int64_t>(command, "--top-k", s.top_k, "TOKENS",
                                tr_noop("only so many most probable tokens; 0: all"), 0, 1'000'000'000),
       add_number(command, "--top-p", s.top_p, "PROBABILITY",
                  tr_noop("only the most probable tokens that together have it"), 1e-9, 1.0),
       add_number<std::uint64_t>(command, "--sample-seed", s.seed, "SEED", tr_noop("of what is written"), 0,
                                 std::numeric_limits<std::uint64_t>::max())});
}

void add_decoding_options(CLI::App& command, DecodingChoice& c) {
  put_in_group(
      tr_noop("Decoding"),
      {add_number<std::int64_t>(command, "--beam", c.beam.beam, "HYPOTHESES",
                                tr_noop("hypotheses kept while decoding; 1 is greedy"), 1, 1000),
       add_number<std::int64_t>(
           command, "--n-best", c.beam.n_best, "TRANSLATIONS",
           tr_noop("translations to print for each sentence, best first, with their scores"), 1, 1000),
       add_number(command, "--length-penalty", c.beam.length_penalty, "ALPHA",
                  tr_noop("exponent of the length by which beam scores are divided"), -10.0, 10.0),
       add_number(
           command, "--coverage-penalty", c.beam.coverage_penalty, "BETA",
           tr_noop(
               "lowers beam scores of translations that looked away from a part of the source (GNMT: 0.2)"),
           0.0, 100.0),
       add_number(command, "--repetition-penalty", c.beam.decoding.repetition_penalty, "FACTOR",
                  tr_noop("of log p of words that the translation has already; 1: none"), 0.01, 100.0),
       add_number<std::int64_t>(command, "--max-length", c.beam.decoding.max_length, "TOKENS",
                                tr_noop("tokens a translation may have; 0: source + 50"), 0, 100'000),
       command.add_option("--prefix", c.prefix, tr_noop("how every translation begins"))->option_text("TEXT"),
       add_choice(
           command, "--unknown", c.unknown, {{"copy", Unknown::copy}, {"keep", Unknown::keep}},
           tr_noop(
               "what is written where the model writes <unk>, as it does if its training had some "
               "(--min-frequency; the grammar has none): of the source words that it does not have either "
               "the one that it looked at, each once, where tokens are words; or <unk> (as in the scores "
               "of a training)")),
       command
           .add_option(
               "--ensemble", c.ensemble,
               tr_noop(
                   "more models of the same data, which decode together with the first: the mean of their "
                   "probabilities"))
           ->option_text("FILE[,FILE...]")
           ->allow_extra_args(false),
       command.add_flag("--alignments", c.alignments,
                        tr_noop("behind each translation \" ||| 0-0 1-2\": word 1 of the source, cut at "
                                "spaces and counted from "
                                "0, belongs to word 2 of the translation (Pharaoh's format)")),
       command.add_flag("--sample", c.sample,
                        tr_noop("draw translations by their probability, --n-best of each sentence"))});
  add_sampling_options(command, c.sampling, tr_noop("Decoding"));
}

TextOptions text_options(const DecodingChoice& c) {
  const bool drawn = c.sampling.temperature != 1 || c.sampling.top_k != 0 || c.sampling.top_p != 1;
  if (!c.sample && (drawn || c.sampling.seed != 0))
    throw_error<UsageError>(
        tr_noop("--temperature, --top-k, --top-p and --sample-seed are for --sample: add it"));
  if (!c.sample && c.beam.n_best > c.beam.beam)
    throw_error<UsageError>(tr_noop("--n-best {} needs a beam of at least as many: --beam {}"), c.beam.n_best,
                            c.beam.n_best);
  if (c.sample && c.beam.beam > 1 && c.beam.beam != BeamOptions().beam)
    throw_error<UsageError>(tr_noop("--beam {} searches, and --sample draws: leave out one of them"),
                            c.beam.beam);
  if (c.beam.coverage_penalty != 0 && (c.sample || c.beam.beam == 1))
    throw_error<UsageError>(tr_noop("--coverage-penalty chooses among the hypotheses of a beam: {}"),
                            c.sample ? tr("leave out --sample") : tr("--beam 2 or more"));
  if (c.alignments && c.beam.n_best > 1)
    throw_error<UsageError>(tr_noop("--alignments are of one translation: leave out --n-best"));
  return {.translation = {.generation = {.beam = c.beam,
                                         .sampling = c.sample ? std::optional(c.sampling) : std::nullopt},
                          .prefix = c.prefix,
                          .unknown = c.unknown},
          .alignments = c.alignments ? Alignments::pharaoh : Alignments::none};
}

void check_training_decoding(const DecodingChoice& c) {
  const auto refuse = [](bool chosen, const char* option, const char* what) {
    if (chosen)
      throw_error<UsageError>(tr_noop("{} {}: give a sentence, or --interactive"), option, Message::of(what));
  };
  refuse(c.beam.n_best > 1, "--n-best", tr_noop("prints several translations of a sentence"));
  refuse(c.alignments, "--alignments", tr_noop("belong to translations"));
  refuse(c.sample, "--sample", tr_noop("draws translations of a sentence"));
  refuse(!c.prefix.empty(), "--prefix", tr_noop("begins translations of a sentence"));
  refuse(!c.ensemble.empty(), "--ensemble", tr_noop("is of models that are trained"));
  text_options(c);
}

namespace {

/// What Translator::translate() would refuse, before the first sentence.
void require_prefix(const Translator& translator, const std::string& prefix) {
  const std::optional<MissingWord> missing = translator.missing_word(prefix);
  if (!missing) return;
  throw_error<UsageError>(
      tr_noop("no translation can begin with \"{}\": the model does not have \"{}\"{}"), prefix,
      missing->word,
      missing->near.empty() ? "" : tr(" (near it: {})", fmt::format("{}", fmt::join(missing->near, ", "))));
}

/// What is there by its whole name has that name, commas and all; else they stand between models.
std::vector<std::string> named_models(const std::vector<std::string>& values) {
  std::vector<std::string> files;
  std::error_code missing;
  for (const std::string& value : values) {
    if (std::filesystem::exists(value, missing) || value.find(',') == value.npos) {
      files.push_back(value);
      continue;
    }
    const std::size_t before = files.size();
    for (const std::string& file : CLI::detail::split(value, ','))
      if (!file.empty()) files.push_back(file);
    if (files.size() == before)
      throw_error<UsageError>(tr_noop("--ensemble: the value is a comma and nothing else"));
  }
  return files;
}

}  // namespace

Translator load_translator(const std::filesystem::path& model, const DecodingChoice& c) {
  const std::vector<std::string> others = named_models(c.ensemble);
  Translator translator = Translator::load(model);
  for (const std::string& file : others) {
    require_file(model_file(file).string());
    const Translator other = Translator::load(model_file(file));
    try {
      translator.join(other);
    } catch (const UsageError& problem) {
      throw_error<UsageError>("--ensemble {}: {}", file, problem.message());
    }
  }
  require_prefix(translator, c.prefix);
  return translator;
}

}  // namespace heed
