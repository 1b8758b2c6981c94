// Tensors and their storages as a pickle of torch.save describes them.
#pragma once

#include "lib/files/torch_pickle.hpp"

namespace heed {

[[noreturn]] void damaged_pickle(std::string_view label, std::string_view why);

/// Item `i` of a tuple. Throws FormatError if it is not there or of another kind.
const Pickled::Value& argument(const Pickled& all, const Pickled::Value& tuple, std::size_t i,
                               Pickled::Kind kind, std::string_view label);

/// Of ('storage', torch.FloatStorage, '0', 'cpu', 6): the name, the key and the number of elements. Of a type
/// that no tensor of a safetensors file has, an object.
Pickled::Value torch_storage(const Pickled& all, const Pickled::Value& tuple, std::string_view label);

/// Of the arguments of torch._utils._rebuild_tensor_v2: adds to all.tensors. Throws FormatError for a tensor
/// that cannot be, such as one that reaches beyond its storage.
Pickled::Value torch_tensor(Pickled& all, const Pickled::Value& arguments, std::string_view label);

}  // namespace heed
