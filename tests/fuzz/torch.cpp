#include <algorithm>
#include <span>

#include "lib/files/torch_file.hpp"
#include "lib/files/torch_pickle.hpp"
#include "tests/fuzz/fuzz.hpp"

// The first byte says whether the rest is the archive or the pickle in it.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::span all(data + 1, size - 1);
  accepted([&] {
    if (data[0] == 'p') {
      heed::read_torch_pickle(std::as_bytes(all), "m");
      return;
    }
    const auto read = [&](std::uint64_t offset, std::span<std::byte> to) {
      require(offset <= all.size() && to.size() <= all.size() - offset);
      std::ranges::copy(std::as_bytes(all.subspan(offset, to.size())), to.begin());
    };
    const heed::TorchFile file = heed::decode_torch_file({all.size(), read}, "m");
    require(!file.tensors.empty() || !file.optimizer.empty());
  });
  return 0;
}
