#include "lib/text/sentences.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "lib/text/unicode.hpp"

namespace heed {
namespace {

bool is_one_of(char32_t c, std::u32string_view list) { return list.find(c) != std::u32string_view::npos; }

bool is_hangul(char32_t c) { return 0xAC00 <= c && c <= 0xD7A3; }
/// Alone it is no word: ㅋㅋ, ㅠㅠ.
bool is_jamo(char32_t c) { return 0x3131 <= c && c <= 0x318E; }
bool is_line_break(char32_t c) { return is_one_of(c, U"\n\r\v\f\x85\u2028\u2029"); }
/// Characters that are written without spaces between sentences, too.
bool is_wide(char32_t c) { return is_hangul(c) || (0x3000 <= c && c <= 0x9FFF); }

constexpr std::u32string_view quotes = U"\"'”’»", closing = U"\"'”’»)]}」』）";

/// A text as code points, and where it is read.
class Reader {
 public:
  explicit Reader(std::u32string_view text) : text_(text) {}

  /// The end of a sentence whose end mark stands at i, begun at `first`; i where it goes on.
  std::size_t end_at(std::size_t first, std::size_t i) const {
    std::size_t end = i;
    while (ends_sentences(at(end)) || at(end) == U'…') ++end;
    const std::u32string_view marks = text_.substr(i, end - i);
    const bool dots = marks.size() > 1 && marks.find_first_not_of(U".…") == marks.npos;
    const bool point = marks == U".";
    const std::size_t mark_end = end;
    while (is_one_of(at(end), closing)) ++end;
    std::size_t next = end;
    while (is_space(at(next))) ++next;
    if (next >= text_.size()) return end;
    if (dots) return i;
    if (end > mark_end && goes_on_behind_quote(mark_end, next)) return i;
    if (next == end && !(end == mark_end && follows_without_space(i, next, point))) return i;
    return point && is_short_form(first, i, next) ? i : end;
  }

 private:
  char32_t at(std::size_t i) const { return i < text_.size() ? text_[i] : U'\0'; }

  /// "Go!" he said; "가자." 하고 말했다
  bool goes_on_behind_quote(std::size_t quote, std::size_t next) const {
    if (!is_one_of(at(quote), quotes)) return false;
    if ('a' <= at(next) && at(next) <= 'z') return true;
    constexpr std::array<std::u32string_view, 4> said{U"하고", U"라고", U"이라고", U"라며"};
    return std::any_of(said.begin(), said.end(),
                       [&](std::u32string_view word) { return text_.substr(next).starts_with(word); });
  }

  /// 좋아한다.너는, 何？はい, what?I
  bool follows_without_space(std::size_t mark, std::size_t next, bool point) const {
    if (point) return mark > 0 && is_hangul(at(mark - 1)) && is_hangul(at(next));
    return is_wide(at(mark)) || is_wide(at(next)) || ('A' <= at(next) && at(next) <= 'Z');
  }

  /// Mr. Lee, J. Lee, p.m. today, 1. Apples, 2024. 3. 5.
  bool is_short_form(std::size_t first, std::size_t point, std::size_t next) const {
    std::size_t begin = point;
    while (begin > first && is_space(at(begin - 1))) --begin;  // tokens with spaces between: mr . lee
    const std::size_t end = begin;
    while (begin > first && !is_space(at(begin - 1))) --begin;
    while (begin < end && !is_word(at(begin))) ++begin;  // an opening quote
    const std::u32string_view word = text_.substr(begin, end - begin);
    const bool number = !word.empty() && std::all_of(word.begin(), word.end(), heed::is_number);
    if (number) {
      std::size_t before = begin;
      while (before > first && is_space(at(before - 1))) --before;
      return before == first || at(before - 1) == '.' || heed::is_number(at(next));
    }
    if (word.size() == 1) return 'A' <= word[0] && word[0] <= 'Z' && word[0] != 'I';
    static constexpr std::array<std::string_view, 9> short_forms{"mr",   "mrs", "ms", "dr", "st",
                                                                 "prof", "jr",  "sr", "vs"};
    const std::string small = lower(to_utf8(word));
    return std::find(short_forms.begin(), short_forms.end(), small) != short_forms.end() ||
           (small.size() == 3 && small[1] == '.');  // e.g, p.m, u.s
  }

  std::u32string_view text_;
};

}  // namespace

bool ends_sentences(char32_t c) { return is_one_of(c, U".?!。？！．｡"); }

std::vector<std::string_view> split_sentences(std::string_view text) {
  const std::u32string points = to_code_points(text);
  const std::vector<std::size_t> bytes = code_point_offsets(text);  // of each point
  const Reader reader(points);
  std::vector<std::string_view> sentences;
  std::size_t from = 0;  // the first byte of the sentence that is read
  std::size_t first = 0;
  bool words = false;
  const auto end = [&](std::size_t i) {
    const bool in_front = !words && sentences.empty() && i < points.size();  // joins the next one
    const std::string_view sentence = strip(text.substr(from, bytes[i] - from));
    if (!words && !sentences.empty() && !sentence.empty()) {
      const char* const begin = sentences.back().data();
      sentences.back() = {begin, static_cast<std::size_t>(sentence.data() + sentence.size() - begin)};
    } else if (!in_front && !sentence.empty()) {
      sentences.push_back(sentence);
    }
    if (!in_front) from = bytes[i];
    first = i;
    while (first < points.size() && is_space(points[first])) ++first;
    words = false;
  };
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (is_line_break(points[i])) {
      end(i);
    } else if (!ends_sentences(points[i])) {
      words = words || (is_letter(points[i]) && !is_jamo(points[i])) || is_number(points[i]);
    } else if (const std::size_t behind = reader.end_at(first, i); behind > i) {
      end(behind);
      i = behind - 1;
    } else {
      while (i + 1 < points.size() && (ends_sentences(points[i + 1]) || points[i + 1] == U'…')) ++i;
    }
  }
  end(points.size());
  return sentences;
}

}  // namespace heed
