// Byte-level byte-pair encoding, as GPT-2 has it (Sennrich et al. 2016; Radford et al. 2019, section 2.2),
// from the two files that its models come with:
//
//   vocab.json   {"!": 0, …}: each token's id. Tokens are spelled with a letter for each byte: printable ones
//                stand for themselves, the others for letters from U+0100 on ("Ġ" is a space)
//   merges.txt   a pair of tokens a line, a space between, the most important first: "Ġ t" makes "Ġt"
//
// Text is cut into pieces (words with the space before them, numbers, punctuation, spaces); each piece begins
// as its bytes, and pairs are joined, the most important first, until none is left. Any text can be written.
// Tokens that were added to these stand for a text of their own, which is found before all else.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace heed {

/// It is one token wherever a text spells it, with the white space before it or behind it if it takes that.
struct AddedToken {
  std::string text;
  bool takes_before = false, takes_behind = false;
};

class ByteBpe {
 public:
  /// Throws FormatError (with the line of merges.txt) unless the ids are 0 … n-1, each byte has a token, and
  /// each merge joins two tokens of the vocabulary into a third one. Of two merges of one pair the later one
  /// counts, as in Hugging Face's tokenizers.
  ByteBpe(std::string_view vocab_json, std::string_view merges, const std::string& vocab_path = "vocab.json",
          const std::string& merges_path = "merges.txt");
  /// The same of files, which errors name by their paths; throws Error when one cannot be read.
  static ByteBpe load(const std::filesystem::path& vocab_json, const std::filesystem::path& merges);

  std::int64_t size() const { return static_cast<std::int64_t>(bytes_.size()); }
  /// Throws Error with the byte offset if the text is not UTF-8.
  std::vector<std::int32_t> encode(std::string_view text) const;
  /// The bytes of the ids, which may end within a character. Throws Error at an unknown id.
  std::string decode(std::span<const std::int32_t> ids) const;
  /// The id of a token as vocab.json or add() spells it.
  std::optional<std::int32_t> find(std::string_view token) const;

  /// Token `id` stands for this text from now on; size() is the id of a new one.
  void add(std::int32_t id, AddedToken token);
  const std::map<std::int32_t, AddedToken>& added() const { return added_; }

  /// The two files again, to be kept with a model: the same for the same tokens and merges. Of added tokens
  /// they have those alone that were in the vocabulary.
  std::string vocab_json() const;
  std::string merges() const;

 private:
  struct Merge {
    std::int32_t rank, result;
  };
  void read_vocabulary(std::string_view json, const std::string& label);
  void read_merges(std::string_view text, const std::string& label);
  void encode_piece(std::string_view piece, std::vector<std::int32_t>& ids) const;
  /// The longest added token that `text` begins with; added_.end() if there is none.
  std::map<std::int32_t, AddedToken>::const_iterator added_at(std::string_view text) const;

  std::vector<std::string> spelled_, bytes_;  // of each id; spelled are those of vocab.json
  std::vector<std::int32_t> byte_ids_;        // 256
  std::map<std::pair<std::int32_t, std::int32_t>, Merge> merges_;
  std::map<std::int32_t, AddedToken> added_;
};

/// GPT-2's pieces of a text, in order and without a gap: 's 't 're 've 'm 'll 'd, letters, numbers, and
/// what is neither, each with a space before it if there is one; and white space. Throws Error if it is not
/// UTF-8.
std::vector<std::string_view> byte_bpe_pieces(std::string_view text);

}  // namespace heed
