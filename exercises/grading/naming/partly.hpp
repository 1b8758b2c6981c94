// Naming a mistake that is written in another way than the known one, so that some cases come out otherwise.
#pragma once

#include <optional>
#include <string>

#include "exercises/grading/naming/candidates.hpp"

namespace heed::grading {

/// How many of a part's cases a known mistake explains.
struct Share {
  int alike = 0;    // wrong, with exactly its results
  int wrong = 0;    // in which the answer is wrong
  int either = 0;   // in which the answer or the mistake is
  int tell = 0;     // of those that are alike, with numbers that tell
  int telling = 0;  // how many such numbers
};

struct PartlySame {
  std::size_t mistake;
  Share share;
};

/// The known mistake whose results are exactly the answer's in five of six cases in which either is wrong,
/// and three at least; in those of other seeds in three of four. None if a mistake of another code is alike
/// half as often, if it would show in a part that is right, or if one is the same in all cases or in all in
/// which either is wrong.
std::optional<PartlySame> partly_same(const Evidence& evidence, const std::string& part, const Ask& ask);

}  // namespace heed::grading
