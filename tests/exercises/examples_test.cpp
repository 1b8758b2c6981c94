// The numbers of the worked examples, computed again: the first case of a part is what the statement shows.
// And what a learner sees of a case has a name in Korean.
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "exercises/grading/name/naming.hpp"
#include "lib/files/json.hpp"
#include "lib/files/read_file.hpp"
#include "tests/exercises/answers.hpp"

namespace answers {
namespace {

/// A number as it is written in a text, and half a unit of its last digit.
struct Written {
  double value, error;
};

/// Returns what stands in the statement behind the heading of its example.
std::string example_of(const std::string& exercise, const char* file) {
  const std::string text = heed::read_text_file(folder_of(exercise) / file);
  static const std::regex heading(
      "\n## (A worked example|Worked examples?|Example|계산 예|손으로 따라가는 예|예제)\n");
  std::smatch match;
  if (!std::regex_search(text, match, heading)) return "";
  const std::string rest = match.suffix();
  return rest.substr(0, rest.find("\n## "));
}

std::vector<Written> numbers_in(std::string text) {
  text = std::regex_replace(text, std::regex("−"), "-");
  text = std::regex_replace(text, std::regex("-∞"), "-inf");
  static const std::regex number(R"(-inf|-?\d+(\.(\d+))?)");
  std::vector<Written> found;
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at) {
    const auto digits = static_cast<double>((*at)[2].length());
    found.push_back({std::stod(at->str()), 1e-5 + (digits > 0 ? 0.5 * std::pow(10.0, -digits) : 0)});
  }
  return found;
}

bool written(double value, const std::vector<Written>& numbers) {
  return std::ranges::any_of(
      numbers, [&](const Written& n) { return value == n.value || std::abs(value - n.value) <= n.error; });
}

double result_of(const Exercise& exercise, const std::string& part, const Inputs& inputs) {
  const CaseOutcome outcome = run_case(exercise.part(part), inputs);
  REQUIRE(outcome.ending == Ending::finished);
  return outcome.outputs.at(0).value.flat(0);
}

int answer(const Exercise& exercise, int question) {
  return int(result_of(exercise, "prediction", {"", {{"question", question}}}));
}

}  // namespace

TEST_CASE("the worked examples show what the reference computes for the first case") {
  // the parts whose first case is the statement's example
  std::map<std::string, std::vector<std::string>> shown{
      {"variable", {"values", "gradients", "again"}},
      {"embedding_backward", {"forward", "backward", "tied"}},
      {"sampling", {"temperature", "top_k", "top_p", "draw"}},
      {"cached_decoding", {"one_by_one", "blocks"}},
      {"dilated_convolution", {"convolution", "receptive_field", "dilations"}},
      {"selective_scan", {"scan", "unrolled"}},
      {"broadcast_gradient", {"leading_axes", "size_one_axes"}},
      {"matmul_backward", {"gradient_of_a", "gradient_of_b", "shared_weight"}},
      {"multiply_and_add", {"graph"}},
      {"topological_order", {"order", "sweep"}},
      {"cross_entropy", {"plain", "padding", "smoothing", "together", "gradient_together"}},
      {"log_sum_exp", {"values", "minus_infinity", "gradient"}},
      {"stable_softmax", {"forward"}},
      {"attention_backward", {"scores"}},
      {"scaling_and_variance", {"variance"}},
      {"self_attention", {"output"}},
      {"similarity_scores", {"scores", "mixture"}},
      {"cross_attention", {"forward", "padding"}},
      {"sinusoidal_encoding", {"encoding"}},
      {"transformer", {"mask", "embed"}},
      {"train_step", {"clip"}},
      {"encoder_layer", {"dropout", "layer"}},
      {"residual_and_norm", {"post_norm", "pre_norm"}},
      {"bleu", {"matches", "corpus"}},
      {"adam_step", {"rate"}},
      {"linear_attention", {"forward", "causal"}},
      {"online_softmax", {"absorb"}},
      {"sparse_attention_pattern", {"window", "global", "attention"}}};
  for (const char* name : {"tensor_basics", "patchify", "mask_tokens", "next_token_batch", "lstm_cell",
                           "softmax_backward", "causal_mask", "padding_mask", "scaled_dot_product_attention",
                           "multi_head_attention", "split_and_merge_heads", "relative_position_encoding",
                           "rotary_embedding", "feed_forward", "shift_target"}) {
    const Exercise exercise = described(find_entry(name).reference);
    for (const Part& part : exercise.parts()) shown[name].push_back(part.name);
  }
  for (const auto& [name, parts] : shown) {
    const Exercise exercise = described(find_entry(name).reference);
    for (const std::string& part : parts) {
      const CaseOutcome outcome = run_case(exercise.part(part), draw_cases(exercise.part(part), 1).front());
      for (const char* file : {"README.md", "README.ko.md"}) {
        const std::vector<Written> numbers = numbers_in(example_of(name, file));
        for (const Output& output : outcome.outputs) {
          if (output.purpose != Purpose::compared) continue;
          for (const double value : output.value.values()) {
            INFO(name << ", " << part << ": " << output.name << " is " << value << ", which " << file
                      << " lacks");
            CHECK(written(value, numbers));
          }
        }
      }
    }
  }
}

TEST_CASE("every case and every result has a name in Korean") {
  const nlohmann::json table = heed::read_json(fs::path(HEED_SOURCE_DIR) / "exercises" / "labels.ko.json");
  const auto check = [&](const std::string& where, const std::string& name) {
    static const std::regex number(R"(\d+(\.\d+)?)");
    const std::string key = std::regex_replace(name, number, "#");
    INFO(where << ": add \"" << key << "\" to exercises/labels.ko.json");
    CHECK(table.contains(key));
  };
  for (const Entry& entry : all_entries()) {
    const Exercise exercise = described(entry.reference);
    for (const Part& part : exercise.parts()) {
      const std::vector<Inputs> cases = draw_cases(part, 1);
      for (const Inputs& inputs : cases) check(entry.name, inputs.label);
      if (!survivable(part)) continue;
      for (const Output& output : run_case(part, cases.front()).outputs)
        if (output.name.find(' ') != std::string::npos) check(entry.name, output.name);
    }
  }
}

// The answers to the questions of the exercises on evidence, where they can be measured at little cost.
TEST_CASE("what the Jacobian's norm does is what its questions expect") {
  const Exercise exercise = described(find_entry("jacobian_norm").reference);
  for (const std::uint64_t seed : {1, 2, 3}) {
    Draw draw(seed);
    const auto mean = [&](int width, bool scaled) {
      const double scale = scaled ? 1 / std::sqrt(width) : 1.0;
      return result_of(
          exercise, "mean",
          {"", {{"query", draw.normal({64, width})}, {"key", draw.normal({32, width})}, {"scale", scale}}});
    };
    const double narrow = mean(64, true), wide = mean(1024, true), without = mean(1024, false);
    CHECK(answer(exercise, 1) == (without < wide / 2 ? 2 : without > 2 * wide ? 3 : 1));
    CHECK(answer(exercise, 5) == (wide < narrow / 2 ? 1 : wide > 2 * narrow ? 3 : 2));
  }
  const auto norm = [&](double first) {
    return result_of(exercise, "norm", {"", {{"probabilities", Tensor::of({2}, {first, 1 - first})}}});
  };
  CHECK(answer(exercise, 2) == (norm(1) == 0 ? 1 : 2));
  CHECK(answer(exercise, 3) == (norm(0.5) > norm(1) ? 1 : 2));
}

TEST_CASE("the gradient of a recurrence explodes where its questions expect it") {
  const Exercise exercise = described(find_entry("recall_distance").reference);
  const double far = result_of(exercise, "gradient",
                               {"", {{"recurrent", Tensor::of({2, 2}, {1.1, 0, 0, 1.1})}, {"length", 512}}});
  CHECK(answer(exercise, 5) == (far > 1e6 ? 2 : far < 1e-6 ? 1 : 3));
}

}  // namespace answers
