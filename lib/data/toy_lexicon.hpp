// The words of the embedded grammar in both languages, from the tables in lib/data/lexicon. What may go
// together is said by classes of nouns: one eats food and reads texts, so that the sentences mean something.
#pragma once

#include <algorithm>
#include <iterator>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/core/error_types.hpp"
#include "lib/data/korean_forms.hpp"

namespace heed::toy {

/// "stuff" is money and time, which one has or has not; a "name" is always somebody's; of a "meal" nothing
/// more is said than that it is eaten and cooked.
inline constexpr std::string_view kClassNames[] = {
    "person",   "animal",  "food", "drink",   "text",  "headwear", "tool",  "flower",
    "song",     "study",   "book", "show",    "music", "language", "sport", "vehicle",
    "building", "weather", "task", "clothes", "stuff", "name",     "meal"};

/// The classes of nouns with these names as bits. Throws Error for another name.
constexpr unsigned parse_classes(std::string_view names) {
  unsigned bits = 0;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(' '));
    const auto* const found = std::find(std::begin(kClassNames), std::end(kClassNames), name);
    if (found == std::end(kClassNames)) throw Error("there is no class '" + std::string(name) + "' of nouns");
    bits |= 1U << static_cast<unsigned>(found - std::begin(kClassNames));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
  }
  return bits;
}
/// The same when the program is compiled.
consteval unsigned classes(std::string_view names) { return parse_classes(names); }
inline constexpr unsigned kPerson = classes("person"), kAnimal = classes("animal"), kMeal = classes("meal"),
                          kName = classes("name"), kVehicle = classes("vehicle");

struct Noun {
  std::string_view korean, english,
      plural;  ///< English plural where it is not with_s(english); Korean adds 들
  unsigned noun_class = 0;
  bool mass = false;        ///< milk: no plural, no article
  bool many = false;        ///< clothes: a plural without a singular
  bool name = false;        ///< Minsu: no plural, no article, nothing before it
  bool relational = false;  ///< a person somebody has: my friend, her teacher
  bool own = false;         ///< mom, friend: whose is clear where it is the speaker's
};

/// Names the verb form that a subject asks for in English.
enum class Agreement { first, second, third, plural };

struct Pronoun {
  std::string_view korean, subject, possessor;  ///< 나, 내가, 내; a thing has no possessor
  std::string_view i, me, my;                   ///< I, me, my
  Agreement agreement;

  bool first_person() const { return i == "I" || i == "we"; }
};

/// A verb in both languages, and what it may go with.
struct Verb {
  Predicate korean, negative;  ///< 모르다 of 알다; else empty
  std::string_view english, past, preposition;
  unsigned objects = 0;        ///< classes of nouns; 0: no object
  bool subject = false;        ///< 고양이가 있다: the object is a subject in Korean
  bool state = false;          ///< love, hate, want: no place, no time
  bool kind = false;           ///< love, hate: a bare object is meant in general ("love apples")
  bool animal = false;         ///< an animal may do it
  bool place = false;          ///< may be done at a place
  bool goal = false;           ///< go: to a place
  bool recipient = false;      ///< give, send: somebody gets the object
  bool ambiguous = false;      ///< 쓰다 is write or wear, 부르다 call or sing: only the object tells
  bool long_negation = false;  ///< 일하지 않는다, not 안 일한다
  bool alone = false;          ///< everyday: may be without its object (먹었어요)
  bool separable = false;      ///< everyday: 공부하다 is 공부를 하다, too
  bool common = false;         ///< everyday: said twice as often as others
  bool favor = false;          ///< everyday: may be done for somebody, 사 주다
  bool tasting = false;        ///< everyday: one tries so, 먹어 보다
  bool of_people = false;      ///< everyday: 그 사람 알아요? is whether one knows that person
};

struct Adjective {
  Predicate korean;
  std::string_view english, before_noun;  ///< 새: the one Korean form, never the predicate
  unsigned nouns = 0;                     ///< classes it may describe
  bool origin = false;                    ///< 한국 친구: not of 사람, nor behind another 한국
  bool of_things = false;                 ///< 맛있어요 "it is delicious", but 배고파요 "I am hungry"
};

/// 학교에서 "at school" for something done there, 학교에 "to school" for going.
struct Place {
  std::string_view korean, english, english_goal;
  bool region = false;  ///< everyday: one lives there
};

/// An adverb of time and the tenses it goes with, of frequency or of manner.
struct Adverb {
  std::string_view korean, english;
  bool past = false, present = false, future = false;
  bool two = false;                              ///< everyday: a day and its part, 매일 아침에
  bool state_past = false, state_ahead = false;  ///< goes with what one has or is: today, tomorrow, now
  bool much = false;  ///< 많이 먹었어요 "ate a lot", 빵을 많이 먹었어요 "ate a lot of bread"
};

/// 안녕하세요: what is said as it is.
struct Greeting {
  std::string_view korean, english;
};

/// basic: levels 1 to 3, which figures belong to; everyday: level 4, with what people type as well.
enum class Range { basic, everyday };

/// Words of which the basic ones come first.
template <typename Word>
struct WordList {
  std::vector<Word> all;
  std::size_t basic = 0;
  std::span<const Word> of(Range range) const {
    return std::span(all).first(range == Range::basic ? basic : all.size());
  }
};
struct Lexicon {
  WordList<Noun> nouns;
  WordList<Verb> verbs;
  WordList<Adjective> adjectives;
  WordList<Place> places;
  WordList<Adverb> times, frequencies, manners;
  WordList<Greeting> greetings;
};

/// A file of lib/data/lexicon: its name and text.
struct LexiconTable {
  std::string_view name, text;
};
/// The tables as they are built in.
std::span<const LexiconTable> lexicon_tables();
/// Throws Error with file and line where a table has another number of columns, class or flag. The lexicon
/// refers to the texts.
Lexicon read_lexicon(std::span<const LexiconTable> tables);

/// The words of the built-in tables.
const Lexicon& lexicon();
inline std::span<const Noun> nouns(Range range = Range::basic) { return lexicon().nouns.of(range); }
inline std::span<const Verb> verbs(Range range = Range::basic) { return lexicon().verbs.of(range); }
inline std::span<const Adjective> adjectives(Range range = Range::basic) {
  return lexicon().adjectives.of(range);
}
inline std::span<const Place> places(Range range = Range::basic) { return lexicon().places.of(range); }
inline std::span<const Adverb> time_adverbs(Range range = Range::basic) { return lexicon().times.of(range); }

/// The first that is called so in English. Throws Error if there is none.
template <typename Word>
const Word* named(std::span<const Word> words, std::string_view english) {
  const auto found = std::ranges::find(words, english, &Word::english);
  if (found == words.end()) throw Error("the lexicon lacks '" + std::string(english) + "', which is needed");
  return &*found;
}

/// I, you, he, she, we, they.
std::span<const Pronoun> pronouns();
inline const Pronoun* me() { return &pronouns()[0]; }
inline const Pronoun* you() { return &pronouns()[1]; }
inline const Pronoun* us() { return &pronouns()[4]; }
/// The thing that is spoken of; Korean does not say it.
const Pronoun* it();
/// 이것, 그것: something is said to be something.
std::span<const Pronoun> demonstratives();

}  // namespace heed::toy
