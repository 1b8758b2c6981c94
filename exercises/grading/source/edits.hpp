// Small changes of a C++ text: what stands in one place left out, or something else there.
#pragma once

#include <string>
#include <vector>

namespace heed::grading {

struct Edit {
  enum Kind {  // the first ones say more
    never,     // a condition never holds
    always,
    type,      // a number of another type, or no conversion
    without,   // the piece is left out
    other,     // something else stands there
    number,    // another number
    variable,  // another variable
    anew,      // a variable is set again to what it began with
    order,     // what stands there in another order
    moved      // a statement at another place of its block
  };
  enum Form { value, same_type, converted, statement };  // how it is written (with_edits)

  Kind kind;
  std::string piece;   // as it stands in the text
  std::string around;  // what it is a part of, where that is short; else empty
  int line = 0;        // from 1
  Form form = value;
  std::size_t from = 0, to = 0;  // of what is replaced, in the text
  std::string code{};            // what stands there instead
  int rank = 0;                  // the more likely, the lower
};

/// Those of the functions of a text, the likely ones first, and not more than can be compiled at once.
std::vector<Edit> edits_of(const std::string& text);

/// The text with one of them made.
std::string with_edit(const std::string& text, const Edit& edit);

/// The text with each of them as a choice: the i-th is made where `int heed_chosen_edit` is i + 1. What a
/// compiler says of the i-th it says of lines from line_of_edit(i) on, of the others of those of the text.
std::string with_edits(const std::string& text, const std::vector<Edit>& edits);

constexpr int lines_of_edit = 1000;
constexpr int line_of_edit(std::size_t i) { return 1000000 + static_cast<int>(i) * lines_of_edit; }

}  // namespace heed::grading
