// A safetensors file; or, if its first byte is '{', a header alone in front of 24 bytes.
#include "lib/files/safetensors.hpp"

#include <span>
#include <vector>

#include "lib/files/byte_order.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::byte> file;
  const auto bytes = std::as_bytes(std::span(data, size));
  if (size > 0 && data[0] == '{') {
    file.resize(8);
    heed::store_little_endian(static_cast<std::uint64_t>(size), file.data());
    file.insert(file.end(), bytes.begin(), bytes.end());
    file.resize(file.size() + 24);
  } else {
    file.assign(bytes.begin(), bytes.end());
  }
  accepted([&] {
    const heed::Safetensors read = heed::decode_safetensors(file, "m");
    for (const heed::Tensor& tensor : read.tensors)
      require(heed::tensor_bytes(tensor.dtype, tensor.shape) == tensor.bytes.size());
  });
  return 0;
}
