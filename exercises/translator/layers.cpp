#include "exercises/translator/layers.hpp"

#include <cmath>

namespace heed::translator {

namespace {

Tensor rows_of(const Tensor& x, int begin, int end) {
  std::vector<int> shape = x.shape();
  const int each = x.size() / shape[0];
  shape[0] = end - begin;
  const auto first = x.values().begin();
  return Tensor::of(shape, std::vector<double>(first + begin * each, first + end * each));
}

/// `part` in the rows from `begin` on; zeros elsewhere.
Tensor placed(const std::vector<int>& shape, const Tensor& part, int begin) {
  Tensor result(shape);
  const int before = begin * (part.size() / part.dim(0));
  for (int n = 0; n < part.size(); ++n) result.flat(before + n) = part.flat(n);
  return result;
}

Tensor with_batch(const Tensor& x) { return x.reshape({1, x.dim(0), x.dim(1)}); }

/// Head h of (1, H, T, d).
Tensor head(const Tensor& x, int h) {
  Tensor result({x.dim(2), x.dim(3)});
  for (int n = 0; n < result.size(); ++n) result.flat(n) = x.flat(h * result.size() + n);
  return result;
}

void put_head(Tensor& x, int h, const Tensor& value) {
  for (int n = 0; n < value.size(); ++n) x.flat(h * value.size() + n) = value.flat(n);
}

}  // namespace

given::AttentionWeights Weights::attention(const std::string& name) const {
  const Tensor &weight = (*this)[name + ".in_proj_weight"], &bias = (*this)[name + ".in_proj_bias"];
  const auto third = [&](int i) {
    const int c = Model::width;
    return given::Linear{rows_of(weight, i * c, (i + 1) * c), rows_of(bias, i * c, (i + 1) * c)};
  };
  return {Model::heads, third(0), third(1), third(2), linear(name + ".out_proj")};
}

given::EncoderWeights Weights::encoder_layer() const {
  const std::string name = "encoder.layers.0.";
  return {.attention = attention(name + "self_attn"),
          .norm1 = norm(name + "norm1"),
          .linear1 = linear(name + "linear1"),
          .linear2 = linear(name + "linear2"),
          .norm2 = norm(name + "norm2")};
}

given::DecoderWeights Weights::decoder_layer() const {
  const std::string name = "decoder.layers.0.";
  return {.self_attention = attention(name + "self_attn"),
          .norm1 = norm(name + "norm1"),
          .cross_attention = attention(name + "multihead_attn"),
          .norm2 = norm(name + "norm2"),
          .linear1 = linear(name + "linear1"),
          .linear2 = linear(name + "linear2"),
          .norm3 = norm(name + "norm3")};
}

given::TransformerWeights Weights::transformer() const {
  return {.source_embedding = (*this)["source_embedding.weight"],
          .target_embedding = (*this)["target_embedding.weight"],
          .encoder = {encoder_layer()},
          .encoder_norm = norm("encoder.norm"),
          .decoder = {decoder_layer()},
          .decoder_norm = norm("decoder.norm"),
          .output = linear("generator")};
}

Tensor embedded(const Parts& parts, const Tensor& table, const std::vector<int>& ids) {
  const int length = static_cast<int>(ids.size()), width = table.dim(1);
  const Tensor rows = parts.embedding(table, ids).reshape({1, length, width});
  return parts.add_positions(rows, parts.sinusoidal_encoding(length, width)).reshape({length, width});
}

Layers::Layers(const Parts& parts, const Model& model) : parts_(parts), weights_(model.weights) {
  for (const auto& [name, weight] : model.weights) leaves_[name] = graph_.add(weight);
}

std::map<std::string, Tensor> Layers::gradients() const {
  std::map<std::string, Tensor> result;
  for (const auto& [name, node] : leaves_) result[name] = graph_.gradient(node);
  return result;
}

int Layers::sum(int a, int b) {
  return graph_.add(graph_.value(a) + graph_.value(b), {a, b}, [](const Tensor& g) -> std::vector<Tensor> {
    return {g, g};
  });
}

int Layers::linear(int x, const std::string& weight, const std::string& bias, Range rows) {
  const Tensor input = graph_.value(x), w = rows_of(weights_[weight], rows.begin, rows.end),
               b = rows_of(weights_[bias], rows.begin, rows.end);
  const std::vector<int> weight_shape = weights_[weight].shape(), bias_shape = weights_[bias].shape();
  return graph_.add(
      given::linear(input, w, b), {x, leaves_.at(weight), leaves_.at(bias)},
      [this, input, w, b, weight_shape, bias_shape, rows](const Tensor& g) -> std::vector<Tensor> {
        const Tensor of_weight = transpose(parts_.shared_weight_backward(with_batch(input), with_batch(g)));
        return {parts_.matmul_backward(input, transpose(w), g).first,
                placed(weight_shape, of_weight, rows.begin),
                placed(bias_shape, parts_.sum_to_shape(g, b.shape()), rows.begin)};
      });
}

int Layers::embed(const std::string& table, const Rows& ids) {
  std::vector<double> rows;
  std::vector<int> all;
  const Tensor& weight = weights_[table];
  for (const std::vector<int>& sentence : ids) {
    const std::vector<double> values = embedded(parts_, weight, sentence).values();
    rows.insert(rows.end(), values.begin(), values.end());
    all.insert(all.end(), sentence.begin(), sentence.end());
  }
  const int count = static_cast<int>(all.size()), width = weight.dim(1);
  return graph_.add(Tensor::of({count, width}, std::move(rows)), {leaves_.at(table)},
                    [this, all, words = weight.dim(0)](const Tensor& g) -> std::vector<Tensor> {
                      return {parts_.embedding_backward(words, all, g * std::sqrt(g.dim(1)), -1)};
                    });
}

int Layers::norm(int x, const std::string& name) {
  const Tensor input = graph_.value(x), weight = weights_[name + ".weight"];
  const Tensor y = parts_.layer_norm(input, weight, weights_[name + ".bias"], Model::eps);
  return graph_.add(y, {x, leaves_.at(name + ".weight"), leaves_.at(name + ".bias")},
                    [this, input, weight](const Tensor& g) -> std::vector<Tensor> {
                      auto [of_weight, of_bias] = parts_.layer_norm_parameter_gradients(input, Model::eps, g);
                      return {parts_.layer_norm_backward(input, weight, Model::eps, g), of_weight, of_bias};
                    });
}

int Layers::feed_forward(int x, const std::string& name) {
  const Tensor input = graph_.value(x);
  const given::Linear first = weights_.linear(name + ".linear1"), second = weights_.linear(name + ".linear2");
  return graph_.add(parts_.feed_forward(input, first, second),
                    {x, leaves_.at(name + ".linear1.weight"), leaves_.at(name + ".linear1.bias"),
                     leaves_.at(name + ".linear2.weight"), leaves_.at(name + ".linear2.bias")},
                    [this, input, first, second](const Tensor& g) -> std::vector<Tensor> {
                      const Tensor hidden = given::relu(given::linear(input, first));
                      Tensor of_hidden = matmul(g, second.weight);
                      for (int n = 0; n < hidden.size(); ++n) {
                        if (hidden.flat(n) <= 0) of_hidden.flat(n) = 0;
                      }
                      const auto of_weight = [&](const Tensor& in, const Tensor& out) {
                        return transpose(parts_.shared_weight_backward(with_batch(in), with_batch(out)));
                      };
                      return {parts_.feed_forward_backward(input, first, second, g),
                              of_weight(input, of_hidden), parts_.sum_to_shape(of_hidden, first.bias.shape()),
                              of_weight(hidden, g), parts_.sum_to_shape(g, second.bias.shape())};
                    });
}

Tensor Layers::causal_weights(const Tensor& scores) const {
  const int length = scores.dim(0);
  const std::vector<int> sequences{length, 1, 1, length};  // each query is a sequence of its own
  return parts_.padded_weights(scores.reshape(sequences), parts_.causal_mask(length).reshape(sequences))
      .reshape(scores.shape());
}

int Layers::attend(Attention kind, const std::string& name, int queries_from, const Rows& queries,
                   int keys_from, const Rows& keys) {
  constexpr int c = Model::width, heads = Model::heads, size = c / heads;
  const std::string weight = name + ".in_proj_weight", bias = name + ".in_proj_bias";
  const int q = linear(queries_from, weight, bias, {0, c}), k = linear(keys_from, weight, bias, {c, 2 * c}),
            v = linear(keys_from, weight, bias, {2 * c, 3 * c});
  struct Head {
    Tensor query, key, value, weights;
  };
  std::vector<Head> all;  // of every sentence
  std::vector<double> rows;
  int query_row = 0, key_row = 0;
  for (std::size_t s = 0; s < queries.size(); ++s) {
    const int tq = static_cast<int>(queries[s].size()), tk = static_cast<int>(keys[s].size());
    const auto split = [&](int node, int begin, int length) {
      return parts_.split_heads(with_batch(rows_of(graph_.value(node), begin, begin + length)), heads);
    };
    const Tensor qs = split(q, query_row, tq), ks = split(k, key_row, tk), vs = split(v, key_row, tk);
    query_row += tq, key_row += tk;
    Tensor result({1, heads, tq, size});
    for (int h = 0; h < heads; ++h) {
      Head one{.query = head(qs, h), .key = head(ks, h), .value = head(vs, h), .weights = {}};
      if (kind == Attention::cross) {
        put_head(result, h, parts_.scaled_dot_product_attention(one.query, one.key, one.value, Tensor()));
      } else {
        const Tensor scores = parts_.scale_scores(parts_.similarity_scores(one.query, one.key), size);
        one.weights = kind == Attention::decoder ? causal_weights(scores) : parts_.softmax(scores);
        put_head(result, h, parts_.mix_values(one.weights, one.value));
      }
      all.push_back(std::move(one));
    }
    const std::vector<double> merged = parts_.merge_heads(result).values();
    rows.insert(rows.end(), merged.begin(), merged.end());
  }
  const auto pull = [this, kind, all, queries, keys](const Tensor& g) -> std::vector<Tensor> {
    std::vector<double> of_query, of_key, of_value;
    int row = 0;
    for (std::size_t s = 0; s < queries.size(); ++s) {
      const int tq = static_cast<int>(queries[s].size()), tk = static_cast<int>(keys[s].size());
      const Tensor split = parts_.split_heads(with_batch(rows_of(g, row, row + tq)), heads);
      row += tq;
      Tensor dq({1, heads, tq, size}), dk({1, heads, tk, size}), dv({1, heads, tk, size});
      for (int h = 0; h < heads; ++h) {
        const Head& one = all[s * heads + static_cast<std::size_t>(h)];
        const Tensor upstream = head(split, h);
        if (kind == Attention::cross) {
          const given::AttentionGradients d =
              parts_.attention_backward(one.query, one.key, one.value, upstream);
          put_head(dq, h, d.query), put_head(dk, h, d.key), put_head(dv, h, d.value);
          continue;
        }
        const Tensor of_weights = parts_.matmul_backward(one.weights, one.value, upstream).first;
        const Tensor of_scores = parts_.softmax_backward(one.weights, of_weights);
        const TensorPair d =
            parts_.matmul_backward(one.query, transpose(one.key), parts_.scale_scores(of_scores, size));
        put_head(dq, h, d.first), put_head(dk, h, transpose(d.second));
        put_head(dv, h, parts_.grad_value(one.weights, upstream));
      }
      for (const auto& [to, from] : {std::pair{&of_query, &dq}, {&of_key, &dk}, {&of_value, &dv}}) {
        const std::vector<double> merged = parts_.merge_heads(*from).values();
        to->insert(to->end(), merged.begin(), merged.end());
      }
    }
    const auto matrix = [](std::vector<double> values) {
      const int count = static_cast<int>(values.size()) / c;
      return Tensor::of({count, c}, std::move(values));
    };
    return {matrix(std::move(of_query)), matrix(std::move(of_key)), matrix(std::move(of_value))};
  };
  const int joined = graph_.add(Tensor::of({query_row, c}, std::move(rows)), {q, k, v}, pull);
  return linear(joined, name + ".out_proj.weight", name + ".out_proj.bias");
}

int Layers::encode(const Rows& sources) {
  const std::string name = "encoder.layers.0";
  const int x = embed("source_embedding.weight", sources);
  const int h =
      norm(sum(x, attend(Attention::encoder, name + ".self_attn", x, sources, x, sources)), name + ".norm1");
  return norm(norm(sum(h, feed_forward(h, name)), name + ".norm2"), "encoder.norm");
}

int Layers::decode(const Rows& inputs, int memory, const Rows& sources) {
  const std::string name = "decoder.layers.0";
  const int x = embed("target_embedding.weight", inputs);
  const int h =
      norm(sum(x, attend(Attention::decoder, name + ".self_attn", x, inputs, x, inputs)), name + ".norm1");
  const int z = norm(sum(h, attend(Attention::cross, name + ".multihead_attn", h, inputs, memory, sources)),
                     name + ".norm2");
  return norm(norm(sum(z, feed_forward(z, name)), name + ".norm3"), "decoder.norm");
}

}  // namespace heed::translator
