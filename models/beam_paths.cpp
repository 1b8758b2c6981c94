#include "models/beam_paths.hpp"

#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/text/display.hpp"
#include "nn/batch.hpp"

namespace heed::inline HEED_PRECISION {

std::vector<BeamPath> beam_paths(const Translator& translator, const std::string& sentence,
                                 std::int64_t beam) {
  const NoGrad no_grad;
  const Evaluating evaluating(module_of(translator.model()));
  const GenerationOptions one_token{
      .beam = {.beam = 1, .decoding = {.max_length = 1}}};  // for its source alone
  const std::vector<std::string> words =
      translator.translate({sentence}, {.generation = one_token}).front().source;
  if (words.empty()) return {};
  const std::vector<std::vector<std::int32_t>> source{translator.source().vocabulary.encode(words)};
  const std::vector<Hypothesis> best =
      beam_search(translator.model(), make_sources(source), {.beam = beam, .n_best = beam}).front();
  std::vector<Example> examples;
  std::vector<std::size_t> all;
  for (const Hypothesis& h : best) {
    all.push_back(examples.size());
    examples.push_back({source.front(), h.tokens});
  }
  const Batch batch = make_batch(examples, all);
  const Variable logits =
      std::visit([&](const auto& model) { return model(batch.source, batch.target_in); }, translator.model());
  const Array losses = cross_entropy(logits, batch.target_out, {.reduction = Reduction::none}).value();
  const std::int64_t longest = batch.target_out.shape().dim(1);
  std::vector<BeamPath> paths;
  for (std::size_t b = 0; b < best.size(); ++b) {
    const Vocabulary& vocabulary = translator.target().vocabulary;
    BeamPath path{.text = translator.target().tokenizer.join(vocabulary.decode(best[b].tokens)),
                  .score = best[b].score};
    std::vector<std::int32_t> ids = best[b].tokens;
    if (best[b].finished) ids.push_back(Vocabulary::eos);
    for (std::size_t t = 0; t < ids.size(); ++t) {
      path.tokens.push_back(printable(vocabulary.token(ids[t])));
      const Scalar loss =
          losses.data()[static_cast<std::int64_t>(b) * longest + static_cast<std::int64_t>(t)];
      path.probability.push_back(std::exp(-static_cast<double>(loss)));
    }
    paths.push_back(std::move(path));
  }
  return paths;
}

}  // namespace heed
