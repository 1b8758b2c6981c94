// vocab.json and merges.txt of byte-level BPE, and the text after them: three parts, a zero byte between.
#include "lib/text/byte_bpe.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view all = text_of(data, size);
  const std::size_t first = std::min(all.find('\0'), all.size());
  const std::size_t second = std::min(all.find('\0', first + 1), all.size());
  const std::string_view text = all.substr(std::min(second + 1, all.size()));
  accepted([&] {
    // A vocabulary of all bytes is too long to be found by chance: "+" stands for them, more tokens behind
    // it.
    std::string vocabulary(all.substr(0, first));
    if (vocabulary.starts_with('+')) {
      static const std::string bytes = [] {
        std::string json;
        for (int b = 0; b < 256; ++b) {
          const bool printable = (b >= '!' && b <= '~') || (b >= 0xA1 && b <= 0xAC) || b >= 0xAE;
          static int next = 256;
          char escaped[16];
          std::snprintf(escaped, sizeof escaped, "\"\\u%04x\":%d,", printable ? b : next++, b);
          json += escaped;
        }
        return json;
      }();
      vocabulary = "{" + bytes + vocabulary.substr(1);
    }
    const heed::ByteBpe bpe(vocabulary, all.substr(std::min(first + 1, all.size()), second - first - 1));
    const heed::ByteBpe again(bpe.vocab_json(), bpe.merges());
    require(again.vocab_json() == bpe.vocab_json() && again.merges() == bpe.merges());
    require(bpe.decode(bpe.encode(text)) == text);
  });
  return 0;
}
