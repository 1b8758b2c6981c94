#include <sstream>

#include "exercises/demos/real_models.hpp"
#include "exercises/grading/exercise.hpp"

std::string write_checkpoint(const given::NamedTensors& weights);
given::NamedTensors read_checkpoint(const std::string& text);
void load_strictly(given::NamedTensors& model, const given::NamedTensors& saved);

namespace {

using heed::grading::CaseInputs;
using heed::grading::PartOptions;
using Weights = given::NamedTensors;

const std::vector<std::string> names{"bias",
                                     "embedding.weight",
                                     "layers.0.norm.weight",
                                     "output",
                                     "p0",
                                     "p1",
                                     "p2",
                                     "p3",
                                     "p4",
                                     "p5",
                                     "p6",
                                     "p7",
                                     "end"};

/// The tensors of a case: t0, t1, … under these names.
Weights weights_of(const Case& c, const std::string& letter = "t") {
  Weights weights;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string key = letter + std::to_string(i);
    if (c.has(key)) weights.insert({names[i], c.tensor(key)});
  }
  return weights;
}

std::string text_of(const Weights& weights) {
  std::string text = fmt::format("heed-weights {}\n", weights.size());
  for (const auto& [name, tensor] : weights) {
    text += fmt::format("{} {}", name, tensor.rank());
    for (const int length : tensor.shape()) text += fmt::format(" {}", length);
    text += "\n";
    for (int i = 0; i < tensor.size(); ++i)
      text += fmt::format("{}{:.17g}", i > 0 ? " " : "", tensor.flat(i));
    text += "\n";
  }
  return text + "end\n";
}

/// The same words with that between any two of them.
std::string with_between(const std::string& text, const std::string& between) {
  std::istringstream in(text);
  std::string result;
  for (std::string word; in >> word;) result += word + between;
  return result;
}

void give(Case& c, const Weights& weights) {
  for (const auto& [name, tensor] : weights) {
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) throw std::runtime_error("there is a tensor called \"" + name + "\"");
    c.give("t" + std::to_string(at - names.begin()), tensor);
  }
  c.give("tensors", static_cast<int>(weights.size()));
}

/// The words of a text, those that are numbers bit for bit: what comes out of two writers that space
/// differently.
Tensor words_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<double> all;
  for (std::string word; in >> word;) {
    std::size_t used = 0;
    double value = 0;
    try {
      value = std::stod(word, &used);
    } catch (const std::exception&) {
      used = 0;
    }
    if (used == word.size())
      all.push_back(value);
    else
      all.push_back(1e6 + static_cast<double>(std::hash<std::string>{}(word) % 1000));
  }
  return Tensor::of({static_cast<int>(all.size())}, all);
}

/// How many words begin with a minus: -0 and 0 are equal as numbers, but not bit for bit.
int words_with_minus(const std::string& text) {
  std::istringstream in(text);
  int count = 0;
  for (std::string word; in >> word;) count += word.front() == '-' ? 1 : 0;
  return count;
}

auto& add_weights(CaseInputs& one, Draw& draw, const std::vector<std::vector<int>>& shapes,
                  const char* letter = "t") {
  for (std::size_t i = 0; i < shapes.size(); ++i)
    one.tensor(letter + std::to_string(i), draw.normal(shapes[i]));
  return one;
}

void add_all(Cases& cases, Draw& draw) {
  cases.add("a vector of 3").tensor("t0", Tensor::of({3}, {0.1, 1, -2.5}));
  add_weights(cases.add("two tensors"), draw, {{4}, {2, 3}});
  add_weights(cases.add("four tensors"), draw, {{3}, {5, 2}, {2}, {3, 2, 2}});
  cases.add("tiny, huge and without axes")
      .tensor("t0", Tensor::of({4}, {1e-300, -1e300, 1.0 / 3, 0}))
      .tensor("t1", Tensor::of({}, {7}));
  cases.add("neighbours of 1")
      .tensor("t2", Tensor::of({1, 3}, {std::nextafter(1.0, 2), 1, std::nextafter(1.0, 0)}));
  cases.add("0 and −0").tensor("t0", Tensor::of({3}, {0, -0.0, 1}));
  cases.add("no tensors");
  cases.add("a tensor called end")
      .tensor("t0", draw.normal({2}))
      .tensor("t12", draw.normal({1, 2}))
      .tensor("t3", draw.normal({3}));
  add_weights(cases.add("axes of 12 and 10"), draw, {{12}, {2, 10}});
  add_weights(cases.add("12 tensors"), draw, std::vector<std::vector<int>>(12, {1}));
}

}  // namespace

void describe(Exercise& e) {
  const PartOptions exact{.points = 3, .rtol = 0, .atol = 0};
  e.part(
      "write", exact,
      [](Case& c) {
        const std::string text = write_checkpoint(weights_of(c));
        c.give("words_of_the_text", words_of(text));
        c.give("words_with_a_minus", words_with_minus(text));
      },
      add_all);
  e.part(
      "read", {.points = 2, .rtol = 0, .atol = 0},
      [](Case& c) {
        const std::string text = text_of(weights_of(c));
        const int layout = c.has("layout") ? c.integer("layout") : 0;
        give(c, read_checkpoint(layout == 0 ? text : with_between(text, layout == 1 ? "\n" : "  ")));
      },
      [](Cases& cases, Draw& draw) {
        add_all(cases, draw);
        add_weights(cases.add("each word on a line of its own"), draw, {{3}, {2, 2}}).integer("layout", 1);
        add_weights(cases.add("all words on one line, two blanks between"), draw, {{3}, {2, 2}})
            .integer("layout", 2);
      });
  e.part(
      "refuse", {.points = 2},
      [](Case& c) {
        std::string text = text_of(weights_of(c));
        const int damage = c.integer("damage");
        const auto replace = [&](const std::string& what, const std::string& with) {
          text.replace(text.find(what), what.size(), with);
        };
        if (damage == 1) replace("heed-weights", "safetensors!");
        if (damage == 2) text.resize(text.size() - 4);  // the end
        if (damage == 3) text.resize(text.rfind(' '));  // the last number, too
        if (damage == 4) replace("end", "3.5 end");
        if (damage == 5) text += "and more\n";
        if (damage == 6) replace("embedding.weight", "bias");
        if (damage == 7) text = text.substr(0, text.find("embedding"));
        if (damage == 8) text.clear();
        if (damage == 9) replace("\nembedding", "x\nembedding");
        if (damage == 10) replace("end", "endx");
        if (damage == 11) replace("heed-weights 2", "heed-weights 1");
        if (damage == 12) replace("heed-weights 2", "heed-weights 3");
        if (damage == 13) replace("layers.0.norm.weight", "bias");
        int refused = 0;
        try {
          read_checkpoint(text);
        } catch (const heed::learn::NotWritten&) {
          throw;
        } catch (const std::runtime_error&) {
          refused = 1;
        }
        c.give("refused", refused);
      },
      [](Cases& cases, Draw& draw) {
        const std::vector<const char*> labels{"nothing is wrong",
                                              "another first word",
                                              "cut off before the end",
                                              "cut off in the numbers",
                                              "a number too many",
                                              "something behind the end",
                                              "a name twice",
                                              "cut off between tensors",
                                              "an empty file",
                                              "a letter behind a number",
                                              "a letter behind end",
                                              "more tensors than it says",
                                              "fewer tensors than it says"};
        for (std::size_t i = 0; i < labels.size(); ++i)
          add_weights(cases.add(labels[i]), draw, {{3}, {2, 2}}).integer("damage", static_cast<int>(i));
        add_weights(cases.add("a name twice, another between"), draw, {{3}, {2, 2}, {2}})
            .integer("damage", 13);
      });
  e.part(
      "load", {.points = 3},
      [](Case& c) {
        Weights model = weights_of(c);
        std::string message;
        try {
          load_strictly(model, weights_of(c, "s"));
        } catch (const heed::learn::NotWritten&) {
          throw;
        } catch (const std::runtime_error& error) {
          message = error.what();
        }
        c.give("refused", message.empty() ? 0 : 1);
        if (c.has("culprit"))
          c.give("message_names_the_tensor",
                 message.find(names[static_cast<std::size_t>(c.integer("culprit"))]) != std::string::npos
                     ? 1
                     : 0);
        give(c, model);
      },
      [](Cases& cases, Draw& draw) {
        const auto add = [&](const char* label, const std::vector<std::vector<int>>& model,
                             const std::vector<std::vector<int>>& saved, int culprit) {
          CaseInputs& one = cases.add(label);
          add_weights(one, draw, model);
          add_weights(one, draw, saved, "s");
          if (culprit >= 0) one.integer("culprit", culprit);
        };
        add("all fits", {{2}, {2, 3}}, {{2}, {2, 3}}, -1);
        add("the file lacks one", {{2}, {2, 3}, {3}}, {{2}, {2, 3}}, 2);
        add("the model lacks one", {{2}, {2, 3}}, {{2}, {2, 3}, {3}}, 2);
        add("another shape", {{2}, {2, 3}, {3}}, {{2}, {2, 3}, {4}}, 2);
        add("the last axis is longer", {{2}, {2, 3}}, {{2}, {2, 4}}, 1);
        add("one has no axes", {{2}, {}, {3}}, {{2}, {}, {3}}, -1);
        add("one has no axes in the file", {{2}, {1}}, {{2}, {}}, 1);
        add("an axis more, of 1", {{2}, {2, 3}}, {{2}, {2, 1, 3}}, 1);
        add("another shape, as many numbers", {{2}, {2, 3}}, {{2}, {3, 2}}, 1);
        add("the last has another shape", {{2}, {2, 3}, {3}, {1, 2}}, {{2}, {2, 3}, {3}, {2}}, 3);
      });
  e.now([](Demo& d) {
    const heed::grading::RealEncoder real = heed::grading::real_encoder();
    Weights weights;
    int numbers = 0;
    for (std::size_t l = 0; l < real.layers.size(); ++l) {
      const std::string layer = "layers." + std::to_string(l) + ".";
      for (const auto& [name, linear] : {std::pair{"linear1", &real.layers[l].linear1},
                                         {"linear2", &real.layers[l].linear2},
                                         {"self_attn.query", &real.layers[l].attention.query},
                                         {"self_attn.out_proj", &real.layers[l].attention.output}}) {
        weights.insert({layer + name + ".weight", linear->weight});
        weights.insert({layer + name + ".bias", linear->bias});
      }
    }
    Weights back = weights;
    for (auto& [name, tensor] : back) tensor = tensor * 0.0;
    const std::string text = write_checkpoint(weights);
    load_strictly(back, read_checkpoint(text));
    int same = 0;
    for (const auto& [name, tensor] : weights) {
      numbers += tensor.size();
      for (int i = 0; i < tensor.size(); ++i) same += tensor.flat(i) == back.at(name).flat(i) ? 1 : 0;
    }
    d.say(fmt::format("{} tensors of a heed encoder went into {} characters and came back: {} of {} numbers "
                      "to the last bit.",
                      weights.size(), text.size(), same, numbers),
          fmt::format("heed 인코더의 텐서 {}개를 글자 {}개로 적었다가 다시 읽었습니다. 수 {}개 가운데 {}개가 "
                      "마지막 비트까지 같습니다.",
                      weights.size(), text.size(), numbers, same));
  });
}
