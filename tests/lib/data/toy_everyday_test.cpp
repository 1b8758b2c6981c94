// The level of what people type teaches every form of a word, not those that happened to be drawn.
#include <fmt/format.h>

#include <array>
#include <set>

#include "lib/data/toy_grammar.hpp"
#include "lib/data/toy_lexicon.hpp"
#include "lib/data/word_lookup.hpp"
#include "tests/catch.hpp"

using namespace heed;
using namespace heed::toy;

namespace {

/// The source words of the default training.
const std::set<std::string>& taught() {
  static const std::set<std::string> words = [] {
    std::set<std::string> all;
    for (const SentencePair& pair : toy_corpus({.train = 40'000, .valid = 0, .test = 0, .level = 4}).train) {
      for (std::string& word : toy_tokens(pair.source)) all.insert(std::move(word));
    }
    return all;
  }();
  return words;
}

/// Those of the forms that it lacks.
std::string untaught(const std::set<std::string>& forms) {
  std::string all;
  for (const std::string& form : forms) {
    if (!taught().contains(form)) all += (all.empty() ? "" : " ") + form;
  }
  return all;
}

}  // namespace

TEST_CASE("every noun of what people type is taught with every particle that it may have") {
  using enum Particle;
  constexpr unsigned never_joined = kBuilding | kWeather | kTask | kClothes | kStuff | kName | kMeal,
                     never_object = kWeather | kStuff | kName;
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
  CHECK(untaught(forms) == "");
}

TEST_CASE("every verb and adjective of what people type is taught in every ending of its kind") {
  using enum Ending;
  std::set<std::string> forms;
  for (const Verb& verb : verbs(Range::everyday)) {
    const auto add = [&](std::initializer_list<Ending> endings, const char* behind = "") {
      for (const Ending ending : endings) forms.insert(conjugate(verb.korean, ending) + behind);
    };
    add({present, past, informal, informal_past, formal, formal_past, ask_formal, ask_formal_past});
    add({informal, informal_past}, "요");
    if (verb.object_particle == Particle::subject) {
      if (verb.kind) continue;  // 좋다 and 싫다 give no reasons
      add({sequence});
      for (const Ending ending : {informal, informal_past, formal, formal_past, sequence}) {
        if (!verb.negative.stem.empty()) forms.insert(conjugate(verb.negative, ending));
      }
      continue;
    }
    add({prospective, joining, contrast, sequence, honorific});
    if (verb.negative.stem.empty()) add({negative});  // 모르다, not 알지 않다
    add({ask_future, promise}, "요");
    if (!verb.state) add({duty});
    if (!verb.state && !verb.recipient && verb.english != "live") add({proposal, formal_proposal});
  }
  for (const Adjective& adjective : adjectives(Range::everyday)) {
    if (!adjective.only_before_noun.empty()) continue;
    for (const Ending ending :
         {present, past, informal, informal_past, formal, formal_past, ask_formal, negative, adnominal})
      forms.insert(conjugate(adjective.korean, ending));
  }
  forms.insert({"오늘은", "어제는", "내일은", "지금은", "주말에는"});
  CHECK(untaught(forms) == "");
}
