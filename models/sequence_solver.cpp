#include "models/sequence_solver.hpp"

#include <sstream>

#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"
#include "lib/files/file_error.hpp"
#include "models/saved_net.hpp"
#include "models/seq2seq.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr const char* first_symbol_key = "heed.first_symbol";

}  // namespace

SequenceSolver::SequenceSolver(Transformer model, SequenceTask task, std::int32_t first_symbol)
    : model_(std::move(model)), task_(task), first_symbol_(first_symbol) {}

std::vector<std::int32_t> SequenceSolver::encode(const std::string& sequence) const {
  const auto symbols = static_cast<std::int32_t>(model_.options().source_vocab) - first_symbol_;
  const auto most = static_cast<std::size_t>(model_.options().layer.max_length - 1);  // <eos> takes a place
  std::vector<std::int32_t> ids;
  std::istringstream words(sequence);
  for (std::string word; words >> word;) {
    std::int32_t value = 0;
    if (!read_number(word, value) || value < 0 || value >= symbols)
      throw_error<Error>("'{}' is no integer that this model knows: it was trained with 0 to {}", word,
                         symbols - 1);
    ids.push_back(first_symbol_ + value);
  }
  if (ids.empty()) throw_error<Error>("an empty sequence: write integers with blanks between, as \"3 1 2\"");
  if (ids.size() > most)
    throw_error<Error>("a sequence of {} integers: this model reads at most {}", ids.size(), most);
  return ids;
}

std::string SequenceSolver::text(const std::vector<std::int32_t>& ids) const {
  std::string text;
  for (const std::int32_t id : ids) {
    text += text.empty() ? "" : " ";
    text +=
        id < first_symbol_ ? "<unk>" : std::to_string(id - first_symbol_);  // an untrained model writes those
  }
  return text;
}

std::vector<std::string> SequenceSolver::answers(const std::vector<std::string>& sequences) const {
  std::vector<std::vector<std::int32_t>> sources;
  for (const std::string& sequence : sequences) sources.push_back(encode(sequence));
  std::vector<std::string> answers;
  for (const Hypothesis& h : greedy_decode(model_, make_sources(sources))) answers.push_back(text(h.tokens));
  return answers;
}

std::vector<std::int32_t> SequenceSolver::answer(const std::vector<std::int32_t>& ids) const {
  const std::vector<std::int32_t> one[] = {ids};
  return greedy_decode(model_, make_sources(one)).front().tokens;
}

void SequenceSolver::save(const std::filesystem::path& path) const {
  save_net(path, "transformer", model_,
           {{task_key, std::string(task_name(task_))}, {first_symbol_key, std::to_string(first_symbol_)}});
}

SequenceSolver SequenceSolver::load(const std::filesystem::path& path) {
  return read_saved(path, "transformer", [&](const SavedModel& saved) -> SequenceSolver {
    const SequenceTask task = sequence_task(saved.text(task_key));
    Transformer model = load_net<Transformer>(saved);
    std::int32_t first = 0;
    if (!read_number(saved.text(first_symbol_key), first) || first < 0 ||
        first >= model.options().source_vocab)
      throw_error<FormatError>("{}: '{}' is {}; train and save the model again", path.string(),
                               first_symbol_key, saved.text(first_symbol_key));
    return {std::move(model), task, first};
  });
}

}  // namespace heed
