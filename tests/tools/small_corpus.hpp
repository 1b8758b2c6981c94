// Trainings of a moment: a folder of few sentences, and the commands of tiny models.
#pragma once

#include <fmt/format.h>

#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

/// How often a part stands in a text.
inline std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

/// "우리는 책 0 을 본다" / "we see book 0", and so on up to 39: so many training pairs, five of each other
/// part.
inline void write_corpus(const Scratch& scratch, int train = 40) {
  std::filesystem::create_directory(scratch / "data");
  for (const auto& [part, lines] : {std::pair{"train", train}, {"valid", 5}, {"test", 5}}) {
    std::string source, target;
    for (int i = 0; i < lines; ++i) {
      source += fmt::format("우리는 책 {} 을 본다\n", i % 40);
      target += fmt::format("we see book {}\n", i % 40);
    }
    spill(scratch / fmt::format("data/{}.ko", part), source);
    spill(scratch / fmt::format("data/{}.en", part), target);
  }
}

/// So many lines of the letters a to g.
inline std::string letters(int lines) {
  std::string text;
  for (int i = 0; i < lines; ++i) text += i % 2 == 0 ? "a b c d e\n" : "b c d e f g\n";
  return text;
}

/// `heed translate` of that folder, an epoch of which takes milliseconds; its model is in runs/data-ko-en.
inline Words of_corpus(const Words& more = {}) {
  return plus(
      words_of("translate --data data --tokens words --d-model 16 --heads 2 --ff 32 --layers 1 --epochs 2 "
               "--beam 1 --threads 1 --max-length 8"),
      more);
}

/// `heed translate` of the grammar, with so small a model that its training takes less than a second.
inline Words tiny_training(const Words& more = {}) {
  return plus(words_of("translate --level 1 --pairs 300 --d-model 16 --heads 2 --ff 32 --layers 1 --epochs 2 "
                       "--threads 1"),
              more);
}

/// `heed bert` or `heed lm` of a model that learns in a moment.
inline Words tiny(const std::string& command, const Words& more) {
  return plus(words_of(command + " --d-model 16 --heads 2 --layers 1 --ff 16 --epochs 2 --context 24 "
                                 "--warmup 5 --threads 1 --batch 16"),
              more);
}
