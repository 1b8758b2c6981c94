#include "lib/files/npy.hpp"

#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  accepted([&] {
    const heed::Tensor tensor = heed::decode_npy(std::as_bytes(std::span(data, size)), "m");
    require(heed::tensor_bytes(tensor.dtype, tensor.shape) == tensor.bytes.size());
  });
  return 0;
}
