#include "models/formats/marian.hpp"

#include <algorithm>
#include <cmath>

#include "lib/array/layout.hpp"
#include "lib/core/error.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "models/formats/plain_names.hpp"
#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {
namespace {

constexpr Scalar never = -1000;  // the bias of what is never written

/// A part of a layer: theirs, one below the other, and which axes of its weight count the numbers of a token.
struct Part {
  std::string ours;
  std::vector<std::string> theirs;
  bool rows = false, columns = false;
};

std::vector<Part> attention_parts(const std::string& ours, const std::string& theirs) {
  return {{.ours = ours + ".in_proj",
           .theirs = {theirs + ".q_proj", theirs + ".k_proj", theirs + ".v_proj"},
           .columns = true},
          {.ours = ours + ".out_proj", .theirs = {theirs + ".out_proj"}, .rows = true}};
}

/// The parts of a layer of the "encoder" or the "decoder".
std::vector<Part> layer_parts(const std::string& stack) {
  std::vector<Part> all = attention_parts("self_attn", "self_attn");
  all.push_back({.ours = "norm1", .theirs = {"self_attn_layer_norm"}, .rows = true});
  if (stack == "decoder") {
    for (Part& part : attention_parts("multihead_attn", "encoder_attn")) all.push_back(std::move(part));
    all.push_back({.ours = "norm2", .theirs = {"encoder_attn_layer_norm"}, .rows = true});
  }
  all.push_back({.ours = "linear1", .theirs = {"fc1"}, .columns = true});
  all.push_back({.ours = "linear2", .theirs = {"fc2"}, .rows = true});
  all.push_back(
      {.ours = stack == "decoder" ? "norm3" : "norm2", .theirs = {"final_layer_norm"}, .rows = true});
  return all;
}

/// Row i of the result is row order[i] of x.
Array take_rows(const Array& x, const std::vector<std::int64_t>& order) {
  const std::int64_t width = x.size() / x.dim(0);
  Shape shape = x.shape();
  shape[0] = std::ssize(order);
  Array y(shape);
  Scalar* out = y.mutable_data();
  for (const std::int64_t row : order) out = std::copy_n(x.data() + row * width, width, out);
  return y;
}

Array take_columns(const Array& x, const std::vector<std::int64_t>& order) {
  return transpose(take_rows(transpose(x), order));
}

/// Marian's place of each of our numbers of a token: sines (our even places) come first, then cosines.
std::vector<std::int64_t> places_of_numbers(std::int64_t d_model) {
  std::vector<std::int64_t> places;
  for (std::int64_t c = 0; c < d_model; ++c) places.push_back(c / 2 + c % 2 * ((d_model + 1) / 2));
  return places;
}

/// The tensors of a Marian model, by name.
class MarianTensors {
 public:
  explicit MarianTensors(const StateDict& weights)
      : weights_(with_plain_names(weights, "model", "model.safetensors")) {}
  const Array* find(const std::string& name) const {
    return find_tensor(weights_, plain_name(name, "model"));
  }
  /// The first of these that is there: tied, they are one matrix.
  const Array& at(const std::vector<std::string>& names, const Shape& shape) const {
    for (const std::string& name : names) {
      const Array* const array = find(name);
      if (array == nullptr) continue;
      if (array->shape() != shape)
        throw_error<SizesError>(
            tr_noop("{} is {}, not {}: correct the sizes in config.json (those that are not there are "
                    "transformers' defaults)"),
            name, array->shape(), shape);
      return *array;
    }
    throw_error<FormatError>(tr_noop("there is no {}: is this a Marian model?"), names.front());
  }
  const Array& at(const std::string& name, const Shape& shape) const { return at(std::vector{name}, shape); }

 private:
  StateDict weights_;
};

/// Adds the weight or the bias of a part of a layer.
void add_part(StateDict& weights, const MarianTensors& stored, const StateDict& shapes, const Part& part,
              const std::string& layer, const std::string& kind, const std::vector<std::int64_t>& order) {
  const std::string name = layer + part.ours + (part.ours.ends_with("in_proj") ? "_" : ".") + kind;
  Shape shape = find_tensor(shapes, name)->shape();
  shape[0] /= std::ssize(part.theirs);
  std::vector<Array> arrays;
  for (const std::string& theirs : part.theirs)
    arrays.push_back(stored.at("model." + layer + theirs + '.' + kind, shape));
  Array whole = concat(arrays, 0);
  if (part.rows) whole = take_rows(whole, order);
  if (part.columns && kind == "weight") whole = take_columns(whole, order);
  weights.emplace_back(name, whole);
}

/// The table of positions if it is no sinusoid; undefined if it is one, which it is where it is not stored.
Array learned_positions(const MarianTensors& stored, const LayerOptions& layer) {
  const Array sinusoid = sinusoidal_positions(layer.max_length, layer.d_model);
  std::vector<Array> tables;
  double largest = 0;
  for (const std::string side : {"encoder", "decoder"}) {
    const std::string name = fmt::format("model.{}.embed_positions.weight", side);
    if (stored.find(name) == nullptr) continue;
    tables.push_back(stored.at(name, sinusoid.shape()));
    const Array ours = take_columns(tables.back(), places_of_numbers(layer.d_model));
    for (std::int64_t i = 0; i < sinusoid.size(); ++i)
      largest = std::max(largest, std::abs(static_cast<double>(ours.data()[i] - sinusoid.data()[i])));
  }
  if (largest < 2e-3) return {};  // half floats are that far from it
  if (tables.size() != 2 || !identical(tables[0], tables[1]))
    throw_error<FormatError>(
        "encoder and decoder have different tables of positions: only one for both is computed");
  return tables[0];
}

/// A row for each of our tokens.
Array rows_of(const Array& table, TokenPlaces places) {
  for (std::int64_t& place : places) {
    if (place < 0) place = places[unknown_id];
    if (place < 0 || place >= table.dim(0))
      throw_error<FormatError>("token {} has no place among the {} of the model", place, table.dim(0));
  }
  return take_rows(table, places);
}

}  // namespace

Transformer from_marian(const MarianModel& marian, const TokenPlaces& source, const TokenPlaces& target) try {
  const MarianTensors stored(marian.weights);
  const MarianConfig config = read_marian_config(marian.config);
  TransformerOptions o = config.options;
  const std::int64_t d = o.layer.d_model;
  const std::string of_encoder = "model.encoder.embed_tokens.weight",
                    of_decoder = "model.decoder.embed_tokens.weight", of_head = "lm_head.weight";
  std::vector<std::string> of_source{of_encoder}, of_target{of_decoder, of_head};
  if (config.shared) of_source = of_target = {"model.shared.weight", of_encoder, of_decoder, of_head};
  const Array source_table = stored.at(of_source, {config.source_tokens, d}),
              target_table = stored.at(of_target, {config.target_tokens, d});
  // A model of more layers than are stored, or of wider ones, is not built at all.
  const Shape wide{o.layer.dim_feedforward, d};
  stored.at(fmt::format("model.encoder.layers.{}.fc1.weight", o.encoder_layers - 1), wide);
  stored.at(fmt::format("model.decoder.layers.{}.fc1.weight", o.decoder_layers - 1), wide);
  const Array* const head = stored.find(of_head);
  const bool all_there = std::ranges::find(source, -1) == source.end();
  o.tie = head != nullptr && !identical(*head, target_table) ? Tie::none
          : config.shared && source == target && all_there   ? Tie::all
                                                             : Tie::target;
  o.source_vocab = std::ssize(source), o.target_vocab = std::ssize(target);
  const Array positions = learned_positions(stored, o.layer);
  o.layer.attention.positions.kind = positions.defined() ? Position::learned : Position::sinusoidal;
  check_options(o);

  // Learned positions count the numbers of a token as Marian does: nothing changes places.
  std::vector<std::int64_t> order = places_of_numbers(d);
  if (positions.defined()) std::ranges::generate(order, [i = std::int64_t{0}]() mutable { return i++; });
  const auto rows = [&](const Array& x, const TokenPlaces& places) {
    return take_columns(rows_of(x, places), order);
  };
  Rng rng(0);
  Transformer model(o, rng);
  StateDict weights;
  weights.emplace_back("source_embedding.weight", rows(source_table, source));
  weights.emplace_back("target_embedding.weight", rows(target_table, target));
  weights.emplace_back("generator.weight", rows(o.tie == Tie::none ? *head : target_table, target));
  const char* const bias_name = "final_logits_bias";
  const std::int64_t targets = config.target_tokens;
  const Array stored_bias =
      stored.find(bias_name) == nullptr ? Array::zeros({1, targets}) : stored.at(bias_name, {1, targets});
  Array bias = rows_of(stored_bias.reshape({targets}), target);
  for (std::size_t id = 0; id < target.size(); ++id) {
    // Marian begins with <pad>, which nobody writes: so with us <bos> is its row, and not written either.
    const bool start = id == static_cast<std::size_t>(SpecialIds().bos) && target[id] == target[0];
    if (target[id] < 0 || start) bias.mutable_data()[id] = never;
  }
  weights.emplace_back("generator.bias", bias);
  if (positions.defined()) weights.emplace_back("position.weight", positions);
  const StateDict shapes = model.state_dict();
  for (const auto& [stack, layers] :
       {std::pair("encoder", o.encoder_layers), std::pair("decoder", o.decoder_layers)})
    for (std::int64_t i = 0; i < layers; ++i)
      for (const Part& part : layer_parts(stack))
        for (const std::string kind : {"weight", "bias"})
          add_part(weights, stored, shapes, part, fmt::format("{}.layers.{}.", stack, i), kind, order);
  model.load_state_dict(weights);
  model.eval();
  return model;
} catch (const UsageError& e) {  // sizes that cannot be
  throw_error<FormatError>("config.json: {}", e.message());
}

}  // namespace heed
