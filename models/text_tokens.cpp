#include "models/text_tokens.hpp"

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "models/saved_model.hpp"
#include "models/saved_tokenizer.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr const char *words_key = "heed.vocabulary", *subwords_key = "heed.subwords";
constexpr const char *bpe_vocabulary_key = "heed.bpe.vocab", *bpe_merges_key = "heed.bpe.merges";
constexpr const char* byte_bpe_name = "byte-bpe";

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

std::vector<std::int32_t> TextTokens::encode_prompt(std::string_view text) const {
  std::vector<std::int32_t> ids = encode(text);
  if (ids.empty() || std::holds_alternative<Words>(tokens_)) ids.insert(ids.begin(), this->ids().bos);
  return ids;
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
  if (bpe == nullptr)
    return {
        .bos = Vocabulary::bos, .eos = Vocabulary::eos, .pad = Vocabulary::pad, .unknown = Vocabulary::unk};
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

}  // namespace heed
