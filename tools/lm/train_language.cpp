#include "tools/lm/train_language.hpp"

#include <cmath>
#include <numbers>

#include "lib/text/display.hpp"
#include "nn/batch.hpp"
#include "nn/next_token_task.hpp"
#include "tools/training/kept_training.hpp"

namespace heed {
namespace {

BatchLogits logits_of(const Gpt& model) {
  return [model](const Batch& batch) { return model(batch.target_in); };
}

/// The first held-out line that is whole and fits on a page.
std::vector<ShownSentence> shown_sentences(const LanguageModel& model, const LanguageData& data) {
  for (const Example& e : data.valid) {
    if (e.target.size() < 3 || e.target.size() > longest_shown || e.before >= 0 || !e.ends) continue;
    ShownSentence s{.source = {},
                    .input = {"<bos>"},
                    .output = {},
                    .read = [gpt = model.model(), examples = std::vector{e}] {
                      const std::size_t first[] = {0};
                      gpt(make_batch(examples, first).target_in);
                    }};
    for (const std::int32_t id : e.target) s.output.push_back(printable(model.tokens().decode({id})));
    s.input.insert(s.input.end(), s.output.begin(), s.output.end());
    s.output.emplace_back("<eos>");
    return {std::move(s)};
  }
  return {};
}

}  // namespace

TrainedLanguage train_language(const LanguageData& data, LanguageSession session, const SessionPlace& given) {
  session.model.vocabulary = data.tokens.size();
  session.run.width = session.model.d_model;
  Rng rng(session.run.seed);
  const LanguageModel model(Gpt(session.model, rng), data.tokens);
  SessionPlace place = given;
  if (session.shown > 0) {
    place.after_epoch = [model, session] {
      const Evaluating evaluating(model.model());
      std::string lines;
      for (const LanguageModel::Text& sample : model.write("", session.shown, session.samples))
        lines += (lines.empty() ? "   " : "\n   ") + printable(sample.text);
      return lines;
    };
  }
  if (place.kept) place.shown = shown_sentences(model, data);
  if (place.kept)
    place.kept->save_with(
        model.model(), [model](const std::filesystem::path& file) { model.save(file); }, "perplexity");
  SessionResult result = run_session(next_token_task(model.model(), logits_of(model.model()), data.train,
                                                     data.valid, task_options(session.run)),
                                     {.name = "perplexity", .measure = {}}, session.run, place);
  return {model, std::move(result)};
}

Knowledge knowledge(const Gpt& model, const LanguageData& data) {
  const double nats = next_token_loss(model, logits_of(model), data.valid);
  const double bits = nats * static_cast<double>(data.valid_tokens) / std::numbers::ln2;
  Knowledge known{.perplexity = std::exp(nats),
                  .bits_a_line = bits / static_cast<double>(data.valid_lines),
                  .bits_a_character = bits / static_cast<double>(data.valid_characters)};
  if (data.grammar_bits > 0) known.share_of_grammar = known.bits_a_line / data.grammar_bits;
  return known;
}

}  // namespace heed
