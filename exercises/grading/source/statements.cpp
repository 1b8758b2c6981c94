#include "exercises/grading/source/statements.hpp"

#include <algorithm>

namespace heed::grading {

namespace {

constexpr int deepest = 100;

bool is_qualifier(const CodeToken& one) {
  return is_one_of(one.text,
                   {"const", "constexpr", "static", "mutable", "inline", "volatile", "typename", "&", "&&"});
}

class StatementReader {
 public:
  explicit StatementReader(const std::string& text) { result_.tokens = CodeTokens(text); }

  Statements read() {
    scope(0, size());
    return std::move(result_);
  }

 private:
  std::size_t size() const { return result_.tokens.size(); }
  const CodeToken& at(std::size_t i) const { return result_.tokens[i]; }
  bool is(std::size_t i, std::string_view text) const { return result_.tokens.is(i, text); }
  bool is_word(std::size_t i) const { return result_.tokens.is_word(i); }
  std::size_t behind(std::size_t open) const { return result_.tokens.behind(open); }
  std::size_t find(std::size_t i, std::size_t end, std::initializer_list<std::string_view> texts) const {
    return result_.tokens.find(i, end, texts);
  }

  /// Functions, and what holds functions.
  void scope(std::size_t i, std::size_t end) {
    while (i < end) {
      const std::size_t open = find(i, end, {"{", ";"});
      if (open >= end) return;
      if (at(open).is(";")) {
        i = open + 1;
        continue;
      }
      std::size_t parameters = find(i, open, {"("});
      if (parameters < open && is(parameters - 1, "operator")) parameters = behind(parameters);
      const std::size_t close = at(open).partner;
      const bool assigned = find(i, open, {"="}) < open, enumerates = find(i, open, {"enum"}) < open;
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
      const std::size_t end = find(i, at(open).partner, {","}), equals = find(i, end, {"="});
      if (equals > i + 1 && is_word(equals - 1)) declare({i, equals - 1}, equals - 1, scope_end);
      i = end + 1;
    }
  }

  void declare(Span type, std::size_t name, std::size_t scope_end, bool of_loop = false) {
    std::string words;
    bool constant = false;
    for (std::size_t i = type.first; i < type.end; ++i) {
      constant = constant || at(i).is("const");
      if (!is_qualifier(at(i))) words += std::string(at(i).text) + ' ';
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
      if (!result_.tokens.begins_lambda(i, first)) continue;
      const std::size_t list = behind(i), open = find(list, end, {"{"});
      if (open >= end) return;
      result_.lambdas.push_back({{i + 1, list - 1}, {open + 1, at(open).partner}});
      if (is(list, "(")) declare_parameters(list, at(open).partner);
      block(open + 1, at(open).partner);
      i = at(open).partner;
    }
  }

  void block(std::size_t i, std::size_t end) {
    if (++depth_ > deepest) return;
    Block read{.end = end};
    while (i < end) {
      const std::size_t next = statement(i, end, end);
      if (is(i, "else") && !read.statements.empty())
        read.statements.back().end = next;
      else
        read.statements.push_back({i, next});
      i = next;
    }
    result_.blocks.push_back(std::move(read));
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
      const std::size_t close = at(i + 1).partner, semicolon = find(i + 2, close, {";"});
      const bool declares = semicolon < close || is_declaration(i + 2, close);
      if (!declares) expression(one.is("if") ? Expression::condition : Expression::value, i + 2, close);
      return statement(close + 1, end, scope_end);
    }
    if (one.is("if"))
      return statement(find(i, end, {"("}) < end ? behind(find(i, end, {"("})) : end, end, scope_end);
    if (one.is("case") || one.is("default")) return find(i, end, {":"}) + 1;
    const std::size_t semicolon = find(i, end, {";"});
    if (semicolon >= end) return end;
    if (is_one_of(one.text, {"using", "typedef", "struct", "class", "enum", "union", "template",
                             "static_assert", "goto"}))
      return semicolon + 1;
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
    const std::size_t first = find(open + 1, close, {";"}), colon = find(open + 1, close, {":"});
    if (is(close + 1, "{")) result_.loops.push_back({{i, close + 1}, {close + 1, behind(close + 1)}});
    const std::size_t outside = result_.locals.size();
    if (first >= close && colon < close) {
      if (is_word(colon - 1)) declare({open + 1, colon - 1}, colon - 1, end);
      for (std::size_t k = outside; k < result_.locals.size(); ++k) result_.locals[k].scope.first = close;
      expression(Expression::value, colon + 1, close);
    } else if (first < close) {
      if (is_declaration(open + 1, first))
        declaration(open + 1, first, end, true);
      else
        expression(Expression::value, open + 1, first);
      const std::size_t second = find(first + 1, close, {";"});
      expression(Expression::value, first + 1, second);
      expression(Expression::value, second + 1, close);
    }
    const std::size_t behind_head = result_.locals.size(), next = statement(close + 1, end, end);
    for (std::size_t k = outside; k < behind_head; ++k)
      result_.locals[k].scope.end = std::min(result_.locals[k].scope.end, next);
    return next;
  }

  /// Behind the type at `i`; `i` where none stands there.
  std::size_t behind_type(std::size_t i, std::size_t end) const {
    const std::size_t first = i;
    while (is(i, "[") && is(i + 1, "[")) i = behind(i);  // an attribute
    while (i < end && is_qualifier(at(i)) && is_word(i)) ++i;
    const auto built_in = [&](std::size_t k) {
      return is_one_of(at(k).text, {"int", "double", "float", "bool", "char", "long", "unsigned"});
    };
    if (i >= end || !is_word(i)) return first;
    if (built_in(i)) {
      while (i < end && built_in(i)) ++i;
    } else if (is(i, "decltype") && is(i + 1, "(")) {
      i = behind(i + 1);
    } else {
      for (bool more = true; more;) {  // std::vector<int>::iterator
        while (i + 2 < end && is(i + 1, "::") && is_word(i + 2)) i += 2;
        ++i;
        if (i < end && at(i).angle && at(i).is("<")) i = behind(i);
        more = i + 1 < end && is(i, "::") && is_word(i + 1);
        if (more) ++i;
      }
    }
    while (i < end && (is(i, "&") || is(i, "*") || is(i, "&&") || is(i, "const"))) ++i;
    return i;
  }

  bool is_declaration(std::size_t i, std::size_t end) const {
    if (at(i).is("return")) return false;
    const std::size_t name = behind_type(i, end);
    if (name > i && is(name, "[") && find(i, name, {"auto"}) < name) return true;
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
      const std::size_t next = find(name, end, {","}), equals = find(name, next, {"="});
      if (is_word(name)) declare({i, type_end}, name, scope_end, of_loop);
      if (is_word(name) && equals < next) result_.locals.back().begin = {equals + 1, next};
      const std::size_t open = find(name, next, {"(", "{"});
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

Statements statements_of(const std::string& text) { return StatementReader(text).read(); }

}  // namespace heed::grading
