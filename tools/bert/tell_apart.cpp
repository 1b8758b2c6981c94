#include "tools/bert/tell_apart.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

namespace heed {
namespace {

constexpr std::uint64_t seed_of_tests = 5,
                        seeds_of_labels = 1000;  // of the grammar: no training's, no held-out text's

std::vector<std::string> classes_of(Asked asked) {
  if (asked == Asked::tense) return {"present", "past", "future"};
  return {"statement", "question"};
}

std::string told_text(std::string text, const TellPlan& plan) {
  if (plan.asked == Asked::question) std::erase(text, '?');
  return text;
}

std::vector<ToyClause> clauses_of(const TellPlan& plan, std::size_t count, std::uint64_t seed) {
  std::vector<ToyClause> all = toy_clauses({.sentences = count, .level = plan.level, .seed = seed});
  for (ToyClause& clause : all) clause.text = told_text(std::move(clause.text), plan);
  return all;
}

LabelledTexts texts_of(const TellPlan& plan, const std::vector<ToyClause>& clauses) {
  LabelledTexts all;
  for (const ToyClause& clause : clauses) {
    all.texts.push_back(clause.text);
    all.classes.push_back(plan.asked == Asked::tense ? clause.tense : clause.question);
  }
  return all;
}

}  // namespace

double share_of_most_frequent(const std::vector<std::int32_t>& classes) {
  std::map<std::int32_t, std::ptrdiff_t> counts;
  std::ptrdiff_t most = 0;
  for (const std::int32_t c : classes) most = std::max(most, ++counts[c]);
  return classes.empty() ? 0 : static_cast<double>(most) / static_cast<double>(classes.size());
}

std::vector<ToyClause> unseen_clauses(const TellPlan& plan) {
  std::unordered_set<std::string> seen;
  for (std::string& text : toy_text({.sentences = plan.sentences, .level = plan.level}))
    seen.insert(told_text(std::move(text), plan));
  for (const std::size_t labels : plan.labels) {
    for (const std::uint64_t seed : plan.seeds) {
      for (ToyClause& clause : clauses_of(plan, labels, seeds_of_labels + seed))
        seen.insert(std::move(clause.text));
    }
  }
  std::vector<ToyClause> unseen;
  for (std::size_t draws = plan.tests; draws <= 64 * plan.tests && unseen.size() < plan.tests; draws *= 2) {
    unseen = clauses_of(plan, draws, seed_of_tests);
    std::erase_if(unseen, [&](const ToyClause& clause) { return seen.contains(clause.text); });
  }
  if (unseen.size() > plan.tests) unseen.resize(plan.tests);
  return unseen;
}

Telling tell_apart(const MaskedLanguageModel& model, const TellPlan& plan) {
  const LabelledTexts tests = texts_of(plan, unseen_clauses(plan));
  Telling results{.tests = tests.classes.size()};
  if (results.tests == 0) return results;
  results.most_frequent = share_of_most_frequent(tests.classes);
  std::size_t done = 0;
  for (const std::size_t labels : plan.labels) {
    Told& told = results.told.emplace_back(Told{.labels = labels});
    for (const std::uint64_t seed : plan.seeds) {
      const LabelledTexts few = texts_of(plan, clauses_of(plan, labels, seeds_of_labels + seed));
      for (const FirstWeights from : {FirstWeights::pretrained, FirstWeights::anew}) {
        const TextClassifier classifier =
            TextClassifier::on(model, {.classes = classes_of(plan.asked),
                                       .left_out = plan.asked == Asked::question ? "?" : "",
                                       .from = from,
                                       .seed = seed});
        const bool stopped =
            (plan.on_next && !plan.on_next(done++)) ||
            classifier.learn(few, {.steps = plan.steps, .seed = seed, .should_stop = plan.should_stop});
        if (stopped) {
          results.told.pop_back();  // not all of its trainings are there
          return results;
        }
        const bool pretrained = from == FirstWeights::pretrained;
        (pretrained ? told.pretrained : told.anew).push_back(classifier.accuracy(tests));
        if (pretrained && seed == plan.seeds.front()) results.classifier = classifier;
      }
    }
  }
  return results;
}

}  // namespace heed
