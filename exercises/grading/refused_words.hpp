// Words that are taken out of the language of an answer: the preprocessor refuses them, pasted together, too.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/verdict.hpp"

namespace heed::grading {

enum class Measured { nothing, costs };

/// The lines that refuse them, at the end of signatures.hpp.
std::string poison_words(Measured measured);

/// The first of them in what the compiler said: assembler ("system"), what belongs to a thread ("counts"),
/// and where costs are measured, attributes that take code out of the counting of its work ("uncounted").
std::vector<Refusal> refused_words(const std::string& messages);

}  // namespace heed::grading
