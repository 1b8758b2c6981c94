// heed learn translate with a translator that does not learn: who is to blame is found without training it
// over and over; and Ctrl-C.
#include <algorithm>
#include <sstream>

#include "tests/catch.hpp"
#include "tests/tools/learn/small_course.hpp"
#include "tests/tools/process.hpp"

namespace {

struct Translating {
  SmallCourse small;
  std::filesystem::path log = small.root() / "log";

  ProgramEnd operator()(const std::vector<std::string>& more, const std::string& language = "en") const {
    std::filesystem::create_directories(small.root() / "answers");
    std::vector<std::string> environment = small.environment();
    environment.insert(environment.end(), more.begin(), more.end());
    environment.insert(environment.end(), {"LC_ALL=C", "FAKE_LOG=" + log.string()});
    return run({.arguments = {"learn", "translate", "--lang", language},
                .folder = small.root(),
                .environment = environment});
  }
  /// The runs behind those of the stages themselves.
  std::vector<std::string> runs_of_the_search() const {
    std::istringstream lines(slurp(log));
    std::vector<std::string> runs;
    for (std::string line; std::getline(lines, line);) runs.push_back(line);
    const std::vector<std::string> stages{"forward", "gradients", "steps", "overfit", "train", "held_out"};
    REQUIRE(runs.size() > stages.size());
    CHECK(std::equal(stages.begin(), stages.end(), runs.begin()));
    runs.erase(runs.begin(), runs.begin() + static_cast<std::ptrdiff_t>(stages.size()));
    return runs;
  }
};

using Runs = std::vector<std::string>;
const std::string all = "held_out adam_step bleu one two";  // with what was trained: no need to train

}  // namespace

TEST_CASE("who is to blame for a training is found by exchanging answers") {
  const Translating translate;
  const ProgramEnd end = translate({});
  INFO(end.out + end.err);
  CHECK(end.status == 1);
  CHECK_THAT(end.out, Catch::Contains("The answer that is to blame: adam_step") &&
                          Catch::Contains("the stage passes."));
  CHECK_THAT(end.err, Catch::Contains("which answer is it? try 1\n") && !Catch::Contains("\x1b"));
  const Runs runs = translate.runs_of_the_search();
  CHECK(runs.front() == all);
  CHECK(runs.at(1) == "train adam_step bleu one two");  // what was trained translates with no references
  CHECK(runs.back() == "held_out adam_step");
}

TEST_CASE(
    "Ctrl-C in the translator's training says what was reached, that nothing is kept, and how to go on") {
  const Translating translate;
  const ProgramEnd end = translate({"FAKE_CTRL_C=1"});
  CHECK(end.status == 130);
  CHECK_THAT(end.err,
             Catch::Contains("heed: stopped in the stage held_out, step 3 of 210 (passed: forward, "
                             "gradients, steps, overfit); nothing of this run is kept. From the start "
                             "again: ./heed learn translate\n"));
  const ProgramEnd korean = translate({"FAKE_CTRL_C=1"}, "ko");
  CHECK(korean.status == 130);
  CHECK_THAT(korean.err, Catch::Contains("heed: held_out 단계, 210걸음 가운데 3걸음째에서 (통과: forward, "
                                         "gradients, steps, overfit) 멈추었습니다. 이번 실행에서 남는 것은 "
                                         "없습니다. 처음부터 다시: ./heed learn translate\n"));
}
