#include "tools/look/looking.hpp"

#include <algorithm>
#include <span>

#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/text/display.hpp"
#include "models/saved_model.hpp"
#include "nn/batch.hpp"
#include "tools/language/spoken.hpp"
#include "tools/look/traced_pass.hpp"
#include "tools/training/model_place.hpp"
#include "tools/translation/show.hpp"

namespace heed {
namespace {

std::variant<Translator, LanguageModel, MaskedLanguageModel> opened(const std::filesystem::path& given) {
  if (std::filesystem::exists(given / "vocab.json")) return LanguageModel::load(given);  // GPT-2's folder
  const std::filesystem::path path = model_file(given);
  const std::string kind = kind_of(read_safetensors_header(path).metadata);
  if (kind == "bert") return MaskedLanguageModel::load(path);
  if (LookableModel::reads_no_sentences(path))
    throw_error<Error>("{}", spoken("{}: a saved model that reads no sentences: translators, language models "
                                    "and BERT are looked into; heed report shows how it learned",
                                    "{}: 문장을 읽지 않는 모델: 번역기, 언어 모델, BERT만 들여다볼 수 있음. "
                                    "학습 과정은 heed report로 볼 것",
                                    path.string()));
  if (kind == "gpt") return LanguageModel::load(path);
  if (kind.empty())
    throw_error<Error>("{}",
                       spoken("{}: weights, not a model that heed saved: heed show says more",
                              "{}: 가중치일 뿐 heed가 저장한 모델이 아님: heed show로 볼 것", path.string()));
  return Translator::load(path);
}

void refuse_empty(bool empty) {
  if (empty)
    throw_error<UsageError>("{}", spoken("an empty sentence: nothing to look at", "빈 문장: 볼 것이 없음"));
}

/// A word with what the model reads in its place.
std::string read_as_unknown(const std::string& word) {
  return fmt::format("{}→{}", word, Vocabulary::special_names[Vocabulary::unk]);
}

bool has_logits(const Looked& looked) {
  return std::ranges::any_of(looked.values, [](const auto& v) { return is_logits(v.first); });
}

/// The translation, while heads are left out.
Translation translated(const Translator& translator, const std::string& sentence,
                       const LookOptions& options) {
  Trace trace(module_of(translator.model()));
  leave_out(trace, options.ablations);
  return translator.translate({sentence}, {.generation = {.beam = {.beam = 1}}}).front();
}

Looked look_at(const Translator& translator, const std::string& sentence, const LookOptions& options) {
  const Translation translation = translated(translator, sentence, options);
  refuse_empty(translation.source.empty());
  Looked looked;
  for (const std::string& word : translation.source)
    looked.source.push_back(translator.source().vocabulary.contains(word) ? word : read_as_unknown(word));
  looked.text = translation.text;
  looked.remarks = remarks(translation);
  looked.source.emplace_back(Vocabulary::special_names[Vocabulary::eos]);
  looked.input.emplace_back(Vocabulary::special_names[Vocabulary::bos]);
  looked.input.insert(looked.input.end(), translation.target.begin(), translation.target.end());
  looked.output = translation.target;
  looked.output.emplace_back(Vocabulary::special_names[Vocabulary::eos]);
  const std::vector<Example> example{{translator.source().vocabulary.encode(translation.source),
                                      translator.target().vocabulary.encode(translation.target)}};
  looked.next = example[0].target;
  looked.next.push_back(Vocabulary::eos);
  const std::size_t first[] = {0};
  const Batch batch = make_batch(example, first);
  traced_pass(looked, module_of(translator.model()), batch.target_out, options, [&] {
    return std::visit([&](const auto& model) { return model(batch.source, batch.target_in); },
                      translator.model());
  });
  if (has_logits(looked)) looked.vocabulary = translator.target().vocabulary.tokens();
  return looked;
}

/// The tokens of a text that stands between <bos> and <eos>, as they are shown. `mask`: the id of a hidden
/// word, if there is one.
std::vector<std::string> shown_tokens(const TextTokens& tokens, std::span<const std::int32_t> ids,
                                      const std::vector<std::string>& unknown, std::int32_t mask = -1) {
  const std::int32_t unknown_id = tokens.ids().unknown;
  std::vector<std::string> shown;
  auto next_unknown = unknown.begin();
  for (const std::int32_t id : ids) {
    if (shown.empty())
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

Looked look_at(const LanguageModel& model, const std::string& sentence, const LookOptions& options) {
  const TextTokens& tokens = model.tokens();
  const DecodingOptions special = tokens.ids();
  std::vector<std::int32_t> ids = tokens.encode(sentence);
  refuse_empty(ids.empty());
  ids.insert(ids.begin(), special.bos);
  ids.push_back(special.eos);
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

Looked look_at(const MaskedLanguageModel& model, const std::string& sentence, const LookOptions& options) {
  const TextTokens& tokens = model.tokens();
  const std::vector<Example> one{{.source = {}, .target = model.encode(sentence)}};
  refuse_empty(one[0].target.empty());
  const auto [text, found] = filled(model, sentence, options);
  constexpr std::size_t first[] = {0};
  const EncoderInput input = encoder_input(one, first);
  Looked looked;
  looked.text = text;
  looked.in_place = true;
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

}  // namespace

bool LookableModel::reads_no_sentences(const std::filesystem::path& given) {
  if (std::filesystem::exists(given / "vocab.json")) return false;
  const Metadata metadata = read_safetensors_header(model_file(given)).metadata;
  const std::string kind = kind_of(metadata);
  const bool reads = kind.empty() || kind == "transformer" || kind == "lstm" || kind == "gpt";
  return !reads || metadata.contains("heed.task");
}

LookableModel::LookableModel(const std::filesystem::path& path) : model_(opened(path)) {}

std::size_t LookableModel::length(const std::string& sentence) const {
  if (const Translator* t = translator()) return t->source().tokenizer.split(sentence).size();
  if (const LanguageModel* m = language_model()) return m->tokens().encode(sentence).size();
  return std::get<MaskedLanguageModel>(model_).encode(sentence).size();
}

Module LookableModel::module() const {
  if (const Translator* t = translator()) return module_of(t->model());
  if (const LanguageModel* m = language_model()) return m->model();
  return std::get<MaskedLanguageModel>(model_).model();
}

Looked LookableModel::look(const std::string& sentence, const LookOptions& options) const {
  return std::visit([&](const auto& model) { return look_at(model, sentence, options); }, model_);
}

bool is_logits(const std::string& point) { return point.substr(0, point.find('#')) == "logits"; }

PointTokens tokens_of(const Looked& looked, const std::string& point) {
  const std::string name = point.substr(0, point.find('#')), word = name.substr(name.rfind('.') + 1);
  const bool of_source = name.starts_with("encoder") || name.starts_with("source_") ||
                         name.starts_with("embeddings") || name == "position.source" ||
                         name == "attention.key";
  const bool cross = name.find("multihead_attn.") != std::string::npos || name == lstm_pattern;
  const std::vector<std::string>* const from = of_source ? &looked.source : &looked.input;
  if (word == "pattern" || word == "scores")
    return {cross ? &looked.output : from, cross ? &looked.source : from};
  return {cross && (word == "key" || word == "value") ? &looked.source : from, nullptr};
}

}  // namespace heed
