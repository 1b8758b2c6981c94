// Which memory an answer has, and how much of it: what malloc itself writes in front of it, whoever has it
// can change.
#pragma once

#include <cstddef>

namespace heed::grading {

/// The bytes of each piece of memory, by its address; of one thread, and never given back.
class GivenOut {
 public:
  /// The bytes that this address had before: who freed it did so unseen.
  long add(const void* room, long bytes);
  /// Its bytes; 0 if it is not one of them. Afterwards it is none.
  long take(const void* room);

 private:
  struct Piece {
    const void* room;
    long bytes;
  };

  std::size_t place_of(const void* room) const;
  void grow();

  Piece* pieces_ = nullptr;  // by a hash of the address, each at its place or behind it, without gaps
  std::size_t capacity_ = 0, count_ = 0;
};

}  // namespace heed::grading
