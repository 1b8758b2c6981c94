// The weights of heed's modules in the types of given::.
#pragma once

#include "exercises/given.hpp"
#include "models/transformer.hpp"

namespace heed::grading {

learn::types::Linear weights_of(const Linear& linear);
learn::types::Norm weights_of(const LayerNorm& norm);
learn::types::AttentionWeights weights_of(const MultiheadAttention& attention, int heads);
learn::types::EncoderWeights weights_of(const EncoderLayer& layer, int heads);
learn::types::DecoderWeights weights_of(const DecoderLayer& layer, int heads);
/// One with final norms.
learn::types::TransformerWeights weights_of(const Transformer& model);

}  // namespace heed::grading
