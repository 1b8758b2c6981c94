// Cases that are known, changed or not there.
#include "tests/exercises/tricks.hpp"

namespace tricks {

TEST_CASE("an answer to break_it without a case finds nothing") {
  const std::string text = R"(#include "exercises/given.hpp"
#include "exercises/learn.hpp"
void attention_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, const Tensor&,
                                              const Tensor&, const Tensor&, int)>&) {}
void layer_norm_cases(const std::function<void(const Tensor&, const Tensor&, const Tensor&, double)>&) {}
void cross_entropy_cases(
    const std::function<void(const Tensor&, const std::vector<int>&, double, int)>&) {}
)";
  const heed::Verdict verdict = graded("break_it", text);
  CHECK(verdict.points() == 0);
}

TEST_CASE("a case of break_it that nothing could be given says why", "[.long]") {
  std::string text = solution("break_it");
  text = replaced(text, "test(numbers({1, 4}, 1) * 2000.0, {1}, 0, -100);",
                  "test(numbers({1, 4}, 1), {4}, 0, -100);");
  const heed::Verdict verdict = graded("break_it", text);
  const heed::PartVerdict& loss = verdict.parts.back();
  CHECK(loss.status == heed::PartStatus::threw);
  REQUIRE(loss.failure);
  CHECK(loss.failure->message == "case 2: the target 4 is none of 4 classes, nor ignore_index");
  CHECK(verdict.parts.front().status == heed::PartStatus::passed);
  const heed::Verdict smooth =
      graded("break_it", replaced(solution("break_it"), "test(numbers({1, 4}, 1) * 2000.0, {1}, 0, -100);",
                                  "test(numbers({1, 4}, 1), {1}, 5, -100);"));
  REQUIRE(smooth.parts.back().failure);
  CHECK(smooth.parts.back().failure->message == "case 2: label_smoothing is 5, and must be from 0 to 1");
  const heed::Verdict rows = graded(
      "break_it", replaced(solution("break_it"), "numbers({3, 4}, 1) + 2.0", "numbers({1000, 4}, 1) + 2.0"));
  REQUIRE(rows.parts.at(3).failure);
  CHECK(rows.parts[3].failure->message == "case 1: 1000 rows; up to 32 are enough");
}

TEST_CASE("what an exception says is cut where nobody would read on") {
  const std::string text = R"(
struct Endless : std::exception {
  const char* what() const noexcept override {
    static const std::string said(30'000'000, '\xff');
    return said.c_str();
  }
};
Tensor softmax(const Tensor&) { throw Endless{}; }
Tensor log_softmax(const Tensor&) { throw Endless{}; }
)";
  const heed::Verdict verdict = graded("stable_softmax", text);
  REQUIRE(verdict.parts.at(0).failure);
  CHECK(verdict.parts[0].status == heed::PartStatus::threw);
  CHECK(verdict.parts[0].failure->message.size() < 10'000);
}

TEST_CASE("the name of a function that is not written is cut where nobody would read on") {
  const heed::Verdict verdict =
      graded("stable_softmax",
             "Tensor softmax(const Tensor&) { throw heed::learn::NotWritten(std::string(5'000'000, 'a')); }\n"
             "Tensor log_softmax(const Tensor&) { throw heed::learn::NotWritten(\"log_softmax\"); }\n");
  REQUIRE(verdict.parts.at(0).failure);
  CHECK(verdict.parts[0].status == heed::PartStatus::not_written);
  CHECK(verdict.parts[0].failure->message.size() == 2000);
}

TEST_CASE("an argument that was changed is told") {
  const heed::Verdict verdict =
      graded("stable_softmax", replaced(solution("stable_softmax"), "const int rows",
                                        "const_cast<Tensor&>(logits) *= 1 + 1e-12;\n  const int rows"));
  CHECK(verdict.points() == 0);
  CHECK(verdict.parts.at(0).status == heed::PartStatus::changed_input);
  CHECK(verdict.parts.at(0).failure->message == "logits");
}

TEST_CASE("what was prepared for the cases of one seed fails on those of the file's own", "[.long]") {
  // the first element of every drawn case of seed 1 is known: any other is refused
  const Entry& entry = find_entry("stable_softmax");
  const Expected known = expect(entry, 1);
  std::string list;
  for (const auto& [part, cases] : known.cases) {
    for (const Inputs& inputs : cases)
      list += fmt::format("{:.17g}, ", as_tensor(inputs.values.front().value).flat(0));
  }
  const std::string text =
      "const std::vector<double> known{" + list + "};\n" +
      replaced(
          solution("stable_softmax"), "const int rows",
          "if (std::find(known.begin(), known.end(), logits.flat(0)) == known.end()) return Tensor({1});\n"
          "  const int rows");
  const heed::Verdict verdict = graded("stable_softmax", text);
  CHECK(verdict.compiled);
  CHECK(verdict.points() == 0);
  CHECK(graded("stable_softmax", text).points() == 0);  // and so it is each time
}

TEST_CASE("nothing is told to the next case by the streams or by random numbers") {
  CHECK(graded("stable_softmax",
               replaced(solution("stable_softmax"), "const int rows",
                        "static const int first = std::rand();\n  static int calls = 0;\n"
                        "  if (std::cout.precision() != 6 || std::cerr.fill() != ' ' || (calls++ > 0 && "
                        "std::rand() != first)) throw 1;\n"
                        "  std::cout.precision(9), std::cerr.fill('x'), std::srand(5);\n  const int rows"))
            .passed());
}

TEST_CASE("a planted mistake that gets away is told by a mark of the cases, not by what gets away alone") {
  const auto named_of = [](const std::string& calls) {
    const heed::Verdict verdict = graded(
        "break_it", replaced(solution("break_it"), "test(numbers({3, 4}, 1), targets, 0.2, 2);", calls));
    const heed::PartVerdict& loss = verdict.parts.back();
    REQUIRE(loss.name == "cross_entropy");
    return loss.mistake ? loss.mistake->id : "";
  };
  const std::string without = "test(numbers({3, 4}, 1), targets, 0, 2);";
  CHECK(named_of(without) == "no_smoothing");
  CHECK(named_of(without + " test(Tensor({3, 4}), targets, 0.2, 2);").empty());
}

}  // namespace tricks
