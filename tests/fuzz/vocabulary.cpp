#include "lib/text/vocabulary.hpp"

#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  accepted([&] {
    const heed::Vocabulary vocabulary = heed::vocabulary_from_json(text_of(data, size));
    for (std::size_t id = 0; id < vocabulary.size(); ++id)
      require(vocabulary.id(vocabulary.token(static_cast<int>(id))) == static_cast<int>(id));
    require(heed::vocabulary_from_json(heed::to_json(vocabulary)) == vocabulary);
  });
  return 0;
}
