#include "lib/data/toy_sentence.hpp"

#include <algorithm>

namespace heed::toy {

void put(std::vector<Word>& words, std::string_view text, std::int64_t first, std::int64_t second) {
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    words.push_back({.text = std::string(word), .mark = first, .second_mark = second});
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
}

std::string written(const std::vector<Word>& words) {
  std::string text;
  for (const Word& word : words) {
    if (!text.empty() && !word.glued) text += ' ';
    text += word.text;
  }
  return text;
}

std::vector<std::pair<int, int>> aligned(const std::vector<Word>& source, const std::vector<Word>& target) {
  std::vector<std::pair<int, int>> pairs;
  const auto shares = [](const Word& a, std::int64_t m) {
    return m != 0 && (a.mark == m || a.second_mark == m);
  };
  for (std::size_t i = 0; i < source.size(); ++i) {
    for (std::size_t j = 0; j < target.size(); ++j) {
      if (shares(source[i], target[j].mark) || shares(source[i], target[j].second_mark))
        pairs.emplace_back(static_cast<int>(i), static_cast<int>(j));
    }
  }
  return pairs;
}

Agreement agreement_of(const NounPhrase& subject) {
  if (subject.pronoun != nullptr) return subject.pronoun->agreement;
  const bool several = subject.plural || subject.noun->many || !subject.joined.empty();
  return several ? Agreement::plural : Agreement::third;
}

Sentence in_plain_order(Sentence sentence) {
  sentence.first.order = {};
  sentence.style = {.subject_left_out = is_unsaid(sentence)};
  if (sentence.second) sentence.second->order = {};
  return sentence;
}

bool is_unsaid(const Sentence& sentence) {
  return sentence.call != Call::none || sentence.first.subject.pronoun == it();
}

int relations_in(const Sentence& sentence) {
  int count = (sentence.question > Question::yes_no ? 1 : 0) + (sentence.second ? 1 : 0);
  const auto add = [&](const NounPhrase& phrase) {
    count += static_cast<int>(phrase.joined.size()) + (phrase.relative != nullptr ? 1 : 0);
    for (const NounPhrase& owner : phrase.possessor) count += owner.noun != nullptr ? 1 : 0;
  };
  for (const Clause* clause : {&sentence.first, sentence.second ? &*sentence.second : nullptr}) {
    if (clause == nullptr) continue;
    count += clause->order.object_first ? 1 : 0;
    add(clause->subject);
    for (const auto* part : {&clause->object, &clause->recipient})
      if (*part) add(**part);
  }
  return count;
}

bool goes_before(const Sentence& sentence) {
  const Clause& clause = sentence.first;
  const bool goes = clause.verb != nullptr && (clause.verb->goal || clause.verb->english == "get up");
  return sentence.same_subject && goes && clause.verb->english != "live" && !clause.negated &&
         clause.mood == Mood::none && sentence.second->verb != nullptr && !sentence.second->verb->state;
}

void ride_there(Sentence& sentence) {
  const Clause& takes = sentence.first;
  if (sentence.link != Link::and_then || !sentence.same_subject || takes.verb == nullptr ||
      takes.verb->english != "take" || sentence.second->verb == nullptr || !sentence.second->verb->goal)
    return;
  Clause goes = *sentence.second;
  goes.subject = takes.subject;
  goes.vehicle = takes.object->noun;
  sentence = {.first = std::move(goes)};
}

}  // namespace heed::toy
