// The safetensors format (https://github.com/huggingface/safetensors): named tensors in one file that runs no
// code.
//
//   8 bytes   N, the length of the header, least significant byte first; at most 100,000,000
//   N bytes   JSON: {"__metadata__": {"key": "text", …},
//                    "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [begin, end]}, …}
//   the rest  the tensors' bytes, without hole or overlap; the offsets count from here
//
// PyTorch reads such files with safetensors.torch.load_file and writes them with save_file. Files written
// here hold hashes of their content as well (safetensors_hash.hpp).
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/files/safetensors_header.hpp"
#include "lib/files/tensor.hpp"

namespace heed {

/// What a file holds: the tensors in the order of their bytes, and free texts about them.
struct Safetensors {
  std::vector<Tensor> tensors;
  std::map<std::string, std::string> metadata;  // without the hashes

  /// The tensor called `name`, or nullptr.
  const Tensor* find(std::string_view name) const;
};

/// Reads and checks a whole file. Every rule of the format is checked before memory is taken for what a
/// header claims, and every hash that the file holds. Throws TruncatedError when the file ends too early,
/// DamagedError when bytes are not those that were written, FormatError for any other broken rule, Error when
/// it cannot be read; the text names the file, the tensor and the rule. Of a file that torch.save wrote, and
/// of a model.safetensors that is not there beside a pytorch_model.bin, the text says how to convert it.
Safetensors read_safetensors(const std::filesystem::path& path);

/// The same checks, but leaves the tensors' bytes on the disk and does not check their hashes.
SafetensorsHeader read_safetensors_header(const std::filesystem::path& path);

/// The same for a file in memory; `label` stands for its path in messages.
Safetensors decode_safetensors(std::span<const std::byte> file, std::string_view label);

/// Says whether a folder has a model.safetensors, or a pytorch_model.bin, which is refused when it is read.
bool has_weights(const std::filesystem::path& folder);

/// Writes the tensors and their hashes, whole file or nothing (see AtomicFile). The same content gives the
/// same bytes whatever the order of `tensors`: types of wider elements first (so that all are aligned), then
/// by name, as the reference implementation does. Throws UsageError for a repeated or reserved name, text
/// that is not UTF-8, or bytes that do not match type and shape; Error when writing fails.
void write_safetensors(const std::filesystem::path& path, std::span<const Tensor> tensors,
                       const std::map<std::string, std::string>& metadata = {});

}  // namespace heed
