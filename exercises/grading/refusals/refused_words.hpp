// Words that are taken out of the language of an answer: the preprocessor refuses them, pasted together, too.
// None of them is a name that anybody would give. (Attributes, whose names are words of all days, are read
// behind the preprocessor: refused_attributes.cpp.)
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/refusals/preprocessed.hpp"
#include "exercises/grading/verdict.hpp"

namespace heed::grading {

/// The lines that refuse them, at the end of signatures.hpp.
std::string poison_words();

/// Whether the compiler said that one of them is used, be it in a header.
bool misses_a_word(const std::string& messages);

/// The first of them in what the compiler said: assembler ("system"), or what leads to the counters of work
/// and memory ("counts"). Clang does not say which: it is the first in `words`, those of the answer.
std::vector<Refusal> refused_words(const std::string& messages, const std::vector<std::string>& words);

/// Where costs are measured, what leads to the buffer of a stream that is the C library's ("uncounted").
std::vector<Refusal> refused_buffers(const Preprocessed& answer);

}  // namespace heed::grading
