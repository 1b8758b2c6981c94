// A stub in another language is the same code with other comments.
#pragma once

#include <string>
#include <vector>

namespace heed::grading {

/// A C++ text taken apart: its lines that are no comments, and its blocks of lines that are.
struct Commented {
  std::vector<std::string> code{};
  std::vector<std::string> comments{};
  std::vector<std::size_t> places{};  // comments[i] stands before code[places[i]]

  /// Returns true if both are the same code with a comment in the same places.
  bool matches(const Commented& other) const { return code == other.code && places == other.places; }
};

Commented take_apart(const std::string& text);

/// `text` with every block of comments that `from` has replaced by that of `to`.
std::string with_comments_of(std::string text, const Commented& from, const Commented& to);

}  // namespace heed::grading
