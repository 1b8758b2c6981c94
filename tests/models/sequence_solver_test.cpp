// Tests what `heed copy` saves: sequences in, sequences out.
#include "models/sequence_solver.hpp"

#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "models/saved_net.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/nn/random_models.hpp"

using namespace heed;

namespace {

constexpr std::int32_t first_symbol = 4;

/// Returns a model of the integers 0 to 4, and at most seven of them.
Transformer small_model() {
  Rng rng(3);
  TransformerOptions options = testing::tiny(first_symbol + 5);
  options.layer.max_length = 8;
  const Transformer model(options, rng);
  model.eval();
  return model;
}

}  // namespace

TEST_CASE("a sequence solver reads integers with blanks between, and says which it cannot read") {
  const Transformer model = small_model();
  const SequenceSolver solver(model, SequenceTask::reverse, first_symbol);
  CHECK(solver.text({7, 5, 4}) == "3 1 0");
  CHECK(solver.text({5, Vocabulary::unk}) == "1 <unk>");
  CHECK(solver.text({}).empty());
  const Hypothesis decoded =
      greedy_decode(model, make_sources(std::vector<std::vector<std::int32_t>>{{7, 5, 6}})).front();
  CHECK(solver.answers({"3 1 2", " 3  1 2 "}) ==
        std::vector<std::string>{solver.text(decoded.tokens), solver.text(decoded.tokens)});
  const auto refused = [&](const std::string& sequence) {
    return error_text<Error>([&] { solver.answers({"1", sequence}); });
  };
  CHECK_THAT(refused("3 5"), Catch::Contains("'5'") && Catch::Contains("0 to 4"));
  CHECK_THAT(refused("-1"), Catch::Contains("'-1' is no integer"));
  CHECK_THAT(refused("1 2x"), Catch::Contains("'2x' is no integer"));
  CHECK_THAT(refused(" "), Catch::Contains("an empty sequence"));
  CHECK_THAT(refused("0 1 2 3 4 0 1 2"), Catch::Contains("8 integers: this model reads at most 7"));
  CHECK_NOTHROW(solver.answers({"0 1 2 3 4 0 1"}));
}

TEST_CASE("a saved sequence solver has its task and answers the same") {
  const Scratch scratch;
  const std::filesystem::path file = scratch / "model.safetensors";
  const SequenceSolver solver(small_model(), SequenceTask::sort, first_symbol);
  solver.save(file);
  const SequenceSolver loaded = SequenceSolver::load(file);
  CHECK(loaded.task() == SequenceTask::sort);
  const std::vector<std::string> sequences{"3 1 2", "4", "0 0 1"};
  CHECK(loaded.answers(sequences) == solver.answers(sequences));

  save_net(file, "transformer", small_model(), {{"heed.task", "shuffle"}, {"heed.first_symbol", "4"}});
  CHECK_THROWS_AS(SequenceSolver::load(file), FormatError);
  save_net(file, "transformer", small_model(), {{"heed.task", "sort"}, {"heed.first_symbol", "9"}});
  CHECK_THAT(error_text<FormatError>([&] { SequenceSolver::load(file); }),
             Catch::Contains("'heed.first_symbol' is 9"));
}
