// GPT-2 cuts a text so before it joins bytes.
#include "lib/text/byte_bpe.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

/// Unicode's White_Space, which is \s in the pattern; Python has the separators of ASCII besides.
bool is_white(char32_t c) { return is_space(c) && (c < 0x1C || c > 0x1F); }

enum class Kind { white, letter, number, other };
Kind kind_of(char32_t c) {
  if (is_white(c)) return Kind::white;
  if (is_letter(c)) return Kind::letter;
  return is_number(c) ? Kind::number : Kind::other;
}

/// How many code points an ending such as 're takes at the start of `rest`; 0 if there is none.
std::size_t contraction(std::u32string_view rest) {
  for (const std::u32string_view ending : {U"'s", U"'t", U"'re", U"'ve", U"'m", U"'ll", U"'d"}) {
    if (rest.starts_with(ending)) return ending.size();
  }
  return 0;
}

}  // namespace

std::vector<std::string_view> byte_bpe_pieces(std::string_view text) {
  const std::u32string points = to_code_points(text);
  const std::vector<std::size_t> offsets = code_point_offsets(text);
  std::vector<std::string_view> pieces;
  for (std::size_t begin = 0; begin < points.size();) {
    std::size_t end = begin + contraction(std::u32string_view(points).substr(begin));
    if (end == begin) {
      const bool space_first =
          points[begin] == ' ' && begin + 1 < points.size() && !is_white(points[begin + 1]);
      end = begin + (space_first ? 1 : 0);
      const Kind kind = kind_of(points[end]);
      while (end < points.size() && kind_of(points[end]) == kind) ++end;
      // The last of several spaces belongs to what follows.
      if (kind == Kind::white && end < points.size() && end - begin > 1) --end;
    }
    pieces.push_back(text.substr(offsets[begin], offsets[end] - offsets[begin]));
    begin = end;
  }
  return pieces;
}

}  // namespace heed
