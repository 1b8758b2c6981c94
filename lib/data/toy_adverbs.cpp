// Adverbs and greetings of the embedded grammar; the basic ones of a list first.
#include "lib/data/toy_lexicon.hpp"

namespace heed::toy {
namespace {

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
    {.korean = "지금", .english = "now", .present = true, .past = false, .future = false},
    {.korean = "주말에", .english = "on the weekend", .present = true, .past = true, .future = true},
    {"매일 아침에", "every morning", true, true, true, true},
    {"매일 저녁에", "every evening", true, true, true, true},
    {"오늘 아침에", "this morning", false, true, false, true},
    {"오늘 저녁에", "this evening", false, false, true, true},
    {"어제 아침에", "yesterday morning", false, true, false, true},
    {"어제 저녁에", "yesterday evening", false, true, false, true},
    {"내일 아침에", "tomorrow morning", false, false, true, true},
    {"내일 저녁에", "tomorrow evening", false, false, true, true},
};
constexpr std::size_t kBasicTimeAdverbs = 6;

constexpr Greeting kGreetings[] = {{"안녕하세요", "hello"},
                                   {"안녕", "hello"},
                                   {"안녕하십니까", "hello"},
                                   {"감사합니다", "thank you"},
                                   {"감사해요", "thank you"},
                                   {"고마워요", "thank you"},
                                   {"고맙습니다", "thank you"},
                                   {"고마워", "thank you"},
                                   {"미안해요", "I am sorry"},
                                   {"미안합니다", "I am sorry"},
                                   {"미안해", "I am sorry"},
                                   {"죄송합니다", "I am sorry"},
                                   {"죄송해요", "I am sorry"},
                                   {"안녕히 가세요", "goodbye"},
                                   {"안녕히 계세요", "goodbye"},
                                   {"안녕히 주무세요", "good night"},
                                   {"잘 자", "good night"},
                                   {"잘 자요", "good night"},
                                   {"반가워요", "nice to meet you"},
                                   {"반갑습니다", "nice to meet you"},
                                   {"만나서 반가워요", "nice to meet you"},
                                   {"만나서 반갑습니다", "nice to meet you"},
                                   {"사랑해요", "I love you"},
                                   {"사랑해", "I love you"},
                                   {"사랑합니다", "I love you"},
                                   {"축하해요", "congratulations"},
                                   {"축하해", "congratulations"},
                                   {"축하합니다", "congratulations"},
                                   {"괜찮아요", "it is okay"},
                                   {"괜찮아", "it is okay"},
                                   {"괜찮습니다", "it is okay"},
                                   {"실례합니다", "excuse me"},
                                   {"환영합니다", "welcome"},
                                   {"네", "yes"},
                                   {"예", "yes"},
                                   {"응", "yes"},
                                   {"아니요", "no"},
                                   {"아니", "no"},
                                   {"좋은 아침이에요", "good morning"},
                                   {"잘 지내요", "I am fine"},
                                   {"알겠습니다", "I understand"},
                                   {"알겠어요", "I understand"},
                                   {"도와주세요", "please help"},
                                   {"저 좀 도와주세요", "please help me"},
                                   {"나 좀 도와줘", "please help me"},
                                   {"내일 봐요", "see you tomorrow"},
                                   {"내일 봐", "see you tomorrow"},
                                   {"내일 만나요", "see you tomorrow"},
                                   {"내일 만나자", "let's meet tomorrow"},
                                   {"다음 주에 봐요", "see you next week"},
                                   {"다음 주에 봐", "see you next week"},
                                   {"주말에 봐요", "see you on the weekend"},
                                   {"주말에 봐", "see you on the weekend"},
                                   {"저녁에 봐요", "see you in the evening"},
                                   {"저녁에 봐", "see you in the evening"},
                                   {"다시 봐요", "see you again"},
                                   {"또 봐요", "see you again"},
                                   {"또 봐", "see you again"},
                                   {"또 만나요", "see you again"},
                                   {"도와줄게", "I will help"},
                                   {"도와줄게요", "I will help"},
                                   {"제가 도와줄게요", "I will help"},
                                   {"엄마", "mom"},
                                   {"아빠", "dad"},
                                   {"선생님", "teacher"},
                                   {"친구야", "my friend"},
                                   {"민수야", "Minsu"},
                                   {"지훈아", "Jihun"}};

constexpr FrequencyAdverb kFrequencyAdverbs[] = {
    {"항상", "always"}, {"자주", "often"}, {"가끔", "sometimes"}};

constexpr MannerAdverb kMannerAdverbs[] = {
    {"빨리", "quickly"},  {"천천히", "slowly"}, {"다시", "again"},
    {"같이", "together"}, {"함께", "together"}, {"많이", "a lot", true},
    {"잘", "well"},       {"또", "again"},      {"너무 많이", "too much", true}};

}  // namespace

std::span<const TimeAdverb> time_adverbs(Range range) {
  return range == Range::basic ? std::span(kTimeAdverbs).first(kBasicTimeAdverbs)
                               : std::span<const TimeAdverb>(kTimeAdverbs);
}
std::span<const Greeting> greetings() { return kGreetings; }
std::span<const FrequencyAdverb> frequency_adverbs() { return kFrequencyAdverbs; }
std::span<const MannerAdverb> manner_adverbs() { return kMannerAdverbs; }

}  // namespace heed::toy
