#include "lib/data/korean_forms.hpp"

#include "tests/catch.hpp"

using namespace heed::toy;

TEST_CASE("a Hangul syllable shows whether it has a final consonant") {
  for (const char* closed : {"책", "학생", "달걀", "물", "값", "소년들", "힣"})
    CHECK(has_final_consonant(closed));
  for (const char* open : {"사과", "의사", "개", "가", "", "a", "boy", "é", "책?"})
    CHECK_FALSE(has_final_consonant(open));
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
