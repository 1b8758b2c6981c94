#include "tools/lm/train_language.hpp"

#include <cmath>
#include <numbers>

#include "lib/text/display.hpp"
#include "nn/next_token_task.hpp"
#include "tools/training/session.hpp"

namespace heed {
namespace {

BatchLogits logits_of(const Gpt& model) {
  return [model](const Batch& batch) { return model(batch.target_in); };
}

}  // namespace

TrainedLanguage train_language(const LanguageData& data, LanguageSession session, const SessionPlace& place) {
  session.model.vocabulary = data.tokens.size();
  session.run.width = session.model.d_model;
  Rng rng(session.run.seed);
  const LanguageModel model(Gpt(session.model, rng), data.tokens);
  Training training{
      .task = next_token_task(model.model(), logits_of(model.model()), data.train, data.valid,
                              task_options(session.run)),
      .score = {.name = "perplexity"},
      .save = [model](const std::filesystem::path& file) { model.save(file); },
      .shown =
          shown_of(data.valid, {.target = [model](std::int32_t id) { return model.tokens().decode({id}); }},
                   [gpt = model.model()](const std::vector<Example>& one) {
                     const std::size_t first[] = {0};
                     gpt(make_batch(one, first).target_in);
                   })};
  if (session.shown > 0) {
    training.after_epoch = [model, session] {
      const Evaluating evaluating(model.model());
      std::string lines;
      for (const LanguageModel::Text& sample : model.write("", session.shown, session.samples))
        lines += (lines.empty() ? "   " : "\n   ") + printable(sample.text);
      return lines;
    };
  }
  return {model, run_session(training, session.run, place)};
}

Knowledge knowledge(const Gpt& model, const LanguageData& data) {
  if (data.test.lines == 0) return {};
  const double nats = next_token_loss(model, logits_of(model), data.test.examples);
  const double bits = nats * static_cast<double>(data.test.tokens) / std::numbers::ln2;
  Knowledge known{.perplexity = std::exp(nats),
                  .bits_a_line = bits / static_cast<double>(data.test.lines),
                  .bits_a_character = bits / static_cast<double>(data.test.characters)};
  if (data.grammar_bits > 0) known.share_of_grammar = known.bits_a_line / data.grammar_bits;
  return known;
}

}  // namespace heed
