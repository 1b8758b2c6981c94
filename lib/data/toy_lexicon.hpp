// The words of the embedded grammar, in both languages: toy_nouns.cpp, toy_verbs.cpp,
// toy_adjectives.cpp and toy_adverbs.cpp. What may go together is said by classes of nouns: one
// eats food and reads texts, so that the sentences mean something.
#pragma once

#include <span>
#include <string_view>

#include "lib/data/english_forms.hpp"
#include "lib/data/korean_forms.hpp"

namespace heed::toy {

/// Classes of nouns, as bits.
enum NounClass : unsigned {
  kPerson = 1,
  kAnimal = 2,
  kFood = 4,
  kDrink = 8,
  kText = 16,
  kHeadwear = 32,
  kTool = 64,
  kFlower = 128,
  kSong = 256,
  kStudy = 512,
  kBook = 1024,
  kShow = 2048,
  kMusic = 4096,
  kLanguage = 8192,
  kSport = 16384,
  kVehicle = 32768,
  kBuilding = 65536,
  kWeather = 131072,
  kTask = 262144,
  kClothes = 524288,
  kStuff = 1048576,  ///< money, time: one has it or has not
  kName = 2097152,   ///< a person's name, as a thing: always somebody's
  kMeal = 4194304,   ///< breakfast: eaten and cooked, no more is said of it
  kThing = kHeadwear | kTool | kFlower,
  kGoods = kFood | kDrink | kBook | kThing
};

struct Noun {
  std::string_view korean, english;
  std::string_view plural = {};  ///< English plural where it is not with_s(english); Korean adds 들
  NounClass noun_class;
  bool mass = false;        ///< milk: no plural, no article
  bool relational = false;  ///< a person somebody has: my friend, her teacher
  bool name = false;        ///< Minsu: no plural, no article, nothing before it
  bool many = false;        ///< clothes: a plural without a singular
  bool own = false;         ///< mom, friend: whose is clear where it is the speaker's
};

struct Pronoun {
  std::string_view topic, subject, object, recipient, possessor;  ///< 나는, 내가, 나를, 나에게, 내
  std::string_view i, me, my;                                     ///< I, me, my
  Agreement agreement;
};

/// A verb in both languages, and what it may go with.
struct Verb {
  Predicate korean;
  std::string_view english, past;
  unsigned objects = 0;               ///< classes of nouns; 0: no object
  std::string_view preposition = {};  ///< wait *for*
  bool state = false;                 ///< love, hate, want: no place, no time
  bool kind = false;                  ///< love, hate: a bare object is meant in general ("love apples")
  bool animal = false;                ///< an animal may do it
  bool place = false;                 ///< may be done at a place
  bool recipient = false;             ///< give, send: somebody gets the object
  bool goal = false;                  ///< go: to a place
  bool ambiguous = false;  ///< 쓰다 is write or wear, 부르다 call or sing: only the object tells
  bool long_negation_only = false;  ///< 일하지 않는다, not 안 일한다
  bool alone = false;               ///< everyday: may be without its object (먹었어요)
  bool separable = false;           ///< everyday: 공부하다 is 공부를 하다, too
  bool common = false;              ///< everyday: said twice as often as others
  Predicate negative = {};          ///< everyday: 없다 of 있다, 모르다 of 알다; else empty
  Particle object_particle = Particle::object;  ///< 고양이가 있다, 돈이 필요하다
};

/// basic: levels 1 to 3, which figures belong to; everyday: level 4, with what people type as well.
enum class Range { basic, everyday };

struct Adjective {
  Predicate korean;
  std::string_view english;
  unsigned nouns;                          ///< classes it may describe
  std::string_view only_before_noun = {};  ///< 새: the one Korean form, never the predicate
  bool origin = false;                     ///< 한국 친구: not of 사람, nor behind another 한국
};
/// Whether a sentence without a subject means a thing: 맛있어요 "it is delicious", 배고파요 "I am hungry".
bool speaks_of_things(const Adjective& adjective);

/// A place: 학교에서 "at school" for something done there, 학교에 "to school" for going.
struct Place {
  std::string_view korean, english, korean_goal, english_goal;
  bool region = false;  ///< everyday: one lives there
};

enum class Tense { present, past, future };

/// An adverb of time and the tenses it goes with.
struct TimeAdverb {
  std::string_view korean, english;
  bool present, past, future;
  bool two = false;  ///< everyday: a day and its part, 매일 아침에
};

struct FrequencyAdverb {
  std::string_view korean, english;
};

/// Everyday: how something is done.
struct MannerAdverb {
  std::string_view korean, english;
  bool much = false;  ///< 많이 먹었어요 "ate a lot", 빵을 많이 먹었어요 "ate a lot of bread"
};

std::span<const Noun> nouns(Range range = Range::basic);
std::span<const Pronoun> pronouns();
/// What is spoken of; Korean does not say it.
const Pronoun& it();
/// 이것, 그것: what is said to be something.
std::span<const Pronoun> demonstratives();
std::span<const Verb> verbs(Range range = Range::basic);
std::span<const Adjective> adjectives(Range range = Range::basic);
std::span<const Place> places(Range range = Range::basic);
/// 우리 집에 "to our house": where one asks somebody to come.
const Place& our_house();
std::span<const TimeAdverb> time_adverbs(Range range = Range::basic);
std::span<const FrequencyAdverb> frequency_adverbs();
std::span<const MannerAdverb> manner_adverbs();

/// 안녕하세요: what is said as it is.
struct Greeting {
  std::string_view korean, english;
};
std::span<const Greeting> greetings();

}  // namespace heed::toy
