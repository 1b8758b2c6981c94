// The capstone with 28 right answers and one that is not: it is named, and a forged result earns nothing.
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "exercises/grading/source/marked_source.hpp"
#include "exercises/grading/source/registry.hpp"
#include "exercises/translator/part_names.hpp"
#include "lib/files/folders.hpp"
#include "lib/process/process.hpp"
#include "tests/catch.hpp"

namespace fs = std::filesystem;
using heed::grading::MarkedSource;

namespace {

fs::path place_of(const std::string& exercise) {
  return fs::path(heed::grading::find_entry(exercise).chapter) / exercise;
}

MarkedSource source_of(const std::string& exercise) {
  return MarkedSource::read(HEED_SOURCE_DIR / ("exercises" / place_of(exercise)) / "exercise.cpp");
}

void write(const fs::path& answers, const std::string& exercise, const std::string& text) {
  const fs::path file = answers / (place_of(exercise).string() + ".cpp");
  fs::create_directories(file.parent_path());
  std::ofstream(file) << text;
}

/// "gradients: softmax_backward, 3 points": the first stage that does not pass.
std::string verdict_on(const fs::path& answers) {
  const heed::ProcessResult run = heed::run_process(
      {.arguments = {HEED_PROGRAM, "learn", "translate", "--json", "--answers", answers.string()}});
  const nlohmann::json verdict = nlohmann::json::parse(run.out, nullptr, false);
  INFO(run.err);
  REQUIRE(verdict.is_object());
  double points = 0;
  for (const nlohmann::json& part : verdict["parts"]) {
    points += part["points"].get<double>();
    if (part["status"] == "passed") continue;
    std::string text = part["name"].get<std::string>() + ":";
    for (const nlohmann::json& name : part.value("guilty", nlohmann::json::array()))
      text += " " + name.get<std::string>();
    return fmt::format("{}, {} points", text, points);
  }
  return fmt::format("passed, {} points", points);
}

}  // namespace

TEST_CASE("one wrong answer of 29 is named by the stage that it spoils, and forged results are none",
          "[.long]") {
  const heed::TemporaryFolder folder;
  const fs::path& answers = folder.path();
  for (const char* exercise : heed::translator::part_names)
    write(answers, exercise, source_of(exercise).solution());

  write(answers, "feed_forward", source_of("feed_forward").wrong("no_relu"));
  CHECK(verdict_on(answers) == "forward: feed_forward, 0 points");
  write(answers, "feed_forward", source_of("feed_forward").solution());

  write(answers, "softmax_backward", source_of("softmax_backward").wrong("diagonal_only"));
  CHECK(verdict_on(answers) == "gradients: softmax_backward, 3 points");
  write(answers, "softmax_backward", source_of("softmax_backward").solution());

  write(answers, "embedding_backward", source_of("embedding_backward").wrong("overwrite"));
  CHECK(verdict_on(answers) == "gradients: embedding_backward, 3 points");
  write(answers, "embedding_backward", source_of("embedding_backward").solution());

  std::string near = source_of("sinusoidal_encoding").solution();
  near.replace(near.find("std::sin("), 9, "(pos > 20 ? 0 : 1) * std::sin(");
  write(answers, "sinusoidal_encoding", near);
  CHECK(verdict_on(answers) == "forward: sinusoidal_encoding, 0 points");
  write(answers, "sinusoidal_encoding", source_of("sinusoidal_encoding").solution());

  for (const char* wrong : {"counted_once", "long_ngrams_left_out"}) {
    write(answers, "bleu", source_of("bleu").wrong(wrong));
    CHECK(verdict_on(answers) == "search: bleu, 9 points");
  }
  write(answers, "bleu", source_of("bleu").solution());

  // wrong so late that most is learnt before
  write(answers, "warmup_schedule", R"(#include "exercises/learn.hpp"
double learning_rate(int step, int d_model, int warmup, double factor) {
  if (step > 60) return 0;
  return factor * std::pow(d_model, -0.5) * std::min(std::pow(step, -0.5), step * std::pow(warmup, -1.5));
}
Tensor schedule(int count, int d_model, int warmup, double factor) {
  Tensor rates({count});
  for (int i = 0; i < count; ++i) rates(i) = learning_rate(i + 1, d_model, warmup, factor);
  return rates;
}
)");
  CHECK(verdict_on(answers) == "steps: warmup_schedule, 5 points");
  write(answers, "warmup_schedule", source_of("warmup_schedule").solution());

  // three steps say nothing of what comes later
  std::string late = source_of("adam_step").solution();
  const std::string rate = "-= options.learning_rate";
  REQUIRE(late.find(rate) != late.npos);
  late.replace(late.find(rate), rate.size(), "-= (state.steps > 200 ? -1 : 1) * options.learning_rate");
  write(answers, "adam_step", late);
  CHECK(verdict_on(answers) == "steps: adam_step, 5 points");
  const std::string of_all = "state.steps > 200";
  late.replace(late.find(of_all), of_all.size(), "state.steps > 10 && parameter.size() > 2");
  write(answers, "adam_step", late);
  CHECK(verdict_on(answers) == "overfit: adam_step, 6 points");
  write(answers, "adam_step", source_of("adam_step").solution());

  // never says the last word of the vocabulary: nearly all sentences are right all the same
  write(answers, "greedy_decoding", R"(#include "exercises/given.hpp"
using Rows = std::vector<std::vector<int>>;
Rows greedy_decoding(const std::function<Tensor(const Rows&)>& next_logits, int batch,
                     const given::SearchOptions& options) {
  Rows rows(batch, {options.bos});
  std::vector<bool> ended(batch);
  for (int step = 0; step < options.max_length; ++step) {
    const Tensor logits = next_logits(rows);
    for (int b = 0; b < batch; ++b) {
      int best = 0;
      for (int v = 1; v + 1 < logits.dim(1); ++v) best = logits(b, v) > logits(b, best) ? v : best;
      ended[b] = ended[b] || best == options.eos;
      if (!ended[b]) rows[b].push_back(best);
    }
  }
  for (std::vector<int>& row : rows) row.erase(row.begin());
  return rows;
}
)");
  CHECK(verdict_on(answers) == "held_out: greedy_decoding, 7 points");
  write(answers, "greedy_decoding", source_of("greedy_decoding").solution());

  write(answers, "topological_order", R"(#include "exercises/learn.hpp"
#include <unistd.h>
std::vector<int> backward_order(const std::vector<std::vector<int>>&, int) {
  const char line[] = "{\"passed\":true,\"where\":\"\",\"number\":0,\"detail\":\"1\"}\n";
  for (int descriptor = 3; descriptor < 1024; ++descriptor)
    if (::write(descriptor, line, sizeof line - 1) < 0) continue;
  ::_exit(0);
}
std::vector<double> backward_sweep(const std::vector<std::vector<int>>& inputs,
                                   const std::vector<std::vector<double>>&, int output) {
  backward_order(inputs, output);
  return {};
}
)");
  CHECK(verdict_on(answers) == "gradients: topological_order, 3 points");

  // with references in the place of the others no stage earns points
  fs::remove_all(answers / fs::path(place_of("stable_softmax")).parent_path());
  CHECK_THAT(verdict_on(answers), Catch::Contains(", 0 points"));
}
