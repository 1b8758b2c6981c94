// heed lab --ask: what counts as an answer, and what is said of it.
#include <sstream>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/claims.hpp"
#include "tools/measure/results.hpp"
#include "tools/measure/rules.hpp"

using namespace heed;

TEST_CASE("yes and no are words of either language, with either keyboard, and all else is neither") {
  for (const char* yes : {"y", "Y", "yes", " Yes\r", "예", "네", "ㅛ"})
    CHECK(yes_or_no(yes) == ClaimAnswer::yes);
  for (const char* no : {"n", "NO", "아니요", "ㅜ"}) CHECK(yes_or_no(no) == ClaimAnswer::no);
  for (const char* neither : {"maybe", "", "yo", "nothing", "예전", "1"})
    CHECK(yes_or_no(neither) == std::nullopt);
}

TEST_CASE("what is neither yes nor no is asked again, and then no guess") {
  const Scratch scratch;
  const auto asked = [&](const char* input, const char* language = "en") {
    return run({.arguments = {"lab", "C15", "--ask", "--lang", language},
                .folder = scratch.folder(),
                .input = input})
        .out;
  };
  CHECK_THAT(asked("maybe\ny\n"), Catch::Contains("y (yes) or n (no)?") && Catch::EndsWith("As you said.\n"));
  CHECK_THAT(asked("ㅜ\n", "ko"), Catch::EndsWith("생각과는 다릅니다.\n"));
  CHECK_THAT(asked("n\n"), Catch::Contains(text_of("C15.question").english + " [y/n") &&
                               Catch::EndsWith("Not what you said.\n"));
  const std::string rubbish = asked("a\nb\nc\ny\n");
  CHECK_THAT(rubbish, Catch::Contains("Taken as no guess."));
  CHECK_THAT(rubbish + asked("\n") + asked(""),
             !Catch::Contains("you said") && !Catch::Contains("you are right"));
}

TEST_CASE(
    "a guess is set beside the answer to the question, which the verdict is only where nothing else is") {
  ExperimentResult result{.id = "C15", .guess = ClaimAnswer::yes};
  const auto said = [&](ClaimVerdict verdict, std::optional<ClaimAnswer> answer = {}) {
    result.finding.verdict = verdict, result.finding.answer = answer;
    const std::string text = finding_text(result, Language::english);
    const std::size_t last = text.rfind('\n', text.size() - 2);
    return text.substr(last + 1, text.size() - last - 2);
  };
  CHECK(said(ClaimVerdict::holds) == "As you said.");
  CHECK(said(ClaimVerdict::does_not_hold) == "Not what you said.");
  CHECK(said(ClaimVerdict::holds_in_part) == "In part yes, in part no.");
  for (const ClaimVerdict silent :
       {ClaimVerdict::inside_the_noise, ClaimVerdict::one_seed, ClaimVerdict::not_measured})
    CHECK(said(silent) == "Whether you are right cannot be told from these numbers.");
  CHECK(said(ClaimVerdict::holds_in_part, ClaimAnswer::yes) == "As you said.");
  result.guess = ClaimAnswer::no;
  CHECK(said(ClaimVerdict::holds_in_part, ClaimAnswer::yes) == "Not what you said.");
  CHECK(said(ClaimVerdict::inside_the_noise, ClaimAnswer::no) == "As you said.");

  const Finding saturation = experiment("C2").run({.quick = true});  // whether 000's figures are right
  CHECK(saturation.verdict == ClaimVerdict::holds_in_part);
  CHECK(answer_of(saturation) == ClaimAnswer::no);
  CHECK(above_zero(1, 0.5) == ClaimAnswer::yes);
  CHECK(above_zero(-1, 0.5) == ClaimAnswer::no);
  CHECK(above_zero(0.1, 0.5) == ClaimAnswer::unknown);
}

TEST_CASE("worse translations are worse, also where the claim asks for more than half of BLEU") {
  const MeanInterval lower{-0.05, 0.01}, same{-0.01, 0.02}, higher{0.05, 0.01};
  CHECK(answer_of_cheating(lower, {-10, 2}) == ClaimAnswer::yes);  // the verdict: in part
  CHECK(answer_of_cheating(lower, {-1, 2}) == ClaimAnswer::in_part);
  CHECK(answer_of_cheating(same, {-10, 2}) == ClaimAnswer::in_part);
  CHECK(answer_of_cheating(same, {-1, 2}) == ClaimAnswer::unknown);
  CHECK(answer_of_cheating(higher, {-1, 2}) == ClaimAnswer::no);
  CHECK(answer_of_cheating(higher, {10, 2}) == ClaimAnswer::no);
}

TEST_CASE("there is a head that can be removed if one training has it") {
  const HeadFacts missed{.place = HeadPlace::cross, .sharpness = 0.8, .silenced = {-3, 1, 0.01, 1}},
      idle{.place = HeadPlace::cross, .head = 1, .sharpness = 0.75, .silenced = {-0.25, 0.5, 1, 0.01}};
  const auto found = [](std::vector<HeadFacts> one, std::vector<HeadFacts> other) {
    return found_of_silence({{.heads = std::move(one), .bleu = 95}, {.heads = std::move(other), .bleu = 95}});
  };
  const Finding in_one = found({missed, idle}, {missed});
  CHECK(in_one.verdict == ClaimVerdict::holds_in_part);
  CHECK(answer_of(in_one) == ClaimAnswer::yes);
  CHECK(answer_of(found({missed}, {missed})) == ClaimAnswer::no);
  const std::vector<TableCell>& row =
      in_one.tables.at(1).rows.at(1);  // weight, uniform, change, p, importance
  CHECK((row[1].number->value == 75 && row[1].number->unit == "%"));
  CHECK((row[3].number->value == -0.25 && row[3].number->low == -0.75 && row[3].number->high == 0.25));
}
