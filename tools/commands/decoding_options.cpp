#include "tools/commands/decoding_options.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "tools/commands/option_kinds.hpp"
#include "tools/commands/training_settings.hpp"
#include "tools/language/named_files.hpp"
#include "tools/language/tr.hpp"
#include "tools/training/run_directory.hpp"

namespace heed {

void add_sampling_options(CLI::App& command, SamplingOptions& s) {
  const AddOptions add(command, "decoding");
  add("--temperature", s.temperature);
  add("--top-k", s.top_k);
  add("--top-p", s.top_p);
  add("--sample-seed", s.seed);
}

void add_decoding_options(CLI::App& command, DecodingChoice& c) {
  const AddOptions add(command, "decoding");
  add("--beam", c.beam.beam);
  add("--n-best", c.beam.n_best);
  add("--length-penalty", c.beam.length_penalty);
  add("--max-length", c.beam.decoding.max_length);
  add("--prefix", c.prefix);
  add("--unknown", c.unknown);
  add("--ensemble", c.ensemble)->delimiter(',')->allow_extra_args(false);
  add("--alignments", c.alignments);
  add("--sample", c.sample);
  add_sampling_options(command, c.sampling);
}

TextOptions text_options(const DecodingChoice& c) {
  const bool drawn = c.sampling.temperature != 1 || c.sampling.top_k != 0 || c.sampling.top_p != 1;
  if (!c.sample && (drawn || c.sampling.seed != 0))
    throw_error<UsageError>(
        tr_noop("--temperature, --top-k, --top-p and --sample-seed are for --sample: add it"));
  if (c.alignments && c.beam.n_best > 1)
    throw_error<UsageError>(tr_noop("--alignments are of one translation: leave out --n-best"));
  BeamOptions beam = c.beam;
  if (!c.sample) beam.beam = std::max(beam.beam, beam.n_best);
  return {.translation = {.generation = {.beam = beam,
                                         .sampling = c.sample ? std::optional(c.sampling) : std::nullopt},
                          .prefix = c.prefix,
                          .unknown = c.unknown},
          .alignments = c.alignments ? Alignments::pharaoh : Alignments::none};
}

Translator load_translator(const std::filesystem::path& model, const DecodingChoice& c) {
  Translator translator = Translator::load(model);
  for (const std::string& file : c.ensemble) {
    require_file(model_file(file).string());
    const Translator other = Translator::load(model_file(file));
    try {
      translator.join(other);
    } catch (const UsageError& problem) {
      throw_error<UsageError>("--ensemble {}: {}", file, problem.message());
    }
  }
  (void)translator.prefix_tokens(c.prefix);  // refused before the first sentence
  return translator;
}

}  // namespace heed
