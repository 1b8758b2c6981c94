#include "lib/text/sentences.hpp"

#include <algorithm>
#include <string>

#include "lib/text/unicode.hpp"

namespace heed {
namespace {

bool is_one_of(char32_t c, std::u32string_view list) { return list.find(c) != std::u32string_view::npos; }
bool is_between(char32_t c, char32_t first, char32_t last) { return first <= c && c <= last; }
bool is_hangul(char32_t c) { return is_between(c, 0xAC00, 0xD7A3); }
/// Characters that are written without spaces between sentences, too.
bool is_wide(char32_t c) { return is_hangul(c) || is_between(c, 0x3000, 0x9FFF); }

/// Says if a text goes on at `next`, behind the quote that closes at `quote`: "Go!" he said, "가자." 하고
/// 말했다.
bool goes_on_behind_quote(const std::u32string& text, std::size_t quote, std::size_t next) {
  const std::u32string_view rest = std::u32string_view(text).substr(next);
  const auto begins = [&](std::u32string_view said) { return rest.starts_with(said); };
  return is_one_of(text[quote], U"\"'”’»") && (is_between(text[next], 'a', 'z') || begins(U"하고") ||
                                               begins(U"라고") || begins(U"이라고") || begins(U"라며"));
}

/// Says if the point ends no sentence: Mr. Lee, J. Lee, p.m. today, 1. Apples, 2024. 3. 5.
bool is_short_form(const std::u32string& text, std::size_t first, std::size_t point, std::size_t next) {
  std::size_t end = point;
  while (end > first && is_space(text[end - 1])) --end;  // tokens with spaces between: mr . lee
  std::size_t begin = end;
  while (begin > first && !is_space(text[begin - 1])) --begin;
  while (begin < end && !is_word(text[begin])) ++begin;  // an opening quote
  std::size_t before = begin;
  while (before > first && is_space(text[before - 1])) --before;
  const std::u32string_view word = std::u32string_view(text).substr(begin, end - begin);
  if (!word.empty() && std::ranges::all_of(word, heed::is_number))
    return before == first || text[before - 1] == '.' || heed::is_number(text[next]);
  if (word.size() == 1) return is_between(word[0], 'A', 'Z') && word[0] != 'I';
  constexpr std::string_view short_forms[] = {"mr", "mrs", "ms", "dr", "st", "prof", "jr", "sr", "vs"};
  const std::string small = lower(to_utf8(word));
  return std::ranges::find(short_forms, small) != std::end(short_forms) ||
         (small.size() == 3 && small[1] == '.');  // e.g, p.m, u.s
}

/// Returns the end of a sentence, begun at `first`, whose end mark stands at i; i where it goes on.
std::size_t end_of(const std::u32string& text, std::size_t first, std::size_t i) {
  std::size_t end = i;
  while (ends_sentences(text[end]) || text[end] == U'…') ++end;
  const std::size_t mark_end = end;
  const std::u32string marks = text.substr(i, end - i);
  while (is_one_of(text[end], U"\"'”’»)]}」』）")) ++end;
  std::size_t next = end;
  while (next < text.size() && is_space(text[next])) ++next;
  if (next == text.size()) return end;
  if (marks.size() > 1 && marks.find_first_not_of(U".…") == marks.npos) return i;  // dots
  if (end > mark_end && goes_on_behind_quote(text, mark_end, next)) return i;
  const bool point = marks == U".";
  if (next == end) {  // 좋아한다.너는, 何？はい, what?I
    const bool ends = point ? i > 0 && is_hangul(text[i - 1]) && is_hangul(text[next])
                            : is_wide(text[i]) || is_wide(text[next]) || is_between(text[next], 'A', 'Z');
    if (end > mark_end || !ends) return i;
  }
  return point && is_short_form(text, first, i, next) ? i : end;
}

}  // namespace

bool ends_sentences(char32_t c) { return is_one_of(c, U".?!。？！．｡"); }

std::vector<std::string_view> split_sentences(std::string_view text) {
  const std::u32string points = to_code_points(text);
  const std::vector<std::size_t> bytes = code_point_offsets(text);  // of each point
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
    if (is_one_of(points[i], U"\n\r\v\f\x85\u2028\u2029")) {
      end(i);
    } else if (!ends_sentences(points[i])) {
      const bool jamo = is_between(points[i], 0x3131, 0x318E);  // ㅋㅋ is no word
      words = words || (is_letter(points[i]) && !jamo) || is_number(points[i]);
    } else if (const std::size_t behind = end_of(points, first, i); behind > i) {
      end(behind);
      i = behind - 1;
    } else {
      while (ends_sentences(points[i + 1]) || points[i + 1] == U'…') ++i;
    }
  }
  end(points.size());
  return sentences;
}

}  // namespace heed
