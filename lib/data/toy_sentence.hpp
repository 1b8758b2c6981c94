// The meaning of a sentence of the embedded grammar, before it is said in either language.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lib/data/toy_lexicon.hpp"

namespace heed {
class Draws;
}

namespace heed::toy {

struct Relative;

enum class Tense { present, past, future };
enum class Determiner { none, near, far };  ///< nothing, 이 "this", 그 "that"

/// 소년, 내 친구, 큰 사과, 소녀의 고양이, 소년과 소녀, 사과를 좋아하는 소년.
struct NounPhrase {
  const Pronoun* pronoun = nullptr;  ///< if set, nothing else is
  const Noun* noun = nullptr;
  bool plural = false;
  Determiner determiner = Determiner::none;
  const Adjective* adjective = nullptr;
  std::vector<NounPhrase> possessor = {};  ///< at most one, itself bare
  std::vector<NounPhrase> joined = {};     ///< at most one, itself bare: "and the girl"
  std::shared_ptr<const Relative> relative = nullptr;

  bool bare() const { return determiner == Determiner::none && possessor.empty() && relative == nullptr; }
};

/// Korean leaves these open: the meaning, and so the English, stays the same. All false is the order used
/// from English to Korean.
struct KoreanOrder {
  bool short_negation = false;           ///< 안 먹는다 for 먹지 않는다
  bool object_first = false;             ///< 사과를 소년이 먹었다
  bool time_first = false;               ///< 어제 소년은 ... for 소년은 어제 ...
  bool object_before_recipient = false;  ///< 책을 소녀에게 주었다
  bool no_way = false;                   ///< 먹을 수 없다 for 먹지 못한다
};

/// How a sentence is said and typed in Korean; the meaning, and so the English, stays the same. All defaults
/// are the written style of the levels 1 to 3, which is also the one used from English to Korean.
enum class Speech { plain, casual, polite, formal };  ///< 먹는다, 먹어, 먹어요, 먹습니다
enum class Joiner { wa, hago, rang };                 ///< 소년과, 소년하고, 소년이랑
enum class FutureForm { plan, promise, resolve, present };  ///< 먹을 거예요, 먹을게요, 먹겠어요, 내일 먹어요
struct KoreanStyle {
  Speech speech = Speech::plain;
  bool humble = false;                    ///< 저는 for 나는
  bool short_pronouns = false;            ///< 난, 전, 날 for 나는, 저는, 나를
  bool subject_left_out = false;          ///< of a statement I, of a question you, or it
  bool subject_marked = false;            ///< 내가 for 나는
  bool bare_subject = false;              ///< 나 for 나는
  bool bare_object = false;               ///< 사과 for 사과를
  bool object_as_topic = false;           ///< 사과는 안 먹어요
  bool object_too = false;                ///< 나는 사과도 좋아해요 for 나도 사과를 좋아해요
  bool bare_goal = false;                 ///< 학교 가요
  bool short_where = false;               ///< 어디서 for 어디에서
  bool bare_owner = false;                ///< 친구 이름 for 친구의 이름
  bool time_as_topic = false;             ///< 오늘은 바빠요
  bool bare_time = false;                 ///< 매일 아침 for 매일 아침에
  const Pronoun* own_left_out = nullptr;  ///< 친구를 for 내 친구를
  Joiner joiner = Joiner::wa;
  bool spoken_recipient = false;  ///< 나한테 for 나에게
  bool spoken_things = false;     ///< 이거 for 이것
  bool over_there = false;        ///< 저 사람 for 그 사람
  bool separated = false;         ///< 공부를 하다 for 공부하다
  bool what_for_short = false;    ///< 뭐 for 무엇을
  bool contracted = false;        ///< 거예요 for 것이에요, 봤다 for 보았다
  bool give_please = false;       ///< of a request: 먹어 주세요 for 먹으세요
  bool try_please = false;        ///< of a request: 먹어 보세요
  bool bare_request = false;  ///< 빨리 와 for 빨리 와 줘; of a proposal, 같이 가요 for 같이 갑시다
  bool bare_identity = false;       ///< 학생 아니에요 for 학생이 아니에요
  bool missed = false;              ///< 엄마가 보고 싶어요 for 엄마를 보고 싶어요
  bool little = false;              ///< of a request: 좀
  bool because_for_short = false;   ///< 먹어서 for 먹었기 때문에
  bool sequence = false;            ///< 가서 for 가고: one goes, and there does the other
  bool duty_by_become = false;      ///< 먹어야 되다 for 먹어야 하다
  bool honorific_question = false;  ///< 가세요? for 가요?
  bool wish_by_will = false;        ///< 먹을래요 for 먹고 싶어요
  bool ride_last = false;           ///< 학교에 버스로 for 버스로 학교에
  FutureForm future = FutureForm::plan;
  std::uint32_t degree_word = 0;          ///< 정말, 아주, 너무, 진짜
  std::uint32_t ride_word = 0;            ///< 버스로, 버스를 타고, 버스 타고
  bool period = false, exclaims = false;  ///< what is no question has a mark; that is a !
  bool no_mark = false;                   ///< a question without its mark
};

/// The mood that is added to a verb: 먹고 싶다, 먹어야 하다, 먹을 수 있다, 먹고 있다, 먹어 봤다 "have tried"
/// (of 가다 "have been"; of a request, 먹어 봐, "try"), 먹어 보고 싶다 "want to try", 사 주다 "buy for" the
/// recipient. Negated, can is 못 먹다.
enum class Mood { none, wish, duty, can, progress, tried, wish_to_try, favor };

inline bool is_wish(Mood mood) { return mood == Mood::wish || mood == Mood::wish_to_try; }

/// A clause, which says something of its subject.
struct Clause {
  NounPhrase subject;
  const Verb* verb = nullptr;               ///< either this
  const Adjective* adjective = nullptr;     ///< or this
  std::optional<NounPhrase> identity = {};  ///< or what the subject is: 학생이다
  bool is_somewhere = false;                ///< or that it is at the place: 집에 있다
  bool is_there = false;  ///< ... "there is", of what was not spoken of: 집에 우유가 있다
  bool is_asked = false;  ///< or the question what, or who, it is: 뭐예요, 누구예요
  Mood mood = Mood::none;
  std::optional<NounPhrase> object = {}, recipient = {};
  std::optional<NounPhrase> companion = {};  ///< with whom
  const Place* place = nullptr;              ///< where it is done, or where somebody goes
  bool from = false;                         ///< or comes from: 서울에서 왔다
  const Noun* vehicle = nullptr;             ///< by bus
  const Noun* meal = nullptr;                ///< asking what is eaten: for lunch, 점심에 뭐
  const Adverb *time = nullptr, *frequency = nullptr, *manner = nullptr;
  bool alone = false;  ///< the verb's object is not said
  bool very = false;   ///< 아주 좋다 "very good", 정말 좋아하다 "really love"
  bool too = false;    ///< 저도, or 사과도
  Tense tense = Tense::present;
  bool negated = false;
  KoreanOrder order = {};
};

/// "who loves apples" (the noun is the subject), "whom the girl loves" (the noun is the object).
struct Relative {
  Clause clause = {};  ///< without the noun
  bool noun_is_object = false;
};

enum class Question { none, yes_no, who, what, whom, where, when, why };
enum class Link { none, and_then, but, because };
/// 먹으세요 "please eat", said to the subject you; 먹자 "let's eat", to the subject we; 먹을까요 "shall we
/// eat?", which is a question, too.
enum class Call { none, request, proposal, suggestion };

/// One clause, or two joined by -고, -지만 or -기 때문에 (the reason is `first`).
struct Sentence {
  Clause first;
  Question question = Question::none;
  Link link = Link::none;
  Call call = Call::none;
  std::optional<Greeting> opening = {};  ///< 엄마 물 주세요, 네 알아요: before a comma; into English alone
  bool same_subject = false;             ///< `second` leaves out its subject
  std::optional<Clause> second = {};
  KoreanStyle style = {};
};

/// A word as it is written. Words of both languages that carry the same mark belong together; one that
/// carries two does the work of both (먹고: the verb, and "and").
struct Word {
  std::string text;
  std::int64_t mark = 0, second_mark = 0;
  bool glued = false;  ///< no space before it: ? and 's
};

/// Adds the words of a text with spaces between, all with these marks.
void put(std::vector<Word>& words, std::string_view text, std::int64_t first, std::int64_t second = 0);

std::vector<Word> in_korean(const Sentence& sentence);
std::vector<Word> in_english(const Sentence& sentence);

/// The text of the words, with spaces where they belong.
std::string written(const std::vector<Word>& words);

/// (source, target) indices of the words that share a mark.
std::vector<std::pair<int, int>> aligned(const std::vector<Word>& source, const std::vector<Word>& target);

/// Marks are paths through the sentence in base 16: mark(mark(clause, kObject), kAdjective).
enum Role : std::int64_t {
  kHead = 1,
  kDeterminer,
  kAdjective,
  kPossessor,
  kJoined,
  kRelative,
  kSubject,
  kObject,
  kRecipient,
  kVerb,
  kNegation,
  kFuture,
  kPlace,
  kTime,
  kFrequency
};
inline std::int64_t mark(std::int64_t parent, Role role) { return parent * 16 + role; }
inline constexpr std::int64_t kFirstClause = 1, kSecondClause = 2, kLinkWord = 3, kQuestionMark = 4,
                              kQuestionWord = 5, kManner = 6, kDegree = 7, kCompanion = 9, kCall = 10,
                              kOpening = 11, kVehicleWord = 12, kMealWord = 13;

/// The verb form that an English subject asks for: two joined nouns are a plural.
Agreement agreement_of(const NounPhrase& subject);

/// The sentence in the one Korean order that English to Korean translates into, 않다 for every negation.
Sentence in_plain_order(Sentence sentence);

/// Korean never says the subject: it, and that of a request or proposal.
bool is_unsaid(const Sentence& sentence);

/// 버스를 타고 학교에 가요: taking a bus and going to school becomes going there by bus.
void ride_there(Sentence& sentence);

/// 학교에 가서 책을 읽었어요: one goes, and then does something there.
bool goes_before(const Sentence& sentence);

/// How many things make it hard to read with one look: a second clause, relative clauses, possessors that are
/// nouns, joined nouns, an object before its subject, a question word. Level 3 has two or more.
int relations_in(const Sentence& sentence);

/// Draws a sentence of a level. Throws UsageError if the level does not exist.
Sentence sample_sentence(int level, Draws& draws);

}  // namespace heed::toy
