// Nouns, pronouns and places of the embedded grammar; the basic ones of a list first.
#include "lib/data/toy_lexicon.hpp"

namespace heed::toy {
namespace {

constexpr Noun kNouns[] = {
    {.korean = "소년", .english = "boy", .noun_class = kPerson},
    {.korean = "소녀", .english = "girl", .noun_class = kPerson},
    {.korean = "학생", .english = "student", .noun_class = kPerson},
    {.korean = "선생님", .english = "teacher", .noun_class = kPerson, .relational = true},
    {.korean = "의사", .english = "doctor", .noun_class = kPerson},
    {.korean = "친구", .english = "friend", .noun_class = kPerson, .relational = true, .own = true},
    {.korean = "아이", .english = "child", .plural = "children", .noun_class = kPerson},
    {.korean = "여자", .english = "woman", .plural = "women", .noun_class = kPerson},
    {.korean = "남자", .english = "man", .plural = "men", .noun_class = kPerson},
    {.korean = "가수", .english = "singer", .noun_class = kPerson},
    {.korean = "민수", .english = "Minsu", .noun_class = kPerson, .name = true},
    {.korean = "지훈", .english = "Jihun", .noun_class = kPerson, .name = true},
    {.korean = "개", .english = "dog", .noun_class = kAnimal},
    {.korean = "고양이", .english = "cat", .noun_class = kAnimal},
    {.korean = "사과", .english = "apple", .noun_class = kFood},
    {.korean = "바나나", .english = "banana", .noun_class = kFood},
    {.korean = "오렌지", .english = "orange", .noun_class = kFood},
    {.korean = "달걀", .english = "egg", .noun_class = kFood},
    {.korean = "감자", .english = "potato", .noun_class = kFood},
    {.korean = "빵", .english = "bread", .noun_class = kFood, .mass = true},
    {.korean = "우유", .english = "milk", .noun_class = kDrink, .mass = true},
    {.korean = "물", .english = "water", .noun_class = kDrink, .mass = true},
    {.korean = "커피", .english = "coffee", .noun_class = kDrink, .mass = true},
    {.korean = "책", .english = "book", .noun_class = kBook},
    {.korean = "편지", .english = "letter", .noun_class = kText},
    {.korean = "이야기", .english = "story", .noun_class = kText},
    {.korean = "모자", .english = "hat", .noun_class = kHeadwear},
    {.korean = "가면", .english = "mask", .noun_class = kHeadwear},
    {.korean = "가방", .english = "bag", .noun_class = kTool},
    {.korean = "우산", .english = "umbrella", .noun_class = kTool},
    {.korean = "의자", .english = "chair", .noun_class = kTool},
    {.korean = "상자", .english = "box", .noun_class = kTool},
    {.korean = "칼", .english = "knife", .plural = "knives", .noun_class = kTool},
    {.korean = "꽃", .english = "flower", .noun_class = kFlower},
    {.korean = "노래", .english = "song", .noun_class = kSong},
    {.korean = "영어", .english = "English", .noun_class = kStudy, .mass = true},
    {.korean = "음악", .english = "music", .noun_class = kStudy, .mass = true},
    {.korean = "수학", .english = "math", .noun_class = kStudy, .mass = true},
    // everyday
    {.korean = "엄마", .english = "mom", .noun_class = kPerson, .relational = true, .own = true},
    {.korean = "아빠", .english = "dad", .noun_class = kPerson, .relational = true, .own = true},
    {.korean = "사람", .english = "person", .plural = "people", .noun_class = kPerson},
    {.korean = "회사원", .english = "office worker", .noun_class = kPerson},
    {.korean = "강아지", .english = "puppy", .noun_class = kAnimal},
    {.korean = "밥", .english = "rice", .noun_class = kFood, .mass = true},
    {.korean = "김치", .english = "kimchi", .noun_class = kFood, .mass = true},
    {.korean = "고기", .english = "meat", .noun_class = kFood, .mass = true},
    {.korean = "라면", .english = "ramen", .noun_class = kFood, .mass = true},
    {.korean = "차", .english = "tea", .noun_class = kDrink, .mass = true},
    {.korean = "주스", .english = "juice", .noun_class = kDrink, .mass = true},
    {.korean = "컴퓨터", .english = "computer", .noun_class = kTool},
    {.korean = "휴대폰", .english = "phone", .noun_class = kTool},
    {.korean = "영화", .english = "movie", .noun_class = kShow},
    {.korean = "드라마", .english = "drama", .noun_class = kShow},
    {.korean = "한국어", .english = "Korean", .noun_class = kStudy, .mass = true},
    {.korean = "동생", .english = "sibling", .noun_class = kPerson, .relational = true, .own = true},
    {.korean = "한국 사람", .english = "Korean", .noun_class = kPerson, .mass = true},
    {.korean = "미국 사람", .english = "American", .noun_class = kPerson, .mass = true},
    {.korean = "음식", .english = "food", .noun_class = kFood, .mass = true},
    {.korean = "과일", .english = "fruit", .noun_class = kFood, .mass = true},
    {.korean = "생선", .english = "fish", .noun_class = kFood, .mass = true},
    {.korean = "치킨", .english = "chicken", .noun_class = kFood, .mass = true},
    {.korean = "피자", .english = "pizza", .noun_class = kFood, .mass = true},
    {.korean = "아침", .english = "breakfast", .noun_class = kMeal, .mass = true},
    {.korean = "점심", .english = "lunch", .noun_class = kMeal, .mass = true},
    {.korean = "저녁", .english = "dinner", .noun_class = kMeal, .mass = true},
    {.korean = "맥주", .english = "beer", .noun_class = kDrink, .mass = true},
    {.korean = "텔레비전", .english = "TV", .noun_class = kShow, .mass = true},
    {.korean = "음악", .english = "music", .noun_class = kMusic, .mass = true},
    {.korean = "영어", .english = "English", .noun_class = kLanguage, .mass = true},
    {.korean = "한국어", .english = "Korean", .noun_class = kLanguage, .mass = true},
    {.korean = "축구", .english = "soccer", .noun_class = kSport, .mass = true},
    {.korean = "농구", .english = "basketball", .noun_class = kSport, .mass = true},
    {.korean = "버스", .english = "bus", .noun_class = kVehicle},
    {.korean = "택시", .english = "taxi", .noun_class = kVehicle},
    {.korean = "집", .english = "house", .noun_class = kBuilding},
    {.korean = "학교", .english = "school", .noun_class = kBuilding},
    {.korean = "화장실", .english = "bathroom", .noun_class = kBuilding},
    {.korean = "병원", .english = "hospital", .noun_class = kBuilding},
    {.korean = "식당", .english = "restaurant", .noun_class = kBuilding},
    {.korean = "날씨", .english = "weather", .noun_class = kWeather, .mass = true},
    {.korean = "숙제", .english = "homework", .noun_class = kTask, .mass = true},
    {.korean = "옷", .english = "clothes", .noun_class = kClothes, .mass = true, .many = true},
    {.korean = "돈", .english = "money", .noun_class = kStuff, .mass = true},
    {.korean = "시간", .english = "time", .noun_class = kStuff, .mass = true},
    {.korean = "이름", .english = "name", .noun_class = kName, .own = true},
};
constexpr std::size_t kBasicNouns = 38;

constexpr Pronoun kPronouns[] = {
    {"나는", "내가", "나를", "나에게", "내", "I", "me", "my", Agreement::first},
    {"너는", "네가", "너를", "너에게", "네", "you", "you", "your", Agreement::second},
    {"그는", "그가", "그를", "그에게", "그의", "he", "him", "his", Agreement::third},
    {"그녀는", "그녀가", "그녀를", "그녀에게", "그녀의", "she", "her", "her", Agreement::third},
    {"우리는", "우리가", "우리를", "우리에게", "우리", "we", "us", "our", Agreement::plural},
    {"그들은", "그들이", "그들을", "그들에게", "그들의", "they", "them", "their", Agreement::plural},
};

constexpr Pronoun kIt = {"그것은", "그것이", "그것을", "", "", "it", "it", "its", Agreement::third};

constexpr Pronoun kDemonstratives[] = {
    {"이것은", "이것이", "이것을", "", "", "this", "this", "", Agreement::third},
    {"그것은", "그것이", "그것을", "", "", "that", "that", "", Agreement::third},
};

constexpr Place kPlaces[] = {
    {"학교에서", "at school", "학교에", "to school"},
    {"집에서", "at home", "집에", "home"},
    {"도서관에서", "in the library", "도서관에", "to the library"},
    {"공원에서", "in the park", "공원에", "to the park"},
    {"시장에서", "at the market", "시장에", "to the market"},
    // everyday
    {"식당에서", "at the restaurant", "식당에", "to the restaurant"},
    {"병원에서", "at the hospital", "병원에", "to the hospital"},
    {"카페에서", "at the cafe", "카페에", "to the cafe"},
    {"회사에서", "at the office", "회사에", "to the office"},
    {"서울에서", "in Seoul", "서울에", "to Seoul", true},
    {"한국에서", "in Korea", "한국에", "to Korea", true},
    {"미국에서", "in America", "미국에", "to America", true},
};
constexpr std::size_t kBasicPlaces = 5;

constexpr Place kOurHouse = {"우리 집에서", "at our house", "우리 집에", "to our house"};

}  // namespace

std::span<const Noun> nouns(Range range) {
  return range == Range::basic ? std::span(kNouns).first(kBasicNouns) : std::span<const Noun>(kNouns);
}
std::span<const Pronoun> pronouns() { return kPronouns; }
const Pronoun& it() { return kIt; }
std::span<const Pronoun> demonstratives() { return kDemonstratives; }
const Place& our_house() { return kOurHouse; }
std::span<const Place> places(Range range) {
  return range == Range::basic ? std::span(kPlaces).first(kBasicPlaces) : std::span<const Place>(kPlaces);
}

}  // namespace heed::toy
