// How an everyday sentence is said and typed.
#include "lib/data/toy_phrases.hpp"

namespace heed::toy {
namespace {

bool is_thing(const std::optional<NounPhrase>& object) {
  if (!object || object->pronoun == it() || !object->joined.empty()) return false;
  return object->pronoun != nullptr ? object->pronoun->possessor.empty()
                                    : (object->noun->noun_class & (kPerson | kAnimal)) == 0;
}

/// 같이 가요: let's.
bool is_together(const Clause& clause) {
  return clause.manner != nullptr && clause.manner->english == "together";
}

/// 학교에서 만나요: let's meet, as nobody says whom.
bool is_meeting(const Clause& clause) {
  return clause.verb->english == "meet" && !clause.object &&
         (clause.place != nullptr || clause.time != nullptr);
}

bool has_bare_owner(const std::optional<NounPhrase>& phrase) {
  return phrase && phrase->noun != nullptr && !phrase->possessor.empty() &&
         phrase->possessor.front().pronoun == nullptr;
}

/// 친구 이름이 뭐예요, 이것은 민수 책이에요 can be said: what somebody does is not, as 민수 책 읽어요
/// has Minsu read.
bool may_have_bare_owner(const Clause& clause) {
  if (has_bare_owner(clause.object) && clause.object->noun->noun_class != kName) return false;
  return !has_bare_owner(clause.identity) || clause.identity->noun->noun_class != kPerson;
}

/// It hurries somebody: 빨리 와, 천천히 먹어, 먹어!
bool hurries(const Clause& clause, const KoreanStyle& style) {
  return (clause.manner != nullptr && !is_together(clause)) || clause.verb->english == "come" ||
         (style.period && style.exclaims);
}

class StyleChooser : EverydayChooser {
 public:
  using EverydayChooser::EverydayChooser;

  Sentence choose() {
    choose_speech();
    const bool one_clause = !linked(), spoken = is_spoken();
    style_.humble = to_elders() && chance(80);
    style_.short_pronouns = spoken && chance(15);
    style_.contracted = chance(75);
    style_.what_for_short = chance(60);
    style_.joiner = !spoken || chance(20) ? Joiner::wa : chance(50) ? Joiner::hago : Joiner::rang;
    style_.spoken_recipient = spoken && chance(60);
    style_.spoken_things = spoken && chance(60);
    style_.over_there = chance(30);
    style_.bare_goal = spoken && chance(25);
    style_.short_where = chance(50);
    style_.separated = chance(35);
    style_.because_for_short = sentence_.link == Link::because && sentence_.second->tense == clause_.tense &&
                               !goes_before(sentence_) && chance(80);
    style_.sequence = sentence_.link == Link::and_then && goes_before(sentence_);
    style_.duty_by_become = chance(50);
    style_.degree_word = draws_.below(4);
    style_.period = chance(45);
    style_.exclaims = chance(20);
    style_.no_mark = asks_without_mark() && chance(style_.speech == Speech::plain ? 50 : 25);
    const Pronoun* const subject = clause_.subject.pronoun;
    if (sentence_.question != Question::who && chance(75))  // 친구 without an owner is this one's
      style_.own_left_out = subject != nullptr && !subject->possessor.empty() ? subject : speaker_or_hearer();
    style_.bare_identity = spoken && clause_.identity && clause_.negated && chance(40);
    style_.time_as_topic =
        one_clause && clause_.time != nullptr && !clause_.time->english.starts_with("every") && chance(20);
    style_.bare_time = chance(50);
    style_.ride_word = draws_.below(3);
    style_.ride_last = chance(25);
    if (clause_.from || clause_.is_there) style_.bare_goal = false;
    style_.bare_owner = spoken && may_have_bare_owner(clause_) && one_clause && chance(70);
    style_.wish_by_will = spoken && is_wish(clause_.mood) && sentence_.question <= Question::yes_no &&
                          says_self() && clause_.tense == Tense::present && clause_.verb->english != "see" &&
                          (!clause_.negated || clause_.order.short_negation) && chance(asks() ? 50 : 25);
    choose_subject_form();
    choose_object_form();
    if (!sentence_.opening) choose_opening();
    if (style_.separated && clause_.verb != nullptr && clause_.verb->separable && !clause_.object &&
        clause_.negated && one_clause) {
      clause_.order.short_negation = !clause_.order.no_way && chance(70);
      style_.bare_object = chance(60);
    }
    if (sentence_.call == Call::proposal)
      style_.bare_request =
          spoken && !clause_.negated && !clause_.companion &&
          (is_together(clause_) || (is_meeting(clause_) && style_.speech == Speech::polite)) && chance(70);
    if (sentence_.call == Call::request)
      choose_request();
    else if (one_clause)
      choose_question_and_future();
    return std::move(sentence_);
  }

 private:
  bool is_spoken() const { return style_.speech == Speech::casual || style_.speech == Speech::polite; }
  bool to_elders() const { return style_.speech == Speech::polite || style_.speech == Speech::formal; }
  bool says_self() const { return clause_.subject.pronoun == speaker_or_hearer(); }

  void choose_speech() {
    const std::uint32_t roll = draws_.below(100);
    style_.speech = roll < 15   ? Speech::plain
                    : roll < 33 ? Speech::casual
                    : roll < 75 ? Speech::polite
                                : Speech::formal;
    if (sentence_.call == Call::request && chance(25)) style_.speech = Speech::casual;
  }

  /// It is a question without its mark, too: by its question word, or by 까, or by 니, which is also
  /// "you are" behind a noun.
  bool asks_without_mark() const {
    if (sentence_.question > Question::yes_no || sentence_.call == Call::suggestion) return true;
    return style_.speech == Speech::formal || (style_.speech == Speech::plain && !clause_.identity);
  }

  /// Without its subject it would be heard as a request or proposal: (나) 빨리 먹어.
  bool looks_like_request() const {
    const bool acts = clause_.verb != nullptr && !clause_.verb->state && clause_.mood == Mood::none;
    return !asks() && is_spoken() && acts && !clause_.negated && clause_.tense != Tense::past &&
           (is_together(clause_) || (style_.speech == Speech::casual && hurries(clause_, style_)));
  }

  void choose_subject_form() {
    if (is_unsaid(sentence_)) {
      // 우리 갈까요, but 우리 친구를 is our friend.
      const bool ours = clause_.object && !clause_.object->possessor.empty();
      style_.bare_subject = sentence_.call >= Call::proposal && !ours && chance(20);
      style_.subject_left_out = !style_.bare_subject;
      return;
    }
    const NounPhrase& subject = clause_.subject;
    const bool self = says_self();
    const bool of_things = clause_.adjective != nullptr && clause_.adjective->of_things;
    const bool takes_subject = clause_.verb != nullptr && clause_.verb->subject;
    const bool likes = takes_subject && clause_.verb->kind;
    style_.object_too = clause_.too && is_thing(clause_.object) && chance(50);
    const bool too = clause_.too && !style_.object_too;
    const bool may_drop = self && !of_things && !likes && !too;
    if (linked()) {
      style_.subject_left_out = may_drop && sentence_.same_subject && chance(60);
      return;
    }
    if (may_drop && !looks_like_request()) style_.subject_left_out = chance(asks() ? 60 : 45);
    if (style_.subject_left_out || clause_.order.object_first || subject.relative != nullptr) return;
    if (!likes && !clause_.identity && !(takes_subject && self))
      style_.subject_marked = chance(self ? 10 : clause_.verb == nullptr ? 50 : 35);
    // 우리 is also "our", but before a question word; 민수 알아요? is whether one knows him.
    const bool ours = subject.pronoun == us() && sentence_.question <= Question::who;
    const bool known = clause_.alone && clause_.verb->of_people && subject.pronoun == nullptr;
    const bool that =
        style_.humble && self && clause_.object && clause_.object->noun != nullptr;  // 저 여자를
    if (style_.speech != Speech::plain && !ours && !known && !that && !too && subject.joined.empty())
      style_.bare_subject = chance(12);
  }

  void choose_object_form() {
    if (linked() || !clause_.object || style_.speech == Speech::plain || clause_.order.object_first ||
        clause_.subject.relative != nullptr || !clause_.object->joined.empty() || clause_.recipient ||
        style_.object_too)
      return;
    const Verb& verb = *clause_.verb;
    const Pronoun* const pronoun = clause_.object->pronoun;
    const bool thing =
        pronoun != nullptr ? pronoun->possessor.empty() : clause_.object->noun->noun_class != kPerson;
    // 민수 기다려요 says as well that Minsu waits; but 친구 있어요 is clear, which verb.subject tells.
    const bool to_me = pronoun == me() || pronoun == you(), left_out = style_.subject_left_out;
    const bool misses =
        clause_.mood == Mood::wish && verb.english == "see" && (pronoun == nullptr || (to_me && left_out));
    const bool asks_for_me = sentence_.call == Call::request && pronoun == me();
    const bool loves = verb.state && to_me && !left_out && !clause_.negated;  // 나 너 좋아해
    const bool known = pronoun == nullptr && left_out && verb.of_people;
    if (thing || verb.subject || misses || asks_for_me || loves || known)
      style_.bare_object = chance(misses || asks_for_me ? 45 : 30);
    if (misses && !style_.bare_object) style_.missed = chance(50);
    if (clause_.negated && !style_.bare_object && is_thing(clause_.object) && !asks() &&
        clause_.object->relative == nullptr)
      style_.object_as_topic = chance(35);
  }

  /// Yes or no before it, where 네 cannot be "your"; or whom one calls: 엄마 나 배고파.
  void choose_opening() {
    const bool pronoun = !style_.subject_left_out && clause_.subject.pronoun != nullptr;
    const bool nothing = !clause_.object && !clause_.identity && !clause_.companion.has_value();
    if (asks() || sentence_.call != Call::none || linked() || clause_.order.object_first ||
        !(pronoun || (nothing && style_.subject_left_out)) || !chance(20))
      return;
    if (pronoun && clause_.subject.pronoun == me() && chance(30))
      sentence_.opening = person_called();
    else if (clause_.negated)
      sentence_.opening = to_elders() ? Greeting{"아니요", "no"} : Greeting{"아니", "no"};
    else
      sentence_.opening = to_elders() ? Greeting{chance(80) ? "네" : "예", "yes"} : Greeting{"응", "yes"};
  }

  void choose_request() {
    const bool favor = clause_.mood == Mood::favor;
    if (favor && style_.speech == Speech::plain) style_.speech = Speech::casual;
    style_.give_please = favor || chance(55);
    if (style_.speech == Speech::casual && !clause_.negated) {
      if (chance(40)) style_.period = style_.exclaims = true;
      style_.bare_request = hurries(clause_, style_) && !is_together(clause_) && chance(70);
    }
    if (favor) style_.bare_request = false;
    style_.try_please = !favor && !clause_.verb->korean.stem.starts_with("보") &&
                        !(clause_.verb->tasting && clause_.object) && chance(15);
    style_.little = clause_.object && !clause_.negated && style_.speech != Speech::plain && chance(25);
  }

  void choose_question_and_future() {
    style_.honorific_question = asks() && clause_.subject.pronoun == you() && clause_.mood == Mood::none &&
                                !clause_.identity && chance(clause_.is_asked ? 80 : 25);
    if (clause_.tense != Tense::future) return;
    const bool soon = clause_.time != nullptr && !clause_.time->present && clause_.mood != Mood::favor;
    if (soon && chance(50)) {
      style_.future = FutureForm::present;
    } else if (!asks() && clause_.subject.pronoun == me() && style_.speech != Speech::plain && chance(35)) {
      style_.future = is_spoken() && chance(60) ? FutureForm::promise : FutureForm::resolve;
    }
  }

  KoreanStyle& style_ = sentence_.style;
};

}  // namespace

Sentence with_style(Sentence sentence, Draws& draws) {
  return StyleChooser(draws, std::move(sentence)).choose();
}

}  // namespace heed::toy
