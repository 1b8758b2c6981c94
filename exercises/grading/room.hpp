// How much memory an implementation needs, as a number that is the same at every run.
#pragma once

namespace heed::grading {

/// The lowest address that this thread's stack may grow to; nullptr if it is not known.
const char* end_of_stack();

/// What this thread has allocated and not freed, in bytes, and the most of it at one time since reset_peak:
/// Tensors, vectors, strings, what comes from new and what comes from malloc. To that the peak adds what was
/// on the stack beyond what ordinary calls need (24 KiB). (Static variables: refusals.hpp.)
struct Room {
  static long held();
  static long peak();
  static void reset_peak();
};

/// While one lives, this thread's stack is not measured, which takes longer than most cases: for the grader's
/// own questions, in which only results count. In an answer's program it does nothing.
class StackUnmeasured {
 public:
  StackUnmeasured();
  ~StackUnmeasured();
  StackUnmeasured(const StackUnmeasured&) = delete;
  StackUnmeasured& operator=(const StackUnmeasured&) = delete;

 private:
  bool before_;
};

/// The bytes in use at one time while call() ran, beside those that were in use before it.
template <typename Call>
long room_of(const Call& call) {
  Room::reset_peak();
  const long before = Room::held();
  call();
  return Room::peak() - before;
}

}  // namespace heed::grading
