// Tests words that belong together, learned from the grammar's sentences.
#include "lib/text/counterparts.hpp"

#include <algorithm>

#include "lib/core/error.hpp"
#include "lib/text/words.hpp"
#include "tests/catch.hpp"

using namespace heed;

namespace {

using Words = std::vector<std::string>;
using Lines = std::vector<Words>;

/// "나는 매일 사과를 먹어요" and the like: who, when and what in all combinations.
struct Pairs {
  Lines korean, english;
};

Pairs bought() {
  using Phrases = std::vector<std::pair<const char*, const char*>>;
  const Phrases who{{"나는", "i"}, {"너는", "you"}, {"그들은", "they"}},
      when{{"", ""}, {"매일", "every day"}, {"자주", "often"}},
      what{{"사과를", "an apple"}, {"사과들을", "apples"}, {"책을", "a book"}, {"빵을", "bread"}};
  Pairs all;
  for (const auto& [subject, i] : who) {
    for (const auto& [time, often] : when) {
      for (const auto& [object, apple] : what) {
        all.korean.push_back(split_words(fmt::format("{} {} {} 사요", subject, time, object)));
        all.english.push_back(split_words(fmt::format("{} buy {} {}", i, apple, often)));
      }
    }
  }
  return all;
}

}  // namespace

TEST_CASE("words are paired with those that stand in every translation of them") {
  const Pairs all = bought();
  const Counterparts of_korean = learn_counterparts(all.korean, all.english),
                     of_english = learn_counterparts(all.english, all.korean);
  CHECK(of_korean.at("나는") == Words{"i"});
  CHECK(of_korean.at("사요") == Words{"buy"});
  CHECK((of_korean.at("매일") == Words{"every"} || of_korean.at("매일") == Words{"day"}));
  CHECK(of_english.at("every") == Words{"매일"});
  CHECK(of_english.at("book") == Words{"책을"});
  // Few sentences have it: other forms of the word tell what it may be as well.
  const Words apples = of_english.at("apple");
  CHECK(std::find(apples.begin(), apples.end(), "사과들을") != apples.end());
  CHECK(std::find(apples.begin(), apples.end(), "책을") == apples.end());
  CHECK_THROWS_AS(learn_counterparts(all.korean, {}), Error);
}

TEST_CASE("rare words and those that go with everything have no counterparts") {
  Pairs all = bought();
  for (std::size_t i = 0; i < 4; ++i) all.korean[i].push_back("아마");
  for (std::size_t i = 0; i < all.korean.size(); ++i) all.korean[i].push_back("낱말" + std::to_string(i));
  for (Words& line : all.english) line.emplace_back("well");
  const Counterparts of_english = learn_counterparts(all.english, all.korean);
  CHECK_FALSE(learn_counterparts(all.korean, all.english).contains("아마"));
  CHECK(of_english.contains("book"));
  Lines apart = all.korean;
  for (std::size_t i = 0; i < apart.size(); ++i) apart[i] = {"낱말" + std::to_string(i)};
  CHECK(learn_counterparts(all.english, apart).empty());
}

TEST_CASE("a word of one sentence has the counterparts of words that begin as it does") {
  Pairs all = bought();
  for (const auto& [we, us] :
       {std::pair("우리는", "we"), {"나는", "i"}, {"너는", "you"}, {"그들은", "they"}}) {
    for (const char* end : {"않다", "않니"}) {
      all.korean.push_back({we, "바쁘지", end});
      all.english.push_back({us, "busy", "not"});
      all.korean.push_back({we, "작지", end});
      all.english.push_back({us, "small", "not"});
    }
  }
  for (const char* once : {"바쁘지만", "바"}) {
    all.korean.push_back({"나는", once, "사요"});
    all.english.push_back({"i", "am", "busy", "but", "buy"});
  }
  const Counterparts of_korean = learn_counterparts(all.korean, all.english);
  CHECK(without_counterpart(of_korean, {"바쁘지만"}, {"i", "am", "happy"}) == Words{"바쁘지만"});
  CHECK(without_counterpart(of_korean, {"바쁘지만"}, {"i", "am", "busy"}).empty());
  CHECK_FALSE(of_korean.contains("바"));
}

TEST_CASE("what a translation leaves out is told, and what it says more often than the sentence") {
  const Pairs all = bought();
  const Counterparts of_korean = learn_counterparts(all.korean, all.english),
                     of_english = learn_counterparts(all.english, all.korean);
  const Words source{"나는", "매일", "책을", "사요"};
  CHECK(without_counterpart(of_korean, source, {"i", "buy", "a", "book", "every", "day"}).empty());
  CHECK(without_counterpart(of_korean, source, {"i", "buy", "a", "book"}) == Words{"매일"});
  CHECK(without_counterpart(of_korean, {"나는", "공룡을"}, {"i"}).empty());  // nothing is known of it
  CHECK(without_counterpart(of_english, {"i", "buy", "a", "book", "a", "book", "every", "day"}, source) ==
        Words{"a", "book"});
  CHECK(without_counterpart(of_english, {"they", "buy", "bread"}, {"나는", "빵을", "사요"}) == Words{"they"});
  // A form that "book" was never seen with, but whose only counterpart is "book".
  CHECK(without_counterpart(of_english, {"book"}, {"책이"}) == Words{"book"});
  CHECK(without_counterpart(of_english, {"book"}, {"책이"}, {{"책이", {"book"}}}).empty());
  CHECK(without_counterpart(of_english, {"book", "book"}, {"책이"}, {{"책이", {"book"}}}) == Words{"book"});
}
