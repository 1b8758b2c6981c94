#include "lib/files/safetensors.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>
#include <numeric>
#include <system_error>
#include <utility>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/byte_order.hpp"
#include "lib/files/content_hash.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/read_file.hpp"
#include "lib/files/safetensors_header.hpp"

namespace heed {
namespace {

constexpr std::uint64_t length_bytes = 8;

// Says whether torch.save wrote a file that begins so: a ZIP archive, or a pickle before PyTorch 1.6. Its
// name says it too, unless a header of safetensors begins there.
bool is_torch_file(std::span<const std::byte> start, std::uint64_t header_bytes, std::string_view label) {
  const std::string_view text(reinterpret_cast<const char*>(start.data()), start.size());
  const bool named = label.ends_with(".pt") || label.ends_with(".pth") || label.ends_with(".bin");
  if (named && !text.ends_with('{')) return true;
  return header_bytes > max_header_bytes && (text.starts_with("PK\x03\x04") || text.starts_with("\x80\x02"));
}

bool is_there(const std::filesystem::path& path) {
  std::error_code unknown;
  return std::filesystem::exists(path, unknown);
}

// Returns the weights that stand in the place of a model.safetensors which Hugging Face's folder lacks.
std::filesystem::path weights_there(const std::filesystem::path& path) {
  const std::filesystem::path pickled = path.parent_path() / "pytorch_model.bin";
  return path.filename() == "model.safetensors" && !is_there(path) && is_there(pickled) ? pickled : path;
}

// The same, for reading: the parts of a large model are not joined here.
std::filesystem::path weights_to_read(const std::filesystem::path& path) {
  const std::filesystem::path index = path.string() + ".index.json";
  if (!is_there(path) && is_there(index))
    throw_error<FormatError>(tr_noop("{}: the weights are in several files: save them in one, in Python by "
                                     "save_pretrained(FOLDER, max_shard_size=\"100GB\")"),
                             index.string());
  return weights_there(path);
}

// Reads any source, so that files and memory are checked by the same code.
using Read = std::function<void(std::uint64_t offset, std::span<std::byte> bytes)>;

SafetensorsHeader read_header(std::uint64_t size, std::string_view label, const Read& read,
                              std::uint64_t& data_start) {
  std::array<std::byte, length_bytes + 1> start{};  // and the first of the header
  read(0, std::span(start).first(std::min(size, length_bytes + 1)));
  const auto header_bytes = load_little_endian<std::uint64_t>(start.data());
  if (is_torch_file(start, header_bytes, label))
    throw_error<FormatError>(
        tr_noop("{}: heed reads safetensors, not files of torch.save: convert it in Python by "
                "save_file(torch.load(\"{}\", weights_only=True), \"model.safetensors\") of "
                "tools/python/heed_weights.py"),
        label, label);
  if (size < length_bytes) {
    throw_error<TruncatedError>(
        tr_noop("{}: has {} bytes, too few for a safetensors file; copy or save it again"), label, size);
  }
  if (header_bytes > max_header_bytes) {
    const bool is_lfs_pointer = std::memcmp(start.data(), "version ", length_bytes) == 0;
    throw_error<FormatError>(
        tr_noop("{}: not a safetensors file: its header would have {} bytes, at most {} are allowed{}"),
        label, header_bytes, max_header_bytes,
        is_lfs_pointer ? Message::of(tr_noop("; this looks like a Git LFS pointer: run git lfs pull"))
                       : Message());
  }
  if (header_bytes > size - length_bytes) {
    throw_error<TruncatedError>(
        tr_noop("{}: is cut short: its header should have {} bytes, {} are there; copy or save it again"),
        label, header_bytes, size - length_bytes);
  }
  std::string json_text(header_bytes, '\0');
  read(length_bytes, std::as_writable_bytes(std::span(json_text)));
  data_start = length_bytes + header_bytes;
  return parse_safetensors_header(json_text, size - data_start, label);
}

Safetensors read_all_tensors(std::uint64_t size, std::string_view label, const Read& read) {
  std::uint64_t data_start = 0;
  SafetensorsHeader header = read_header(size, label, read, data_start);
  Safetensors result{{}, std::move(header.metadata)};
  result.tensors.reserve(header.tensors.size());
  for (TensorEntry& entry : header.tensors) {
    Tensor tensor{std::move(entry.name), entry.dtype, std::move(entry.shape),
                  std::vector<std::byte>(entry.end - entry.begin)};
    read(data_start + entry.begin, std::span(tensor.bytes));
    if (!entry.hash.empty() && content_hash(tensor.bytes) != entry.hash) {
      throw_error<DamagedError>(
          tr_noop("{}: tensor {} is damaged: its bytes are not those that were written; take another copy"),
          label, shown_name(tensor.name));
    }
    result.tensors.push_back(std::move(tensor));
  }
  return result;
}

}  // namespace

const Tensor* Safetensors::find(std::string_view name) const {
  const auto found = std::ranges::find(tensors, name, &Tensor::name);
  return found == tensors.end() ? nullptr : &*found;
}

Safetensors read_safetensors(const std::filesystem::path& given) {
  const std::filesystem::path path = weights_to_read(given);
  const InputFile file(path);
  return read_all_tensors(file.size(), path.string(), std::bind_front(&InputFile::read, &file));
}

SafetensorsHeader read_safetensors_header(const std::filesystem::path& given) {
  const std::filesystem::path path = weights_to_read(given);
  const InputFile file(path);
  std::uint64_t data_start = 0;
  return read_header(file.size(), path.string(), std::bind_front(&InputFile::read, &file), data_start);
}

bool has_weights(const std::filesystem::path& folder) {
  return std::filesystem::exists(weights_there(folder / "model.safetensors"));
}

Safetensors decode_safetensors(std::span<const std::byte> file, std::string_view label) {
  return read_all_tensors(file.size(), label, [&](std::uint64_t offset, std::span<std::byte> bytes) {
    std::ranges::copy(file.subspan(offset, bytes.size()), bytes.begin());
  });
}

void write_safetensors(const std::filesystem::path& path, std::span<const Tensor> tensors,
                       const std::map<std::string, std::string>& metadata) {
  std::vector<std::size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    if (tensors[a].dtype != tensors[b].dtype) return tensors[a].dtype > tensors[b].dtype;
    return tensors[a].name < tensors[b].name;
  });
  const std::string header = safetensors_header_text(tensors, order, metadata);
  std::uint64_t data_bytes = 0;
  for (const Tensor& tensor : tensors) data_bytes += tensor.bytes.size();
  // Nothing is written that could not be read again.
  parse_safetensors_header(header, data_bytes, path.string());
  std::array<std::byte, length_bytes> start{};
  store_little_endian(static_cast<std::uint64_t>(header.size()), start.data());
  AtomicFile file(path);
  file.write(std::span<const std::byte>(start));
  file.write(header);
  for (const std::size_t index : order) file.write(tensors[index].bytes);
  file.commit();
}

}  // namespace heed
