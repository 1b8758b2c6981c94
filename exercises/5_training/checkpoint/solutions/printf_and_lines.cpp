#include <sstream>

#include "exercises/given.hpp"

std::string write_checkpoint(const given::NamedTensors& weights) {
  std::string text = "heed-weights " + std::to_string(weights.size()) + "\n";
  for (const auto& [name, tensor] : weights) {
    text += name + " " + std::to_string(tensor.rank());
    for (int axis = 0; axis < tensor.rank(); ++axis) text += " " + std::to_string(tensor.dim(axis));
    text += "\n";
    for (const double value : tensor.values()) {
      char digits[40];
      std::snprintf(digits, sizeof digits, "%.17g ", value);
      text += digits;
    }
    text += "\n";
  }
  return text + "end\n";
}

given::NamedTensors read_checkpoint(const std::string& text) {
  // all words first, then one after the other
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; in >> word;) words.push_back(word);
  std::size_t next = 0;
  const auto take = [&]() -> const std::string& {
    if (next == words.size()) throw std::runtime_error("the file ends too early");
    return words[next++];
  };
  const auto number = [&] {
    const std::string& word = take();
    std::size_t used = 0;
    double value = 0;
    try {
      value = std::stod(word, &used);
    } catch (const std::out_of_range&) {
      value = 0;
      used = word.size();
    } catch (const std::exception&) {
      used = 0;
    }
    if (used != word.size()) throw std::runtime_error(word + " is no number");
    return value;
  };
  if (take() != "heed-weights") throw std::runtime_error("no weights of heed");
  given::NamedTensors weights;
  for (int left = static_cast<int>(number()); left > 0; --left) {
    const std::string name = take();
    std::vector<int> shape(static_cast<std::size_t>(number()));
    for (int& length : shape) length = static_cast<int>(number());
    std::vector<double> values(static_cast<std::size_t>(Tensor(shape).size()));
    for (double& value : values) value = number();
    if (weights.count(name) > 0) throw std::runtime_error(name + " twice");
    weights.emplace(name, Tensor::of(shape, values));
  }
  if (take() != "end" || next != words.size()) throw std::runtime_error("the end is not where it should be");
  return weights;
}

void load_strictly(given::NamedTensors& model, const given::NamedTensors& saved) {
  given::NamedTensors loaded = model;
  std::string troubles;
  for (auto& [name, tensor] : loaded) {
    const auto found = saved.find(name);
    if (found == saved.end())
      troubles += " missing: " + name;
    else if (found->second.shape() != tensor.shape())
      troubles += " another shape: " + name;
    else
      tensor = found->second;
  }
  for (const auto& [name, tensor] : saved) {
    if (loaded.find(name) == loaded.end()) troubles += " unexpected: " + name;
  }
  if (!troubles.empty()) throw std::runtime_error("cannot load:" + troubles);
  std::swap(model, loaded);
}
