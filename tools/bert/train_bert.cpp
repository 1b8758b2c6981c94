#include "tools/bert/train_bert.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "autograd/no_grad.hpp"
#include "lib/array/reduce.hpp"
#include "lib/data/toy_text.hpp"
#include "lib/text/words.hpp"
#include "tools/training/session.hpp"

namespace heed {

namespace {

/// A held-out text as an encoder reads it, with no word hidden.
std::vector<ShownSentence> shown_sentences(const MaskedLanguageModel& model, const LanguageData& data) {
  std::vector<ShownSentence> shown =
      shown_of(data.valid, {.target = [&](std::int32_t id) { return data.tokens.decode({id}); }},
               [model](const std::vector<Example>& one) {
                 const std::size_t first[] = {0};
                 model.model()(encoder_input(one, first));
               });
  for (ShownSentence& s : shown) {
    s.source = std::exchange(s.input, {});
    s.source.push_back(s.output.back());
    s.output.clear();
  }
  return shown;
}

}  // namespace

TrainedBert train_bert(const LanguageData& data, BertSession session, const SessionPlace& place) {
  session.model.vocabulary = data.tokens.size() + 1;  // and the mask
  session.run.width = session.model.d_model;
  Rng rng(session.run.seed);
  const MaskedLanguageModel model(Bert(session.model, rng), data.tokens);
  const NextTokenOptions common = task_options(session.run);
  const Training training{.task = masked_token_task(model.model(),
                                                    [bert = model.model()](const MaskedBatch& batch) {
                                                      return bert.words(bert(batch.input), batch.places);
                                                    },
                                                    data.train, data.valid,
                                                    {.batches = common.batches,
                                                     .masking = model.masking(session.run.seed),
                                                     .label_smoothing = common.label_smoothing}),
                          .score = {.name = "perplexity"},
                          .unit = LossUnit::masked_words,
                          .save = [model](const std::filesystem::path& file) { model.save(file); },
                          .shown = shown_sentences(model, data)};
  return {model, run_session(training, session.run, place)};
}

Recovered recover_words(const MaskedLanguageModel& model, const TextChoice& choice, std::size_t sentences) {
  const NoGrad no_grad;
  const Evaluating evaluating(model.model());
  const ToyTextOptions test = test_text(choice, sentences);
  const std::vector<std::string> lines = toy_text(test);
  const std::unordered_set<std::string> seen = seen_sentences(choice);
  const std::vector<std::vector<int>> determined = determined_words(test);
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
