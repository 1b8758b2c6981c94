#include "lib/data/toy_lexicon.hpp"

namespace heed::toy {
namespace {

using enum PredicateKind;

constexpr Noun kNouns[] = {
    {.korean = "소년", .english = "boy", .noun_class = kPerson},
    {.korean = "소녀", .english = "girl", .noun_class = kPerson},
    {.korean = "학생", .english = "student", .noun_class = kPerson},
    {.korean = "선생님", .english = "teacher", .noun_class = kPerson, .relational = true},
    {.korean = "의사", .english = "doctor", .noun_class = kPerson},
    {.korean = "친구", .english = "friend", .noun_class = kPerson, .relational = true},
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
    {.korean = "엄마", .english = "mom", .noun_class = kPerson, .relational = true},
    {.korean = "아빠", .english = "dad", .noun_class = kPerson, .relational = true},
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

constexpr Pronoun kDemonstratives[] = {
    {"이것은", "이것이", "이것을", "", "", "this", "this", "", Agreement::third},
    {"그것은", "그것이", "그것을", "", "", "that", "that", "", Agreement::third},
};

constexpr unsigned kLovable = kPerson | kAnimal | kFood | kDrink | kText | kBook | kFlower | kSong | kStudy;
constexpr unsigned kMakeable = kHeadwear | kTool;

constexpr Verb kVerbs[] = {
    {.korean = {"먹", "먹었"},
     .english = "eat",
     .past = "ate",
     .objects = kFood,
     .animal = true,
     .place = true},
    {.korean = {"마시", "마셨"}, .english = "drink", .past = "drank", .objects = kDrink, .place = true},
    {.korean = {"읽", "읽었"}, .english = "read", .past = "read", .objects = kText | kBook, .place = true},
    {.korean = {"쓰", "썼"},
     .english = "write",
     .past = "wrote",
     .objects = kText | kBook,
     .place = true,
     .ambiguous = true},
    {.korean = {"쓰", "썼"},
     .english = "wear",
     .past = "wore",
     .objects = kHeadwear,
     .place = true,
     .ambiguous = true},
    {.korean = {"사", "샀"}, .english = "buy", .past = "bought", .objects = kGoods, .place = true},
    {.korean = {"팔", "팔았"}, .english = "sell", .past = "sold", .objects = kGoods, .place = true},
    {.korean = {"좋아하", "좋아했"},
     .english = "love",
     .past = "loved",
     .objects = kLovable,
     .state = true,
     .kind = true,
     .animal = true},
    {.korean = {"싫어하", "싫어했"},
     .english = "hate",
     .past = "hated",
     .objects = kLovable,
     .state = true,
     .kind = true,
     .animal = true},
    {.korean = {"원하", "원했"}, .english = "want", .past = "wanted", .objects = kGoods, .state = true},
    {.korean = {"보", "보았"},
     .english = "see",
     .past = "saw",
     .objects = kPerson | kAnimal | kThing,
     .animal = true,
     .place = true},
    {.korean = {"만나", "만났"}, .english = "meet", .past = "met", .objects = kPerson, .place = true},
    {.korean = {"돕", "도왔", action, true},
     .english = "help",
     .past = "helped",
     .objects = kPerson | kAnimal,
     .place = true},
    {.korean = {"기다리", "기다렸"},
     .english = "wait",
     .past = "waited",
     .objects = kPerson,
     .preposition = "for",
     .place = true},
    {.korean = {"부르", "불렀"},
     .english = "call",
     .past = "called",
     .objects = kPerson,
     .place = true,
     .ambiguous = true},
    {.korean = {"부르", "불렀"},
     .english = "sing",
     .past = "sang",
     .objects = kSong,
     .place = true,
     .ambiguous = true},
    {.korean = {"만들", "만들었"}, .english = "make", .past = "made", .objects = kMakeable, .place = true},
    {.korean = {"배우", "배웠"}, .english = "learn", .past = "learned", .objects = kStudy, .place = true},
    {.korean = {"가르치", "가르쳤"}, .english = "teach", .past = "taught", .objects = kStudy, .place = true},
    {.korean = {"주", "주었"}, .english = "give", .past = "gave", .objects = kGoods, .recipient = true},
    {.korean = {"보내", "보냈"},
     .english = "send",
     .past = "sent",
     .objects = kText | kBook | kThing,
     .recipient = true},
    {.korean = {"자", "잤"}, .english = "sleep", .past = "slept", .animal = true, .place = true},
    {.korean = {"웃", "웃었"}, .english = "laugh", .past = "laughed", .place = true},
    {.korean = {"울", "울었"}, .english = "cry", .past = "cried", .place = true},
    {.korean = {"달리", "달렸"}, .english = "run", .past = "ran", .animal = true, .place = true},
    {.korean = {"일하", "일했"},
     .english = "work",
     .past = "worked",
     .place = true,
     .long_negation_only = true},
    {.korean = {"가", "갔"}, .english = "go", .past = "went", .goal = true},
    // everyday
    {.korean = {"사랑하", "사랑했"},
     .english = "love",
     .past = "loved",
     .objects = kPerson | kAnimal,
     .state = true,
     .long_negation_only = true},
    {.korean = {"보", "보았"},
     .english = "watch",
     .past = "watched",
     .objects = kShow,
     .place = true,
     .ambiguous = true},
    {.korean = {"듣", "들었", action, false, true},
     .english = "listen",
     .past = "listened",
     .objects = kSong,
     .preposition = "to",
     .place = true},
    {.korean = {"공부하", "공부했"},
     .english = "study",
     .past = "studied",
     .objects = kStudy,
     .place = true,
     .long_negation_only = true},
    {.korean = {"요리하", "요리했"},
     .english = "cook",
     .past = "cooked",
     .objects = kFood,
     .place = true,
     .long_negation_only = true},
    {.korean = {"찾", "찾았"},
     .english = "find",
     .past = "found",
     .objects = kPerson | kAnimal | kThing | kBook,
     .place = true},
    {.korean = {"오", "왔"}, .english = "come", .past = "came", .animal = true, .goal = true},
    {.korean = {"놀", "놀았"}, .english = "play", .past = "played", .animal = true, .place = true},
    {.korean = {"쉬", "쉬었"}, .english = "rest", .past = "rested", .animal = true, .place = true},
    {.korean = {"운동하", "운동했"},
     .english = "exercise",
     .past = "exercised",
     .place = true,
     .long_negation_only = true},
};
constexpr std::size_t kBasicVerbs = 27;

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
    {.korean = {"비싸", "비쌌", quality}, .english = "expensive", .nouns = kGoods},
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
     .nouns = kPerson | kFood | kThing | kText | kBook | kShow | kSong},
    {.korean = {"나쁘", "나빴", quality}, .english = "bad", .nouns = kPerson | kShow | kBook},
    {.korean = {"바쁘", "바빴", quality}, .english = "busy", .nouns = kPerson},
    {.korean = {"피곤하", "피곤했", quality}, .english = "tired", .nouns = kPerson},
    {.korean = {"배고프", "배고팠", quality}, .english = "hungry", .nouns = kPerson | kAnimal},
    {.korean = {"슬프", "슬펐", quality}, .english = "sad", .nouns = kPerson | kSong | kShow},
    {.korean = {"아프", "아팠", quality}, .english = "sick", .nouns = kPerson | kAnimal},
    {.korean = {"귀엽", "귀여웠", quality, true}, .english = "cute", .nouns = kAnimal | kPerson},
    {.korean = {"재미있", "재미있었", existential}, .english = "interesting", .nouns = kShow},
};
constexpr std::size_t kBasicAdjectives = 15;

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
};
constexpr std::size_t kBasicPlaces = 5;

constexpr TimeAdverb kTimeAdverbs[] = {
    {.korean = "어제", .english = "yesterday", .present = false, .past = true, .future = false},
    {.korean = "지난주에", .english = "last week", .present = false, .past = true, .future = false},
    {.korean = "오늘", .english = "today", .present = false, .past = true, .future = true},
    {.korean = "매일", .english = "every day", .present = true, .past = true, .future = true},
    {.korean = "내일", .english = "tomorrow", .present = false, .past = false, .future = true},
    {.korean = "다음 주에", .english = "next week", .present = false, .past = false, .future = true},
    // everyday
    {.korean = "아침에", .english = "in the morning", .present = true, .past = true, .future = true},
    {.korean = "저녁에", .english = "in the evening", .present = true, .past = true, .future = true},
    {.korean = "주말에", .english = "on the weekend", .present = true, .past = true, .future = true},
};
constexpr std::size_t kBasicTimeAdverbs = 6;

constexpr Greeting kGreetings[] = {{"안녕하세요", "hello"},
                                   {"안녕", "hello"},
                                   {"감사합니다", "thank you"},
                                   {"고마워요", "thank you"},
                                   {"고맙습니다", "thank you"},
                                   {"고마워", "thank you"},
                                   {"미안해요", "I am sorry"},
                                   {"미안해", "I am sorry"},
                                   {"죄송합니다", "I am sorry"},
                                   {"안녕히 가세요", "goodbye"},
                                   {"네", "yes"},
                                   {"아니요", "no"}};

constexpr FrequencyAdverb kFrequencyAdverbs[] = {
    {"항상", "always"}, {"자주", "often"}, {"가끔", "sometimes"}};

/// The basic words stand first.
template <typename Entry, std::size_t N>
std::span<const Entry> within(Range range, std::span<const Entry, N> all, std::size_t basic) {
  return range == Range::basic ? all.first(basic) : all;
}

}  // namespace

std::span<const Noun> nouns(Range range) { return within(range, std::span(kNouns), kBasicNouns); }
std::span<const Pronoun> pronouns() { return kPronouns; }
std::span<const Pronoun> demonstratives() { return kDemonstratives; }
std::span<const Verb> verbs(Range range) { return within(range, std::span(kVerbs), kBasicVerbs); }
std::span<const Adjective> adjectives(Range range) {
  return within(range, std::span(kAdjectives), kBasicAdjectives);
}
std::span<const Place> places(Range range) { return within(range, std::span(kPlaces), kBasicPlaces); }
std::span<const TimeAdverb> time_adverbs(Range range) {
  return within(range, std::span(kTimeAdverbs), kBasicTimeAdverbs);
}
std::span<const Greeting> greetings() { return kGreetings; }
std::span<const FrequencyAdverb> frequency_adverbs() { return kFrequencyAdverbs; }

}  // namespace heed::toy
