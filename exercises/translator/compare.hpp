// The learner's attentions beside each other: what each costs, by the length of the sequence.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace heed::translator {

struct Cost {
  std::string kind;       // vanilla, sparse, linear, blockwise
  std::string exercise;   // whose function it is
  bool learners = false;  // false: the reference's
  bool right = true;      // the reference's numbers came out, as far as was looked
  int length = 0;
  double seconds = 0;  // of the processor, the best of a few calls
  double bytes = 0;    // in use at one time, beside the inputs
};

/// Lengths from 64 on, each twice the last, up to 2,048 or until a call takes longer than a second. `tell`
/// gets each cost as it is known.
void compare_attentions(const std::function<void(const Cost&)>& tell);

}  // namespace heed::translator
