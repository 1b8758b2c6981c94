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

/// The bytes in use at one time while call() ran, beside those that were in use before it.
template <typename Call>
long room_of(const Call& call) {
  Room::reset_peak();
  const long before = Room::held();
  call();
  return Room::peak() - before;
}

}  // namespace heed::grading
