#include "tools/learn/words.hpp"

#include "tools/learn/words_of_the_course.hpp"
#include "tools/learn/words_of_verdicts.hpp"

namespace heed {
namespace {

constexpr std::size_t of_verdicts = words_of_verdicts.size();

constexpr const Words& words_at(std::size_t number) {
  return number < of_verdicts ? words_of_verdicts[number] : words_of_the_course[number - of_verdicts];
}

constexpr std::size_t all_words = of_verdicts + words_of_the_course.size();

constexpr bool in_order() {
  for (std::size_t i = 0; i < all_words; ++i) {
    if (static_cast<std::size_t>(words_at(i).what) != i) return false;
  }
  return static_cast<std::size_t>(Say::glossary_korean) + 1 == all_words;
}
static_assert(in_order(), "words for each value of Say, in its order");

}  // namespace

std::string_view phrase(Language language, Say what) {
  const Words& words = words_at(static_cast<std::size_t>(what));
  return language == Language::korean ? words.korean : words.english;
}

std::size_t phrase_count() { return all_words; }

}  // namespace heed
