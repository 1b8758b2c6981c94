// Models of one text: language models, and BERT.
#include <fmt/format.h>

#include <span>

#include "lib/text/display.hpp"
#include "nn/batch.hpp"
#include "tools/look/readings.hpp"
#include "tools/look/traced_pass.hpp"
#include "tools/translation/show.hpp"

namespace heed {
namespace {

/// The tokens of a text with <eos> behind it, and <bos> before it if there is one, as they are shown. `mask`:
/// the id of a hidden word, if there is one.
std::vector<std::string> shown_tokens(const TextTokens& tokens, std::span<const std::int32_t> ids,
                                      const std::vector<std::string>& unknown, std::int32_t mask = -1) {
  const std::int32_t unknown_id = tokens.ids().unknown;
  std::vector<std::string> shown;
  auto next_unknown = unknown.begin();
  for (const std::int32_t id : ids) {
    if (shown.empty() && id == tokens.ids().bos)
      shown.emplace_back("<bos>");
    else if (shown.size() + 1 == ids.size())
      shown.emplace_back("<eos>");
    else if (id == mask && mask >= 0)
      shown.emplace_back(MaskedLanguageModel::hidden_word);
    else if (id == unknown_id && unknown_id >= 0 && next_unknown != unknown.end())
      shown.push_back(read_as_unknown(printable(*next_unknown++)));
    else
      shown.push_back(printable(tokens.decode({id})));  // a piece of bytes may be half a letter
  }
  return shown;
}

/// What each id stands for; no text has <bos> or <pad>.
std::vector<std::string> words_by_id(const TextTokens& tokens) {
  std::vector<std::string> words;
  for (std::int32_t id = 0; id < tokens.size(); ++id) {
    const std::string word = id == tokens.ids().eos ? "<eos>" : tokens.decode({id});
    words.push_back(word.empty() ? fmt::format("#{}", id) : word);
  }
  return words;
}

std::string remarks_on_unknown(const std::vector<std::string>& unknown) {
  return unknown.empty() ? "" : fmt::format("  ({})", unknown_words_text(unknown));
}

/// The text with a word in each hidden place, and their ids.
std::pair<std::string, std::vector<std::int32_t>> filled(const MaskedLanguageModel& model, std::string text,
                                                         const LookOptions& options) {
  Trace trace(model.model());
  leave_out(trace, options.ablations);
  std::vector<std::int32_t> ids;
  std::size_t at = 0;
  for (const auto& best : model.fill(text, 1)) {
    const std::string word = best.empty() ? "" : best.front().word;
    at = text.find(MaskedLanguageModel::hidden_word, at);
    text.replace(at, MaskedLanguageModel::hidden_word.size(), word);
    ids.push_back(model.tokens().encode(word).at(0));
  }
  return {text, ids};
}

}  // namespace

Looked look_at(const LanguageModel& model, const std::string& sentence, const LookOptions& options) {
  const TextTokens& tokens = model.tokens();
  require_tokens(tokens.encode(sentence).size());
  std::vector<std::int32_t> ids = tokens.encode_prompt(sentence);
  ids.push_back(tokens.ids().eos);
  Looked looked;
  const std::vector<std::string> unknown = tokens.unknown(sentence);
  looked.remarks = remarks_on_unknown(unknown);
  looked.next.assign(ids.begin() + 1, ids.end());
  const std::vector<std::string> shown = shown_tokens(tokens, ids, unknown);
  looked.input.assign(shown.begin(), shown.end() - 1);
  looked.output.assign(shown.begin() + 1, shown.end());
  const std::int64_t steps = std::ssize(ids) - 1;
  const Tokens input({1, steps}, {ids.begin(), ids.end() - 1}),
      next({1, steps}, {ids.begin() + 1, ids.end()});
  traced_pass(looked, model.model(), next, options, [&] { return model.model()(input); });
  if (has_logits(looked)) looked.vocabulary = words_by_id(tokens);
  return looked;
}

Looked look_at(const MaskedLanguageModel& model, const std::string& sentence, const LookOptions& options) {
  const TextTokens& tokens = model.tokens();
  const std::vector<Example> one{{.source = {}, .target = model.encode(sentence)}};
  require_tokens(one[0].target.size());
  const auto [text, found] = filled(model, sentence, options);
  constexpr std::size_t first[] = {0};
  const EncoderInput input = encoder_input(one, first);
  Looked looked;
  looked.text = text;
  looked.output_is = OutputIs::in_place;
  const std::vector<std::string> unknown = tokens.unknown(text);
  looked.remarks = remarks_on_unknown(unknown);
  looked.source = shown_tokens(tokens, input.tokens.ids(), unknown, model.mask());
  std::vector<std::int32_t> places;
  std::size_t hidden_before = 0;
  for (std::size_t t = 1; t + 1 < looked.source.size(); ++t) {
    const std::int32_t id = input.tokens[static_cast<std::int64_t>(t)];
    const bool hidden = id == model.mask();
    if (!found.empty() && !hidden) continue;
    places.push_back(static_cast<std::int32_t>(t));
    looked.input.push_back(looked.source[t]);
    looked.next.push_back(hidden ? found.at(hidden_before++) : id);
    looked.output.push_back(hidden ? printable(tokens.decode({looked.next.back()})) : looked.source[t]);
  }
  const Shape count{std::ssize(places)};
  traced_pass(looked, model.model(), Tokens(count, looked.next), options,
              [&] { return model.model().words(model.model()(input), Tokens(count, places)); });
  if (!has_logits(looked)) return looked;
  looked.vocabulary = words_by_id(tokens);
  looked.vocabulary.emplace_back(MaskedLanguageModel::hidden_word);
  return looked;
}

}  // namespace heed
