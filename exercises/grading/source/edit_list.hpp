// The edits of a text as they are found, with what the learner is told of each.
#pragma once

#include <string>
#include <vector>

#include "exercises/grading/source/edits.hpp"
#include "exercises/grading/source/statements.hpp"

namespace heed::grading {

class EditList {
 public:
  explicit EditList(const std::string& text) : text_(text), code_(statements_of(text)) {}

  const Statements& code() const { return code_; }
  const CodeTokens& tokens() const { return code_.tokens; }
  std::string text_of(Span span) const;

  /// What is added from here on lies in that expression.
  void look_at(const Expression& expression) { in_ = expression; }
  Span expression() const { return in_.span; }

  /// `code` in the place of a span; `piece` is what the learner is told of. The more likely, the lower the
  /// rank.
  void add(int rank, Edit::Kind kind, Span piece, Span replaced, const std::string& code,
           Edit::Form form = Edit::value);
  /// `code` before what stands at a token; `piece` is what the learner is told of, a part of `around`.
  void add_before(std::size_t i, int rank, Edit::Kind kind, const std::string& piece, Span around,
                  const std::string& code);
  /// One that changes types: all that they may go through is replaced.
  void add_of_type(Span span, const std::string& code);

  /// Whether a text in quotes is a part of it.
  bool holds_text(Span span) const;
  /// Whether what stands there is more than a value.
  bool is_written(Span span) const;
  /// Of the variable at a token; empty where none is known.
  std::string type_of(std::size_t i) const;

  /// The likely ones first.
  std::vector<Edit> edits() &&;

 private:
  std::string around(Span piece, Span replaced) const;

  const std::string& text_;
  const Statements code_;
  std::vector<Edit> edits_{};
  Expression in_{};
};

/// Those of what begins at a token of the expression that is looked at: operators, numbers, calls.
void add_edits_of_expression(EditList& list, std::size_t i);
/// Arguments of the call there in another order, or one of them left out.
void add_edits_of_arguments(EditList& list, Span call, std::size_t open);
/// Another variable in the place of the one there, or another member of the same object.
void add_edits_of_variable(EditList& list, std::size_t i);
/// The variable of a loop in the place of an index that is 0.
void add_edits_of_index(EditList& list, std::size_t i);
/// A condition that always holds, or never.
void add_edits_of_condition(EditList& list, Span condition);
void add_edits_of_statement(EditList& list, const Statement& statement);
/// A statement before or behind others of its block.
void add_edits_of_block(EditList& list, const Block& block);
/// With each pass of the loop a variable that changes in it begins anew.
void add_edits_of_loop(EditList& list, const Loop& loop);

}  // namespace heed::grading
