// The statements, expressions and variables of a C++ text, as far as edits need them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "exercises/grading/source/code_tokens.hpp"

namespace heed::grading {

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
  Span begin{};          // what it is set to there; empty where nothing is written with =
};

/// A loop whose body stands in braces.
struct Loop {
  Span head{}, body{};  // with the word and its brackets; with the braces
};

/// A lambda: what it captures, without the brackets, and its body.
struct Lambda {
  Span captures{}, body{};
};

/// The statements between two braces.
struct Block {
  std::vector<Span> statements{};
  std::size_t end = 0;  // where it closes
};

struct Statements {
  CodeTokens tokens{};
  std::vector<Expression> expressions{};
  std::vector<Statement> statements{};
  std::vector<Local> locals{};
  std::vector<Loop> loops{};
  std::vector<Lambda> lambdas{};
  std::vector<Block> blocks{};
};

/// Of the functions of a text, which must outlive them.
Statements statements_of(const std::string& text);

}  // namespace heed::grading
