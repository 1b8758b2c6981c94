// heed lab --ask: what counts as an answer, and what is said of it.
#include <sstream>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/lab/guess.hpp"
#include "tools/lab/heads.hpp"
#include "tools/lab/masks.hpp"
#include "tools/lab/report.hpp"

using namespace heed;

TEST_CASE("yes and no are words of either language, with either keyboard, and all else is neither") {
  for (const char* yes : {"y", "Y", "yes", " Yes\r", "예", "네", "ㅛ"})
    CHECK(yes_or_no(yes) == LabAnswer::yes);
  for (const char* no : {"n", "NO", "아니요", "ㅜ"}) CHECK(yes_or_no(no) == LabAnswer::no);
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
  CHECK_THAT(asked("n\n"), Catch::Contains(lab_claim("C15").question.english + " [y/n") &&
                               Catch::EndsWith("Not what you said.\n"));
  const std::string rubbish = asked("a\nb\nc\ny\n");
  CHECK_THAT(rubbish, Catch::Contains("Taken as no guess."));
  CHECK_THAT(rubbish + asked("\n") + asked(""),
             !Catch::Contains("you said") && !Catch::Contains("you are right"));
}

TEST_CASE(
    "a guess is set beside the answer to the question, which the verdict is only where nothing else is") {
  LabResult result{.claim = &lab_claim("C15"), .guess = LabAnswer::yes};
  const auto said = [&](LabVerdict verdict, std::optional<LabAnswer> answer = {}) {
    result.finding.verdict = verdict, result.finding.answer = answer;
    const std::string text = finding_text(result, Language::english);
    const std::size_t last = text.rfind('\n', text.size() - 2);
    return text.substr(last + 1, text.size() - last - 2);
  };
  CHECK(said(LabVerdict::holds) == "As you said.");
  CHECK(said(LabVerdict::does_not_hold) == "Not what you said.");
  CHECK(said(LabVerdict::holds_in_part) == "In part yes, in part no.");
  for (const LabVerdict silent :
       {LabVerdict::inside_the_noise, LabVerdict::one_seed, LabVerdict::not_measured})
    CHECK(said(silent) == "Whether you are right cannot be told from these numbers.");
  CHECK(said(LabVerdict::holds_in_part, LabAnswer::yes) == "As you said.");
  result.guess = LabAnswer::no;
  CHECK(said(LabVerdict::holds_in_part, LabAnswer::yes) == "Not what you said.");
  CHECK(said(LabVerdict::inside_the_noise, LabAnswer::no) == "As you said.");

  const Finding saturation = lab_claim("C2").run({.quick = true});  // whether 000's figures are right
  CHECK(saturation.verdict == LabVerdict::holds_in_part);
  CHECK(answer_of(saturation) == LabAnswer::no);
  CHECK(above_zero(1, 0.5) == LabAnswer::yes);
  CHECK(above_zero(-1, 0.5) == LabAnswer::no);
  CHECK(above_zero(0.1, 0.5) == LabAnswer::unknown);
}

TEST_CASE("worse translations are worse, also where the claim asks for more than half of BLEU") {
  const MeanInterval lower{-0.05, 0.01}, same{-0.01, 0.02}, higher{0.05, 0.01};
  CHECK(answer_of_cheating(lower, {-10, 2}) == LabAnswer::yes);  // the verdict: in part
  CHECK(answer_of_cheating(lower, {-1, 2}) == LabAnswer::in_part);
  CHECK(answer_of_cheating(same, {-10, 2}) == LabAnswer::in_part);
  CHECK(answer_of_cheating(same, {-1, 2}) == LabAnswer::unknown);
  CHECK(answer_of_cheating(higher, {-1, 2}) == LabAnswer::no);
  CHECK(answer_of_cheating(higher, {10, 2}) == LabAnswer::no);
}

TEST_CASE("there is a head that can be removed if one training has it") {
  const HeadFacts missed{.place = HeadPlace::cross, .sharpness = 0.8, .silenced = {-3, 1, 0.01, 1}},
      idle{.place = HeadPlace::cross, .head = 1, .sharpness = 0.75, .silenced = {-0.25, 0.5, 1, 0.01}};
  const auto found = [](std::vector<HeadFacts> one, std::vector<HeadFacts> other) {
    return found_of_silence({{.heads = std::move(one), .bleu = 95}, {.heads = std::move(other), .bleu = 95}});
  };
  const Finding in_one = found({missed, idle}, {missed});
  CHECK(in_one.verdict == LabVerdict::holds_in_part);
  CHECK(answer_of(in_one) == LabAnswer::yes);
  CHECK(answer_of(found({missed}, {missed})) == LabAnswer::no);
  const auto& numbers = in_one.tables.at(1).numbers;  // of both heads: weight, uniform, change, p, importance
  REQUIRE(numbers.size() == 10);
  CHECK((numbers[5].value == 75 && numbers[5].unit == "%" && numbers[5].row == 1));
  CHECK((numbers[7].value == -0.25 && numbers[7].low == -0.75 && numbers[7].high == 0.25));
}
