#include "lib/data/korean_forms.hpp"

#include <array>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"

using namespace heed::toy;

TEST_CASE("a Hangul syllable shows whether it has a final consonant") {
  for (const char* closed : {"책", "학생", "달걀", "물", "값", "소년들", "힣"})
    CHECK(has_final_consonant(closed));
  for (const char* open : {"사과", "의사", "개", "가", "", "a", "boy", "é", "책?"})
    CHECK_FALSE(has_final_consonant(open));
}

TEST_CASE("particles follow the final consonant") {
  struct Row {
    Particle particle;
    const char *closed, *open;
  };
  for (const auto& [particle, closed, open] : {Row{Particle::topic, "책은", "사과는"},
                                               {Particle::subject, "책이", "사과가"},
                                               {Particle::object, "책을", "사과를"},
                                               {Particle::with, "책과", "사과와"},
                                               {Particle::rang, "책이랑", "사과랑"},
                                               {Particle::hago, "책하고", "사과하고"},
                                               {Particle::hante, "책한테", "사과한테"},
                                               {Particle::recipient, "책에게", "사과에게"},
                                               {Particle::possessor, "책의", "사과의"},
                                               {Particle::too, "책도", "사과도"}}) {
    CHECK(with_particle("책", particle) == closed);
    CHECK(with_particle("사과", particle) == open);
  }
}

TEST_CASE("endings join stems of every kind") {
  using enum PredicateKind;
  const Predicate stems[] = {{"먹", "먹었"},
                             {"가", "갔"},
                             {"만들", "만들었"},
                             {"돕", "도왔"},
                             {"듣", "들었"},
                             {"보", "보았"},
                             {"크", "컸", quality},
                             {"무겁", "무거웠", quality},
                             {"재미있", "재미있었", existential}};
  constexpr std::size_t kinds = std::size(stems);
  struct Row {
    const char* ending;
    std::array<const char*, kinds> forms;
  };
  const Row rows[] = {
      {"-ㄴ/는다", {"먹는다", "간다", "만든다", "돕는다", "듣는다", "본다", "크다", "무겁다", "재미있다"}},
      {"-았/었다",
       {"먹었다", "갔다", "만들었다", "도왔다", "들었다", "보았다", "컸다", "무거웠다", "재미있었다"}},
      {"-(으)ㄹ까",
       {"먹을까", "갈까", "만들까", "도울까", "들을까", "볼까", "클까", "무거울까", "재미있을까"}},
      {"-(으)ㄴ", {"먹은", "간", "만든", "도운", "들은", "본", "큰", "무거운", "재미있은"}},
      {"-는", {"먹는", "가는", "만드는", "돕는", "듣는", "보는", "큰", "무거운", "재미있는"}},
      {"-니", {"먹니", "가니", "만드니", "돕니", "듣니", "보니", "크니", "무겁니", "재미있니"}},
      {"-지만",
       {"먹지만", "가지만", "만들지만", "돕지만", "듣지만", "보지만", "크지만", "무겁지만", "재미있지만"}},
      {"-아/어요",
       {"먹어요", "가요", "만들어요", "도와요", "들어요", "봐요", "커요", "무거워요", "재미있어요"}},
      {"-ㅂ/습니다",
       {"먹습니다", "갑니다", "만듭니다", "돕습니다", "듣습니다", "봅니다", "큽니다", "무겁습니다",
        "재미있습니다"}},
      {"-(으)세요",
       {"먹으세요", "가세요", "만드세요", "도우세요", "들으세요", "보세요", "크세요", "무거우세요",
        "재미있으세요"}},
      {"-(으)ㅂ시다",
       {"먹읍시다", "갑시다", "만듭시다", "도웁시다", "들읍시다", "봅시다", "큽시다", "무거웁시다",
        "재미있읍시다"}}};
  for (const auto& [ending, forms] : rows) {
    CAPTURE(ending);
    for (std::size_t i = 0; i < forms.size(); ++i) CHECK(conjugate(stems[i], ending) == forms[i]);
  }
  CHECK(conjugate({"주", "주었"}, "-아/어") == "줘");
  CHECK_THROWS_AS(conjugate({"eat", "ate"}, "-ㅂ/습니다"), heed::Error);
  CHECK_THROWS_AS(conjugate({"먹", "먹었"}, "다"), heed::Error);
}
