#include "tools/look/looking.hpp"

#include <algorithm>
#include <cmath>

#include "autograd/no_grad.hpp"
#include "autograd/ops.hpp"
#include "lib/core/error.hpp"
#include "lib/files/safetensors.hpp"
#include "lib/text/display.hpp"
#include "models/saved_model.hpp"
#include "nn/attention_points.hpp"
#include "nn/batch.hpp"
#include "tools/language/spoken.hpp"
#include "tools/training/model_place.hpp"
#include "tools/translation/show.hpp"

namespace heed {
namespace {

std::variant<Translator, LanguageModel> opened(const std::filesystem::path& given) {
  if (std::filesystem::exists(given / "vocab.json")) return LanguageModel::load(given);  // GPT-2's folder
  const std::filesystem::path path = model_file(given);
  if (LookableModel::reads_no_sentences(path))
    throw_error<Error>("{}",
                       spoken("{}: a saved model that reads no sentences: only translators and language "
                              "models are looked into; heed report shows how it learned",
                              "{}: 문장을 읽지 않는 모델: 번역기와 언어 모델만 들여다볼 수 있음. 학습 "
                              "과정은 heed report로 볼 것",
                              path.string()));
  const std::string kind = kind_of(read_safetensors_header(path).metadata);
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

constexpr const char* lstm_pattern = "attention.pattern";

/// That of an LSTM, which passes it at each token, as one map.
StateDict with_whole_pattern(StateDict values) {
  for (const auto& [name, weights] : whole_patterns(values)) {
    if (name != lstm_pattern) continue;
    std::erase_if(values, [](const auto& v) { return v.first.starts_with(lstm_pattern); });
    values.emplace_back(name, weights);
    break;
  }
  return values;
}

/// Their heads' parts are 0 from now on.
void leave_out(Trace& trace, const std::vector<Ablation>& heads) {
  for (const Ablation& a : heads) {
    trace.replace(a.point, [a, ablate = ablate_head(a.head)](const Variable& z) {
      if (z.rank() == 4 && a.head >= z.dim(1))
        throw_error<UsageError>(
            "{}", spoken("{} has heads 1 to {}, no {}", "{}: 헤드는 1번부터 {}번까지이고 {}번은 없음",
                         printable(a.point.substr(0, a.point.rfind('.'))), z.dim(1), a.head + 1));
      return ablate(z);
    });
  }
}

/// The forward pass, its loss and, if they are wanted, gradients.
template <typename Forward>
void run(Looked& looked, const Module& model, const Tokens& next, const LookOptions& options,
         Forward forward) {
  const Evaluating evaluating(model);
  Trace trace(model, options.points, {.gradients = options.gradients});
  leave_out(trace, options.ablations);
  const auto probabilities = [&](const Variable& logits) {
    const Variable losses = cross_entropy(logits.detach(), next, {.reduction = Reduction::none});
    for (const Scalar loss : losses.value().values())
      looked.probability.push_back(std::exp(-static_cast<double>(loss)));
  };
  if (options.gradients) {
    const Variable logits = forward();
    probabilities(logits);
    cross_entropy(logits, next, {.reduction = Reduction::sum}).backward();
  } else {
    const NoGrad no_grad;
    probabilities(forward());
  }
  looked.values = with_whole_pattern(trace.values());
  looked.gradients = with_whole_pattern(trace.gradients());
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
  run(looked, module_of(translator.model()), batch.target_out, options, [&] {
    return std::visit([&](const auto& model) { return model(batch.source, batch.target_in); },
                      translator.model());
  });
  if (has_logits(looked)) looked.vocabulary = translator.target().vocabulary.tokens();
  return looked;
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
  if (!unknown.empty()) looked.remarks = fmt::format("  ({})", unknown_words_text(unknown));
  std::size_t unknown_before = 0;
  looked.next.assign(ids.begin() + 1, ids.end());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::string token = printable(tokens.decode({ids[i]}));  // a piece of bytes may be half a letter
    if (special.unknown >= 0 && ids[i] == special.unknown && unknown_before < unknown.size())
      token = read_as_unknown(printable(unknown[unknown_before++]));
    if (i == 0) token = "<bos>";
    if (i + 1 == ids.size()) token = "<eos>";
    if (i + 1 < ids.size()) looked.input.push_back(token);
    if (i > 0) looked.output.push_back(token);
  }
  const std::int64_t steps = std::ssize(ids) - 1;
  const Tokens input({1, steps}, {ids.begin(), ids.end() - 1}),
      next({1, steps}, {ids.begin() + 1, ids.end()});
  run(looked, model.model(), next, options, [&] { return model.model()(input); });
  if (!has_logits(looked)) return looked;
  for (std::int32_t id = 0; id < tokens.size(); ++id) {
    const std::string word = id == special.eos ? "<eos>" : tokens.decode({id});
    looked.vocabulary.push_back(word.empty() ? fmt::format("#{}", id) : word);  // no text has <bos> or <pad>
  }
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
  return std::get<LanguageModel>(model_).tokens().encode(sentence).size();
}

Module LookableModel::module() const {
  if (const Translator* t = translator()) return module_of(t->model());
  return std::get<LanguageModel>(model_).model();
}

Looked LookableModel::look(const std::string& sentence, const LookOptions& options) const {
  return std::visit([&](const auto& model) { return look_at(model, sentence, options); }, model_);
}

bool is_logits(const std::string& point) { return point.substr(0, point.find('#')) == "logits"; }

PointTokens tokens_of(const Looked& looked, const std::string& point) {
  const std::string name = point.substr(0, point.find('#')), word = name.substr(name.rfind('.') + 1);
  const bool of_source = name.starts_with("encoder") || name.starts_with("source_") ||
                         name == "position.source" || name == "attention.key";
  const bool cross = name.find("multihead_attn.") != std::string::npos || name == lstm_pattern;
  const std::vector<std::string>* const from = of_source ? &looked.source : &looked.input;
  if (word == "pattern" || word == "scores")
    return {cross ? &looked.output : from, cross ? &looked.source : from};
  return {cross && (word == "key" || word == "value") ? &looked.source : from, nullptr};
}

}  // namespace heed
