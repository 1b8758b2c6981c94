// Connects a program with another one that it runs: pipes, and files in memory.
#pragma once

#include <array>
#include <mutex>
#include <string>

namespace heed {

/// Throws Error: "no pipe can be made", why (errno), and what to do.
[[noreturn]] void throw_out_of(const char* what);

/// Closes it, and forgets it (-1).
void close_if_open(int& descriptor);

/// Held while a program is started, and until what is made meanwhile is sure to be closed in it: not every
/// system can do both at once.
std::mutex& starting_lock();

/// Closed at its end, and in programs that are started. Throws Error where none can be made.
struct Pipe {
  std::array<int, 2> ends{-1, -1};  // to read from, to write to
  Pipe();
  ~Pipe();
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
};

/// A file in memory with that content, at its beginning. Throws Error where none can be made.
struct MemoryFile {
  int descriptor = -1;
  explicit MemoryFile(const std::string& content);
  ~MemoryFile();
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
};

}  // namespace heed
