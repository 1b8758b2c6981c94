#include "exercises/grading/source/statements.hpp"

#include <algorithm>
#include <array>

namespace heed::grading {

namespace {

constexpr std::size_t most_tokens = 8000;
constexpr int deepest = 100;

template <std::size_t count>
bool is_among(std::string_view word, const std::array<std::string_view, count>& words) {
  return std::ranges::find(words, word) != words.end();
}

constexpr std::array<std::string_view, 16> two_signs{
    "==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "++", "--", "->", "::", "<<"};
constexpr std::array<std::string_view, 16> type_words{
    "int", "double", "float", "bool",     "char",   "long",     "auto",   "const",
    "std", "size_t", "void",  "unsigned", "Tensor", "Variable", "vector", "string"};
constexpr std::array<std::string_view, 8> qualifiers{"const",  "constexpr", "static", "mutable",
                                                     "inline", "volatile",  "&",      "&&"};
constexpr std::array<std::string_view, 9> no_statements{"using", "typedef",  "struct",        "class", "enum",
                                                        "union", "template", "static_assert", "goto"};

std::vector<CodeToken> tokens_of(const std::string& text) {
  const Lexemes lexemes(text);
  std::vector<CodeToken> tokens;
  for (const Lexeme& one : lexemes) {
    const auto from = static_cast<std::size_t>(one.text.data() - text.data());
    const bool of_text = from <= text.size();  // a bracket that is spelled in another way is not
    if (!of_text) return {};
    const std::size_t to = from + one.text.size();
    if (one.kind == Lexeme::sign && !tokens.empty() && tokens.back().kind == Lexeme::sign &&
        tokens.back().to == from && tokens.back().text.size() == 1) {
      const std::string_view both = std::string_view(text).substr(from - 1, 2);
      if (is_among<16>(both, two_signs)) {
        tokens.back().text = both;
        tokens.back().to = to;
        continue;
      }
    }
    tokens.push_back({one.kind, one.text, one.line, from, to});
  }
  return tokens;
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
    if (!scoped && !cast && !is_among<16>(tokens[i + 1].text, type_words)) continue;
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
      const bool inside = one.kind != Lexeme::sign || one.is("<") || one.is(">") || one.is("::") ||
                          one.is(",") || one.is("*") || one.is("&") || one.is("(");
      if (!inside) break;
    }
  }
}

class StatementReader {
 public:
  explicit StatementReader(std::vector<CodeToken> tokens) { result_.tokens = std::move(tokens); }

  Statements read() {
    scope(0, size());
    return std::move(result_);
  }

 private:
  std::size_t size() const { return result_.tokens.size(); }
  const CodeToken& at(std::size_t i) const { return result_.tokens[i]; }
  bool is(std::size_t i, std::string_view text) const { return i < size() && at(i).is(text); }
  bool is_word(std::size_t i) const { return i < size() && at(i).kind == Lexeme::word; }
  std::size_t behind(std::size_t open) const { return at(open).partner + 1; }
  /// The next of these outside of brackets, or `end`.
  template <std::size_t count>
  std::size_t find(std::size_t i, std::size_t end, const std::array<std::string_view, count>& texts) const {
    while (i < end && !is_among<count>(at(i).text, texts)) i = at(i).opens() ? behind(i) : i + 1;
    return std::min(i, end);
  }
  std::size_t find(std::size_t i, std::size_t end, std::string_view text) const {
    return find<1>(i, end, {text});
  }

  /// Functions, and what holds functions.
  void scope(std::size_t i, std::size_t end) {
    while (i < end) {
      const std::size_t open = find<2>(i, end, {"{", ";"});
      if (open >= end) return;
      if (at(open).is(";")) {
        i = open + 1;
        continue;
      }
      std::size_t parameters = find(i, open, "(");
      if (parameters < open && is(parameters - 1, "operator")) parameters = behind(parameters);
      const std::size_t close = at(open).partner;
      const bool assigned = find(i, open, "=") < open, enumerates = find(i, open, "enum") < open;
      if (parameters < open && !assigned) {
        declare_parameters(parameters, close);
        for (std::size_t k = behind(parameters); k < open; ++k)  // of a constructor
          if (at(k).is("(")) expression(Expression::value, k + 1, at(k).partner), k = at(k).partner;
        block(open + 1, close);
      } else if (!assigned && !enumerates) {
        scope(open + 1, close);
      }
      i = close + 1;
    }
  }

  void declare_parameters(std::size_t open, std::size_t scope_end) {
    for (std::size_t i = open + 1; i < at(open).partner;) {
      const std::size_t end = find(i, at(open).partner, ","), equals = find(i, end, "=");
      if (equals > i + 1 && is_word(equals - 1)) declare(i, equals - 1, scope_end);
      i = end + 1;
    }
  }

  /// A variable with the type that stands from `type` to before its name.
  void declare(std::size_t type, std::size_t name, std::size_t scope_end, bool of_loop = false) {
    std::string words;
    bool constant = false;
    for (std::size_t i = type; i < name; ++i) {
      constant = constant || at(i).is("const");
      if (!is_among<8>(at(i).text, qualifiers)) words += std::string(at(i).text) + ' ';
    }
    if (!words.empty())
      result_.locals.push_back({at(name).text, words, {name, scope_end}, constant, of_loop});
  }

  void expression(Expression::Role role, std::size_t first, std::size_t end) {
    if (first >= end) return;
    for (std::size_t i = first; i < end; ++i)
      if (at(i).kind == Lexeme::directive || at(i).is("assert")) return;
    result_.expressions.push_back({role, {first, end}});
    lambdas(first, end);
  }

  void lambdas(std::size_t first, std::size_t end) {
    for (std::size_t i = first; i < end; ++i) {
      const bool operand = i > first && (is_word(i - 1) || at(i - 1).closes()) && !is(i - 1, "return");
      if (!at(i).is("[") || operand) continue;
      std::size_t open = behind(i);
      const bool parameters = is(open, "(");
      const std::size_t list = open;
      while (open < end && !at(open).is("{")) open = at(open).opens() ? behind(open) : open + 1;
      if (open >= end) return;
      if (parameters) declare_parameters(list, at(open).partner);
      block(open + 1, at(open).partner);
      i = at(open).partner;
    }
  }

  void block(std::size_t i, std::size_t end) {
    if (++depth_ > deepest) return;
    while (i < end) i = statement(i, end, end);
    --depth_;
  }

  /// Behind the statement at `i`; what it declares is known up to `scope_end`.
  std::size_t statement(std::size_t i, std::size_t end, std::size_t scope_end) {
    if (++depth_ > deepest) return end;
    const std::size_t next = read_statement(i, end, scope_end);
    --depth_;
    return std::max(next, i + 1);
  }

  std::size_t read_statement(std::size_t i, std::size_t end, std::size_t scope_end) {
    const CodeToken& one = at(i);
    if (one.is("{")) {
      block(i + 1, one.partner);
      return one.partner + 1;
    }
    if (one.is(";") || one.kind == Lexeme::directive) return i + 1;
    if (one.is("else") || one.is("do") || one.is("try")) return statement(i + 1, end, scope_end);
    if (one.is("for") && is(i + 1, "(")) return loop(i, end);
    if ((one.is("if") || one.is("while") || one.is("switch") || one.is("catch")) && is(i + 1, "(")) {
      const std::size_t close = at(i + 1).partner, semicolon = find(i + 2, close, ";");
      const bool declares = semicolon < close || is_declaration(i + 2, close);
      if (!declares) expression(one.is("if") ? Expression::condition : Expression::value, i + 2, close);
      return statement(close + 1, end, scope_end);
    }
    if (one.is("if"))
      return statement(find(i, end, "(") < end ? behind(find(i, end, "(")) : end, end, scope_end);
    if (one.is("case") || one.is("default")) return find(i, end, ":") + 1;
    const std::size_t semicolon = find(i, end, ";");
    if (semicolon >= end) return end;
    if (is_among<9>(one.text, no_statements)) return semicolon + 1;
    if (one.is("break") || one.is("continue"))
      result_.statements.push_back(
          {one.is("break") ? Statement::breaks : Statement::continues, {i, semicolon + 1}});
    else if (one.is("return"))
      expression(Expression::returned, i + 1, semicolon);
    else if (is_declaration(i, semicolon))
      declaration(i, semicolon, scope_end, false);
    else if (!one.is("throw") && !one.is("delete")) {
      expression(Expression::statement, i, semicolon);
      result_.statements.push_back({Statement::expression, {i, semicolon + 1}});
    }
    return semicolon + 1;
  }

  std::size_t loop(std::size_t i, std::size_t end) {
    const std::size_t open = i + 1, close = at(open).partner;
    // the body is read twice: once to find its end
    const std::size_t first = find(open + 1, close, ";"), colon = find(open + 1, close, ":");
    const std::size_t body_end = is(close + 1, "{") ? behind(close + 1) : find(close + 1, end, ";") + 1;
    const std::size_t scope_end = std::min(end, body_end);
    if (first >= close && colon < close) {
      if (is_word(colon - 1)) declare(open + 1, colon - 1, scope_end);
      expression(Expression::value, colon + 1, close);
    } else if (first < close) {
      if (is_declaration(open + 1, first))
        declaration(open + 1, first, scope_end, true);
      else
        expression(Expression::value, open + 1, first);
      const std::size_t second = find(first + 1, close, ";");
      expression(Expression::value, first + 1, second);
      expression(Expression::value, second + 1, close);
    }
    return statement(close + 1, end, scope_end);
  }

  /// Behind the type at `i`; `i` where none stands there.
  std::size_t behind_type(std::size_t i, std::size_t end) const {
    const std::size_t first = i;
    while (i < end && is_among<8>(at(i).text, qualifiers) && is_word(i)) ++i;
    const auto built_in = [&](std::size_t k) {
      return is_among<7>(at(k).text, {"int", "double", "float", "bool", "char", "long", "unsigned"});
    };
    if (i >= end || !is_word(i)) return first;
    if (built_in(i)) {
      while (i < end && built_in(i)) ++i;
    } else {
      while (i + 2 < end && is(i + 1, "::") && is_word(i + 2)) i += 2;
      ++i;
      if (i < end && at(i).angle && at(i).is("<")) i = behind(i);
    }
    while (i < end && (is(i, "&") || is(i, "*") || is(i, "&&") || is(i, "const"))) ++i;
    return i;
  }

  bool is_declaration(std::size_t i, std::size_t end) const {
    if (at(i).is("return")) return false;
    const std::size_t name = behind_type(i, end);
    if (is(i, "auto") && is(name, "[")) return true;
    if (name == i || name >= end || !is_word(name)) return false;
    return name + 1 == end || is(name + 1, "=") || is(name + 1, "{") || is(name + 1, "(") ||
           is(name + 1, ",") || is(name + 1, "[");
  }

  void declaration(std::size_t i, std::size_t end, std::size_t scope_end, bool of_loop) {
    const std::size_t type_end = behind_type(i, end);
    bool deduced = false, fixed = false;
    for (std::size_t k = i; k < type_end; ++k) {
      deduced = deduced || at(k).is("auto");
      fixed = fixed || at(k).is("constexpr") || at(k).is("static");
    }
    for (std::size_t name = type_end; name < end;) {
      const std::size_t next = find(name, end, ","), equals = find(name, next, "=");
      if (is_word(name)) declare(i, name, scope_end, of_loop);
      const std::size_t open = find<2>(name, next, {"(", "{"});
      if (!fixed && equals < next)
        expression(deduced ? Expression::value : Expression::converted, equals + 1, next);
      else if (!fixed && open < next)
        expression(Expression::value, open + 1, at(open).partner);
      name = next + 1;
    }
  }

  Statements result_;
  int depth_ = 0;
};

}  // namespace

Statements statements_of(const std::string& text) {
  std::vector<CodeToken> tokens = tokens_of(text);
  const bool macros = std::ranges::any_of(tokens, [](const CodeToken& one) {
    const std::size_t name = one.text.find_first_not_of(" \t", 1);
    return one.kind == Lexeme::directive &&
           (name == one.text.npos || !one.text.substr(name).starts_with("include"));
  });
  if (macros || tokens.size() > most_tokens || !match_brackets(tokens)) return {};
  match_angles(tokens);
  return StatementReader(std::move(tokens)).read();
}

}  // namespace heed::grading
