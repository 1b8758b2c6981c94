// A folder of sentences for `heed translate --data`, which a tiny model reads in no time.
#pragma once

#include <fmt/format.h>

#include "tests/lib/files/scratch.hpp"

/// "나는 책 0 을 본다" / "i see book 0", and so on up to 39: so many training pairs, five of each other part.
inline void write_corpus(const Scratch& scratch, int train = 40) {
  std::filesystem::create_directory(scratch / "data");
  for (const auto& [part, lines] : {std::pair{"train", train}, {"valid", 5}, {"test", 5}}) {
    std::string source, target;
    for (int i = 0; i < lines; ++i) {
      source += fmt::format("나는 책 {} 을 본다\n", i % 40);
      target += fmt::format("I see book {}\n", i % 40);
    }
    spill(scratch / fmt::format("data/{}.ko", part), source);
    spill(scratch / fmt::format("data/{}.en", part), target);
  }
}
