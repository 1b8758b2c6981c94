// Encoder-decoders: translators, and models that copy, reverse or sort.
#include <algorithm>
#include <functional>
#include <span>

#include "lib/core/error.hpp"
#include "models/source_text.hpp"
#include "nn/batch.hpp"
#include "tools/language/tr.hpp"
#include "tools/look/readings.hpp"
#include "tools/look/traced_pass.hpp"
#include "tools/translation/show.hpp"

namespace heed {
namespace {

using Forward = std::function<Variable(const Tokens& source, const Tokens& target)>;

/// The translation, while heads are left out. Of a model that computes NaN the source alone.
Translation translated(const Translator& translator, const std::string& sentence,
                       const LookOptions& options) {
  Trace trace(module_of(translator.model()));
  leave_out(trace, options.ablations);
  try {
    return translator
        .translate({sentence},
                   {.generation = {.beam = {.beam = 1, .decoding = {.max_length = options.longest}}},
                    .without_a_known_word = true})  // what it does with one is to be seen
        .front();
  } catch (const NumericError&) {
    const ModelLanguage& of = translator.source();
    Translation unwritten;
    unwritten.source = read_source(sentence, of.tokenizer, of.vocabulary, of.learned).tokens;
    const auto most = static_cast<std::size_t>(max_length(translator.model()) - 1);  // <eos> takes a place
    unwritten.source.resize(std::min(unwritten.source.size(), most));
    return unwritten;
  }
}

/// The model reads a source and its own answer; `looked` has their words in `source` and `output`.
void read_pair(Looked& looked, const Example& ids, const Module& model, const LookOptions& options,
               const Forward& forward) {
  const auto special = [](std::int32_t id) { return std::string(Vocabulary::special_names[id]); };
  looked.source.push_back(special(Vocabulary::eos));
  looked.input = looked.output;
  looked.input.insert(looked.input.begin(), special(Vocabulary::bos));
  looked.output.push_back(special(Vocabulary::eos));
  looked.next = ids.target;
  looked.next.push_back(Vocabulary::eos);
  const std::size_t first[] = {0};
  const Batch batch = make_batch({ids}, first);
  traced_pass(looked, model, batch.target_out, options,
              [&] { return forward(batch.source, batch.target_in); });
  if (!looked.broken.empty() && looked.text.empty())
    looked.remarks = tr("  (nothing is written: the model computes NaN or infinity)");
}

}  // namespace

std::size_t length_of(const Translator& translator, const std::string& sentence) {
  const ModelLanguage& of = translator.source();
  return read_source(sentence, of.tokenizer, of.vocabulary, of.learned).tokens.size();
}

Looked look_at(const Translator& translator, const std::string& sentence, const LookOptions& options) {
  const Translation translation = translated(translator, sentence, options);
  require_tokens(translation.source.size());
  const Vocabulary &source = translator.source().vocabulary, &target = translator.target().vocabulary;
  Looked looked{.output = translation.target,
                .finished = translation.finished,
                .text = translation.text,
                .remarks = remarks(translation)};
  for (const std::string& word : translation.source)
    looked.source.push_back(source.contains(word) ? word : read_as_unknown(word));
  read_pair(looked, {source.encode(translation.source), target.encode(translation.target)},
            module_of(translator.model()), options, [&](const Tokens& read, const Tokens& written) {
              return std::visit([&](const auto& model) { return model(read, written); }, translator.model());
            });
  if (has_logits(looked)) looked.vocabulary = target.tokens();
  return looked;
}

Looked look_at(const SequenceSolver& solver, const std::string& sequence, const LookOptions& options) {
  Example ids{.source = solver.encode(sequence), .target = {}};
  {
    Trace trace(solver.model());
    leave_out(trace, options.ablations);
    try {
      ids.target = solver.answer(ids.source);
    } catch (const NumericError&) {  // `broken` says it
    }
  }
  Looked looked{.text = solver.text(ids.target)};
  for (const std::int32_t id : ids.source) looked.source.push_back(solver.text({id}));
  for (const std::int32_t id : ids.target) looked.output.push_back(solver.text({id}));
  read_pair(looked, ids, solver.model(), options,
            [&](const Tokens& read, const Tokens& written) { return solver.model()(read, written); });
  if (!has_logits(looked)) return looked;
  for (std::int32_t id = 0; id < solver.model().options().target_vocab; ++id) {
    const auto special = static_cast<std::size_t>(id);
    looked.vocabulary.push_back(special < std::size(Vocabulary::special_names)
                                    ? std::string(Vocabulary::special_names[special])
                                    : solver.text({id}));
  }
  return looked;
}

}  // namespace heed
