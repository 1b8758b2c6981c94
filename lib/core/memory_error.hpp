// Memory that cannot be had: an error that says how much it was, and for what.
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <string>
#include <utility>

namespace heed {

/// The system gives no more memory. The text says how much was asked for by which op: "[attention] 12.0 GiB
/// for an array of (64, 8, 2048, 2048)".
class MemoryError : public std::bad_alloc {
 public:
  explicit MemoryError(std::string text) : text_(std::make_shared<const std::string>(std::move(text))) {}
  const char* what() const noexcept override { return text_->c_str(); }

 private:
  std::shared_ptr<const std::string> text_;  // copying an exception must not throw
};

/// "12.0 GiB", "3.5 MiB", "80 B".
std::string bytes_text(std::size_t bytes);

/// While it lives, MemoryErrors of this thread name `op`. `op` must outlive it.
class Computing {
 public:
  explicit Computing(const char* op) noexcept : before_(std::exchange(current_, op)) {}
  ~Computing() { current_ = before_; }
  Computing(const Computing&) = delete;
  Computing& operator=(const Computing&) = delete;

  /// The innermost op; "array" when none is named.
  static const char* what() noexcept { return current_; }

 private:
  static inline thread_local const char* current_ = "array";
  const char* before_;
};

}  // namespace heed
