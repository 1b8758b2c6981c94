// PyTorch's masks in heed's terms.
#pragma once

#include "lib/array/array.hpp"
#include "lib/array/mask.hpp"
#include "lib/files/safetensors.hpp"

namespace heed {

/// What PyTorch's masks of one attention come to: who may attend to whom, and what is added to the scores.
struct AttentionMasks {
  Mask mask{};
  Array bias{};  // undefined if nothing is added
};

struct MaskNames {
  std::string attention, key_padding;  // in the file of inputs: "attn_mask", "key_padding_mask"
};

/// Sizes of the scores that the masks are for.
struct ScoreSizes {
  std::int64_t batch, heads, queries, keys;
};

/// Reads the two masks, where they are there. Of booleans (BOOL, U8), with PyTorch's meaning: true = left
/// out. Of floats: added to the scores; -inf = left out. Shapes: (Tq, Tk) or (B·H, Tq, Tk), and (B, Tk);
/// without a batch (Tk,). Throws Error naming the mask, its shape and the one it should have.
AttentionMasks torch_masks(const Safetensors& inputs, const MaskNames& names, const ScoreSizes& sizes);

}  // namespace heed
