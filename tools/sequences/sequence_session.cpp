#include "tools/sequences/sequence_session.hpp"

#include "models/seq2seq.hpp"
#include "models/sequence_solver.hpp"

namespace heed {
namespace {

std::vector<std::vector<std::int32_t>> decode_all(const Transformer& model,
                                                  const std::vector<Example>& examples) {
  std::vector<std::vector<std::int32_t>> produced;
  constexpr std::size_t sentences = 250;
  for (std::size_t first = 0; first < examples.size(); first += sentences) {
    std::vector<std::vector<std::int32_t>> sources;
    for (std::size_t i = first; i < std::min(examples.size(), first + sentences); ++i)
      sources.push_back(examples[i].source);
    for (Hypothesis& h : greedy_decode(model, make_sources(sources))) produced.push_back(std::move(h.tokens));
  }
  return produced;
}

std::int64_t count_exact(const std::vector<Example>& examples,
                         const std::vector<std::vector<std::int32_t>>& produced) {
  std::int64_t exact = 0;
  for (std::size_t i = 0; i < examples.size(); ++i) exact += produced[i] == examples[i].target ? 1 : 0;
  return exact;
}

}  // namespace

SequenceResult run_sequences(const SequenceCorpus& corpus, const SequenceOptions& task,
                             SequenceSession session, const SessionPlace& place) {
  session.model.source_vocab = session.model.target_vocab = task.first_symbol + task.symbols;
  session.model.layer.max_length =
      std::max(session.model.layer.max_length, 2 * static_cast<std::int64_t>(task.longest) + 2);
  Rng rng(session.run.seed);
  const Transformer model(session.model, rng);
  const auto exact_share = [&] {
    return 100 * static_cast<double>(count_exact(corpus.valid, decode_all(model, corpus.valid))) /
           static_cast<double>(corpus.valid.size());
  };
  const SequenceSolver solver(model, task.task, task.first_symbol);
  const auto word = [solver](std::int32_t id) { return solver.text({id}); };
  const Training training{
      .task = seq2seq_task(model, corpus.train, corpus.valid, task_options(session.run)),
      .score = {.name = "exact %", .measure = exact_share, .enough = 100},
      .save = [solver](const std::filesystem::path& file) { solver.save(file); },
      .shown = shown_of(corpus.valid, {word, word}, [model](const std::vector<Example>& one) {
        const std::size_t first[] = {0};
        const Batch batch = make_batch(one, first);
        model(batch.source, batch.target_in);
      })};
  SequenceResult result{
      .model = model,
      .training = run_session(training, of_width(session.run, session.model.layer.d_model), place),
      .test = corpus.test};
  // A model that learned nothing would write sequences of the greatest length.
  if (result.training.interrupted || result.training.best_epoch == 0) return result;
  result.produced = decode_all(model, result.test);
  result.exact = count_exact(result.test, result.produced);
  return result;
}

}  // namespace heed
