#include "exercises/translator/training_stages.hpp"

#include <algorithm>
#include <cmath>

#include "exercises/translator/damaged_pairs.hpp"
#include "exercises/translator/training.hpp"
#include "models/translator.hpp"

namespace heed::translator {

namespace {

struct Score {
  double percent = 0;
  std::string wrong{};  // one that is wrong: "… → … (…)"
  Rows sources{}, translations{}, references{};
  std::vector<Hypotheses> best{};  // of beam search, several a sentence
};

Score score(const Parts& parts, const Model& model, const Grammar& grammar, int beam) {
  Score result;
  Rows& sources = result.sources;
  for (const Pair& pair : grammar.held_out) {
    const Sentence sentence = grammar.sentence(pair);
    sources.push_back(sentence.source);
    result.references.push_back(sentence.target);
  }
  if (beam == 1) {
    result.translations = translate(parts, model, sources, {.max_length = 10, .beam = 1});
  } else {
    result.best = search_each(parts, model, sources, {.max_length = 10, .beam = beam, .n_best = 3});
    for (const Hypotheses& best : result.best) result.translations.push_back(best.front().tokens);
  }
  if (result.translations.size() != sources.size())
    throw PartError(beam == 1 ? "greedy_decoding" : "beam_search", "another number of sentences came back");
  int right = 0;
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const bool same = result.translations[i] == result.references[i];
    right += same ? 1 : 0;
    if (!same && result.wrong.empty())
      result.wrong = fmt::format("{} → {}", grammar.held_out[i].korean, grammar.text(result.translations[i]));
  }
  result.percent = 100.0 * right / static_cast<double>(sources.size());
  return result;
}

/// For how many sentences other hypotheses came out, or the same with other scores.
double unlike(const std::vector<Hypotheses>& expected, const std::vector<Hypotheses>& got) {
  const auto same = [](const given::Hypothesis& a, const given::Hypothesis& b) {
    return a.tokens == b.tokens && std::abs(a.score - b.score) <= 1e-6 * std::max(1.0, std::abs(a.score));
  };
  double count = 0;
  for (std::size_t i = 0; i < expected.size(); ++i)
    count +=
        std::equal(expected[i].begin(), expected[i].end(), got.at(i).begin(), got.at(i).end(), same) ? 0 : 1;
  return count;
}

}  // namespace

double difference(const Tensor& expected, const Tensor& got) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  if (expected.shape() != got.shape()) return infinite;
  double most = 0, size = 1e-12;
  for (int n = 0; n < got.size(); ++n) {
    const double apart = std::abs(expected.flat(n) - got.flat(n));
    if (!(apart < infinite)) return infinite;
    most = std::max(most, apart), size = std::max(size, std::abs(expected.flat(n)));
  }
  return most / size;
}

bool nothing_but_rounding(const Tensor& gradient) {
  return std::ranges::all_of(gradient.values(), [](double g) { return std::abs(g) < 1e-12; });
}

StageResult compared_rate(const Parts& parts, int step) {
  static const Parts references = Parts::references();
  const double right = learning_rate(references, step), apart = std::abs(right - learning_rate(parts, step));
  if (!(apart <= tolerance * right)) return {.where = "learning_rate", .number = apart};
  return {.passed = true};
}

namespace {

/// What depends on the number of the step, at each of the training: it may be wrong late alone, when most is
/// learnt.
StageResult all_steps(const Parts& parts, const Grammar& grammar) {
  const Parts references = Parts::references();
  Tensor right({2}), own({2});
  given::AdamState right_state{Tensor({2}), Tensor({2}), 0}, own_state = right_state;
  const int last = Batches(grammar, Lessons::train).steps();
  for (int step = 1; step <= last; ++step) {
    if (StageResult rate = compared_rate(parts, step); !rate.passed) return rate;
    const given::AdamOptions options = adam_options(learning_rate(references, step));
    const Tensor gradient = Tensor::of({2}, {std::cos(step), 1.5 + std::sin(step)});
    references.adam_step(right, gradient, right_state, options);
    parts.adam_step(own, gradient, own_state, options);
    if (const double apart = difference(right, own); !(apart <= tolerance))
      return {.where = "weights", .number = apart};
  }
  return {.passed = true};
}

}  // namespace

StageResult steps(const Parts& parts, const Grammar& grammar, const std::string&, const Progress&) {
  const std::vector<Sentence> batch = few_sentences(grammar);
  const Parts references = Parts::references();
  Training right(references, grammar), own(parts, grammar);
  for (int step = 1; step <= 3; ++step) {
    right.step(batch), own.step(batch);
    for (const auto& [name, weight] : right.model().weights) {
      if (name.ends_with("in_proj_bias")) continue;  // Adam makes steps of rounding: see gradients()
      const double apart = difference(weight, own.model().weights.at(name));
      // each step doubles what rounding did
      if (!(apart <= 10 * tolerance)) return {.where = "weights", .number = apart, .detail = name};
    }
  }
  return all_steps(parts, grammar);
}

StageResult overfit(const Parts& parts, const Grammar& grammar, const std::string&,
                    const Progress& progress) {
  const Batches batches(grammar, Lessons::overfit);
  Training training(parts, grammar);
  double loss = 0;
  for (int step = 1; step <= batches.steps(); ++step) {
    loss = training.step(batches.of(step));
    progress(step, batches.steps(), loss);
    if (loss < batches.learnt()) return {.passed = true, .number = loss, .detail = fmt::format("{}", step)};
    if (!std::isfinite(loss)) break;
  }
  return {.where = "loss", .number = loss};
}

StageResult train(const Parts& parts, const Grammar& grammar, const std::string& model_file,
                  const Progress& progress) {
  const Batches batches(grammar, Lessons::train);
  Training training(parts, grammar);
  for (int step = 1; step <= batches.steps(); ++step) {
    const double loss = training.step(batches.of(step));
    progress(step, batches.steps(), loss);
    if (!std::isfinite(loss)) return {.where = "loss", .number = loss};
  }
  save(training.model(), grammar, model_file);
  return {.passed = true};
}

StageResult held_out(const Parts& parts, const Grammar& grammar, const std::string& model_file,
                     const Progress&) {
  const Model model = load(grammar, model_file);
  const Score own = score(parts, model, grammar, 1);
  if (own.percent < 90) return {.where = "held_out", .number = own.percent, .detail = own.wrong};
  const Score right = score(Parts::references(), model, grammar, 1);
  double others = 0;
  for (std::size_t i = 0; i < right.translations.size(); ++i)
    others += own.translations[i] == right.translations[i] ? 0 : 1;
  if (others > 0) return {.where = "greedy", .number = others};
  return {.passed = true, .number = own.percent};
}

StageResult search(const Parts& parts, const Grammar& grammar, const std::string& model_file,
                   const Progress& progress) {
  const Model model = load(grammar, model_file);
  const Score greedy = score(parts, model, grammar, 1);
  progress(1, 3, 0);
  const Score beam = score(parts, model, grammar, 4);
  progress(2, 3, 0);
  const Parts references = Parts::references();
  const Score right = score(references, model, grammar, 4);
  const double own = parts.bleu(beam.translations, beam.references);
  if (const double count = unlike(right.best, beam.best); count > 0)
    return {.where = "beam", .number = count};
  // so few tokens that most hypotheses are cut off
  const given::SearchOptions brief{.max_length = 4, .beam = 4, .n_best = 3};
  const Rows some(beam.sources.begin(), beam.sources.begin() + 8);
  if (const double count =
          unlike(search_each(references, model, some, brief), search_each(parts, model, some, brief));
      count > 0)
    return {.where = "beam_cut", .number = count};
  for (const auto& [hypotheses, meant] : damaged_pairs(beam.translations, beam.references)) {
    const double apart = std::abs(parts.bleu(hypotheses, meant) - references.bleu(hypotheses, meant));
    if (!(apart <= tolerance)) return {.where = "bleu", .number = apart};
  }
  return {.passed = true,
          .where = "",
          .number = own,
          .detail = fmt::format("{:.2f}", references.bleu(greedy.translations, greedy.references))};
}

void save(const Model& model, const Grammar& grammar, const std::string& file) {
  Translator(model.twin(), {.name = "ko", .vocabulary = grammar.korean},
             {.name = "en", .vocabulary = grammar.english})
      .save(file);
}

Model load(const Grammar& grammar, const std::string& file) {
  const Translator translator = Translator::load(file);
  Model model = new_model(grammar);
  for (const auto& [name, variable] : module_of(translator.model()).named_parameters())
    model.weights.at(name) = learn::to_tensor(variable.value());
  return model;
}

}  // namespace heed::translator
