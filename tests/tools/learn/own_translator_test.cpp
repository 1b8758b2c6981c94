// Which answers are to blame, found by exchanging them; and what is said of the learner's own programs.
#include "tools/learn/own_translator.hpp"
#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "lib/core/name_hash.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/speaking.hpp"
#include "tools/learn/training_pace.hpp"

using namespace heed;

namespace {

const std::vector<std::string> names{"a", "b", "c", "d", "e", "f", "g"};

/// Finds out as if these were to blame, and counts the runs.
std::vector<std::string> found(const std::set<std::string>& guilty, int& runs) {
  const Culprits culprits = find_guilty(names, {}, [&](const std::set<std::string>& references) {
    ++runs;
    return std::includes(references.begin(), references.end(), guilty.begin(), guilty.end());
  });
  CHECK(!culprits.stopped);
  CHECK(culprits.one_of.empty());
  return culprits.names;
}

}  // namespace

TEST_CASE("every single culprit is found by bisection, and two together as well") {
  for (const std::string& one : names) {
    int runs = 0;
    CHECK(found({one}, runs) == std::vector<std::string>{one});
    CHECK(runs <= 5);  // all, log2(7), and once more alone
    for (const std::string& other : names) {
      if (one < other) CHECK(found({one, other}, runs) == std::vector<std::string>{one, other});
    }
  }
}

TEST_CASE("nobody is blamed where the references fail too, or where chance decides") {
  CHECK(find_guilty(names, {}, [](const auto&) { return false; }).names.empty());
  int runs = 0;
  const auto chance = find_guilty(names, {}, [&](const auto&) { return ++runs == 1; });
  CHECK(chance.names.size() <= names.size());
  CHECK(runs < 100);
}

TEST_CASE("where time ran out is tried first, and a search that stops names what it has not excluded") {
  const auto only = [](const std::string& one, int most, int& runs) {
    return [one, most, &runs](const std::set<std::string>& references) -> std::optional<bool> {
      if (++runs > most) return std::nullopt;
      return references.count(one) > 0;
    };
  };
  int runs = 0;
  CHECK(find_guilty(names, {"a", "f"}, only("f", 9, runs)).names == std::vector<std::string>{"f"});
  CHECK(runs == 2);  // a, f: what passes with one would with all
  runs = 0;
  const Culprits stopped = find_guilty(names, {}, only("f", 2, runs));
  CHECK(stopped.stopped);
  CHECK(stopped.names.empty());
  CHECK(stopped.one_of == std::vector<std::string>{"d", "e", "f", "g"});
  runs = 0;
  CHECK(find_guilty(names, {}, only("f", 0, runs)).one_of == names);

  TranslatorVerdict verdict{.parts = {{"d", "used"}}, .all_parts = true};
  verdict.stages = {{.name = "search", .outcome = {.where = "timeout"}, .guilty = stopped, .tried = 2}};
  Page page({.language = Language::english, .terminal = {.width = 100}});
  show_translator(page, verdict, "m");
  CHECK_THAT(page.joined(), Catch::Contains("one of: d, e, f, g") &&
                                Catch::Contains("exchanging answers 2 times.") &&
                                Catch::Contains("check --all"));
}

TEST_CASE("what was changed since the translator passed is tried before halving all, if it is little") {
  using Names = std::vector<std::string>;
  const std::set<std::string> own(names.begin(), names.end());
  CHECK(first_suspects(own, {"a", "b"}, {"f"}) == Names{"b", "a", "f"});
  CHECK(first_suspects(own, {}, {"f", "not one of them"}) == Names{"f"});
  CHECK(first_suspects(own, {}, {"a", "b", "c"}).empty());
}

TEST_CASE("a training that stands still or is far too slow is given up after ten seconds") {
  TrainingPace pace(75);
  CHECK_FALSE(pace.hopeless(9));
  CHECK(pace.hopeless(10));  // not one step
  pace.step(10, 200, 1000);
  CHECK_FALSE(pace.hopeless(10));  // 50 seconds in all
  pace.step(12, 100, 1000);
  CHECK(pace.hopeless(12));  // 120
  CHECK_FALSE(pace.stands_still(12));
  pace.step(20, 900, 1000);
  CHECK_FALSE(pace.hopeless(29));
  CHECK(pace.hopeless(30));
}

TEST_CASE("a stage that earns nothing has no tick, one not reached is said, and two to blame are two") {
  TranslatorVerdict verdict{.parts = {{"bleu", "broken", "expected ;", 12}}, .max_points = 3};
  verdict.stages = {{.name = "forward", .points = 3, .outcome = {.passed = true}},
                    {.name = "search",
                     .points = 1,
                     .outcome = {.where = "bleu", .number = 100},
                     .guilty = {.names = {"beam_search", "bleu"}},
                     .pass_alone = {"beam_search"}},
                    {.name = "overfit", .points = 1}};
  Page page({.language = Language::english, .terminal = {.width = 100}});
  show_translator(page, verdict, "m", " --answers x");
  const std::string text = page.joined();
  CHECK_THAT(text, Catch::Contains("○ forward  0/3  runs, no points yet (not yours: bleu)") &&
                       Catch::Contains("line 12: expected ;") &&
                       Catch::Contains("overfit  0/1  not reached"));
  CHECK_THAT(text, Catch::Contains("The answers that are to blame") && Catch::Contains("by 100 (BLEU)") &&
                       Catch::Contains("check beam_search --answers x") &&
                       Catch::Contains("check bleu --answers x"));
  CHECK_THAT(text, Catch::Contains("beam_search passes alone") && !Catch::Contains("bleu passes alone"));
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
  CHECK_THAT(text, Catch::Contains("runs, no points yet (4 answers are not yours)") &&
                       Catch::Contains("Found by exchanging answers once:"));
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
  TranslatorVerdict translator{
      .parts = {{"bleu", "missing"}, {"adam_step", "used"}, {"beam_search", "broken", "expected ;"}}};
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
  CHECK(verdict.parts.at(0).measured == 0.25);
  CHECK(verdict.parts.at(1).status == PartStatus::timeout);
  CHECK(verdict.parts.at(1).guilty == std::vector<std::string>{"adam_step"});
  CHECK(verdict.parts.at(2).status == PartStatus::not_run);
}

TEST_CASE("fitted growth of the learner's attentions is held against the document's table") {
  std::vector<OwnAttentionCost> costs;
  for (double length = 64; length <= 2048; length *= 2) {
    costs.push_back({"vanilla", "scaled_dot_product_attention", true, true, length, 1e-8 * length * length,
                     8 * length * length});
    costs.push_back({"linear", "linear_attention", false, true, length, 4e-6 * length, 100 * length});
  }
  Page page({.language = Language::english, .terminal = {.width = 120}});
  show_attentions(page, costs);
  CHECK_THAT(page.joined(), Catch::Contains("2.00 ✓") && Catch::Contains("1.00 ✓") &&
                                Catch::Contains("(linear)") && Catch::Contains("400") &&
                                Catch::Contains("not written yet: linear_attention") &&
                                Catch::Contains("compare_attentions  1/2") && !Catch::Contains("✗"));
  CHECK(attentions_that_hold(costs) == 1);  // the linear one is the reference
  std::vector<OwnAttentionCost> faster = costs;
  for (OwnAttentionCost& cost : faster) cost.seconds *= cost.kind == "linear" ? 1e-3 : 1;
  Page always({.language = Language::english, .terminal = {.width = 120}});
  show_attentions(always, faster);
  CHECK_THAT(always.joined(), Catch::Contains(" 64\n"));  // from the shortest on
  for (OwnAttentionCost& cost : costs) cost.right = cost.length < 128;
  CHECK(attentions_that_hold(costs) == 0);
  Page wrong({.language = Language::english, .terminal = {.width = 120}});
  show_attentions(wrong, costs);
  CHECK_THAT(wrong.joined(), Catch::Contains("its numbers are not the reference's"));
  for (OwnAttentionCost& cost : costs) cost = {cost.kind, cost.exercise, true, true, cost.length, 1e-6, 64};
  CHECK(attentions_that_hold(costs) == 0);  // what costs nothing is not what the table says
}

TEST_CASE("no translator answers before one is finished") {
  CHECK_THAT(error_text<Error>([] { OwnTranslator("/nonexistent").translate({"나는"}); }),
             Catch::Contains("no finished translator"));
  const Speaking korean(Language::korean);
  CHECK_THAT(error_text<Error>([] { OwnTranslator("/nonexistent").translate({"나는"}); }),
             Catch::Contains("아직 완성된 번역기가 없습니다"));
}

TEST_CASE("a finished translator says which words it has never seen") {
  const Scratch scratch;
  std::filesystem::create_directories(scratch / ".translator");
  std::ofstream(scratch / "translator.safetensors") << "weights";
  const std::filesystem::path program = scratch / ".translator/finished_program";
  const std::string line =
      "echo \"{\\\"translation\\\":\\\"i laugh\\\",\\\"unknown\\\":[\\\"$3\\\"]}\" >&200\n";
  std::ofstream(program) << "#!/bin/bash\n"  // translate MODEL SENTENCE
                            "nonce() { head -c 8 >&200; }\n"
                            "nonce\n"
                         << line;
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const std::vector<OwnTranslation> said = OwnTranslator(scratch.folder()).translate({"이상한"});
  REQUIRE(said.size() == 1);
  CHECK(said[0].text == "i laugh");
  CHECK(said[0].unknown == std::vector<std::string>{"이상한"});

  // an answer that is another one now
  std::filesystem::create_directories(scratch / "7_training");
  const std::string text = "int f() { return 1; }\n";
  std::ofstream(scratch / "7_training/bleu.cpp") << text;
  std::ofstream(scratch / ".translator/finished_answers.json")
      << fmt::format(R"({{"bleu":"{:016x}"}})", name_hash(text));
  CHECK(OwnTranslator(scratch.folder()).changed_since().empty());
  std::ofstream(scratch / "7_training/bleu.cpp") << "int f() { return 2; }\n";
  CHECK(OwnTranslator(scratch.folder()).changed_since() == std::vector<std::string>{"bleu"});

  // what does not begin with the number that it was told is no result
  std::ofstream(program) << "#!/bin/bash\n" << line;
  CHECK_THAT(error_text<Error>([&] { OwnTranslator(scratch.folder()).translate({"이상한"}); }),
             Catch::Contains("did not translate"));
}
