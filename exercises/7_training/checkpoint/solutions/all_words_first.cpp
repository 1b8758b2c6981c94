// The text as a list of words, read by a counter; numbers by std::stod, which must use up the word.
#include <iomanip>
#include <set>
#include <sstream>

#include "exercises/given.hpp"

std::string write_checkpoint(const given::NamedTensors& weights) {
  std::ostringstream out;
  out << std::setprecision(std::numeric_limits<double>::max_digits10);
  out << "heed-weights " << weights.size() << '\n';
  for (auto it = weights.begin(); it != weights.end(); ++it) {
    out << it->first << ' ' << it->second.shape().size();
    for (int axis = 0; axis < it->second.rank(); ++axis) out << ' ' << it->second.dim(axis);
    out << '\n';
    std::string between;
    for (const double v : it->second.values()) {
      out << between << v;
      between = " ";
    }
    out << '\n';
  }
  out << "end" << '\n';
  return out.str();
}

given::NamedTensors read_checkpoint(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  std::size_t at = 0;
  const auto next = [&]() -> const std::string& {
    if (at == words.size()) throw std::runtime_error("the file ends too early");
    return words[at++];
  };
  const auto number = [&] {
    const std::string& word = next();
    std::size_t used = 0;
    double value = 0;
    try {
      value = std::stod(word, &used);
    } catch (const std::logic_error&) {
      throw std::runtime_error("no number: " + word);
    }
    if (used != word.size()) throw std::runtime_error("no number: " + word);
    return value;
  };
  const auto size = [&] {
    const double value = number();
    if (value < 0 || value > 1e9 || value != std::floor(value)) throw std::runtime_error("no size");
    return static_cast<int>(value);
  };
  if (next() != "heed-weights") throw std::runtime_error("not a file of weights");
  given::NamedTensors weights;
  for (int left = size(); left > 0; --left) {
    const std::string name = next();
    if (weights.count(name) > 0) throw std::runtime_error("twice: " + name);
    std::vector<int> shape(static_cast<std::size_t>(size()));
    for (int& length : shape) length = size();
    Tensor& tensor = weights[name] = Tensor(shape);
    for (int n = 0; n < tensor.size(); ++n) tensor.flat(n) = number();
  }
  if (next() != "end" || at != words.size()) throw std::runtime_error("the end is not where it should be");
  return weights;
}

void load_strictly(given::NamedTensors& model, const given::NamedTensors& saved) {
  std::set<std::string> names;
  for (const auto& entry : model) names.insert(entry.first);
  for (const auto& entry : saved) names.insert(entry.first);
  for (const std::string& name : names) {
    const auto mine = model.find(name);
    const auto theirs = saved.find(name);
    if (mine == model.end() || theirs == saved.end() || mine->second.shape() != theirs->second.shape())
      throw std::runtime_error("the model and the file differ in " + name);
  }
  for (auto& entry : model) entry.second = saved.at(entry.first);
}
