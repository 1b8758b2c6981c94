#include "lib/data/toy_relations.hpp"

namespace heed::toy {
namespace {

int relations_in(const NounPhrase& phrase) {
  int count = static_cast<int>(phrase.joined.size()) + (phrase.relative != nullptr ? 1 : 0);
  for (const NounPhrase& owner : phrase.possessor) count += owner.noun != nullptr ? 1 : 0;
  return count;
}

int relations_in(const Clause& clause) {
  int count = relations_in(clause.subject) + (clause.order.object_first ? 1 : 0);
  if (clause.object) count += relations_in(*clause.object);
  return clause.recipient ? count + relations_in(*clause.recipient) : count;
}

}  // namespace

int relations_in(const Sentence& sentence) {
  int count = relations_in(sentence.first);
  if (sentence.second) count += 1 + relations_in(*sentence.second);
  return count + (sentence.question > Question::yes_no ? 1 : 0);
}

}  // namespace heed::toy
