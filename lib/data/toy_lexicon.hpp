// The words of the embedded grammar, in both languages. What may go together is said by classes of nouns: one
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
};

/// basic: levels 1 to 3, which figures belong to; everyday: level 4, with what people type as well.
enum class Range { basic, everyday };

struct Adjective {
  Predicate korean;
  std::string_view english;
  unsigned nouns;                          ///< classes it may describe
  std::string_view only_before_noun = {};  ///< 새: the one Korean form, never the predicate
};

/// A place: 학교에서 "at school" for something done there, 학교에 "to school" for going.
struct Place {
  std::string_view korean, english, korean_goal, english_goal;
};

enum class Tense { present, past, future };

/// An adverb of time and the tenses it goes with.
struct TimeAdverb {
  std::string_view korean, english;
  bool present, past, future;
};

struct FrequencyAdverb {
  std::string_view korean, english;
};

std::span<const Noun> nouns(Range range = Range::basic);
std::span<const Pronoun> pronouns();
/// 이것, 그것: what is said to be something.
std::span<const Pronoun> demonstratives();
std::span<const Verb> verbs(Range range = Range::basic);
std::span<const Adjective> adjectives(Range range = Range::basic);
std::span<const Place> places(Range range = Range::basic);
std::span<const TimeAdverb> time_adverbs(Range range = Range::basic);
std::span<const FrequencyAdverb> frequency_adverbs();

/// 안녕하세요: what is said as it is.
struct Greeting {
  std::string_view korean, english;
};
std::span<const Greeting> greetings();

}  // namespace heed::toy
