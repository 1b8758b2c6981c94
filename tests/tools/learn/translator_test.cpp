// The learner's own translator: its stages by a program that stands in for it, who is to blame, and words.
#include "tools/learn/translator.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"
#include "tests/tools/speaking.hpp"

using namespace heed;

namespace {

const std::vector<std::string> names{"a", "b", "c", "d", "e", "f", "g"};

Notes verdict_notes() { return Course(HEED_SOURCE_DIR).notes({.name = "none"}); }

std::string shown_translator(const Verdict& verdict, const std::string& options = "") {
  Page page({.width = 100});
  show_translator(page, verdict, verdict_notes(), options);
  return page.joined();
}

PartVerdict failed_stage(const std::string& name, const std::string& where, double number,
                         std::vector<std::string> guilty) {
  return {.name = name,
          .max_points = 1,
          .status = PartStatus::failed,
          .failure = FailedCase{.label = name, .output = where, .message = "generator.bias"},
          .measured = number,
          .guilty = std::move(guilty)};
}

}  // namespace

TEST_CASE("every single culprit is found by bisection, and two together as well") {
  for (const std::string& one : names) {
    for (const std::string& other : names) {
      const std::set<std::string> guilty{one, other};
      int runs = 0;
      CHECK(find_guilty(names, [&](const std::set<std::string>& references) {
              ++runs;
              return std::ranges::includes(references, guilty);
            }) == guilty);
      CHECK(runs <= 4 * std::ssize(guilty));  // log2(7), and once more alone
    }
  }
  int runs = 0;
  find_guilty(names, [&](const auto&) { return ++runs == 1; });  // where chance decides, it ends
  CHECK(runs < 100);
}

TEST_CASE("who is to blame for a training is found by exchanging answers") {
  const Learning learn;
  const std::filesystem::path log = learn.small.root() / "log";
  learn.small.file("answers/1_first/one.cpp", "// mine\n");
  const std::string log_to = "FAKE_LOG=" + log.string();
  const ProgramEnd end = learn({"translate"}, {log_to});
  INFO(end.out + end.err);
  CHECK(end.status == 1);
  CHECK_THAT(end.out, Catch::Contains("To blame: adam_step") && Catch::Contains("search  0/1  not run") &&
                          Catch::Contains("All of it"));
  CHECK_THAT(end.err, Catch::Contains("which answer is it? try 1\n") && !Catch::Contains("\x1b"));
  CHECK_THAT(slurp(log),
             // with what was trained, which translates with no references; then trained anew
             Catch::StartsWith("forward\ngradients\nsteps\noverfit\ntrain\nheld_out\nheld_out adam_step bleu "
                               "one two\ntrain adam_step bleu one two\n") &&
                 Catch::EndsWith("held_out adam_step\n"));
  CHECK(learn({"translate"}, {log_to, "FAKE_CTRL_C=1"}).status == 130);
  const ProgramEnd right = learn({"translate"}, {log_to, "FAKE_RIGHT=1"});
  CHECK(right.status == 0);
  CHECK_THAT(right.out, Catch::Contains("your_translator  10/10"));
  CHECK(std::filesystem::exists(learn.small.answer("translator.safetensors")));
  CHECK_THAT(learn({"list"}).out, Catch::Contains("✓ whole"));
}

TEST_CASE("a finished translator translates words without quotes, and says which it has never seen") {
  const Learning learn;
  CHECK_THAT(learn({"check", "one"}).out, Catch::Contains("0/10"));
  CHECK_THAT(learn({"translate", "나는"}).err, Catch::Contains("no finished translator"));
  CHECK_THAT(learn({"translate", "나는", "--lang", "ko"}).err,
             Catch::Contains("아직 완성된 번역기가 없습니다"));
  learn.write("translator.safetensors", "weights");
  const auto program = [&](const std::string& script) {  // translate MODEL SENTENCE…
    learn.write(".translator/finished_program", "#!/bin/bash\nshift 2\n" + script + "\n");
    std::filesystem::permissions(learn.small.answer(".translator/finished_program"),
                                 std::filesystem::perms::owner_all);
  };
  program("for s; do echo \"{\\\"translation\\\":\\\"<$s>\\\",\\\"unknown\\\":[\\\"$2\\\"]}\"; done >&200");
  CHECK(learn({"translate", "나는", "큰", "사과를", "좋아한다."}).out == "<나는 큰 사과를 좋아한다>\n");
  const ProgramEnd two = learn({"translate", "나는 웃는다", "너는 잔다"});
  CHECK(two.out == "<나는 웃는다>\n<너는 잔다>\n");
  CHECK_THAT(two.err, Catch::Contains("guessed, for it has never seen: 너는 잔다"));
  program("exit 3");
  CHECK_THAT(learn({"translate", "나는"}).err, Catch::Contains("your translator crashed"));
}

TEST_CASE("the verdict says whose answers are in it, what was measured, and who is to blame") {
  Verdict verdict{.errors = {{.line = 12, .message = "bleu: expected ;"}},
                  .missing = {"adam_step", "beam_search"},
                  .forbidden = {{"bleu: given::softmax", "subject"}}};
  CHECK_FALSE(is_all_own(verdict));
  verdict.parts = {{.name = "forward", .max_points = 3, .status = PartStatus::passed, .measured = 1e-15},
                   failed_stage("steps", "weights", 0.5, {"adam_step", "bleu"}),
                   {.name = "overfit", .max_points = 1, .status = PartStatus::not_run}};
  const std::string text = shown_translator(verdict, " --answers x");
  for (const char* words :
       {"your_translator  0/5", "22 of its 26 answers are yours", "line 12: bleu: expected ;",
        "not written yet: adam_step, beam_search", "uses what it may not: bleu: given::softmax",
        "there are no points", "○ forward  0/3  runs, no points yet", "largest difference 1.0e-15",
        "differs from the reference by 0.5 (the weights after a step, generator.bias)",
        "To blame: adam_step, bleu", "check bleu --answers x", "overfit  0/1  not run"})
    CHECK_THAT(text, Catch::Contains(words));
  CHECK_THAT(text, !Catch::Contains("Try it"));
  verdict.parts[1] = failed_stage("search", "beam", 3, {});
  verdict.parts[1].failure->reason = "stopped";
  const Speaking korean(Language::korean);
  CHECK_THAT(shown_translator(verdict), Catch::Contains("문장 3개에서") && Catch::Contains("너무 오래 걸려"));
}

TEST_CASE("the growth of the learner's attentions is held against what is said of it") {
  std::vector<OwnAttentionCost> costs;
  for (double length = 64; length <= 2048; length *= 2) {
    costs.push_back({"vanilla", "scaled_dot_product_attention", true, true, length, 1e-8 * length * length,
                     8 * length * length});
    costs.push_back({"linear", "linear_attention", false, true, length, 4e-6 * length, 100 * length});
  }
  const auto shown = [&] {
    Page page({.width = 120});
    show_attentions(page, costs);
    return page.joined();
  };
  CHECK_THAT(shown(), Catch::Contains("2.00 (2) ✓") && Catch::Contains("1.00 (1) ✓") &&
                          Catch::Contains("so this is the reference: linear_attention") &&
                          Catch::Contains("compare_attentions  1/4") && !Catch::Contains("✗"));
  CHECK(verdict_on_attentions(costs).points() == 1);  // the linear one is the reference
  for (OwnAttentionCost& cost : costs) cost.right = cost.length < 128;
  CHECK(verdict_on_attentions(costs).points() == 0);
  CHECK_THAT(shown(), Catch::Contains("its numbers are not the reference's"));
  for (OwnAttentionCost& cost : costs) cost = {cost.kind, cost.exercise, true, true, cost.length, 1e-6, 64};
  CHECK(verdict_on_attentions(costs).points() == 0);  // what costs nothing is not what is said
}
