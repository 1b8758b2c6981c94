// How each kind of model reads one input.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "lib/core/error.hpp"
#include "lib/core/read_number.hpp"
#include "lib/data/images.hpp"
#include "lib/text/display.hpp"
#include "models/source_text.hpp"
#include "nn/next_token_task.hpp"
#include "tools/inspect/reading.hpp"
#include "tools/language/tr.hpp"
#include "tools/translation/show.hpp"

namespace heed {
namespace {

void require_tokens(std::size_t count) {
  if (count == 0)
    throw_error<UsageError>(tr_noop("nothing to look at: the model has no token for this sentence"));
}

std::string as_unknown(const std::string& word) {
  return fmt::format("{}→{}", word, Vocabulary::special_names[Vocabulary::unk]);
}

/// Calls `answer` while heads are left out.
auto answered(const Module& model, const ReadOptions& options, const auto& answer) {
  Trace trace(model);
  leave_out(trace, options.ablations);
  return answer();
}

/// An encoder-decoder reads the source and its own answer, whose words stand in the reading without <bos> and
/// <eos>.
template <typename Model>
void read_pair(Reading& reading, const Example& ids, const Model& model, const ReadOptions& options) {
  const auto special = [](std::int32_t id) { return std::string(Vocabulary::special_names[id]); };
  reading.source.push_back(special(Vocabulary::eos));
  reading.input = reading.output;
  reading.input.insert(reading.input.begin(), special(Vocabulary::bos));
  reading.output.push_back(special(Vocabulary::eos));
  reading.ids = ids.target;
  reading.ids.push_back(Vocabulary::eos);
  constexpr std::size_t first[] = {0};
  const Batch batch = make_batch({ids}, first);
  traced_pass(reading, model, options, [&] { return model(batch.source, batch.target_in); });
}

/// The `beam` best translations of a source, the best first.
std::vector<BeamPath> beam_paths(const Translator& translator, const std::vector<std::int32_t>& source,
                                 std::int64_t beam) {
  const Tokenizer& tokenizer = translator.target().tokenizer;
  const Vocabulary& vocabulary = translator.target().vocabulary;
  std::vector<BeamPath> paths;
  const std::vector<std::vector<std::int32_t>> one{source};
  const auto best = beam_search(translator.model(), make_sources(one), {.beam = beam, .n_best = beam});
  for (const Hypothesis& h : best.front()) {
    BeamPath path{.text = tokenizer.join(vocabulary.decode(h.tokens)), .score = h.score};
    for (const std::int32_t id : h.tokens) path.tokens.push_back(printable(vocabulary.token(id)));
    if (h.finished) path.tokens.emplace_back(Vocabulary::special_names[Vocabulary::eos]);
    for (const double log_p : h.log_p) path.probability.push_back(std::exp(log_p));
    paths.push_back(std::move(path));
  }
  return paths;
}

Reading read_one(const Translator& translator, const std::string& sentence, const ReadOptions& options) {
  const ModelLanguage &from = translator.source(), &to = translator.target();
  require_tokens(read_source(sentence, from.tokenizer, from.vocabulary, from.learned).tokens.size());
  const TranslationOptions search{.generation = {.beam = {.beam = options.beam}},
                                  .without_a_known_word = options.beam == 1};  // what it does is to be seen
  const Translation translation = answered(module_of(translator.model()), options,
                                           [&] { return translator.translate({sentence}, search).front(); });
  Reading reading{.output = translation.target,
                  .vocabulary = to.vocabulary.tokens(),
                  .text = translation.text,
                  .remarks = remarks(translation, options.usual)};
  if (translation.source.empty()) return reading;  // no word of it is known
  if (!translation.parts.empty()) reading.remarks += tr("  (the maps are of all its sentences as one)");
  for (const std::string& word : translation.source)
    reading.source.push_back(from.vocabulary.contains(word) ? word : as_unknown(word));
  const Example ids{from.vocabulary.encode(translation.source), to.vocabulary.encode(translation.target)};
  std::visit([&](const auto& model) { read_pair(reading, ids, model, options); }, translator.model());
  if (options.paths > 0) reading.beam = beam_paths(translator, ids.source, options.paths);
  return reading;
}

Reading read_one(const SequenceSolver& solver, const std::string& sequence, const ReadOptions& options) {
  Example ids{.source = solver.encode(sequence), .target = {}};
  ids.target = answered(solver.model(), options, [&] { return solver.answer(ids.source); });
  Reading reading{.text = solver.text(ids.target)};
  for (const std::int32_t id : ids.source) reading.source.push_back(solver.text({id}));
  for (const std::int32_t id : ids.target) reading.output.push_back(solver.text({id}));
  for (const std::string_view name : Vocabulary::special_names) reading.vocabulary.emplace_back(name);
  while (std::ssize(reading.vocabulary) < solver.model().options().target_vocab)
    reading.vocabulary.push_back(solver.text({static_cast<std::int32_t>(reading.vocabulary.size())}));
  read_pair(reading, ids, solver.model(), options);
  return reading;
}

/// Returns the word of each id; a piece of bytes may be half a letter.
std::vector<std::string> words_by_id(const TextTokens& tokens) {
  std::vector<std::string> words;
  for (std::int32_t id = 0; id < tokens.size(); ++id) {
    const std::string word = id == tokens.ids().eos ? "<eos>" : printable(tokens.decode({id}));
    words.push_back(word.empty() ? fmt::format("#{}", id) : word);
  }
  return words;
}

/// The tokens of a text as they are shown, and what is said of those that the model does not know.
std::vector<std::string> shown_tokens(Reading& reading, const TextTokens& tokens,
                                      std::span<const std::int32_t> ids, const std::string& text) {
  const std::vector<std::string> unknown = tokens.unknown(text);
  if (!unknown.empty()) reading.remarks = fmt::format("  ({})", unknown_words_text(unknown));
  std::vector<std::string> shown;
  auto next_unknown = unknown.begin();
  for (const std::int32_t id : ids) {
    if (shown.empty() && id == tokens.ids().bos)
      shown.emplace_back("<bos>");
    else if (id == tokens.ids().unknown && next_unknown != unknown.end())
      shown.push_back(as_unknown(printable(*next_unknown++)));
    else
      shown.push_back(reading.vocabulary.at(static_cast<std::size_t>(id)));
  }
  return shown;
}

Reading read_one(const LanguageModel& model, const std::string& text, const ReadOptions& options) {
  const TextTokens& tokens = model.tokens();
  require_tokens(tokens.encode(text).size());
  std::vector<std::int32_t> ids = tokens.encode_prompt(text);
  ids.push_back(tokens.ids().eos);
  Reading reading{.vocabulary = words_by_id(tokens)};
  const std::vector<std::string> shown = shown_tokens(reading, tokens, ids, text);
  reading.input.assign(shown.begin(), shown.end() - 1);
  reading.output.assign(shown.begin() + 1, shown.end());
  reading.ids.assign(ids.begin() + 1, ids.end());
  const Tokens input({1, std::ssize(ids) - 1}, {ids.begin(), ids.end() - 1});
  traced_pass(reading, model.model(), options, [&] { return model.model()(input); });
  return reading;
}

Reading read_one(const MaskedLanguageModel& model, const std::string& given, const ReadOptions& options) {
  const TextTokens& tokens = model.tokens();
  const std::vector<Example> one{{.source = {}, .target = model.encode(given)}};
  require_tokens(one[0].target.size());
  Reading reading{.vocabulary = words_by_id(tokens), .text = given};
  reading.vocabulary.emplace_back(MaskedLanguageModel::hidden_word);
  std::vector<std::int32_t> found;
  for (const auto& best : answered(model.model(), options, [&] { return model.fill(given, 1); })) {
    const std::string& word = best.front().word;
    const std::size_t at = reading.text.find(MaskedLanguageModel::hidden_word);
    reading.text.replace(at, MaskedLanguageModel::hidden_word.size(), word);
    found.push_back(model.tokens().encode(word).at(0));
  }
  constexpr std::size_t first[] = {0};
  const EncoderInput input = encoder_input(one, first);
  reading.source = shown_tokens(reading, tokens, input.tokens.ids(), reading.text);
  std::vector<std::int32_t> places;
  auto next_found = found.begin();
  for (std::size_t t = 1; t + 1 < reading.source.size(); ++t) {
    const std::int32_t id = input.tokens[static_cast<std::int64_t>(t)];
    const bool hidden = id == model.mask();
    if (!found.empty() && !hidden) continue;
    places.push_back(static_cast<std::int32_t>(t));
    reading.input.push_back(reading.source[t]);
    reading.ids.push_back(hidden ? *next_found++ : id);
    reading.output.push_back(hidden ? reading.vocabulary.at(static_cast<std::size_t>(reading.ids.back()))
                                    : reading.source[t]);
  }
  const Tokens at(Shape{std::ssize(places)}, places);
  traced_pass(reading, model.model(), options, [&] { return model.model().words(model.model()(input), at); });
  return reading;
}

/// The test images of the folder that was asked for last: several of them are looked at in a row.
const ImageSet& test_images(const std::string& folder) {
  static std::optional<std::pair<std::string, ImageSet>> last;
  if (!last || last->first != folder) last = {folder, load_images({.folder = folder, .images = 1}).test};
  return last->second;
}

Reading read_one(const Vit& model, const std::string& name, const ReadOptions& options) {
  const std::size_t space = name.rfind(' ');
  const ImageSet& set = test_images(space == std::string::npos ? "" : name.substr(0, space));
  std::size_t number = 0;
  if (!read_number(name.substr(space == std::string::npos ? 0 : space + 1), number) || number == 0 ||
      number > set.size())
    throw_error<UsageError>(
        "{}", tr("'{0}': a Vision Transformer reads an image by its number from 1 to {1}: 3, of the drawn "
                 "digits of heed vit's test, or mnist 3, of a folder with MNIST's files",
                 printable(name), set.size()));
  const VitOptions& o = model.options();
  if (set.height != o.height || set.width != o.width || o.channels != 1)
    throw_error<Error>(tr_noop("'{}': an image of {} × {}; the model reads {} × {}, of {} channels"),
                       printable(name), set.height, set.width, o.height, o.width, o.channels);
  const std::size_t one[] = {number - 1};
  const Variable image(pixels_of(set, one));
  const std::span<const std::uint8_t> pixels = set.image(number - 1);
  Reading reading{.source = patch_names(o),
                  .input = {"cls"},
                  .remarks = tr("  (an image of class {})", set.classes[number - 1]),
                  .image = {{set.height, set.width, o.patch, {pixels.begin(), pixels.end()}}}};
  for (std::int64_t k = 0; k < o.classes; ++k) reading.vocabulary.push_back(std::to_string(k));
  traced_pass(reading, model, options, [&] { return model(image); });
  reading.text = std::to_string(reading.ids.at(0));
  reading.output = {reading.text};
  return reading;
}

Reading read_one(const TextClassifier& /*model*/, const std::string& /*text*/,
                 const ReadOptions& /*options*/) {
  throw_error<Error>("a classifier of texts is not looked into");
}

}  // namespace

Reading read_traced(const AnyModel& model, const std::string& input, const ReadOptions& options) {
  return std::visit([&](const auto& one) { return read_one(one, input, options); }, model);
}

}  // namespace heed
