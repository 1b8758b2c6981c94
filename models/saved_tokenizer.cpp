#include "models/saved_tokenizer.hpp"

#include <algorithm>
#include <charconv>

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr const char* case_key = "heed.case";
constexpr const char* blanks_key = "heed.blanks";

std::string to_hexadecimal(const std::string& bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{:02x}", static_cast<unsigned char>(c));
  return text;
}

std::string from_hexadecimal(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i < text.size(); i += 2) {
    unsigned byte = 0;
    const char* const end = text.data() + std::min(i + 2, text.size());
    if (std::from_chars(text.data() + i, end, byte, 16).ptr != end)
      throw_error<Error>("it is no hexadecimal number at {}", i);
    bytes += static_cast<char>(byte);
  }
  return bytes;
}

}  // namespace

void describe_tokenizer(const Tokenizer& tokenizer, const char* subwords_name, Metadata& texts) {
  texts[tokenisation_key] = to_string(tokenizer.kind());
  if (tokenizer.letters() != usual_case(tokenizer.kind())) texts[case_key] = to_string(tokenizer.letters());
  if (tokenizer.blanks() == Blanks::all) texts[blanks_key] = "all";
  if (tokenizer.subwords()) texts[subwords_name] = to_hexadecimal(tokenizer.subwords()->bytes());
}

Tokenizer read_tokenizer(const SavedModel& saved, const char* subwords_name, const char* vocabulary_name) {
  const Tokenisation kind = parse_tokenisation(saved.text(tokenisation_key));
  const std::string* const letters_text = saved.find(case_key);
  const Case letters = letters_text ? parse_case(*letters_text) : usual_case(kind);
  if (kind != Tokenisation::subwords)
    return {kind, letters, saved.find(blanks_key) != nullptr ? Blanks::all : Blanks::one};
  const std::string& text = saved.text(subwords_name);
  try {
    SubwordModel model = SubwordModel::from_bytes(from_hexadecimal(text));
    if (model.pieces() != saved.vocabulary(vocabulary_name).tokens())
      throw_error<Error>("its pieces are not those of '{}'", vocabulary_name);
    return {std::move(model), letters};
  } catch (const Error& e) {
    throw_error<FormatError>(tr_noop("{}: '{}': {}; train and save the model again"), saved.path().string(),
                             subwords_name, e.message());
  }
}

}  // namespace heed
