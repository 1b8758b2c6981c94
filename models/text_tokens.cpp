#include "models/text_tokens.hpp"

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/text/unicode.hpp"
#include "models/formats/gpt2.hpp"
#include "models/saved_model.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr const char *words_key = "heed.vocabulary", *subwords_key = "heed.subwords";
constexpr const char *bpe_vocabulary_key = "heed.bpe.vocab", *bpe_merges_key = "heed.bpe.merges",
                     *bpe_special_key = "heed.bpe.special";  // left out in older files
constexpr const char* byte_bpe_name = "byte-bpe";

std::int32_t find_end_of_text(const ByteBpe& bpe) {
  const auto id = bpe.find(end_of_text_name);
  if (!id) throw_error<FormatError>("vocab.json has no {}, which opens and closes a text", end_of_text_name);
  return *id;
}

}  // namespace

TextTokens::TextTokens(Vocabulary vocabulary, Tokenizer tokenizer)
    : tokens_(Words{std::move(vocabulary), std::move(tokenizer)}) {}

TextTokens::TextTokens(ByteBpe bpe, std::int32_t bos, std::vector<std::int32_t> eos)
    : tokens_(BytePairs{std::move(bpe), bos, std::move(eos)}) {
  auto& [pairs, opens, closes] = std::get<BytePairs>(tokens_);
  std::vector<std::int32_t> special = closes;
  special.push_back(opens);
  if (const auto id = pairs.find(end_of_text_name)) special.push_back(*id);
  for (const std::int32_t id : special) {
    const std::string text = pairs.decode(std::vector{id});
    // Byte pairs do not make it of its text.
    if (!first_invalid_utf8(text) && pairs.encode(text) != std::vector{id}) pairs.add(id, {.text = text});
  }
}

TextTokens::TextTokens(const ByteBpe& bpe)
    : TextTokens(bpe, find_end_of_text(bpe), {find_end_of_text(bpe)}) {}

const ByteBpe* TextTokens::byte_pairs() const {
  const auto* const pairs = std::get_if<BytePairs>(&tokens_);
  return pairs == nullptr ? nullptr : &pairs->bpe;
}

std::int64_t TextTokens::size() const {
  if (const ByteBpe* bpe = byte_pairs()) return bpe->size();
  return std::ssize(std::get<Words>(tokens_).vocabulary.tokens());
}

std::vector<std::int32_t> TextTokens::encode(std::string_view text) const {
  if (const ByteBpe* bpe = byte_pairs()) return bpe->encode(text);
  const Words& words = std::get<Words>(tokens_);
  return words.vocabulary.encode(words.tokenizer.split(text));
}

std::vector<std::int32_t> TextTokens::encode_prompt(std::string_view text) const {
  std::vector<std::int32_t> ids = encode(text);
  if (ids.empty() || std::holds_alternative<Words>(tokens_)) ids.insert(ids.begin(), this->ids().bos);
  return ids;
}

std::string TextTokens::decode(const std::vector<std::int32_t>& ids) const {
  if (const ByteBpe* bpe = byte_pairs()) return bpe->decode(ids);
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
  if (const auto* pairs = std::get_if<BytePairs>(&tokens_))
    return {.bos = pairs->bos, .eos = pairs->eos.front(), .pad = -1};
  return {.bos = Vocabulary::bos, .eos = Vocabulary::eos, .pad = Vocabulary::pad, .unknown = Vocabulary::unk};
}

std::vector<std::int32_t> TextTokens::ends() const {
  if (const auto* pairs = std::get_if<BytePairs>(&tokens_)) return pairs->eos;
  return {Vocabulary::eos};
}

Metadata TextTokens::texts() const {
  if (const ByteBpe* bpe = byte_pairs()) {
    return {{tokenisation_key, byte_bpe_name},
            {bpe_vocabulary_key, bpe->vocab_json()},
            {bpe_merges_key, bpe->merges()},
            {bpe_special_key, special_tokens(*this)}};
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
    ByteBpe bpe(file.text(bpe_vocabulary_key), file.text(bpe_merges_key));
    const std::string* const special = file.find(bpe_special_key);
    if (special == nullptr) return TextTokens(bpe);
    return with_special_tokens(std::move(bpe), *special, bpe_special_key);
  } catch (const FormatError& e) {
    throw_error<FormatError>("{}: {}", file.path().string(), e.message());
  }
}

}  // namespace heed
