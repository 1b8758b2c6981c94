#include "exercises/grading/source/code_tokens.hpp"

#include <algorithm>
#include <utility>

namespace heed::grading {

namespace {

constexpr std::size_t most_tokens = 8000;

/// Empty where a bracket is spelled in another way.
std::vector<CodeToken> tokens_of(const std::string& text) {
  const Lexemes lexemes(text);
  std::vector<CodeToken> tokens;
  for (const Lexeme& one : lexemes) {
    const auto [from, to] = std::pair(one.from, one.to);
    if (to - from != one.text.size()) return {};
    const bool fraction =
        one.kind == Lexeme::literal && !tokens.empty() && tokens.back().is(".") && tokens.back().to == from;
    if (fraction) tokens.pop_back();  // of .5
    if (one.kind == Lexeme::sign && !tokens.empty() && tokens.back().kind == Lexeme::sign &&
        tokens.back().to == from && tokens.back().text.size() == 1) {
      const std::string_view both = std::string_view(text).substr(from - 1, 2);
      if (is_one_of(both, {"==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "++", "--", "->",
                           "::", "<<"})) {
        tokens.back().text = both;
        tokens.back().to = to;
        continue;
      }
    }
    const std::size_t begin = fraction ? from - 1 : from;
    tokens.push_back({one.kind, std::string_view(text).substr(begin, to - begin), one.line, begin, to});
  }
  return tokens;
}

bool is_macro(const CodeToken& one) {
  if (one.kind != Lexeme::directive) return false;
  const std::size_t name = one.text.find_first_not_of(" \t", 1);
  return name == one.text.npos || !one.text.substr(name).starts_with("include");
}

/// Sets the partners of brackets; false where one has none.
bool match_brackets(std::vector<CodeToken>& tokens) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].opens()) open.push_back(i);
    if (!tokens[i].closes()) continue;
    if (open.empty()) return false;
    tokens[i].partner = open.back();
    tokens[open.back()].partner = i;
    open.pop_back();
  }
  return open.empty();
}

/// std::vector<int>, max<double>(, static_cast<int>: not a comparison.
void match_angles(std::vector<CodeToken>& tokens) {
  for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
    if (!tokens[i].is("<") || tokens[i].angle || tokens[i - 1].kind != Lexeme::word) continue;
    const bool scoped = i >= 2 && tokens[i - 2].is("::");
    const bool cast = tokens[i - 1].text.ends_with("_cast");
    const bool of_a_type = is_one_of(
        tokens[i + 1].text, {"int", "double", "float", "bool", "char", "long", "auto", "const", "std",
                             "size_t", "void", "unsigned", "Tensor", "Variable", "vector", "string"});
    if (!scoped && !cast && !of_a_type) continue;
    std::vector<std::size_t> open{i};
    for (std::size_t k = i + 1; k < tokens.size() && !open.empty(); ++k) {
      const CodeToken& one = tokens[k];
      if (one.is("<")) open.push_back(k);
      if (one.is(">")) {
        tokens[k].partner = open.back(), tokens[open.back()].partner = k;
        if (open.size() == 1)
          for (std::size_t m = i; m <= k; ++m)
            if (tokens[m].is("<") || tokens[m].is(">")) tokens[m].angle = true;
        open.pop_back();
      }
      if (one.is("(")) k = one.partner;
      if (one.kind == Lexeme::sign && !is_one_of(one.text, {"<", ">", "::", ",", "*", "&", "("})) break;
    }
  }
}

}  // namespace

CodeTokens::CodeTokens(const std::string& text) : tokens_(tokens_of(text)) {
  const bool readable = size() <= most_tokens && std::ranges::none_of(tokens_, is_macro);
  if (readable && match_brackets(tokens_))
    match_angles(tokens_);
  else
    tokens_.clear();
}

std::size_t CodeTokens::find(std::size_t i, std::size_t end,
                             std::initializer_list<std::string_view> texts) const {
  while (i < end && !is_one_of(tokens_[i].text, texts)) i = next(i);
  return std::min(i, end);
}

std::size_t CodeTokens::begin_of_brackets(std::size_t i, std::size_t first) const {
  while (i > first && !tokens_[i - 1].opens()) i = tokens_[i - 1].closes() ? tokens_[i - 1].partner : i - 1;
  return i;
}

bool CodeTokens::begins_lambda(std::size_t i, std::size_t first) const {
  const bool operand = i > first && (is_word(i - 1) || tokens_[i - 1].closes()) && !is(i - 1, "return");
  return tokens_[i].is("[") && !operand;
}

}  // namespace heed::grading
