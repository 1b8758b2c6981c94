#include "lib/files/idx.hpp"

#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  accepted([&] {
    const heed::Tensor tensor = heed::decode_idx(std::as_bytes(std::span(data, size)), "m");
    require(heed::tensor_bytes(tensor.dtype, tensor.shape) == tensor.bytes.size());
    require(size == 4 + 4 * tensor.shape.size() + tensor.bytes.size());
  });
  return 0;
}
