// The safetensors format (https://github.com/huggingface/safetensors): named tensors in one file that runs no
// code.
//
//   8 bytes   N, the length of the header, least significant byte first; at most 100,000,000
//   N bytes   JSON: {"__metadata__": {"key": "text", …},
//                    "name": {"dtype": "F32", "shape": [2, 3], "data_offsets": [begin, end]}, …}
//   the rest  the tensors' bytes, without hole or overlap; the offsets count from here
//
// Files written here hold hashes of their content as well (safetensors_header.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/files/tensor.hpp"

namespace heed {

/// The format's own limit, against headers that would take all memory to parse.
inline constexpr std::uint64_t max_header_bytes = 100'000'000;

/// More than any model has. What is kept of a tensor or a text is larger than the few bytes that can stand
/// for it in a header, and so a small file could take much memory.
inline constexpr std::size_t max_tensors = 100'000, max_metadata_texts = 100'000, max_axes = 32;

/// The one key of the header that is no tensor.
inline constexpr std::string_view metadata_key = "__metadata__";

/// One tensor of a header. Its bytes are [begin, end) after the header.
struct TensorEntry {
  std::string name;
  DType dtype = DType::F32;
  std::vector<std::int64_t> shape;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  std::string hash = {};  // content_hash() of its bytes; empty when the file does not say
};

struct SafetensorsHeader {
  std::vector<TensorEntry> tensors;             // in the order of their bytes
  std::map<std::string, std::string> metadata;  // without the hashes
};

/// A name or text of a file as JSON in ASCII, at most 80 bytes of it: damaged or hostile, it can neither fill
/// the screen nor steer the terminal.
std::string shown_name(std::string_view name);

/// Holds a file's content: the tensors in the order of their bytes, and free texts about them.
struct Safetensors {
  std::vector<Tensor> tensors;
  std::map<std::string, std::string> metadata;  // without the hashes

  /// The tensor called `name`, or nullptr.
  const Tensor* find(std::string_view name) const;
};

/// Reads and checks a whole file: every rule of the format before memory is taken for what a header claims,
/// and every hash. Throws TruncatedError when the file ends too early, DamagedError when bytes are not those
/// that were written, FormatError for any other broken rule and for files of torch.save (a pytorch_model.bin
/// that is there instead, too), Error when it cannot be read.
Safetensors read_safetensors(const std::filesystem::path& path);

/// The same checks, but leaves the tensors' bytes on the disk and does not check their hashes.
SafetensorsHeader read_safetensors_header(const std::filesystem::path& path);

/// The same for a file in memory; `label` stands for its path in messages.
Safetensors decode_safetensors(std::span<const std::byte> file, std::string_view label);

/// Says whether a folder has a model.safetensors, or a pytorch_model.bin, which is refused when it is read.
bool has_weights(const std::filesystem::path& folder);

/// Writes the tensors and their hashes, whole file or nothing (see AtomicFile). The same content gives the
/// same bytes whatever the order of `tensors`: types of wider elements first (so that all are aligned), then
/// by name, as the reference implementation does. Throws FormatError for what could not be read again,
/// UsageError for text that is not UTF-8, Error when writing fails.
void write_safetensors(const std::filesystem::path& path, std::span<const Tensor> tensors,
                       const std::map<std::string, std::string>& metadata = {});

}  // namespace heed
