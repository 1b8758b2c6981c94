// The attentions of a model that reads text, as the page shows and computes them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "tools/look/looking.hpp"

namespace heed {

/// Every module of the model with a pattern.
struct Attention {
  std::string name;  // "decoder.layers.0.multihead_attn"
  bool cross = false, causal = false;
};
std::vector<Attention> attentions_of(const LookableModel& model);

/// Of each head all that the page computes with, or its map alone, which takes a fraction of the room.
enum class HeadData { whole, map };

/// What it computed of one text: name, cross, causal, shape (H, Tq, Tk), allowed (a digit for each of these),
/// query, key, value, scores, pattern, z, and their gradients d_query, d_scores, d_z, as far as `looked` has
/// them. "formula" says from what the weights come: "softmax", which the page computes again, "linear", or
/// "additive" of an LSTM. Of softmax: "scale", by which it multiplies q·k; "by_distance" (H, Tq + Tk - 1),
/// where positions add to the scores: what key j gets of query i stands at j - i + Tq - 1. "own": how many of
/// the first queries have projections of their own; those see "own_key" and "own_value" in the place of "key"
/// and "value". Null if `looked` does not have its pattern.
/// A map alone has "weights" in the place of all arrays: a byte for each weight (255: all of it), at least 1
/// for one above 0 where the rules allow none; and "allowed" of one head, if it is that of all.
nlohmann::json attention_data(const LookableModel& model, const Attention& attention, const Looked& looked,
                              HeadData data = HeadData::whole);

/// Positions that the model has learned, each with a kind and the name of its module:
/// "embedding": {length, dim, values}, at most 50 rows;
/// "distance": {distances, values (H, distances)}, what T5's positions add to the scores of each head;
/// "relative": {clip, dim, key, value}, Shaw's tables (2 clip + 1, dim).
nlohmann::json learned_positions(const LookableModel& model);

}  // namespace heed
