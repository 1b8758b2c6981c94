#include <cstdio>
#include <sstream>

#include "exercises/given.hpp"

// using NamedTensors = std::map<std::string, Tensor>;   the weights of a model by name
//
// The file, line by line:
//   heed-weights 2                 how many tensors follow
//   bias 0                         the name of the first, the number of its axes, their lengths (here none)
//   7                              its numbers, row by row: one if there is no axis
//   norm.weight 1 3
//   0.1 1 -2.5
//   end

/// The text of such a file, the tensors in the order of the map. Read again, every number must be the same to
/// the last bit.
std::string write_checkpoint(const given::NamedTensors& weights) {
  //~ stub
  // A double needs 17 significant digits, and fewer are not enough: out.precision(17).
  return not_written("write_checkpoint");
  //~ solution
  std::ostringstream out;
  out.precision(17);
  out << "heed-weights " << weights.size() << "\n";
  for (const auto& [name, tensor] : weights) {
    out << name << " " << tensor.rank();
    for (const int length : tensor.shape()) out << " " << length;
    out << "\n";
    for (int i = 0; i < tensor.size(); ++i) out << (i > 0 ? " " : "") << tensor.flat(i);
    out << "\n";
  }
  out << "end\n";
  return out.str();
  //~ wrong six_digits: out.precision(17); =>
  //~ wrong as_float F01: out.precision(17); => out.precision(9);
  //~ wrong no_end: out << "end\n"; =>
  //~ wrong shape_forgotten: for (const int length : tensor.shape()) out << " " << length; =>
  //~ end
}

/// Reads such a text. Throws std::runtime_error if it is anything else: a different first word, fewer or more
/// tensors than it says, numbers missing or left over, a name twice, no end, something behind it.
given::NamedTensors read_checkpoint(const std::string& text) {
  //~ stub
  // std::istringstream in(text); then `in >> word`. It says whether it could: if (!(in >> value)) throw …
  return not_written("read_checkpoint");
  //~ solution
  std::istringstream in(text);
  const auto expect = [](bool good, const std::string& what) {
    if (!good) throw std::runtime_error("not a file of weights: " + what);
  };
  std::string word;
  int count = 0;
  expect(in >> word && word == "heed-weights", "it does not begin with heed-weights");
  expect(in >> count && count >= 0, "the number of tensors is missing");
  given::NamedTensors weights;
  for (int n = 0; n < count; ++n) {
    std::string name;
    int rank = 0;
    expect(in >> name >> rank && rank >= 0, "a name or the number of axes is missing");
    std::vector<int> shape;
    for (int axis = 0; axis < rank; ++axis) {
      int length = 0;
      expect(in >> length && length >= 0, name + " lacks the length of an axis");
      shape.push_back(length);
    }
    Tensor tensor(shape);
    for (int i = 0; i < tensor.size(); ++i)
      expect(static_cast<bool>(in >> tensor.flat(i)), name + " lacks numbers");
    expect(weights.insert({name, tensor}).second, name + " stands there twice");
  }
  expect(in >> word && word == "end", "the end is missing, or there are too many numbers");
  expect(!(in >> word), "something stands behind the end");
  return weights;
  //~ wrong end_not_looked_for: expect(in >> word && word == "end", "the end is missing, or there are too many numbers"); =>
  //~ wrong end_not_looked_for: expect(!(in >> word), "something stands behind the end"); =>
  //~ wrong what_is_missing_is_zero: expect(static_cast<bool>(in >> tensor.flat(i)), name + " lacks numbers"); => in >> tensor.flat(i);
  //~ wrong what_is_missing_is_zero: expect(in >> word && word == "end", "the end is missing, or there are too many numbers"); => in >> word;
  //~ wrong what_is_missing_is_zero: expect(in >> name >> rank && rank >= 0, "a name or the number of axes is missing"); => if (!(in >> name >> rank)) break;
  //~ wrong count_ignored: for (int n = 0; n < count; ++n) { => while (true) {
  //~ wrong count_ignored: expect(in >> name >> rank && rank >= 0, "a name or the number of axes is missing"); => expect(static_cast<bool>(in >> name), "the end is missing"); if (name == "end") break; expect(in >> rank && rank >= 0, "the number of axes is missing");
  //~ wrong count_ignored: expect(in >> word && word == "end", "the end is missing, or there are too many numbers"); =>
  //~ wrong tail_ignored: expect(!(in >> word), "something stands behind the end"); =>
  //~ wrong last_of_two: expect(weights.insert({name, tensor}).second, name + " stands there twice"); => weights[name] = tensor;
  //~ wrong any_first_word: word == "heed-weights" => !word.empty()
  //~ wrong flat_tensors: Tensor tensor(shape); => Tensor tensor(shape); tensor = tensor.reshape({tensor.size()});
  //~ end
}

/// Puts saved weights into a model: every tensor of the model gets the saved one of its name. Throws
/// std::runtime_error with the name of a tensor that the file lacks, that the model lacks, or whose shapes
/// differ; the model is then as it was.
void load_strictly(given::NamedTensors& model, const given::NamedTensors& saved) {
  //~ stub
  // Check everything first; then nothing can fail any more.
  not_written("load_strictly");
  //~ solution
  for (const auto& [name, tensor] : saved) {
    if (!model.contains(name)) throw std::runtime_error("the model has no " + name);
  }
  for (const auto& [name, tensor] : model) {
    if (!saved.contains(name)) throw std::runtime_error("the file has no " + name);
    if (saved.at(name).shape() != tensor.shape()) throw std::runtime_error(name + " has another shape");
  }
  model = saved;
  //~ wrong missing_are_kept: if (!saved.contains(name)) throw std::runtime_error("the file has no " + name); => if (!saved.contains(name)) continue;
  //~ wrong missing_are_kept: model = saved; => for (const auto& [name, tensor] : saved) model[name] = tensor;
  //~ wrong unexpected_ignored: if (!model.contains(name)) throw std::runtime_error("the model has no " + name); => static_cast<void>(name);
  //~ wrong unexpected_ignored: model = saved; => for (auto& [name, tensor] : model) tensor = saved.at(name);
  //~ wrong unexpected_added: if (!model.contains(name)) throw std::runtime_error("the model has no " + name); => static_cast<void>(name);
  //~ wrong shape_not_compared: if (saved.at(name).shape() != tensor.shape()) throw std::runtime_error(name + " has another shape"); =>
  //~ wrong only_size_compared: saved.at(name).shape() != tensor.shape() => saved.at(name).size() != tensor.size()
  //~ wrong half_loaded in mistakes
  //~ wrong nameless_error: "the model has no " + name => "does not fit" | "the file has no " + name => "does not fit"
  //~ wrong nameless_error: name + " has another shape" => "does not fit"
  //~ wrong nothing_loaded: model = saved; =>
  //~ end
}
