#include "models/language_model.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "models/gpt2_file.hpp"
#include "models/options_json.hpp"
#include "models/saved_model.hpp"
#include "models/saved_tokenizer.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr const char *words_key = "heed.vocabulary", *subwords_key = "heed.subwords";
constexpr const char *bpe_vocabulary_key = "heed.bpe.vocab", *bpe_merges_key = "heed.bpe.merges";
constexpr const char* byte_bpe_name = "byte-bpe";

Gpt load_gpt(const SavedModel& file) {
  const auto o = saved_options<GptOptions>(file);
  file.require_tensor("wte.weight", {o.vocabulary, o.d_model});
  file.require_tensor("wpe.weight", {o.max_length, o.d_model});
  file.require_tensor(fmt::format("h.{}.mlp.c_fc.weight", o.layers - 1), {o.d_model, o.dim_feedforward});
  Rng rng(0);
  Gpt model(o, rng);
  file.load_into(model);
  return model;
}

}  // namespace

TextTokens::TextTokens(Vocabulary vocabulary, Tokenizer tokenizer)
    : tokens_(Words{std::move(vocabulary), std::move(tokenizer)}) {}

TextTokens::TextTokens(ByteBpe bpe) : tokens_(std::move(bpe)) {
  if (!std::get<ByteBpe>(tokens_).end_of_text())
    throw_error<FormatError>("vocab.json has no <|endoftext|>, which opens and closes a text");
}

std::int64_t TextTokens::size() const {
  if (const auto* bpe = std::get_if<ByteBpe>(&tokens_)) return bpe->size();
  return std::ssize(std::get<Words>(tokens_).vocabulary.tokens());
}

std::vector<std::int32_t> TextTokens::encode(std::string_view text) const {
  if (const auto* bpe = std::get_if<ByteBpe>(&tokens_)) return bpe->encode(text);
  const Words& words = std::get<Words>(tokens_);
  return words.vocabulary.encode(words.tokenizer.split(text));
}

std::string TextTokens::decode(const std::vector<std::int32_t>& ids) const {
  if (const auto* bpe = std::get_if<ByteBpe>(&tokens_)) return bpe->decode(ids);
  const Words& words = std::get<Words>(tokens_);
  return words.tokenizer.join(words.vocabulary.decode(ids));
}

std::vector<std::string> TextTokens::unknown(std::string_view text) const {
  std::vector<std::string> all;
  if (const auto* words = std::get_if<Words>(&tokens_)) {
    for (std::string& token : words->tokenizer.split(text)) {
      if (!words->vocabulary.contains(token)) all.push_back(std::move(token));
    }
  }
  return all;
}

DecodingOptions TextTokens::ids() const {
  const auto* bpe = std::get_if<ByteBpe>(&tokens_);
  if (bpe == nullptr) return {.bos = Vocabulary::bos, .eos = Vocabulary::eos, .pad = Vocabulary::pad};
  return {.bos = *bpe->end_of_text(), .eos = *bpe->end_of_text(), .pad = -1};
}

Metadata TextTokens::texts() const {
  if (const auto* bpe = std::get_if<ByteBpe>(&tokens_)) {
    return {{tokenisation_key, byte_bpe_name},
            {bpe_vocabulary_key, bpe->vocab_json()},
            {bpe_merges_key, bpe->merges()}};
  }
  const Words& words = std::get<Words>(tokens_);
  Metadata texts{{words_key, to_json(words.vocabulary)}};
  describe_tokenizer(words.tokenizer, subwords_key, texts);
  return texts;
}

TextTokens TextTokens::from(const SavedModel& file) {
  if (file.text(tokenisation_key) != byte_bpe_name)
    return {file.vocabulary(words_key), read_tokenizer(file, subwords_key, words_key)};
  try {
    return TextTokens(ByteBpe(file.text(bpe_vocabulary_key), file.text(bpe_merges_key)));
  } catch (const FormatError& e) {
    throw_error<FormatError>("{}: {}", file.path().string(), e.what());
  }
}

std::vector<LanguageModel::Text> LanguageModel::write(std::string_view prompt, std::int64_t count,
                                                      const SamplingOptions& given) const {
  SamplingOptions options = given;
  const DecodingOptions ids = tokens_.ids();
  options.decoding.bos = ids.bos == ids.eos ? -1 : ids.bos;  // what closes a text may be produced
  options.decoding.eos = ids.eos;
  options.decoding.pad = ids.pad;
  const std::vector<std::int32_t> said = tokens_.encode(prompt);
  std::vector<std::int32_t> rows;
  for (std::int64_t i = 0; i < count; ++i) {
    rows.push_back(ids.bos);
    rows.insert(rows.end(), said.begin(), said.end());
  }
  std::vector<Text> texts;
  for (const Hypothesis& h : sample(model_, Tokens({count, std::ssize(said) + 1}, rows), options)) {
    std::vector<std::int32_t> all = said;
    all.insert(all.end(), h.tokens.begin(), h.tokens.end());
    texts.push_back({tokens_.decode(all), h.finished});
  }
  return texts;
}

void LanguageModel::save(const std::filesystem::path& file) const {
  save_model(file, "gpt", options_to_json(model_.options()), model_, tokens_.texts());
}

LanguageModel LanguageModel::load(const std::filesystem::path& path) {
  try {
    if (std::filesystem::is_directory(path))
      return {load_gpt2(path / "model.safetensors"), TextTokens(load_gpt2_tokens(path))};
    const SavedModel file(path);
    file.require_kind("gpt");
    TextTokens tokens = TextTokens::from(file);
    Gpt model = load_gpt(file);
    if (tokens.size() != model.options().vocabulary)
      throw_error<SizesError>("{}: {} tokens for a model of {}", path.string(), tokens.size(),
                              model.options().vocabulary);
    return {std::move(model), std::move(tokens)};
  } catch (const UsageError& problem) {  // what would be a wrong call elsewhere is a damaged file here
    throw_error<FormatError>("{}: its settings cannot be: {}; train and save the model again", path.string(),
                             problem.what());
  }
}

}  // namespace heed
