#include "models/pickled_weights.hpp"

#include "lib/core/error.hpp"

namespace heed::inline HEED_PRECISION {

void require_safetensors(const std::filesystem::path& folder) {
  const std::filesystem::path pickled = folder / "pytorch_model.bin";
  if (std::filesystem::exists(folder / "model.safetensors") || !std::filesystem::exists(pickled)) return;
  throw_error<Error>(
      "{}: pickled weights are not read, as they can run programs: save them as model.safetensors with "
      "save_pretrained(…, safe_serialization=True)",
      pickled.string());
}

}  // namespace heed
