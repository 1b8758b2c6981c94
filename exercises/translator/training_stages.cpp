#include <algorithm>
#include <cmath>

#include "exercises/translator/stages.hpp"
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

/// The translations with words lost, moved and added: right ones alone would say little of BLEU.
Rows damaged(Rows rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<int>& words = rows[i];
    if (words.empty()) continue;
    if (i % 4 == 0 || i % 4 == 3) words.pop_back();  // fewer words in all, so that brevity costs
    if (i % 4 == 1) std::rotate(words.begin(), words.begin() + 1, words.end());
    if (i % 4 == 2) words.push_back(words.front());
  }
  return rows;
}

/// The first `count` words of each sentence said twice.
Rows repeated(Rows rows, std::size_t count) {
  for (std::vector<int>& words : rows) {
    const std::size_t length = words.size();
    for (std::size_t i = 0; i < length; ++i) words.push_back(words[i]);
    words.resize(std::min(words.size(), count));
  }
  return rows;
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

namespace {

/// The same for train_step.
StageResult script_steps(const Parts& parts, const Grammar& grammar, const std::vector<Sentence>& sentences) {
  const Parts references = Parts::references();
  Model right_model = new_model(grammar), own_model = new_model(grammar);
  given::Training right = script_of(references, right_model, sentences),
                  own = script_of(references, own_model, sentences);
  const Rows batch = script_batch(sentences);
  for (int step = 1; step <= 3; ++step) {
    const double loss = references.train_step(right, batch), own_loss = parts.train_step(own, batch);
    if (!(std::abs(loss - own_loss) <= tolerance))
      return {.where = "loss", .number = std::abs(loss - own_loss)};
    std::size_t i = 0;
    for (const auto& [name, weight] : right_model.weights) {
      const double apart = difference(right.parameters[i].value, own.parameters.at(i).value);
      if (!name.ends_with("in_proj_bias") && !(apart <= 10 * tolerance))
        return {.where = "weights", .number = apart, .detail = name};
      ++i;
    }
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
  return script_steps(parts, grammar, batch);
}

StageResult overfit(const Parts& parts, const Grammar& grammar, const std::string&,
                    const Progress& progress) {
  constexpr int most = 200;
  const std::vector<Sentence> sentences = few_sentences(grammar);
  Model model = new_model(grammar);
  given::Training training = script_of(parts, model, sentences);
  const Rows batch = script_batch(sentences);
  double loss = 0;
  for (int step = 1; step <= most; ++step) {
    loss = parts.train_step(training, batch);
    progress(step, most, loss);
    if (loss < 0.05) return {.passed = true, .number = loss, .detail = fmt::format("{}", step)};
    if (!std::isfinite(loss)) break;
  }
  return {.where = "loss", .number = loss};
}

StageResult train(const Parts& parts, const Grammar& grammar, const std::string& model_file,
                  const Progress& progress) {
  const std::vector<std::vector<Sentence>> batches = training_batches(grammar);
  Training training(parts, grammar);
  int steps = 0;
  for (const std::vector<Sentence>& batch : batches) {
    const double loss = training.step(batch);
    progress(++steps, static_cast<int>(batches.size()), loss);
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
  const Rows worse = damaged(beam.translations), &meant = beam.references;
  // n-grams that come back, and sentences without one of four
  for (const auto& [hypotheses, right_ones] : {std::pair{worse, meant},
                                               {repeated(worse, 100), repeated(meant, 100)},
                                               {repeated(meant, 3), repeated(meant, 3)}}) {
    const double apart =
        std::abs(parts.bleu(hypotheses, right_ones) - references.bleu(hypotheses, right_ones));
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
