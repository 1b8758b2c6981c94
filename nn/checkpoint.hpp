// Weights on disk, as safetensors: what PyTorch's safetensors.torch.load_file and save_file read and write.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>

#include "nn/module.hpp"

namespace heed::inline HEED_PRECISION {

using Metadata = std::map<std::string, std::string>;

struct Checkpoint {
  StateDict weights;
  Metadata metadata;
};

/// Writes the whole file or nothing. "format": "pt" is added to the metadata. The same weights give the same
/// bytes. Throws Error when writing fails.
void save_checkpoint(const std::filesystem::path& path, const StateDict& weights,
                     const Metadata& metadata = {});

/// F32, F64, F16 and BF16 tensors become arrays, and so does a single I64 (a count). Throws Error
/// (TruncatedError, FormatError) that names the file, the tensor and what is wrong. `leave_out` says which
/// tensors are not wanted, of whatever type: masks and places that files of others hold.
Checkpoint load_checkpoint(const std::filesystem::path& path,
                           const std::function<bool(const std::string& name)>& leave_out = {});

}  // namespace heed
