#include "tools/bert/train_bert.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>

#include "autograd/no_grad.hpp"
#include "lib/array/reduce.hpp"
#include "lib/data/toy_determined.hpp"
#include "lib/text/display.hpp"
#include "lib/text/words.hpp"
#include "tools/training/kept_training.hpp"

namespace heed {

namespace {

/// The first held-out text that fits on a page, with no word hidden.
std::vector<ShownSentence> shown_sentences(const MaskedLanguageModel& model, const LanguageData& data) {
  for (const Example& e : data.valid) {
    if (e.target.size() < 3 || e.target.size() > longest_shown) continue;
    ShownSentence s{.source = {"<bos>"}, .input = {}, .output = {}, .read = [model, all = std::vector{e}] {
                      const std::size_t first[] = {0};
                      model.model()(encoder_input(all, first));
                    }};
    for (const std::int32_t id : e.target) s.source.push_back(printable(data.tokens.decode({id})));
    s.source.emplace_back("<eos>");
    return {std::move(s)};
  }
  return {};
}

}  // namespace

TrainedBert train_bert(const LanguageData& data, BertSession session, const SessionPlace& given) {
  session.model.vocabulary = data.tokens.size() + 1;  // and the mask
  session.run.width = session.model.d_model;
  Rng rng(session.run.seed);
  const MaskedLanguageModel model(Bert(session.model, rng), data.tokens);
  SessionPlace place = given;
  place.unit = LossUnit::masked_words;
  if (place.kept) place.shown = shown_sentences(model, data);
  if (place.kept)
    place.kept->save_with(
        model.model(), [model](const std::filesystem::path& file) { model.save(file); }, "perplexity");
  const NextTokenOptions common = task_options(session.run);
  const TrainingTask task = masked_token_task(model.model(),
                                              [bert = model.model()](const MaskedBatch& batch) {
                                                return bert.words(bert(batch.input), batch.places);
                                              },
                                              data.train, data.valid,
                                              {.batches = common.batches,
                                               .masking = model.masking(session.run.seed),
                                               .label_smoothing = common.label_smoothing});
  return {model, run_session(task, {.name = "perplexity", .measure = {}}, session.run, place)};
}

Recovered recover_words(const MaskedLanguageModel& model, const TextChoice& choice, std::size_t sentences) {
  const NoGrad no_grad;
  const Evaluating evaluating(model.model());
  const ToyTextOptions held_out{.sentences = sentences, .level = choice.level, .seed = 1};
  const std::vector<std::string> trained = toy_text({.sentences = choice.sentences, .level = choice.level}),
                                 lines = toy_text(held_out);
  const std::unordered_set<std::string> seen(trained.begin(), trained.end());
  const std::vector<std::vector<int>> determined = determined_words(held_out);
  Recovered result;
  std::map<std::int32_t, std::int64_t> times;  // of each word among the determined ones
  for (std::size_t line = 0; line < lines.size(); ++line) {
    if (seen.contains(lines[line])) continue;
    ++result.sentences;
    const std::vector<std::int32_t> ids = model.encode(lines[line]);
    if (ids.size() != determined[line].size()) continue;  // other tokens than words
    // The sentence as often as it has words, each time with another one hidden.
    std::vector<Example> hidden(ids.size(), Example{{}, ids});
    std::vector<std::size_t> all;
    std::vector<std::int32_t> places;
    const auto length = static_cast<std::int32_t>(ids.size()) + 2;  // <bos>, <eos>
    for (std::size_t i = 0; i < ids.size(); ++i) {
      hidden[i].target[i] = model.mask();
      all.push_back(i);
      places.push_back(static_cast<std::int32_t>(i) * length + static_cast<std::int32_t>(i) + 1);
    }
    const Bert& bert = model.model();
    const Shape count{std::ssize(places)};
    const Variable logits = bert.words(bert(encoder_input(hidden, all)), Tokens(count, std::move(places)));
    const std::vector<std::int32_t> best = argmax_rows(logits.value());
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const bool right = best[i] == ids[i], must = determined[line][i] == 1;
      ++result.words;
      result.found += right ? 1 : 0;
      result.determined += must ? 1 : 0;
      if (must) result.determined_most = std::max(result.determined_most, ++times[ids[i]]);
      result.determined_found += right && must ? 1 : 0;
    }
  }
  return result;
}

}  // namespace heed
