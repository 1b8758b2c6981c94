// Texts for people, in whose language they are said where they are shown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// Marks an English text that has its Korean in po/ko.po.
constexpr const char* tr_noop(const char* english) { return english; }

/// An English text, the format that it was made from, and what fills the {} of that. A text without a format
/// is the same in every language. make_message() of lib/core/error.hpp makes one.
struct Message {
  std::string english = {};
  std::string_view format = {};  // of static storage
  std::vector<Message> arguments = {};

  /// A text that tr_noop() marks, without {}.
  static Message of(const char* marked) { return {.english = marked, .format = marked}; }
  bool empty() const { return english.empty(); }
};

/// The system's own words for an error number: "No such file or directory".
Message system_message(int error_number);

}  // namespace heed
