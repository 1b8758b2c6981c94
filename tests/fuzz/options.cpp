// The settings of a saved model.
#include "models/options_json.hpp"
#include "models/transformer.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  accepted([&] {
    const std::string again =
        options_to_json(heed::options_from_json<heed::TransformerOptions>(std::string(text_of(data, size))));
    require(options_to_json(heed::options_from_json<heed::TransformerOptions>(again)) == again);
  });
  return 0;
}
