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
};

constexpr Pronoun kPronouns[] = {
    {"나는", "내가", "나를", "나에게", "내", "I", "me", "my", Agreement::first},
    {"너는", "네가", "너를", "너에게", "네", "you", "you", "your", Agreement::second},
    {"그는", "그가", "그를", "그에게", "그의", "he", "him", "his", Agreement::third},
    {"그녀는", "그녀가", "그녀를", "그녀에게", "그녀의", "she", "her", "her", Agreement::third},
    {"우리는", "우리가", "우리를", "우리에게", "우리", "we", "us", "our", Agreement::plural},
    {"그들은", "그들이", "그들을", "그들에게", "그들의", "they", "them", "their", Agreement::plural},
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
};

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
};

constexpr Place kPlaces[] = {
    {"학교에서", "at school", "학교에", "to school"},
    {"집에서", "at home", "집에", "home"},
    {"도서관에서", "in the library", "도서관에", "to the library"},
    {"공원에서", "in the park", "공원에", "to the park"},
    {"시장에서", "at the market", "시장에", "to the market"},
};

constexpr TimeAdverb kTimeAdverbs[] = {
    {.korean = "어제", .english = "yesterday", .present = false, .past = true, .future = false},
    {.korean = "지난주에", .english = "last week", .present = false, .past = true, .future = false},
    {.korean = "오늘", .english = "today", .present = false, .past = true, .future = true},
    {.korean = "매일", .english = "every day", .present = true, .past = true, .future = true},
    {.korean = "내일", .english = "tomorrow", .present = false, .past = false, .future = true},
    {.korean = "다음 주에", .english = "next week", .present = false, .past = false, .future = true},
};

constexpr FrequencyAdverb kFrequencyAdverbs[] = {
    {"항상", "always"}, {"자주", "often"}, {"가끔", "sometimes"}};

}  // namespace

std::span<const Noun> nouns() { return kNouns; }
std::span<const Pronoun> pronouns() { return kPronouns; }
std::span<const Verb> verbs() { return kVerbs; }
std::span<const Adjective> adjectives() { return kAdjectives; }
std::span<const Place> places() { return kPlaces; }
std::span<const TimeAdverb> time_adverbs() { return kTimeAdverbs; }
std::span<const FrequencyAdverb> frequency_adverbs() { return kFrequencyAdverbs; }

}  // namespace heed::toy
