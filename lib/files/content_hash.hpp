// A hash of bytes, to find out whether they are still those that were written.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace heed {

/// XXH3 with 128 bits (https://xxhash.com), as 32 hex digits in its canonical order, which is what the
/// `xxh128sum` program prints. Finds accidents, not forgeries: it is no cryptographic hash.
std::string content_hash(std::span<const std::byte> bytes);

/// The same of bytes that come piece by piece.
class ContentHash {
 public:
  ContentHash();
  ~ContentHash();
  ContentHash(const ContentHash&) = delete;
  ContentHash& operator=(const ContentHash&) = delete;

  void add(std::span<const std::byte> bytes);
  /// Returns the hash of all that was added so far.
  std::string digits() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heed
