// A known-wrong implementation changes functions of a source, and those that use them. Only these
// are compiled once more, the others are the reference's.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/source/marked_source.hpp"

namespace heed::grading {

/// A function, type or variable at file level.
struct Piece {
  std::string name;  // empty where it cannot be told
  std::vector<SourceLine> lines{};
};

/// In their order, without the comments between them and without #include lines.
std::vector<Piece> pieces_of(const std::vector<SourceLine>& lines);

/// The lines of `source` with those of `own` in the place of its functions of the same names; others of `own`
/// come before the first of them. Empty if there is none of the same name.
std::vector<SourceLine> with_functions(const std::vector<SourceLine>& source, const std::vector<Piece>& own);

/// Its lines, with #line directives so that the compiler names the file.
std::string code_of(const std::vector<Piece>& pieces, const std::string& file);

/// The pieces, in which each call of one of `functions` is one of adapter::FUNCTION, which calls the
/// implementation that was chosen, so that a mistake is compiled without the functions that call it.
std::vector<Piece> calling_the_chosen(std::vector<Piece> pieces, const std::vector<std::string>& functions);

/// The pieces of `wrong` that are not those of `reference`, and all that mention the name of one of these,
/// but as adapter::NAME. All of them where a name cannot be told.
std::vector<Piece> changed_pieces(const std::vector<Piece>& reference, std::vector<Piece> wrong);

}  // namespace heed::grading
