// What an operator of an expression takes.
#pragma once

#include "exercises/grading/source/code_tokens.hpp"

namespace heed::grading {

/// How close a binary operator binds; 0: the sign is none.
int precedence(std::string_view sign);

constexpr int equality = 6, ordering = 7, sums = 9, products = 10;

bool is_binary(const CodeTokens& code, std::size_t i, std::size_t first);

/// All that the binary operator at `i` of that expression takes: from its left operand to its right one.
Span operands(const CodeTokens& code, std::size_t i, Span expression);

/// What stands left of `i` up to what binds less.
std::size_t left_operand(const CodeTokens& code, std::size_t i, std::size_t first, int binds);

/// In the brackets that open there, between the commas.
std::vector<Span> arguments_of(const CodeTokens& code, std::size_t open);

}  // namespace heed::grading
