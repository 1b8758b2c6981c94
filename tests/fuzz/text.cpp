// A text of sentences, as it is read for training and for scores, and what is then done with it.
#include "lib/data/text_lines.hpp"
#include "lib/score/bleu.hpp"
#include "lib/score/chrf.hpp"
#include "lib/text/tokenizer.hpp"
#include "tests/fuzz/fuzz.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  accepted([&] {
    for (const std::string& line : heed::parse_text_lines(text_of(data, size), "m").lines) {
      for (const auto kind : {heed::Tokenisation::words, heed::Tokenisation::characters}) {
        for (const auto letters : {heed::Case::lower, heed::Case::keep}) {
          const heed::Tokenizer tokenizer(kind, letters);
          tokenizer.join(tokenizer.split(line));
        }
      }
    }
  });
  accepted([&] {
    const auto lines = heed::parse_text_lines(text_of(data, size), "m", heed::LineForm::as_written).lines;
    const heed::References same{lines}, turned{{lines.rbegin(), lines.rend()}};
    for (const auto* references : {&same, &turned}) {
      const double bleu = heed::Bleu().corpus(lines, *references).score;
      const double chrf = heed::Chrf({.word_order = 2}).corpus(lines, *references).score;
      require(bleu >= 0 && bleu < 100.001 && chrf >= 0 && chrf < 100.001);
    }
  });
  return 0;
}
