#include "exercises/demos/toy_translator.hpp"

#include "autograd/no_grad.hpp"
#include "lib/text/vocabulary.hpp"
#include "lib/text/words.hpp"
#include "models/transformer.hpp"
#include "nn/batch.hpp"
#include "nn/optimizer.hpp"

namespace heed::demos {

namespace {

using learn::Tensor;

struct Pair {
  std::string korean, english;
};

/// Those whose number is a multiple of `held_out` are not for training; the first one is.
constexpr std::size_t held_out = 9;

std::vector<Pair> sentences() {
  const Pair subjects[] = {{"나는", "i"}, {"너는", "you"}, {"우리는", "we"}, {"그들은", "they"}};
  const Pair objects[] = {{"사과를", "apples"}, {"책을", "books"},  {"꽃을", "flowers"},
                          {"개를", "dogs"},     {"집을", "houses"}, {"노래를", "songs"}};
  const Pair verbs[] = {
      {"좋아한다", "love"}, {"찾는다", "find"}, {"원한다", "want"}, {"기억한다", "remember"}};
  std::vector<Pair> all;
  // 7 has no factor in common with 96: one after the other, in an order in which neighbours differ
  for (std::size_t n = 0; n < 96; ++n) {
    const std::size_t i = n * 7 % 96;
    const Pair &subject = subjects[i % 4], &object = objects[i / 4 % 6], &verb = verbs[i / 24];
    all.push_back({subject.korean + " " + object.korean + " " + verb.korean,
                   subject.english + " " + verb.english + " " + object.english});
  }
  return all;
}

Vocabulary vocabulary(const std::vector<Pair>& pairs, std::string Pair::*side) {
  TokenCounts counts;
  for (const Pair& pair : pairs) counts.add(split_words(pair.*side));
  return Vocabulary(counts);
}

void train(const Transformer& model, const std::vector<Example>& examples) {
  constexpr std::uint64_t epochs = 30;
  Adam optimizer(model.parameters(), {.lr = 5e-3});
  const BatchPlan plan(examples, {.sentences = 16});
  for (std::uint64_t epoch = 0; epoch < epochs; ++epoch) {
    for (const std::vector<std::size_t>& indices : plan.epoch(epoch)) {
      const Batch batch = make_batch(examples, indices);
      optimizer.zero_grad();
      cross_entropy(model(batch.source, batch.target_in), batch.target_out).backward();
      optimizer.step();
    }
  }
  model.eval();
}

/// The model's forward pass for one sentence, with another attention. Rows are positions: (T, C).
class Forward {
 public:
  Forward(const Transformer& model, const AttentionFunction& attention)
      : model_(model), attention_(attention) {}

  Variable encode(const std::vector<std::int32_t>& source) {
    Variable x = embedded(model_.source_embedding, source);
    for (const EncoderLayer& layer : model_.encoder.layers) {
      const Variable h = layer.norm1(x + attend(layer.self_attn, x, x, Tensor()));
      x = layer.norm2(h + layer.linear2(relu(layer.linear1(h))));
    }
    return (*model_.encoder.norm)(x);
  }

  /// Logits (T, V) of the next token at each position.
  Variable decode(const std::vector<std::int32_t>& target, const Variable& memory) {
    Variable x = embedded(model_.target_embedding, target);
    const int length = static_cast<int>(target.size());
    Tensor causal({length, length});
    for (int i = 0; i < length; ++i) {
      for (int j = 0; j <= i; ++j) causal(i, j) = 1;
    }
    for (const DecoderLayer& layer : model_.decoder.layers) {
      const Variable h = layer.norm1(x + attend(layer.self_attn, x, x, causal));
      const Variable z = layer.norm2(h + attend(layer.multihead_attn, h, memory, Tensor()));
      x = layer.norm3(z + layer.linear2(relu(layer.linear1(z))));
    }
    return model_.generator((*model_.decoder.norm)(x));
  }

  int calls() const { return calls_; }

 private:
  Variable embedded(const Embedding& embedding, const std::vector<std::int32_t>& ids) const {
    const auto length = static_cast<std::int64_t>(ids.size());
    const Variable x = model_.position(embedding(Tokens({1, length}, ids)));
    return reshape(x, {length, -1});
  }

  Variable attend(const MultiheadAttention& m, const Variable& from, const Variable& to, const Tensor& mask) {
    const std::int64_t width = model_.options().layer.d_model, heads = model_.options().layer.heads,
                       d = width / heads;
    const auto project = [&](const Variable& x, std::int64_t part) {
      return linear(x, m.in_proj_weight, m.in_proj_bias, {.begin = part * width, .end = (part + 1) * width});
    };
    const Variable query = project(from, 0), key = project(to, 1), value = project(to, 2);
    std::vector<Variable> outputs;
    for (std::int64_t h = 0; h < heads; ++h) {
      const auto head = [&](const Variable& x) {
        return learn::to_tensor(slice(x, 1, h * d, (h + 1) * d).value());
      };
      outputs.emplace_back(learn::to_array(attention_(head(query), head(key), head(value), mask)));
      ++calls_;
    }
    return m.out_proj(concat(outputs, 1));
  }

  const Transformer& model_;
  const AttentionFunction& attention_;
  int calls_ = 0;
};

/// The most probable token, again and again.
std::vector<std::int32_t> write(Forward& forward, std::vector<std::int32_t> source) {
  constexpr std::size_t longest = 8;
  source.push_back(Vocabulary::eos);
  const Variable memory = forward.encode(source);
  std::vector<std::int32_t> target{Vocabulary::bos};
  while (target.size() <= longest) {
    const Array logits = forward.decode(target, memory).value();
    const Scalar* last = logits.data() + (logits.dim(0) - 1) * logits.dim(1);
    const auto best = static_cast<std::int32_t>(std::max_element(last, last + logits.dim(1)) - last);
    if (best == Vocabulary::eos) break;
    target.push_back(best);
  }
  return target;
}

}  // namespace

std::vector<ToyTranslation> translate_with(const AttentionFunction& attention) {
  const std::vector<Pair> pairs = sentences();
  const Vocabulary korean = vocabulary(pairs, &Pair::korean), english = vocabulary(pairs, &Pair::english);
  std::vector<Example> examples;
  for (std::size_t n = 0; n < pairs.size(); ++n) {
    if (n % held_out == 0) continue;
    examples.push_back(
        {korean.encode(split_words(pairs[n].korean)), english.encode(split_words(pairs[n].english))});
  }
  Rng rng(5);
  const Transformer model(
      {.source_vocab = static_cast<std::int64_t>(korean.size()),
       .target_vocab = static_cast<std::int64_t>(english.size()),
       .encoder_layers = 1,
       .decoder_layers = 1,
       .layer = {.d_model = 32, .heads = 2, .dim_feedforward = 64, .dropout = 0, .max_length = 16}},
      rng);
  train(model, examples);

  const NoGrad no_grad;
  std::vector<ToyTranslation> translations;
  for (std::size_t n = 0; n < pairs.size(); n += held_out) {
    Forward forward(model, attention);
    const std::vector<std::int32_t> written = write(forward, korean.encode(split_words(pairs[n].korean)));
    const std::string text = join_words(english.decode(written));
    translations.push_back({pairs[n].korean, text, text == pairs[n].english, forward.calls()});
  }
  return translations;
}

}  // namespace heed::demos
