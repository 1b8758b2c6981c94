// A line of the embedded grammar's text, drawn.
#pragma once

#include <string>

#include "lib/data/draws.hpp"
#include "lib/data/toy_sentence.hpp"
#include "lib/data/toy_text.hpp"

namespace heed::toy {

struct Line {
  Sentence sentence;
  std::string text;  // in Korean or in English, as a coin falls
};
Line draw_line(int level, Draws& draws);

/// What toy_text(options) draws from.
Draws draws_of(const ToyTextOptions& options);

}  // namespace heed::toy
