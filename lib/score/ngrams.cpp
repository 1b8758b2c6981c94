#include "lib/score/ngrams.hpp"

#include "lib/text/unicode.hpp"

namespace heed {

Pieces word_pieces(std::span<const std::string_view> words) {
  Pieces pieces;
  for (const std::string_view word : words) {
    if (!pieces.text.empty()) pieces.text += ' ';
    pieces.begins.push_back(pieces.text.size());
    pieces.text += word;
    pieces.ends.push_back(pieces.text.size());
  }
  return pieces;
}

Pieces character_pieces(std::string text) {
  const std::vector<std::size_t> offsets = code_point_offsets(text);
  return {std::move(text), {offsets.begin(), offsets.end() - 1}, {offsets.begin() + 1, offsets.end()}};
}

NgramCounts count_ngrams(const Pieces& pieces, std::size_t n) {
  NgramCounts counts;
  const std::string_view text = pieces.text;
  for (std::size_t last = n; last <= pieces.size(); ++last) {
    const std::size_t begin = pieces.begins[last - n];
    ++counts[text.substr(begin, pieces.ends[last - 1] - begin)];
  }
  return counts;
}

}  // namespace heed
