#include "tools/lab/given_data.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "lib/data/parallel_text.hpp"
#include "lib/text/display.hpp"

namespace heed {
namespace {

std::string folder_name(const GivenCorpus& given) {
  std::filesystem::path folder = given.folder.lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();
  return printable(folder.filename().string());
}

void shorten(std::vector<SentencePair>& pairs, std::size_t most) {
  if (pairs.size() > most) pairs.resize(most);
}

}  // namespace

TranslationData given_data(const LabOptions& options) {
  const GivenCorpus& given = options.given.value();
  ParallelText text =
      read_parallel_text({.folder = given.folder, .source = given.source, .target = given.target});
  for (const std::string& warning : text.warnings) fmt::print(stderr, "note: {}\n", printable(warning));
  if (options.quick) {
    shorten(text.corpus.train, 1'500);
    shorten(text.corpus.valid, 200);
    shorten(text.corpus.test, 200);
  }
  TranslationData data = make_translation_data(text.corpus, {.min_frequency = 2});
  data.source.name = given.source;
  data.target.name = given.target;
  for (const std::string& warning : data.warnings) fmt::print(stderr, "note: {}\n", printable(warning));
  return data;
}

TranslationSession given_session(const LabOptions& options) {
  TranslationSession session{.run = {.epochs = options.quick ? 1 : 4}};
  if (options.quick) session.run.warmup = 20;
  session.model.layer = {.d_model = 128, .heads = 1, .dim_feedforward = 256, .max_length = 202};
  session.run.seed = options.seed;
  session.run.learning_rate = automatic_learning_rate(run_of(session));
  return session;
}

std::string given_command(const std::string& claim, const LabOptions& options) {
  const GivenCorpus& given = options.given.value();
  return fmt::format("./heed lab {} --data {} --source {} --target {}{}{}", claim, folder_name(given),
                     given.source, given.target, options.quick ? " --quick" : "",
                     options.seed == 1 ? "" : fmt::format(" --seed {}", options.seed));
}

std::string given_name(const LabOptions& options) {
  const GivenCorpus& given = options.given.value();
  return fmt::format("{}, {} → {}", folder_name(given), given.source, given.target);
}

std::string given_file_name(const LabOptions& options) {
  const GivenCorpus& given = options.given.value();
  return fmt::format("{}-{}-{}", folder_name(given), given.source, given.target);
}

}  // namespace heed
