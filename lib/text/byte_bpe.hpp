// Byte-level byte-pair encoding, as GPT-2 has it (Sennrich et al. 2016; Radford et al. 2019, section 2.2),
// from the two files that its models come with:
//
//   vocab.json   {"!": 0, …}: each token's id. Tokens are spelled with a letter for each byte: printable ones
//                stand for themselves, the others for letters from U+0100 on ("Ġ" is a space)
//   merges.txt   a pair of tokens a line, a space between, the most important first: "Ġ t" makes "Ġt"
//
// Text is cut into pieces (words with the space before them, numbers, punctuation, spaces); each piece begins
// as its bytes, and pairs are joined, the most important first, until none is left. Any text can be written.
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

class ByteBpe {
 public:
  /// Throws FormatError (with the line of merges.txt) unless the ids are 0 … n-1, each byte has a token, and
  /// each merge joins two tokens that bytes or earlier merges make into a third one that is in the
  /// vocabulary and that no earlier merge makes.
  ByteBpe(std::string_view vocab_json, std::string_view merges)
      : ByteBpe(vocab_json, merges, {"vocab.json", "merges.txt"}) {}
  /// The same of files, which errors name by their paths; throws Error when one cannot be read.
  static ByteBpe load(const std::filesystem::path& vocab_json, const std::filesystem::path& merges);

  std::int64_t size() const { return static_cast<std::int64_t>(bytes_.size()); }
  /// Throws Error with the byte offset if the text is not UTF-8.
  std::vector<std::int32_t> encode(std::string_view text) const;
  /// The bytes of the ids, which may end within a character. Throws Error at an unknown id.
  std::string decode(std::span<const std::int32_t> ids) const;
  /// The id of "<|endoftext|>", which stands between documents and is never made of text.
  std::optional<std::int32_t> end_of_text() const { return end_of_text_; }

  /// The two files again, to be kept with a model: the same for the same tokens and merges.
  std::string vocab_json() const;
  std::string merges() const;

 private:
  struct Merge {
    std::int32_t rank, result;
  };
  /// How errors name the two files.
  struct Labels {
    std::string vocabulary, merges;
  };
  ByteBpe(std::string_view vocab_json, std::string_view merges, const Labels& labels);
  void read_vocabulary(std::string_view json, const std::string& label);
  void read_merges(std::string_view text, const std::string& label);
  void encode_piece(std::string_view piece, std::vector<std::int32_t>& ids) const;

  std::vector<std::string> spelled_, bytes_;  // of each id
  std::vector<std::int32_t> byte_ids_;        // 256
  std::map<std::pair<std::int32_t, std::int32_t>, Merge> merges_;
  std::optional<std::int32_t> end_of_text_;
};

/// GPT-2's pieces of a text, in order and without a gap: 's 't 're 've 'm 'll 'd, letters, numbers, and
/// what is neither, each with a space before it if there is one; and white space. Throws Error if it is not
/// UTF-8.
std::vector<std::string_view> byte_bpe_pieces(std::string_view text);

}  // namespace heed
