// Adjectives of the embedded grammar; the basic ones first.
#include <algorithm>
#include <array>

#include "lib/data/toy_lexicon.hpp"

namespace heed::toy {
namespace {

using enum PredicateKind;

constexpr unsigned kBigOrSmall = kAnimal | kFood | kThing;

constexpr Adjective kAdjectives[] = {
    {.korean = {"크", "컸", quality}, .english = "big", .nouns = kBigOrSmall},
    {.korean = {"작", "작았", quality}, .english = "small", .nouns = kBigOrSmall},
    {.korean = {"예쁘", "예뻤", quality}, .english = "pretty", .nouns = kAnimal | kThing},
    {.korean = {"친절하", "친절했", quality}, .english = "kind", .nouns = kPerson},
    {.korean = {"정직하", "정직했", quality}, .english = "honest", .nouns = kPerson},
    {.korean = {"똑똑하", "똑똑했", quality}, .english = "smart", .nouns = kPerson | kAnimal},
    {.korean = {"행복하", "행복했", quality}, .english = "happy", .nouns = kPerson | kAnimal},
    {.korean = {"유명하", "유명했", quality}, .english = "famous", .nouns = kPerson | kText | kBook | kSong},
    {.korean = {"비싸", "비쌌", quality}, .english = "expensive", .nouns = kGoods | kVehicle | kClothes},
    {.korean = {"무겁", "무거웠", quality, true}, .english = "heavy", .nouns = kTool},
    {.korean = {"재미있", "재미있었", existential}, .english = "interesting", .nouns = kText | kBook},
    {.korean = {"맛있", "맛있었", existential}, .english = "delicious", .nouns = kFood | kDrink},
    {.korean = {"유용하", "유용했", quality}, .english = "useful", .nouns = kTool},
    {.korean = {}, .english = "new", .nouns = kThing | kText | kBook | kSong, .only_before_noun = "새"},
    {.korean = {},
     .english = "old",
     .nouns = kHeadwear | kTool | kText | kBook | kSong,
     .only_before_noun = "오래된"},
    // everyday
    {.korean = {"좋", "좋았", quality},
     .english = "good",
     .nouns = kPerson | kFood | kThing | kText | kBook | kShow | kSong | kMusic | kWeather},
    {.korean = {"나쁘", "나빴", quality}, .english = "bad", .nouns = kPerson | kShow | kBook | kWeather},
    {.korean = {"바쁘", "바빴", quality}, .english = "busy", .nouns = kPerson},
    {.korean = {"피곤하", "피곤했", quality}, .english = "tired", .nouns = kPerson},
    {.korean = {"배고프", "배고팠", quality}, .english = "hungry", .nouns = kPerson | kAnimal},
    {.korean = {"슬프", "슬펐", quality}, .english = "sad", .nouns = kPerson | kSong | kShow},
    {.korean = {"아프", "아팠", quality}, .english = "sick", .nouns = kPerson | kAnimal},
    {.korean = {"귀엽", "귀여웠", quality, true}, .english = "cute", .nouns = kAnimal | kPerson},
    {.korean = {"재미있", "재미있었", existential},
     .english = "interesting",
     .nouns = kShow | kLanguage | kStudy | kSport | kMusic},
    {.korean = {"예쁘", "예뻤", quality}, .english = "pretty", .nouns = kPerson | kClothes | kBuilding},
    {.korean = {"크", "컸", quality}, .english = "big", .nouns = kBuilding | kClothes},
    {.korean = {"작", "작았", quality}, .english = "small", .nouns = kBuilding | kClothes},
    {.korean = {"어렵", "어려웠", quality, true},
     .english = "difficult",
     .nouns = kStudy | kLanguage | kBook | kTask},
    {.korean = {"쉽", "쉬웠", quality, true}, .english = "easy", .nouns = kStudy | kLanguage | kBook | kTask},
    {.korean = {"맵", "매웠", quality, true}, .english = "spicy", .nouns = kFood},
    {.korean = {"싸", "쌌", quality}, .english = "cheap", .nouns = kGoods | kVehicle | kClothes},
    {.korean = {"춥", "추웠", quality, true}, .english = "cold", .nouns = kWeather},
    {.korean = {"덥", "더웠", quality, true}, .english = "hot", .nouns = kWeather},
    {.korean = {"심심하", "심심했", quality}, .english = "bored", .nouns = kPerson},
    {.korean = {"졸리", "졸렸", quality}, .english = "sleepy", .nouns = kPerson | kAnimal},
    {.korean = {},
     .english = "Korean",
     .nouns = kPerson | kFood | kShow | kSong | kMusic,
     .only_before_noun = "한국",
     .origin = true},
    {.korean = {},
     .english = "American",
     .nouns = kPerson | kShow | kSong | kMusic,
     .only_before_noun = "미국",
     .origin = true},
    {.korean = {}, .english = "English", .nouns = kTask | kBook, .only_before_noun = "영어"},
    {.korean = {}, .english = "math", .nouns = kTask | kBook, .only_before_noun = "수학"},
    {.korean = {"기쁘", "기뻤", quality}, .english = "glad", .nouns = kPerson},
};
constexpr std::size_t kBasicAdjectives = 15;

}  // namespace

std::span<const Adjective> adjectives(Range range) {
  return range == Range::basic ? std::span(kAdjectives).first(kBasicAdjectives)
                               : std::span<const Adjective>(kAdjectives);
}

bool speaks_of_things(const Adjective& adjective) {
  constexpr std::array kOfThings = {"big",         "small",     "pretty", "famous", "expensive", "heavy",
                                    "interesting", "delicious", "useful", "good",   "bad",       "cute",
                                    "difficult",   "easy",      "spicy",  "cheap",  "cold",      "hot"};
  return std::find(kOfThings.begin(), kOfThings.end(), adjective.english) != kOfThings.end();
}

}  // namespace heed::toy
