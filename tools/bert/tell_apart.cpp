#include "tools/bert/tell_apart.hpp"

#include <algorithm>
#include <memory>

#include "lib/data/toy_text.hpp"
#include "nn/classification_task.hpp"
#include "nn/trainer.hpp"

namespace heed {
namespace {

constexpr std::size_t sentences_a_step = 16;
constexpr std::uint64_t seed_of_tests = 5,
                        seeds_of_labels = 1000;  // of the grammar: no training's, no held-out text's

struct Sentences {
  std::vector<Example> examples{};
  std::vector<std::int32_t> classes{};
};

Sentences sentences_of(const MaskedLanguageModel& model, const TellPlan& plan, std::size_t count,
                       std::uint64_t seed) {
  Sentences all;
  for (ToyClause& clause : toy_clauses({.sentences = count, .level = plan.level, .seed = seed})) {
    if (plan.asked == Asked::question) std::erase(clause.text, '?');
    all.examples.push_back({.source = {}, .target = model.encode(clause.text)});
    all.classes.push_back(plan.asked == Asked::tense ? clause.tense : clause.question);
  }
  return all;
}

LabelledSet labelled(const Bert& bert, const Sentences& sentences) {
  const auto shared = std::make_shared<const std::vector<Example>>(sentences.examples);
  return {[bert, shared](std::span<const std::size_t> examples) {
            const EncoderInput input = encoder_input(*shared, examples);
            return bert.classes(mean_token(bert(input), input.tokens));
          },
          sentences.classes};
}

/// A net with the given weights, or new ones.
double learned_from(const Sentences& few, const Sentences& tests, const Bert& like, const StateDict& weights,
                    const TellPlan& plan, std::uint64_t seed) {
  Rng rng(seed);
  const Bert bert(like.options(), rng);
  bert.load_state_dict(weights, {.strict = false});
  Adam optimizer(bert.parameters(), {.lr = plan.learning_rate});
  const auto steps_an_epoch =
      static_cast<std::int64_t>((few.classes.size() + sentences_a_step - 1) / sentences_a_step);
  const std::int64_t epochs = std::max<std::int64_t>(1, plan.steps / steps_an_epoch);
  train(classification_task(bert, labelled(bert, few), {}, {.batch = sentences_a_step, .seed = seed}),
        optimizer,
        {.epochs = epochs,
         .schedule = cosine_schedule(plan.learning_rate, plan.steps / 10, epochs * steps_an_epoch),
         .seed = seed});
  return classify(bert, labelled(bert, tests)).accuracy;
}

}  // namespace

std::vector<Told> tell_apart(const MaskedLanguageModel& model, const TellPlan& plan) {
  StateDict encoder = model.model().state_dict();
  std::erase_if(encoder, [](const auto& entry) {
    return entry.first.starts_with("classifier.") || entry.first.starts_with("pooler.");
  });
  const Sentences tests = sentences_of(model, plan, plan.tests, seed_of_tests);
  std::vector<Told> results;
  std::size_t done = 0;
  const std::size_t all = 2 * plan.labels.size() * plan.seeds.size();
  for (const std::size_t labels : plan.labels) {
    Told& told = results.emplace_back(Told{.labels = labels});
    for (const std::uint64_t seed : plan.seeds) {
      const Sentences few = sentences_of(model, plan, labels, seeds_of_labels + seed);
      for (const bool trained : {true, false}) {
        if (plan.on_next && !plan.on_next(done++, all)) {
          results.pop_back();  // not all of its trainings are there
          return results;
        }
        (trained ? told.pretrained : told.anew)
            .push_back(learned_from(few, tests, model.model(), trained ? encoder : StateDict(), plan, seed));
      }
    }
  }
  return results;
}

}  // namespace heed
