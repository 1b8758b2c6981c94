// What torch.save writes (since PyTorch 1.6): a ZIP archive with a pickle, NAME/data.pkl, and each storage of
// tensors as a file, NAME/data/0, NAME/data/1 … Weights themselves are not read.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "lib/files/safetensors_header.hpp"
#include "lib/files/stored_zip.hpp"

namespace heed {

/// Names are the keys of nested dicts with points between them: "model.fc.weight". Objects that are neither
/// tensors nor plain values are not made: each stands among `values` with the name of its class or function.
struct TorchFile {
  std::vector<TensorEntry> tensors{};           // in their order
  std::vector<TensorEntry> optimizer{};         // those of a dict with "state" and "param_groups"
  std::map<std::string, std::string> tied{};    // a name → that of an earlier tensor with the same elements
  std::map<std::string, std::string> values{};  // of a checkpoint: "epoch" → "3"
  std::int64_t inside_objects = 0;              // tensors that only such an object has: they have no names
};

/// Whether a file begins as a ZIP archive, or as a pickle of PyTorch before 1.6.
bool is_torch_file(const std::filesystem::path& path);

/// Throws FormatError for what is damaged or has no tensors in lists and dicts, TruncatedError for an archive
/// that is cut short or lacks a storage's bytes, Error if it cannot be read.
TorchFile read_torch_file(const std::filesystem::path& path);

/// The same of bytes that are elsewhere.
TorchFile decode_torch_file(StoredZip::Source source, const std::string& label);

}  // namespace heed
