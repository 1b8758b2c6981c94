// What is said of the learner's own programs.
#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tools/learn/translator/own_translator.hpp"

using namespace heed;

TEST_CASE("a stage that earns nothing has no tick, one not reached is said, and two to blame are two") {
  TranslatorVerdict verdict{.parts = {{"bleu", "broken", "expected ;", 12}}, .max_points = 3};
  verdict.stages = {{.name = "forward", .points = 3, .outcome = {.passed = true}},
                    {.name = "search",
                     .points = 1,
                     .outcome = {.where = "bleu", .number = 100},
                     .guilty = {.names = {"beam_search", "bleu"}}},
                    {.name = "overfit", .points = 1}};
  Page page({.language = Language::english, .terminal = {.width = 100}});
  show_translator(page, verdict, "m", " --answers x");
  const std::string text = page.joined();
  CHECK_THAT(text, Catch::Contains("○ forward  0/3  runs, no points yet") &&
                       Catch::Contains("line 12: expected ;") &&
                       Catch::Contains("overfit  0/1  not reached"));
  CHECK_THAT(text, Catch::Contains("The answers that are to blame") && Catch::Contains("by 100 (BLEU)") &&
                       Catch::Contains("check beam_search --answers x") &&
                       Catch::Contains("check bleu --answers x"));
}

TEST_CASE("answers that are missing are listed once, and counted where a stage earns nothing for them") {
  TranslatorVerdict verdict{
      .parts = {{"bleu", "missing"}, {"a", "missing"}, {"b", "missing"}, {"c", "missing"}}};
  verdict.stages = {{.name = "forward", .points = 3, .outcome = {.passed = true}},
                    {.name = "steps",
                     .points = 1,
                     .outcome = {.where = "weights", .number = 0.5},
                     .guilty = {.names = {"adam_step"}},
                     .tried = 1}};
  Page page({.language = Language::english, .terminal = {.width = 100}});
  show_translator(page, verdict, "m");
  const std::string text = page.joined();
  CHECK_THAT(text, Catch::Contains("runs, no points yet") &&
                       Catch::Contains("Found by exchanging answers, tries: 1."));
  CHECK(text.find("not written yet: bleu, a, b, c\n") != text.npos);
  CHECK(text.find("bleu") == text.rfind("bleu"));
}

TEST_CASE("the verdict names the guilty part and what stands in for what is missing, in both languages") {
  TranslatorVerdict verdict{
      .parts = {{"bleu", "missing"}, {"adam_step", "used"}, {"beam_search", "broken", "expected ;"}},
      .points = 5,
      .max_points = 10};
  verdict.stages = {{.name = "forward", .points = 3, .outcome = {.passed = true, .number = 1e-15}},
                    {.name = "steps",
                     .points = 1,
                     .outcome = {.where = "weights", .number = 0.5, .detail = "generator.bias"},
                     .guilty = {.names = {"adam_step"}},
                     .tried = 4}};
  Look look{.language = Language::english, .terminal = {.width = 100}};
  Page page(look);
  show_translator(page, verdict, "answers/translator.safetensors");
  CHECK_THAT(page.joined(), Catch::Contains("The answer that is to blame: adam_step") &&
                                Catch::Contains("1 of its 3 answers") && Catch::Contains("expected ;") &&
                                Catch::Contains("generator.bias") && !Catch::Contains("safetensors"));
  CHECK_THAT(page.joined(), Catch::Contains("forward  0/3") && Catch::Contains("there are no points"));
  Page elsewhere(look);
  show_translator(elsewhere, verdict, "m", " --answers other");
  CHECK_THAT(elsewhere.joined(), Catch::Contains("check adam_step --answers other"));
  look.language = Language::korean;
  Page korean(look);
  show_translator(korean, verdict, "answers/translator.safetensors");
  CHECK_THAT(korean.joined(), Catch::Contains("원인이 된 답안: adam_step") && !Catch::Contains("differs") &&
                                  Catch::Contains("한 걸음 뒤의 가중치, generator.bias"));
  verdict.stages[1].guilty = {};
  verdict.stages[1].outcome = {.where = "greedy", .number = 2};
  verdict.stages.push_back({.name = "overfit", .points = 1});
  Page another(look);
  show_translator(another, verdict, "m");
  CHECK_THAT(another.joined(), Catch::Contains("문장 2개의 번역이 기준 구현이 여러분의 가중치로") &&
                                   Catch::Contains("overfit  0/1  앞 단계에서 멈춤"));
  verdict.stages[1].outcome = {.where = "beam", .number = 3};
  Page nobody(look);
  show_translator(nobody, verdict, "m");
  CHECK_THAT(nobody.joined(), Catch::Contains("문장 3개에서") && !Catch::Contains("답 때문이 아닙니다"));
}

TEST_CASE("the verdict on a translator has the form of every exercise's") {
  TranslatorVerdict translator{.parts = {{"bleu", "missing"},
                                         {"adam_step", "used"},
                                         {"beam_search", "broken", "expected ;"},
                                         {"bleu_2", "refused", "given::bleu", 0, "subject"}}};
  CHECK(to_verdict({.stages = {{.name = "forward", .points = 3, .outcome = {.passed = true}}}}).points() ==
        0);
  translator.all_parts = true;
  translator.stages = {{.name = "forward", .points = 3, .outcome = {.passed = true, .number = 0.25}},
                       {.name = "steps",
                        .points = 1,
                        .outcome = {.where = "timeout", .number = 60},
                        .guilty = {.names = {"adam_step"}}},
                       {.name = "overfit", .points = 2}};
  const nlohmann::json json = to_json(to_verdict(translator));
  CHECK(to_json(verdict_from_json(json)) == json);
  const Verdict verdict = verdict_from_json(json);
  CHECK(verdict.points() == 3);
  CHECK(verdict.max_points() == 6);
  CHECK(!verdict.passed());
  CHECK(verdict.missing == std::vector<std::string>{"bleu"});
  CHECK(verdict.errors.at(0).message == "beam_search: expected ;");
  CHECK(verdict.forbidden.at(0).name == "bleu_2: given::bleu");
  CHECK(verdict.forbidden.at(0).reason == "subject");
  CHECK(verdict.parts.at(0).measured == 0.25);
  CHECK(verdict.parts.at(1).status == PartStatus::timeout);
  CHECK(verdict.parts.at(1).guilty == std::vector<std::string>{"adam_step"});
  CHECK(verdict.parts.at(2).status == PartStatus::not_run);
}

TEST_CASE("the growth of the learner's attentions is held against what is said of it") {
  std::vector<OwnAttentionCost> costs;
  for (double length = 64; length <= 2048; length *= 2) {
    costs.push_back({"vanilla", "scaled_dot_product_attention", true, true, length, 1e-8 * length * length,
                     8 * length * length});
    costs.push_back({"linear", "linear_attention", false, true, length, 4e-6 * length, 100 * length});
  }
  Page page({.language = Language::english, .terminal = {.width = 120}});
  show_attentions(page, costs);
  CHECK_THAT(page.joined(), Catch::Contains("2.00 (2) ✓") && Catch::Contains("1.00 (1) ✓") &&
                                Catch::Contains("not written yet: linear_attention") &&
                                Catch::Contains("compare_attentions  1/2") && !Catch::Contains("✗"));
  CHECK(attentions_that_hold(costs) == 1);  // the linear one is the reference
  for (OwnAttentionCost& cost : costs) cost.right = cost.length < 128;
  CHECK(attentions_that_hold(costs) == 0);
  Page wrong({.language = Language::english, .terminal = {.width = 120}});
  show_attentions(wrong, costs);
  CHECK_THAT(wrong.joined(), Catch::Contains("its numbers are not the reference's"));
  for (OwnAttentionCost& cost : costs) cost = {cost.kind, cost.exercise, true, true, cost.length, 1e-6, 64};
  CHECK(attentions_that_hold(costs) == 0);  // what costs nothing is not what the table says
}
