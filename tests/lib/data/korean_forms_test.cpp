#include "lib/data/korean_forms.hpp"

#include "tests/catch.hpp"

using namespace heed::toy;

TEST_CASE("a Hangul syllable shows whether it has a final consonant") {
  for (const char* closed : {"책", "학생", "달걀", "물", "값", "소년들", "힣"})
    CHECK(has_final_consonant(closed));
  for (const char* open : {"사과", "의사", "개", "가", "", "a", "boy", "é", "책?"})
    CHECK_FALSE(has_final_consonant(open));
}

TEST_CASE("the endings that people type") {
  using enum PredicateKind;
  struct Row {
    Predicate predicate;
    const char *informal, *informal_past, *formal, *formal_past, *ask_formal, *ask_formal_past;
  };
  const Row rows[] = {
      {{"먹", "먹었"}, "먹어", "먹었어", "먹습니다", "먹었습니다", "먹습니까", "먹었습니까"},
      {{"좋아하", "좋아했"},
       "좋아해",
       "좋아했어",
       "좋아합니다",
       "좋아했습니다",
       "좋아합니까",
       "좋아했습니까"},
      {{"보", "보았"}, "봐", "보았어", "봅니다", "보았습니다", "봅니까", "보았습니까"},
      {{"주", "주었"}, "줘", "주었어", "줍니다", "주었습니다", "줍니까", "주었습니까"},
      {{"쓰", "썼"}, "써", "썼어", "씁니다", "썼습니다", "씁니까", "썼습니까"},
      {{"만들", "만들었"}, "만들어", "만들었어", "만듭니다", "만들었습니다", "만듭니까", "만들었습니까"},
      {{"돕", "도왔", action, true}, "도와", "도왔어", "돕습니다", "도왔습니다", "돕습니까", "도왔습니까"},
      {{"듣", "들었", action, false, true},
       "들어",
       "들었어",
       "듣습니다",
       "들었습니다",
       "듣습니까",
       "들었습니까"},
      {{"크", "컸", quality}, "커", "컸어", "큽니다", "컸습니다", "큽니까", "컸습니까"},
  };
  for (const Row& row : rows) {
    const Predicate& p = row.predicate;
    CHECK(conjugate(p, Ending::informal) == row.informal);
    CHECK(conjugate(p, Ending::informal_past) == row.informal_past);
    CHECK(conjugate(p, Ending::formal) == row.formal);
    CHECK(conjugate(p, Ending::formal_past) == row.formal_past);
    CHECK(conjugate(p, Ending::ask_formal) == row.ask_formal);
    CHECK(conjugate(p, Ending::ask_formal_past) == row.ask_formal_past);
  }
  CHECK(conjugate({"듣", "들었", action, false, true}, Ending::prospective) == "들을");
}

TEST_CASE("particles follow the final consonant") {
  CHECK(with_particle("소년", Particle::topic) == "소년은");
  CHECK(with_particle("소녀", Particle::topic) == "소녀는");
  CHECK(with_particle("소년", Particle::subject) == "소년이");
  CHECK(with_particle("소녀", Particle::subject) == "소녀가");
  CHECK(with_particle("책", Particle::object) == "책을");
  CHECK(with_particle("사과", Particle::object) == "사과를");
  CHECK(with_particle("사과들", Particle::object) == "사과들을");
  CHECK(with_particle("칼", Particle::with) == "칼과");
  CHECK(with_particle("의자", Particle::with) == "의자와");
  CHECK(with_particle("소년", Particle::recipient) == "소년에게");
  CHECK(with_particle("소녀", Particle::possessor) == "소녀의");
}

TEST_CASE("endings join stems of every kind") {
  struct Row {
    Predicate predicate;
    const char *present, *prospective, *ask_present, *ask_future, *adnominal, *past_adnominal;
  };
  using enum PredicateKind;
  const Row rows[] = {
      {{"먹", "먹었"}, "먹는다", "먹을", "먹니", "먹을까", "먹는", "먹은"},
      {{"좋아하", "좋아했"}, "좋아한다", "좋아할", "좋아하니", "좋아할까", "좋아하는", "좋아한"},
      {{"만들", "만들었"}, "만든다", "만들", "만드니", "만들까", "만드는", "만든"},
      {{"돕", "도왔", action, true}, "돕는다", "도울", "돕니", "도울까", "돕는", "도운"},
      {{"쓰", "썼"}, "쓴다", "쓸", "쓰니", "쓸까", "쓰는", "쓴"},
      {{"않", "않았"}, "않는다", "않을", "않니", "않을까", "않는", "않은"},
      {{"크", "컸", quality}, "크다", "클", "크니", "클까", "큰", "큰"},
      {{"작", "작았", quality}, "작다", "작을", "작니", "작을까", "작은", "작은"},
      {{"무겁", "무거웠", quality, true}, "무겁다", "무거울", "무겁니", "무거울까", "무거운", "무거운"},
      {{"재미있", "재미있었", existential},
       "재미있다",
       "재미있을",
       "재미있니",
       "재미있을까",
       "재미있는",
       "재미있은"},
  };
  for (const Row& row : rows) {
    CHECK(conjugate(row.predicate, Ending::present) == row.present);
    CHECK(conjugate(row.predicate, Ending::prospective) == row.prospective);
    CHECK(conjugate(row.predicate, Ending::ask_present) == row.ask_present);
    CHECK(conjugate(row.predicate, Ending::ask_future) == row.ask_future);
    CHECK(conjugate(row.predicate, Ending::adnominal) == row.adnominal);
    CHECK(conjugate(row.predicate, Ending::past_adnominal) == row.past_adnominal);
  }
  const Predicate help{"돕", "도왔", action, true};
  CHECK(conjugate(help, Ending::past) == "도왔다");
  CHECK(conjugate(help, Ending::negative) == "돕지");
  CHECK(conjugate(help, Ending::ask_past) == "도왔니");
  CHECK(conjugate(help, Ending::joining) == "돕고");
  CHECK(conjugate(help, Ending::contrast) == "돕지만");
  CHECK(conjugate(help, Ending::past_contrast) == "도왔지만");
  CHECK(conjugate(help, Ending::nominal) == "돕기");
  CHECK(conjugate(help, Ending::past_nominal) == "도왔기");
}
