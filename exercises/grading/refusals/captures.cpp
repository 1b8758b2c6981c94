#include "exercises/grading/refusals/captures.hpp"

#include <algorithm>
#include <string_view>

#include "exercises/grading/source/lexemes.hpp"

namespace heed::grading {

namespace {

/// Whether the lambda whose captures end at `close` is called where it stands: [&]() { … }().
bool called_at_once(const Lexemes& code, std::size_t close) {
  const std::size_t body = code.find("{", close);
  return body < code.size() && code.is(code.behind(body), "(");
}

/// Whether this is the & of a capture by reference: the first sign of one.
bool takes_a_reference(const Lexemes& code, std::size_t at) {
  return code.is(at, "&") && (code.is(at - 1, "[") || code.is(at - 1, ","));
}

/// Whether the body that begins at `brace` is a lambda's: [ ] ( ) mutable -> type {.
bool body_of_lambda(const Lexemes& code, std::size_t brace) {
  for (std::size_t i = brace; i-- > 0 && code[i].text != ";" && code[i].text != "{" && code[i].text != "}";) {
    if (code[i].text != "]") continue;
    std::size_t next = i + 1;
    if (code.is(next, "(")) next = code.behind(next);
    if (code.is(next, "mutable")) ++next;
    if (next == brace || (code.is(next, "-") && code.is(next + 1, ">"))) return true;
  }
  return false;
}

/// Whether the place is inside another lambda: what that refers to may live longer.
bool inside_a_lambda(const Lexemes& code, std::size_t place) {
  int depth = 0;
  for (std::size_t i = place; i-- > 0;) {
    depth += code[i].text == "{" ? 1 : code[i].text == "}" ? -1 : 0;
    if (depth <= 0) continue;
    depth = 0;
    if (body_of_lambda(code, i)) return true;
  }
  return false;
}

/// Whether given::value or make_shared gets the variable `name` itself between `from` and `end`, not what it
/// gives; with no name: what stands at `end`. A value without given:: may be a function of the learner's own.
bool kept_by_a_node(const Lexemes& code, std::size_t from, std::size_t end, std::string_view name) {
  for (std::size_t at = from; at < end; ++at) {
    std::size_t open = code.size();
    if (code.is(at, "given") && code.is(at + 1, ":") && code.is(at + 3, "value")) open = at + 4;
    if (code.is(at, "make_shared") && code.is(at + 1, "<")) open = code.find(">", at) + 1;
    if (open >= end || code[open].text != "(" || code.is(at - 1, ".")) continue;
    int depth = 1;
    for (std::size_t i = open + 1; i < end && depth > 0; ++i) {
      depth += code[i].opens() ? 1 : code[i].closes() ? -1 : 0;
      if (depth == 1 && code[i].text == name && (code.is(i + 1, ",") || code.is(i + 1, ")"))) return true;
    }
    if (name.empty() && depth == 1) return true;
  }
  return false;
}

bool after_a_value(const Lexemes& code, std::size_t bracket) {
  if (bracket == 0) return false;
  const std::size_t before = bracket - 1;  // `return [` begins a lambda, `x[` an index
  return (code.is_word(before) || code.is(before, ")") || code.is(before, "]")) && !code.is(before, "return");
}

/// The first place of the `auto` or `std::function<…>`'s `function` that ends before `end`; size() if none
/// does.
std::size_t type_before(const Lexemes& code, std::size_t end) {
  if (code.is(end - 1, "auto")) return end - 1;
  if (!code.is(end - 1, ">")) return code.size();
  for (std::size_t i = end - 1; i-- > 0 && code[i].text != ";";)
    if (code[i].text == "function" && code.is(i + 1, "<")) return i;
  return code.size();
}

/// Whether the word before a bracket may be a function's name: what stands in if (a && b) is no parameters.
bool names_a_function(const Lexemes& code, std::size_t i) {
  for (const char* word : {"if", "while", "for", "switch", "catch"})
    if (code.is(i, word)) return false;
  return code.is_word(i);
}

/// Whether the first statement of a function is this, and all its parameters are references: then nothing
/// that a lambda there can refer to ends with the function.
bool sees_references_alone(const Lexemes& code, std::size_t at) {
  while (at > 0 && code[at].text != ";" && code[at].text != "{") --at;
  if (at == 0 || code[at].text != "{" || code[at - 1].text != ")") return false;
  bool reference = false;
  for (std::size_t i = at - 1; i-- > 0 && code[i].text != ";" && code[i].text != "}";) {
    if (code[i].text == "&") reference = true;
    if (code[i].text != "," && code[i].text != "(") continue;
    if (!reference && !code.is(i + 1, ")")) return false;
    if (code[i].text == "(") return i > 0 && names_a_function(code, i - 1);
    reference = false;
  }
  return false;
}

/// Of the statement from `start` up to the lambda at `at`, and what follows it up to `end`.
bool escapes(const Lexemes& code, std::size_t start, std::size_t at, std::size_t end) {
  const bool bracket = code.is(at - 1, "(") || code.is(at - 1, "{");
  const std::size_t type = bracket ? type_before(code, at - 1) : code.size();  // return std::function<…>(
  const std::size_t first = type >= 3 && code.is(type - 1, ":") ? type - 3 : type;
  if (code.is(at - 1, "return") || (first > start && code.is(first - 1, "return")))
    return !sees_references_alone(code, at);
  if (code.is(at - 1, "=") && code.is(at - 2, "pull")) return true;
  if (kept_by_a_node(code, start, at, "")) return true;
  const bool named = (bracket || code.is(at - 1, "=")) && at >= start + 3 && code.is_word(at - 2) &&
                     type_before(code, at - 2) < code.size();
  if (!named) return false;
  const std::string_view name = code[at - 2].text;
  for (std::size_t i = at; i + 2 < end; ++i)
    if (code.is(i, "return") && code.is(i + 1, name) && code.is(i + 2, ";")) return true;
  return kept_by_a_node(code, at, end, name);
}

/// The function at file level in which the place stands: the last line that begins with a type and has a name
/// before a bracket.
std::string function_at(const Lexemes& code, std::size_t place) {
  std::string name;
  for (std::size_t i = 0; i < place; ++i) {
    if (!code[i].first || !code.is_word(i)) continue;
    for (std::size_t j = i + 1; j + 1 < place && code[j].line == code[i].line && code[j].text != ";"; ++j) {
      const bool behind_a_type =
          code.is_word(j - 1) || code.is(j - 1, "&") || code.is(j - 1, "*") || code.is(j - 1, ">");
      if (!code.is_word(j) || !behind_a_type || code[j + 1].text != "(") continue;
      name = code[j].text;
      break;
    }
  }
  return name;
}

}  // namespace

std::optional<EscapingCapture> escaping_capture(const std::string& text) {
  const Lexemes code(text);
  for (std::size_t at = code.find("[", 0); at < code.size(); at = code.find("[", at + 1)) {
    const std::size_t close = code.find("]", at);
    if (close == code.size()) return {};
    std::size_t reference = at + 1;  // of [p = &*a] p is a copy of a pointer
    while (reference < close && !takes_a_reference(code, reference)) ++reference;
    if (after_a_value(code, at) || reference == close) continue;
    if (!code.is(close + 1, "(") && !code.is(close + 1, "{")) continue;
    if (called_at_once(code, close) || inside_a_lambda(code, at)) continue;
    std::size_t start = at, end = close;
    const auto line_ends = [&](std::size_t i) { return code[i + 1].line > code[i].line; };
    while (start > 0 && code[start - 1].text != ";" &&
           !((code[start - 1].text == "{" || code[start - 1].text == "}") && line_ends(start - 1)))
      --start;
    while (end < code.size() && !(code[end].first && code[end].text == "}")) ++end;
    if (escapes(code, start, at, end)) return EscapingCapture{code[at].line, function_at(code, at)};
  }
  return {};
}

}  // namespace heed::grading
