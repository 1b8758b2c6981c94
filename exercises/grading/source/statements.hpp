// A C++ text as functions of statements and expressions, without a compiler: as far as edits need it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exercises/grading/source/lexemes.hpp"

namespace heed::grading {

/// A word, a literal, a sign of one or two characters, or a directive.
struct CodeToken {
  Lexeme::Kind kind;
  std::string_view text;
  int line;
  std::size_t from, to;     // in the text
  std::size_t partner = 0;  // of a bracket, also <> of a template; 0: it is none
  bool angle = false;       // such a <>

  bool is(std::string_view other) const { return text == other; }
  bool opens() const { return angle ? text == "<" : text == "(" || text == "[" || text == "{"; }
  bool closes() const { return angle ? text == ">" : text == ")" || text == "]" || text == "}"; }
};

/// What stands from one token to before another.
struct Span {
  std::size_t first, end;
};

/// An expression that is no part of another one (but in the body of a lambda), and what may be replaced as a
/// whole where a type changes.
struct Expression {
  enum Role { value, converted, statement, returned, condition };
  Role role;    // converted: to a type that is written down
  Span span{};  // without return and ;
};

/// What can be left out as a whole.
struct Statement {
  enum Kind { expression, breaks, continues };
  Kind kind;
  Span span{};  // with its ;
};

/// A variable or parameter, with where it can be used.
struct Local {
  std::string_view name;
  std::string type{};  // without const and &
  Span scope{};
  bool constant = false;
  bool of_loop = false;  // declared in the head of one
};

struct Statements {
  std::vector<CodeToken> tokens{};
  std::vector<Expression> expressions{};
  std::vector<Statement> statements{};
  std::vector<Local> locals{};
};

/// Of the functions of a text, which must outlive them. Nothing of one with macros, or too long to be looked
/// through.
Statements statements_of(const std::string& text);

}  // namespace heed::grading
