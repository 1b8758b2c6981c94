#include "exercises/grading/given_out.hpp"

#include <cstdint>
#include <cstdlib>

extern "C" {                                               // NOLINTBEGIN: the names are the linker's
void* __real_calloc(std::size_t count, std::size_t size);  // the list itself is not counted
void __real_free(void* room);
}  // NOLINTEND

namespace heed::grading {

namespace {
/// Where it is looked for first, in a list of 2^n.
std::size_t first_place(const void* room, std::size_t capacity) {
  return (reinterpret_cast<std::uintptr_t>(room) * 0x9E3779B97F4A7C15) >> 20 & (capacity - 1);
}
}  // namespace

std::size_t GivenOut::place_of(const void* room) const {
  std::size_t place = first_place(room, capacity_);
  while (pieces_[place].room != nullptr && pieces_[place].room != room) place = (place + 1) & (capacity_ - 1);
  return place;
}

void GivenOut::grow() {
  Piece* const old = pieces_;
  const std::size_t size = capacity_;
  capacity_ = size == 0 ? 1024 : 2 * size;
  pieces_ = static_cast<Piece*>(__real_calloc(capacity_, sizeof(Piece)));
  if (pieces_ == nullptr) std::abort();
  for (std::size_t i = 0; i < size; ++i)
    if (old[i].room != nullptr) pieces_[place_of(old[i].room)] = old[i];
  __real_free(old);
}

long GivenOut::add(const void* room, long bytes) {
  if (2 * (count_ + 1) > capacity_) grow();
  Piece& piece = pieces_[place_of(room)];
  const long before = piece.room == nullptr ? 0 : piece.bytes;
  if (piece.room == nullptr) ++count_;
  piece = {room, bytes};
  return before;
}

long GivenOut::take(const void* room) {
  if (capacity_ == 0) return 0;
  std::size_t gap = place_of(room);
  if (pieces_[gap].room == nullptr) return 0;
  const long bytes = pieces_[gap].bytes;
  // those behind it move up, unless that would be ahead of their place
  const auto steps = [&](std::size_t from, std::size_t to) { return (to - from) & (capacity_ - 1); };
  for (std::size_t i = (gap + 1) & (capacity_ - 1); pieces_[i].room != nullptr;
       i = (i + 1) & (capacity_ - 1)) {
    if (steps(first_place(pieces_[i].room, capacity_), i) < steps(gap, i)) continue;
    pieces_[gap] = pieces_[i];
    gap = i;
  }
  pieces_[gap] = {nullptr, 0};
  --count_;
  return bytes;
}

}  // namespace heed::grading
