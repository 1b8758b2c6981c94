#include <iomanip>
#include <sstream>

#include "exercises/given.hpp"

namespace {

/// Reads one thing, or throws.
template <typename T>
T take(std::istream& in) {
  T thing{};
  if (!(in >> thing)) throw std::runtime_error("the file is cut off, or something in it is no number");
  return thing;
}

std::pair<std::string, Tensor> take_tensor(std::istream& in) {
  const std::string name = take<std::string>(in);
  std::vector<int> shape;
  for (int axes = take<int>(in); axes > 0; --axes) shape.push_back(take<int>(in));
  Tensor tensor(shape);
  for (int i = 0; i < tensor.size(); ++i) tensor.flat(i) = take<double>(in);
  return {name, tensor};
}

}  // namespace

std::string write_checkpoint(const given::NamedTensors& weights) {
  std::stringstream out;
  out << std::scientific << std::setprecision(std::numeric_limits<double>::max_digits10 - 1);
  out << "heed-weights\n" << weights.size();
  for (auto at = weights.begin(); at != weights.end(); ++at) {
    out << "\n" << at->first << "\n" << at->second.rank();
    for (const int length : at->second.shape()) out << "\n" << length;
    for (const double value : at->second.values()) out << "\n" << value;
  }
  out << "\nend";
  return out.str();
}

given::NamedTensors read_checkpoint(const std::string& text) {
  std::stringstream in(text);
  if (take<std::string>(in) != "heed-weights") throw std::runtime_error("another kind of file");
  const std::size_t count = take<std::size_t>(in);
  given::NamedTensors weights;
  for (std::size_t i = 0; i < count; ++i) weights.insert(take_tensor(in));
  if (weights.size() != count) throw std::runtime_error("a name stands there twice");
  if (take<std::string>(in) != "end") throw std::runtime_error("no end");
  std::string rest;
  std::getline(in >> std::ws, rest);
  if (!rest.empty()) throw std::runtime_error("more behind the end: " + rest);
  return weights;
}

void load_strictly(given::NamedTensors& model, const given::NamedTensors& saved) {
  const auto need = [](const given::NamedTensors& these, const given::NamedTensors& in) {
    for (const auto& [name, tensor] : these) {
      if (in.count(name) == 0 || in.at(name).shape() != tensor.shape())
        throw std::runtime_error("trouble with " + name);
    }
  };
  need(model, saved);
  need(saved, model);
  for (const auto& [name, tensor] : saved) model.at(name) = tensor;
}
