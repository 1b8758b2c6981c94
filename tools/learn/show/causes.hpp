// Why parts failed: each cause once, with the parts that it spoils.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/verdict.hpp"
#include "tools/language/language.hpp"
#include "tools/learn/course/notes.hpp"

namespace heed {

/// Parts that failed for one reason.
struct Cause {
  Bilingual heading = {"What happened", "무슨 일이 일어났나"};
  std::string text = "", repair = "";  // markdown; empty if nothing is known
  bool seen = false;                   // in the numbers alone
  std::vector<const PartVerdict*> parts = {};

  bool known() const { return !text.empty() && !seen; }
};

/// Of the parts that failed: a known mistake, else what a crash means, else what is seen in the numbers.
/// Known ones first: where the rows suffice for one, it is one that says what to do.
std::vector<Cause> causes_of(const Verdict& verdict, const Notes& notes, Language language);

}  // namespace heed
