// Weights that others have saved, by the names that the model itself gives them.
#pragma once

#include <string>
#include <string_view>

#include "nn/state_dict.hpp"

namespace heed::inline HEED_PRECISION {

/// "module._orig_mod.transformer.wte.weight" is wte.weight: without the parts that DataParallel and
/// torch.compile put in, and without `base`, the model's part in one with a head.
std::string plain_name(std::string_view name, std::string_view base);

/// Throws FormatError where two tensors of one name have different values; `label` names the file.
StateDict with_plain_names(const StateDict& stored, std::string_view base, const std::string& label);

}  // namespace heed
