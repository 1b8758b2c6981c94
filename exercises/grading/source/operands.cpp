#include "exercises/grading/source/operands.hpp"

#include <map>

namespace heed::grading {

namespace {

bool ends_operands(const CodeToken& one) {
  return is_one_of(one.text, {",", ";", "?", ":", "=", "+=", "-=", "*=", "/=", "%=", "return"});
}

}  // namespace

int precedence(std::string_view sign) {
  static const std::map<std::string_view, int> all{
      {"||", 1},       {"&&", 2},        {"==", equality}, {"!=", equality}, {"<", ordering},
      {">", ordering}, {"<=", ordering}, {">=", ordering}, {"<<", 8},        {"+", sums},
      {"-", sums},     {"*", products},  {"/", products},  {"%", products}};
  const auto at = all.find(sign);
  return at == all.end() ? 0 : at->second;
}

bool is_binary(const CodeTokens& code, std::size_t i, std::size_t first) {
  if (i <= first || code[i].angle || precedence(code[i].text) == 0) return false;
  const CodeToken& before = code[i - 1];
  return (before.kind == Lexeme::word && !before.is("return")) || before.kind == Lexeme::literal ||
         is_one_of(before.text, {")", "]", "++", "--"});
}

std::size_t left_operand(const CodeTokens& code, std::size_t i, std::size_t first, int binds) {
  std::size_t begin = i;
  while (begin > first) {
    const std::size_t k = begin - 1;
    if (code[k].opens() || ends_operands(code[k])) break;
    if (is_binary(code, k, first) && precedence(code[k].text) < binds) break;
    begin = code[k].closes() ? code[k].partner : k;
  }
  return std::max(begin, first);
}

Span operands(const CodeTokens& code, std::size_t i, Span expression) {
  const int binds = precedence(code[i].text);
  std::size_t end = i + 1;
  while (end < expression.end) {
    if (code[end].closes() || ends_operands(code[end])) break;
    if (end > i + 1 && is_binary(code, end, expression.first) && precedence(code[end].text) <= binds) break;
    end = code.next(end);
  }
  return {left_operand(code, i, expression.first, binds), std::min(end, expression.end)};
}

std::vector<Span> arguments_of(const CodeTokens& code, std::size_t open) {
  std::vector<Span> all;
  const std::size_t close = code[open].partner;
  for (std::size_t first = open + 1, end = first; first < close; first = end + 1) {
    end = code.find(first, close, {","});
    if (end > first) all.push_back({first, end});
  }
  return all;
}

}  // namespace heed::grading
