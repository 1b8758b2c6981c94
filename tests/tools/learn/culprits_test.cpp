// Which answers are to blame, found by exchanging them.
#include "tools/learn/translator/culprits.hpp"

#include <algorithm>

#include "tests/catch.hpp"
#include "tools/learn/translator/own_translator.hpp"

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
                                Catch::Contains("exchanging answers 2 times") &&
                                Catch::Contains("check --all"));
}

TEST_CASE("what came out wrong points to an answer where only one has a part in it") {
  using Names = std::vector<std::string>;
  const Names own{"adam_step", "warmup_schedule", "bleu"};
  CHECK(suspects_by(own, "weights", "generator.bias") == Names{"adam_step"});
  CHECK(suspects_by(own, "learning_rate", "") == Names{"warmup_schedule"});
  CHECK(suspects_by({"beam_search", "bleu"}, "beam_cut", "") == Names{"beam_search"});
  CHECK(suspects_by(own, "threw", "bleu: index 3 is outside") == Names{"bleu"});
  CHECK(suspects_by(own, "threw", "layer_norm: the reference's").empty());
  CHECK(suspects_by(own, "gradients", "generator.bias").empty());
  CHECK(suspects_by({"bleu"}, "weights", "").empty());
}
