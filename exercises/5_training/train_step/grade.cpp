#include "exercises/demos/picture.hpp"
#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

double clip_gradients(std::vector<given::Parameter>& parameters, double max_norm);
double train_step(given::Training& training, const std::vector<std::vector<int>>& batch);
std::vector<double> overfit(given::Training& training, const std::vector<std::vector<int>>& batch,
                            double bound, int most);

namespace {

using Rows = std::vector<std::vector<int>>;

Rows rows_of(const Tensor& t) {
  Rows rows;
  for (int b = 0; b < t.dim(0); ++b) {
    auto& row = rows.emplace_back();
    for (int i = 0; i < t.dim(1); ++i) row.push_back(static_cast<int>(t(b, i)));
  }
  return rows;
}

/// As one tensor; where rows are not equally long, the gap is −1.
Tensor tensor_of(const Rows& rows) {
  std::size_t length = 0;
  for (const auto& row : rows) length = std::max(length, row.size());
  Tensor t = Tensor::full({static_cast<int>(rows.size()), static_cast<int>(length)}, -1);
  for (std::size_t b = 0; b < rows.size(); ++b) {
    for (std::size_t i = 0; i < rows[b].size(); ++i) t(static_cast<int>(b), static_cast<int>(i)) = rows[b][i];
  }
  return t;
}

/// A model that knows the last word alone: logits = weight · embedding(word) + bias.
double forward_backward(std::vector<given::Parameter>& parameters, const Rows& inputs, const Rows& labels,
                        int ignore) {
  if (parameters.size() != 3) throw std::invalid_argument("the model has three parameters");
  given::Parameter &embedding = parameters[0], &weight = parameters[1], &bias = parameters[2];
  for (given::Parameter& p : parameters)
    if (p.gradient.shape() != p.value.shape()) p.gradient = Tensor(p.value.shape());
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t b = 0; b < inputs.size(); ++b) {
    if (inputs.size() != labels.size() || inputs[b].size() != labels[b].size())
      throw std::invalid_argument("forward_backward needs a label for each input");
    for (std::size_t t = 0; t < inputs[b].size(); ++t)
      if (labels[b][t] != ignore) pairs.emplace_back(inputs[b][t], labels[b][t]);
  }
  const int words = weight.value.dim(0), width = weight.value.dim(1);
  const double count = static_cast<double>(pairs.size());
  double loss = 0;
  for (const auto& [input, label] : pairs) {
    Tensor x({width});
    for (int c = 0; c < width; ++c) x(c) = embedding.value(input, c);
    const Tensor log_p = given::log_softmax(given::linear(x, weight.value, bias.value));
    loss -= log_p(label) / count;
    for (int v = 0; v < words; ++v) {
      const double g = (std::exp(log_p(v)) - (v == label ? 1 : 0)) / count;
      bias.gradient(v) += g;
      for (int c = 0; c < width; ++c) {
        weight.gradient(v, c) += g * x(c);
        embedding.gradient(input, c) += g * weight.value(v, c);
      }
    }
  }
  return loss;
}

/// An eps of the gradients' own size, so that their scale matters.
given::Training training_of(const Case& c) {
  given::Training training{.forward_backward = forward_backward,
                           .pad = c.integer("pad"),
                           .max_norm = c.number("max_norm"),
                           .steps = c.integer("steps_before"),
                           .rate =
                               [highest = c.number("highest_rate"), warmup = c.integer("warmup")](int step) {
                                 return highest * std::min(step / static_cast<double>(warmup),
                                                           std::sqrt(warmup / static_cast<double>(step)));
                               },
                           .adam = {.beta1 = 0.9, .beta2 = 0.98, .eps = 0.05}};
  training.adam.learning_rate = training.rate(training.steps);
  for (const char* name : {"embedding", "weight", "bias"}) {
    const Tensor &value = c.tensor(name), zero(value.shape());
    training.parameters.push_back({value, zero});
    training.states.push_back({zero, zero, training.steps});
  }
  return training;
}

void give(Case& c, const given::Training& training, const std::vector<double>& losses) {
  c.give("losses", losses);
  for (std::size_t i = 0; i < 3; ++i)
    c.give(std::vector<std::string>{"embedding_after", "weight_after", "bias_after"}[i],
           training.parameters[i].value);
  c.give("steps_after", training.steps);
}

struct Size {
  int sentences, length, words, width, steps, warmup;
  int before = 0;
  double max_norm = 0.3;
  given::SpecialIds ids{0, 1, 2};
};

/// Sentences of words from 3 on; the last is as long as the batch.
void add(Cases& cases, Draw& draw, const std::string& label, const Size& size, double bound = 0) {
  Tensor batch = Tensor::full({size.sentences, size.length}, size.ids.pad);
  for (int b = 0; b < size.sentences; ++b) {
    const int words =
        b + 1 == size.sentences ? size.length - 2 : draw.integer(1, std::max(1, size.length - 3));
    batch(b, 0) = size.ids.bos;
    for (int i = 1; i <= words; ++i) batch(b, i) = draw.integer(3 + size.ids.pad / 3, size.words - 1);
    batch(b, words + 1) = size.ids.eos;
  }
  heed::grading::CaseInputs& one = cases.add(label)
                                       .tensor("batch", batch)
                                       .tensor("embedding", draw.normal({size.words, size.width}))
                                       .tensor("weight", draw.normal({size.words, size.width}))
                                       .tensor("bias", draw.normal({size.words}))
                                       .integer("pad", size.ids.pad)
                                       .number("max_norm", size.max_norm)
                                       .number("highest_rate", 0.4)
                                       .integer("warmup", size.warmup)
                                       .integer("steps_before", size.before);
  if (bound > 0)
    one.number("bound", bound).integer("most", size.steps);
  else
    one.integer("steps", size.steps);
}

}  // namespace

void describe(Exercise& e) {
  // The results of clip_grad_norm_ itself, which adds 1e-6 to the norm, are right as well.
  e.part(
      "clip", {.points = 3, .rtol = 1e-5, .atol = 1e-9},
      [](Case& c) {
        std::vector<given::Parameter> parameters;
        for (const char* name : {"gradient_of_weight", "gradient_of_bias"})
          parameters.push_back({Tensor(c.tensor(name).shape()), c.tensor(name)});
        c.give("norm", clip_gradients(parameters, c.number("max_norm")));
        c.give("weight_clipped", parameters.at(0).gradient);
        c.give("bias_clipped", parameters.at(1).gradient);
      },
      [](Cases& cases, Draw& draw) {
        const auto put = [&](const std::string& label, const Tensor& weight, const Tensor& bias, double max) {
          cases.add(label)
              .tensor("gradient_of_weight", weight)
              .tensor("gradient_of_bias", bias)
              .number("max_norm", max);
        };
        put("the example", Tensor::of({2, 2}, {1, 2, -2, 0}), Tensor::of({1}, {4}), 2);
        put("a small norm", draw.normal({2, 3}, {.std = 0.1}), draw.normal({5}, {.std = 0.1}), 3);
        put("a large norm", draw.normal({4, 2}, {.std = 9}), draw.normal({3}, {.std = 9}), 1);
        put("only one tensor is large", draw.normal({3, 5}, {.std = 0.2}), draw.normal({4}, {.std = 30}), 5);
        put("each tensor small, together large", Tensor::full({2, 2}, 0.9), Tensor::full({4}, -0.9), 2);
        put("all gradients are 0", Tensor({3, 2}), Tensor({2}), 1);
      });

  e.part(
      "one_step", {.points = 5, .rtol = 1e-4, .atol = 1e-5},
      [](Case& c) {
        given::Training training = training_of(c);
        Rows last_inputs, last_labels;
        training.forward_backward = [&](std::vector<given::Parameter>& parameters, const Rows& inputs,
                                        const Rows& labels, int ignore) {
          last_inputs = inputs, last_labels = labels;
          return forward_backward(parameters, inputs, labels, ignore);
        };
        std::vector<double> losses;
        for (int i = 0; i < c.integer("steps"); ++i)
          losses.push_back(train_step(training, rows_of(c.tensor("batch"))));
        give(c, training, losses);
        c.show("inputs", tensor_of(last_inputs));
        c.show("labels", tensor_of(last_labels));
      },
      [](Cases& cases, Draw& draw) {
        add(cases, draw, "one step", {2, 4, 6, 2, 1, 2});
        add(cases, draw, "2 steps", {3, 5, 7, 3, 2, 4});
        add(cases, draw, "4 steps, gradients below the limit",
            {.sentences = 1, .length = 3, .words = 5, .width = 7, .steps = 4, .warmup = 2, .max_norm = 50});
        add(cases, draw, "6 steps, padding is 3",
            {.sentences = 5, .length = 4, .words = 8, .width = 1, .steps = 6, .warmup = 9, .ids = {3, 0, 1}});
        add(cases, draw, "12 steps",
            {.sentences = 2, .length = 9, .words = 5, .width = 4, .steps = 12, .warmup = 5});
        add(cases, draw, "2 steps after 20",
            {.sentences = 6, .length = 5, .words = 5, .width = 3, .steps = 2, .warmup = 4, .before = 20});
      });

  e.part(
      "overfit", {.points = 4, .rtol = 1e-3, .atol = 1e-4},
      [](Case& c) {
        given::Training training = training_of(c);
        const std::vector<double> losses =
            overfit(training, rows_of(c.tensor("batch")), c.number("bound"), c.integer("most"));
        give(c, training, losses);
      },
      [](Cases& cases, Draw& draw) {
        add(cases, draw, "one sentence", {1, 3, 6, 4, 40, 3, 0, 1}, 0.5);
        add(cases, draw, "3 sentences", {3, 4, 9, 5, 60, 5, 0, 1}, 0.8);
        add(cases, draw, "the bound is not reached", {4, 5, 5, 2, 7, 6, 0, 1}, 1e-6);
        add(cases, draw, "the first loss is below the bound", {2, 6, 8, 1, 5, 9, 0, 1}, 1000);
        add(cases, draw, "one step at most", {6, 4, 7, 3, 1, 2, 3, 1}, 1e-6);
        add(cases, draw, "a schedule that goes on", {7, 8, 4, 6, 3, 4, 12, 1}, 1e-6);
      });

  e.now([](Demo& d) {
    using heed::grading::RealTranslator;
    const RealTranslator translator(RealTranslator::Learns::later);
    given::Training training = translator.training();
    training.rate = [](int step) { return 0.01 * std::min(step / 20.0, std::sqrt(20.0 / step)); };
    const std::vector<double> losses = overfit(training, translator.targets(), 0.02, 200);

    constexpr int columns = 60, rows = 8;
    Tensor drawn({rows, columns});
    for (int j = 0; j < columns; ++j) {
      const std::size_t step = static_cast<std::size_t>(j) * losses.size() / columns;
      for (int i = 0; i < rows; ++i) drawn(i, j) = rows * losses[step] / losses[0] > rows - i - 0.5 ? 1 : 0;
    }
    const std::string curve = heed::demos::picture(drawn);
    std::string lines;

    Rows prefixes(static_cast<std::size_t>(translator.sentences()), {translator.bos()});
    for (int length = 0; length < 7; ++length) {
      const Tensor logits = translator.next_logits(prefixes);
      for (int b = 0; b < logits.dim(0); ++b) {
        std::vector<int>& prefix = prefixes[static_cast<std::size_t>(b)];
        int best = 0;
        for (int v = 1; v < logits.dim(1); ++v)
          if (logits(b, v) > logits(b, best)) best = v;
        if (prefix.back() != translator.eos()) prefix.push_back(best);
      }
    }
    for (int b = 0; b < translator.sentences(); ++b) {
      const std::vector<int>& prefix = prefixes[static_cast<std::size_t>(b)];
      const auto end = std::find(prefix.begin(), prefix.end(), translator.eos());
      lines += "\n  " + translator.source(b) + " → " + translator.text({prefix.begin() + 1, end});
    }
    d.say(fmt::format(
              "Your loop trained a Transformer of heed in {} steps. The loss fell from {:.2f} to {:.2f}:{}"
              "\nIt translates now:{}",
              losses.size(), losses.front(), losses.back(), curve, lines),
          fmt::format(
              "여러분의 루프가 heed의 트랜스포머를 {}스텝 만에 학습했습니다. 손실이 {:.2f}에서 {:.2f}까지 "
              "줄었습니다:{}\n이제 이렇게 번역합니다:{}",
              losses.size(), losses.front(), losses.back(), curve, lines));
  });
}
