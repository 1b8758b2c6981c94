// A clause of the embedded grammar in Korean: toy_korean.cpp puts its parts, toy_korean_predicate.cpp the
// end.
#pragma once

#include "lib/data/toy_sentence.hpp"

namespace heed::toy {

/// A noun phrase with its particle, or bare: relative clause, determiner, possessor, adjective, noun.
void put_phrase(std::vector<Word>& words, const NounPhrase& phrase, Particle particle,
                const KoreanStyle& style, std::int64_t at, bool bare = false);

/// How a clause ends.
enum class Closing { statement, question, joining, contrast, reason };

/// Puts a clause as its sentence says it.
class KoreanClause {
 public:
  KoreanClause(std::vector<Word>& words, const Sentence& sentence, const Clause& clause);
  void put_all();

 private:
  bool is_second() const { return &clause_ != &sentence_.first; }
  void put_subject();
  void put_object();
  void put_time();
  void put_place();
  void put_vehicle();
  void put_adverbs();
  void put_asked_identity();  ///< 뭐예요, 누구입니까
  void put_asked_place();     ///< 어디 있어요, 어디예요
  void put_identity();        ///< 학생이에요, 책이 아니다
  void put_call();            ///< 먹으세요, 먹지 마, 먹자
  /// The predicate with all that stands between it and the objects: 못, 먹고 싶다.
  void put_predicate();
  void separate();
  void negate_and_add_mood();
  void end();
  void end_in_future();
  void put_last(std::string_view ending, std::string_view behind = "", std::int64_t second = 0);
  void go_on(std::string_view ending, const Predicate& next, std::int64_t next_mark);
  /// 먹을래, 안 갈래: what is said of oneself and asked of others.
  bool wishes_by_will() const { return style_.wish_by_will && is_wish(clause_.mood); }

  std::vector<Word>& words_;
  const Sentence& sentence_;
  const KoreanStyle& style_;
  const Clause& clause_;
  std::int64_t at_ = is_second() ? kSecondClause : kFirstClause;
  Closing closing_ = Closing::statement;
  Question question_ = Question::none;
  Predicate last_ = {};  ///< the last word of the predicate so far
  std::int64_t last_mark_ = mark(at_, kVerb);
};

}  // namespace heed::toy
