// The steps of the translator's forward pass, each with its gradient, from the learner's parts. All sentences
// stand one below the other: (N, C).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "exercises/translator/model.hpp"

namespace heed::translator {

/// Weights by their names, in the types of given::.
class Weights {
 public:
  explicit Weights(const std::map<std::string, Tensor>& all) : all_(all) {}
  const Tensor& operator[](const std::string& name) const { return all_.at(name); }
  given::Linear linear(const std::string& name) const {
    return {(*this)[name + ".weight"], (*this)[name + ".bias"]};
  }
  given::Norm norm(const std::string& name) const {
    return {(*this)[name + ".weight"], (*this)[name + ".bias"]};
  }
  given::AttentionWeights attention(const std::string& name) const;
  given::EncoderWeights encoder_layer() const;
  given::DecoderWeights decoder_layer() const;
  given::TransformerWeights transformer() const;

 private:
  const std::map<std::string, Tensor>& all_;
};

/// Rows of the table · √C + positions: (T, C).
Tensor embedded(const Parts& parts, const Tensor& table, const std::vector<int>& ids);

class Layers {
 public:
  Layers(const Parts& parts, const Model& model);
  Graph& graph() { return graph_; }
  /// By the weights' names.
  std::map<std::string, Tensor> gradients() const;

  int encode(const Rows& sources);
  int decode(const Rows& inputs, int memory, const Rows& sources);
  int linear(int x, const std::string& weight, const std::string& bias) {
    const int rows = graph_.value(leaves_.at(bias)).dim(0);
    return linear(x, weight, bias, {0, rows});
  }

 private:
  struct Range {
    int begin, end;
  };
  enum class Attention { encoder, decoder, cross };

  int linear(int x, const std::string& weight, const std::string& bias, Range rows);
  int embed(const std::string& table, const Rows& ids);
  int attend(Attention kind, const std::string& name, int queries_from, const Rows& queries, int keys_from,
             const Rows& keys);
  int feed_forward(int x, const std::string& name);
  int norm(int x, const std::string& name);
  int sum(int a, int b);
  /// The weights (T, T) under the causal mask.
  Tensor causal_weights(const Tensor& scores) const;

  const Parts& parts_;
  Weights weights_;
  Graph graph_;
  std::map<std::string, int> leaves_;
};

}  // namespace heed::translator
