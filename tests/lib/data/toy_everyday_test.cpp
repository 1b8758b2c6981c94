// The level of what people type teaches every form of a word, not those that happened to be drawn.
#include <set>

#include "lib/data/toy_grammar.hpp"
#include "lib/data/toy_lexicon.hpp"
#include "lib/text/words.hpp"
#include "tests/catch.hpp"

using namespace heed;
using namespace heed::toy;

namespace {

/// Every noun with every particle that it may have.
std::set<std::string> forms_of_nouns() {
  using enum Particle;
  constexpr unsigned never_joined = classes("building weather task clothes stuff name meal"),
                     never_object = classes("weather stuff name");
  std::set<std::string> forms;
  for (const Noun& noun : nouns(Range::everyday)) {
    const std::string word(noun.korean.substr(noun.korean.rfind(' ') + 1));  // 한국 사람
    const auto add = [&](std::initializer_list<Particle> particles) {
      for (const Particle particle : particles) forms.insert(with_particle(word, particle));
    };
    forms.insert(word);
    add({topic, too});
    if (noun.noun_class != kMeal) add({subject});  // one eats it, and no more
    if ((noun.noun_class & never_object) == 0) add({object});
    if ((noun.noun_class & never_joined) == 0) add({with, hago, rang});
    if (noun.noun_class == kPerson) add({recipient, hante});
  }
  return forms;
}

/// Every verb and adjective in every ending of its kind.
std::set<std::string> forms_of_predicates() {
  std::set<std::string> forms;
  const auto add = [&](const Predicate& predicate, std::initializer_list<const char*> endings) {
    for (const char* ending : endings) forms.insert(conjugate(predicate, ending));
  };
  for (const Verb& verb : verbs(Range::everyday)) {
    const bool negative = !verb.negative.stem.empty();
    add(verb.korean, {"-ㄴ/는다", "-았/었다", "-아/어", "-았/었어", "-ㅂ/습니다", "-았/었습니다",
                      "-ㅂ/습니까", "-았/었습니까", "-아/어요", "-았/었어요"});
    if (verb.subject) {
      if (verb.kind) continue;  // 좋다 and 싫다 give no reasons
      add(verb.korean, {"-아/어서"});
      if (negative) add(verb.negative, {"-아/어", "-았/었어", "-ㅂ/습니다", "-았/었습니다", "-아/어서"});
      continue;
    }
    add(verb.korean, {"-(으)ㄹ", "-고", "-지만", "-아/어서", "-(으)세요", "-(으)ㄹ까요", "-(으)ㄹ게요"});
    if (!negative) add(verb.korean, {"-지"});  // 모르다, not 알지 않다
    if (!verb.state) add(verb.korean, {"-아/어야"});
    if (!verb.state && !verb.recipient && verb.english != "live") add(verb.korean, {"-자", "-(으)ㅂ시다"});
  }
  for (const Adjective& adjective : adjectives(Range::everyday)) {
    if (adjective.before_noun.empty())
      add(adjective.korean, {"-ㄴ/는다", "-았/었다", "-아/어", "-았/었어", "-ㅂ/습니다", "-았/었습니다",
                             "-ㅂ/습니까", "-지", "-는"});
  }
  forms.insert({"오늘은", "어제는", "내일은", "지금은", "주말에는"});
  return forms;
}

}  // namespace

TEST_CASE("every word of what people type is taught in every form of its kind") {
  std::set<std::string> taught;
  for (const SentencePair& pair : toy_corpus({.train = 40'000, .valid = 0, .test = 0, .level = 4}).train)
    for (std::string& word : split_words(pair.source)) taught.insert(std::move(word));
  for (const auto& forms : {forms_of_nouns(), forms_of_predicates()}) {
    for (const std::string& form : forms) {
      CAPTURE(form);
      CHECK(taught.contains(form));
    }
  }
}
