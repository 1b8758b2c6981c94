#include "exercises/grading/source/edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "exercises/grading/source/short_lines.hpp"
#include "exercises/grading/source/statements.hpp"

namespace heed::grading {

namespace {

constexpr std::size_t most_edits = 250;

using Words = std::vector<std::string_view>;
bool is_in(std::string_view word, const Words& words) {
  return std::ranges::find(words, word) != words.end();
}

/// Binary operators, and how close they bind.
int precedence(std::string_view sign) {
  static const std::map<std::string_view, int> all{{"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<", 7},
                                                   {">", 7},  {"<=", 7}, {">=", 7}, {"<<", 8}, {"+", 9},
                                                   {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}};
  const auto at = all.find(sign);
  return at == all.end() ? 0 : at->second;
}

/// Functions of the same arguments that are taken for each other.
const std::vector<Words>& families() {
  static const std::vector<Words> all{{"max", "min"},
                                      {"log", "log2", "log10", "log1p"},
                                      {"exp", "exp2", "expm1"},
                                      {"sin", "cos"},
                                      {"floor", "ceil", "round", "trunc"}};
  return all;
}

class EditFinder {
 public:
  explicit EditFinder(const std::string& text)
      : text_(text), code_(statements_of(text)), tokens_(code_.tokens) {}

  std::vector<Edit> edits() {
    for (const Expression& one : code_.expressions) of_expression(one);
    for (const Statement& one : code_.statements) of_statement(one);
    std::ranges::stable_sort(edits_, {}, &Edit::rank);
    if (edits_.size() > most_edits) edits_.resize(most_edits);
    return std::move(edits_);
  }

 private:
  const CodeToken& at(std::size_t i) const { return tokens_[i]; }
  bool is(std::size_t i, std::string_view text) const { return i < tokens_.size() && at(i).is(text); }
  bool is_word(std::size_t i) const { return i < tokens_.size() && at(i).kind == Lexeme::word; }
  std::string text_of(Span span) const {
    if (span.first >= span.end) return "";
    return text_.substr(at(span.first).from, at(span.end - 1).to - at(span.first).from);
  }
  std::string text_of(std::size_t first, std::size_t end) const { return text_of(Span{first, end}); }

  /// `code` in the place of a span; `piece` is what the learner is told of.
  void add(int rank, Edit::Kind kind, Span piece, Span replaced, const std::string& code,
           Edit::Form form = Edit::value) {
    constexpr std::size_t longest = 600;  // what is written twice, and in whatever is around it once more
    if (at(replaced.end - 1).to - at(replaced.first).from > longest) return;
    // each lambda has a type of its own, and a list in braces none
    const bool one_type = form == Edit::statement || form == Edit::converted || !holds_braces(replaced);
    if (code == text_of(replaced) || !one_type || (form == Edit::value && is_written(replaced))) return;
    edits_.push_back({kind, text_of(piece), around(piece, replaced), at(piece.first).line, form,
                      at(replaced.first).from, at(replaced.end - 1).to, code, rank});
  }

  bool holds_braces(Span span) const {
    for (std::size_t i = span.first; i < span.end; ++i)
      if (is(i, "{")) return true;
    return false;
  }

  /// The smallest thing that the piece is a part of and that fits on a line: what is replaced, a call or a
  /// subscript, the whole expression.
  std::string around(Span piece, Span replaced) const {
    constexpr std::size_t longest = 60;
    const auto fits = [&](Span one) {
      const std::string text = text_of(one);
      return text.size() > text_of(piece).size() && text.size() <= longest && text.find('\n') == text.npos;
    };
    if (fits(replaced)) return text_of(replaced);
    std::size_t open = piece.first;
    while (open > in_.first && !at(open - 1).opens())
      open = at(open - 1).closes() ? at(open - 1).partner : open - 1;
    if (open > in_.first) {
      const std::size_t called = open - 1 > in_.first && is_word(open - 2) ? open - 2 : open - 1;
      if (const Span brackets{called, at(open - 1).partner + 1}; fits(brackets)) return text_of(brackets);
    }
    return fits(in_) ? text_of(in_) : "";
  }

  /// Whether what stands there is more than a value.
  bool is_written(Span span) const {
    static const Words after{"=", "+=", "-=", "*=", "/=", "%=", "++", "--", ".", "->", "["};
    const bool changed = span.first > 0 && (is(span.first - 1, "++") || is(span.first - 1, "--"));
    return changed || (span.end < tokens_.size() && is_in(at(span.end).text, after));
  }

  bool is_binary(std::size_t i, std::size_t first) const {
    if (i <= first || at(i).angle || precedence(at(i).text) == 0) return false;
    const CodeToken& before = at(i - 1);
    return (before.kind == Lexeme::word && !before.is("return")) || before.kind == Lexeme::literal ||
           before.is(")") || before.is("]") || before.is("++") || before.is("--");
  }
  bool ends_operands(std::size_t i) const {
    const std::string_view sign = at(i).text;
    return is_in(sign, {",", ";", "?", ":", "=", "+=", "-=", "*=", "/=", "%=", "return"});
  }
  /// Where the operand on the left of an operator begins, and where that on its right ends.
  std::size_t left_of(std::size_t i, std::size_t first, int binds) const {
    std::size_t begin = i;
    while (begin > first) {
      const std::size_t k = begin - 1;
      if (at(k).opens() || ends_operands(k) || (is_binary(k, first) && precedence(at(k).text) < binds)) break;
      begin = at(k).closes() ? at(k).partner : k;
    }
    return std::max(begin, first);
  }
  std::size_t right_of(std::size_t i, Span in, int binds) const {
    std::size_t end = i + 1;
    while (end < in.end) {
      if (at(end).closes() || ends_operands(end)) break;
      if (end > i + 1 && is_binary(end, in.first) && precedence(at(end).text) <= binds) break;
      end = at(end).opens() ? at(end).partner + 1 : end + 1;
    }
    return std::min(end, in.end);
  }

  void of_expression(const Expression& one) {
    in_ = one.span, role_ = one.role;
    if (one.role == Expression::condition) condition(in_);
    for (std::size_t i = in_.first; i < in_.end; ++i) {
      const CodeToken& token = at(i);
      const bool lambda = token.is("[") && (i == in_.first || !(is_word(i - 1) || at(i - 1).closes()));
      if (lambda) {  // its statements have expressions of their own
        while (i < in_.end && !is(i, "{")) i = at(i).opens() ? at(i).partner + 1 : i + 1;
        if (i < in_.end) i = at(i).partner;
        continue;
      }
      if (token.angle) {
        i = std::max(i, token.partner);
        continue;
      }
      if (token.kind == Lexeme::literal) literal(i);
      if (token.is("?")) condition({left_of(i, in_.first, 0), i});
      if (token.is("[") && token.partner > i + 1) off_by_one({i + 1, token.partner}, 8);
      if (is_binary(i, in_.first))
        binary(i);
      else if ((token.is("-") || token.is("!")) && i + 1 < in_.end)
        unary(i);
      if (token.kind == Lexeme::word) word(i);
    }
  }

  void condition(Span span) {
    if (span.first >= span.end) return;
    add(4, Edit::always, span, span, "true");
    add(4, Edit::never, span, span, "false");
  }

  void off_by_one(Span span, int rank) {
    const std::string was = text_of(span);
    for (const char* more : {" - 1", " + 1"}) add(rank, Edit::other, span, span, "(" + was + ")" + more);
  }

  void binary(std::size_t i) {
    const std::string_view sign = at(i).text;
    const int binds = precedence(sign);
    const std::size_t first = left_of(i, in_.first, binds), end = right_of(i, in_, binds);
    if (first >= i || end <= i + 1) return;
    const Span all{first, end}, right{i + 1, end};
    const std::string a = text_of(first, i), b = text_of(right);
    const auto replaced = [&](int rank, const char* other) {
      add(rank, Edit::other, {i, i + 1}, all, a + " " + other + " " + b);
    };
    if (binds == 6 || binds == 7) {
      const std::map<std::string_view, Words> likely{{"<", {"<=", ">"}},   {"<=", {"<", ">="}},
                                                     {">", {">=", "<"}},   {">=", {">", "<="}},
                                                     {"==", {"!=", "<="}}, {"!=", {"==", "<"}}};
      int rank = 1;
      for (const std::string_view other : likely.at(sign))
        replaced(std::exchange(rank, 5), std::string(other).c_str());
      if (binds == 7) off_by_one(right, 2);
      return;
    }
    if (sign == "<<") return;
    if (sign == "&&" || sign == "||") replaced(3, sign == "&&" ? "||" : "&&");
    if (sign == "+" || sign == "-") replaced(3, sign == "+" ? "-" : "+");
    if (sign == "*" || sign == "/") replaced(4, sign == "*" ? "/" : "*");
    // K / 2 + 1 → K, where neither side alone is that
    const bool of_more = binds == 9 || binds == 10;
    for (std::size_t k = first; of_more && end - first > 3 && k < end; ++k)
      if (is_word(k) && !at(k + 1).is("(") && !at(k + 1).is(".") && !at(k + 1).is("[") &&
          !at(k + 1).is("::") && (k == first || precedence(at(k - 1).text) > 0) && k != i - 1 && k != i + 1)
        add(5, Edit::other, all, all, text_of(k, k + 1));
    add(2, Edit::without, {i, end}, all, a);
    if (sign != "/" && sign != "%")
      add(2, Edit::without, {first, i + 1}, all, sign == "-" ? "-(" + b + ")" : b);
  }

  void unary(std::size_t i) {
    std::size_t end = i + 1;
    while (end < in_.end && !at(end).closes() && !ends_operands(end) && !is_binary(end, i + 1))
      end = at(end).opens() ? at(end).partner + 1 : end + 1;
    if (end > i + 1) add(3, Edit::without, {i, i + 1}, {i, end}, text_of(i + 1, end));
  }

  void literal(std::size_t i) {
    const Span span{i, i + 1};
    const std::string text(at(i).text);
    const bool whole = text.find_first_not_of("0123456789") == text.npos;
    if (whole && text.size() <= 6) {
      const int number = std::stoi(text);
      for (const int other : {number - 1, number + 1})
        add(number <= 2 ? 2 : 5, Edit::number, span, span, std::to_string(other));
      const bool argument =
          i > 0 && (at(i - 1).is(",") || at(i - 1).is("(")) && (is(i + 1, ")") || is(i + 1, ","));
      if (argument && number == 0) anchored(span, text + ".0");
      if (is(i + 1, "/")) anchored(span, text + ".0");
      return;
    }
    if (text.find_first_not_of("0123456789.eE+-") != text.npos) return;
    for (const char* other : {"0.0", "1.0", "2.0", "0.5"}) add(4, Edit::number, span, span, other);
    add(5, Edit::number, span, span, "(-" + text + ")");
    add(5, Edit::number, span, span, "(1 / " + text + ")");
  }

  /// What changes types replaces all that they may go through.
  void anchored(Span span, const std::string& code) {
    Span whole = in_;
    std::string before, behind;
    Edit::Form form = Edit::converted;
    if (role_ == Expression::statement) form = Edit::statement, behind = ";";
    if (role_ == Expression::returned) form = Edit::statement, before = "return ", behind = ";";
    if (role_ == Expression::value) return;
    const bool with_word = role_ == Expression::returned;
    if (with_word) --whole.first;
    if (form == Edit::statement) ++whole.end;
    const std::string text = text_of(whole);
    const std::size_t from = at(span.first).from - at(whole.first).from,
                      to = at(span.end - 1).to - at(whole.first).from;
    add(1, Edit::type, span, whole, text.substr(0, from) + code + text.substr(to), form);
  }

  void word(std::size_t i) {
    const std::string_view name = at(i).text;
    if (name == "true" || name == "false")
      return add(3, Edit::other, {i, i + 1}, {i, i + 1}, name == "true" ? "false" : "true");
    const bool member = i > 0 && (at(i - 1).is(".") || at(i - 1).is("->"));
    std::size_t open = i + 1;
    if (open < in_.end && at(open).angle && at(open).is("<")) open = at(open).partner + 1;
    if (open < in_.end && is(open, "(") && name != "sizeof" && name != "decltype") call(i, open);
    if (!member && !is(i + 1, "::") && !(i > 0 && at(i - 1).is("::"))) other_variables(i);
  }

  std::vector<Span> arguments_of(std::size_t open) const {
    std::vector<Span> all;
    std::size_t first = open + 1;
    for (std::size_t i = open + 1; i <= at(open).partner; ++i) {
      if (i < at(open).partner && !at(i).is(",")) {
        if (at(i).opens()) i = at(i).partner;
        continue;
      }
      if (i > first) all.push_back({first, i});
      first = i + 1;
    }
    return all;
  }

  static bool is_bound(std::string_view name) { return is_in(name, {"max", "min", "clamp", "fmax", "fmin"}); }

  void call(std::size_t i, std::size_t open) {
    const std::string_view name = at(i).text;
    std::size_t first = i;
    while (first > in_.first && is_in(at(first - 1).text, {"::", ".", "->"})) {
      first -= first - 1 > in_.first ? 2 : 1;
      while (first > in_.first && at(first).closes()) {
        first = at(first).partner;
        if (first > in_.first && (is_word(first - 1) || at(first - 1).closes())) --first;
      }
    }
    const Span whole{first, at(open).partner + 1};
    const std::vector<Span> arguments = arguments_of(open);
    const bool cast = name.ends_with("_cast");
    for (const Words& family : families())
      if (is_in(name, family))
        for (const std::string_view other : family)
          add(2, Edit::other, {i, i + 1}, whole,
              text_of(first, i) + std::string(other) + text_of(i + 1, whole.end));
    if (cast || name == "int") {
      if (arguments.size() == 1) anchored(whole, "(" + text_of(arguments[0]) + ")");
      return;
    }
    const bool free = first == i || at(i - 1).is("::");
    if (free && arguments.size() <= 3)
      for (const Span& argument : arguments)
        add(arguments.size() == 1 || name == "pow" || is_bound(name) ? 2 : 6, Edit::without, {i, i + 1},
            whole, text_of(argument));
    // max(a, min(b, x)) → x
    for (std::size_t k = whole.first; is_bound(name) && k < whole.end; ++k)
      if (k > open && is_bound(at(k).text) && is(k + 1, "("))
        for (const Span& argument : arguments_of(k + 1))
          add(3, Edit::without, {i, i + 1}, whole, text_of(argument));
    for (std::size_t k = 0; k + 1 < arguments.size(); ++k) {
      if (!look_alike(arguments[k], arguments[k + 1])) continue;
      add(5, Edit::exchanged, {i, whole.end}, whole,
          text_of(first, arguments[k].first) + text_of(arguments[k + 1]) + ", " + text_of(arguments[k]) +
              text_of(arguments[k + 1].end, whole.end),
          Edit::same_type);
    }
  }

  const Local* local_at(std::size_t i) const {
    const Local* found = nullptr;
    for (const Local& one : code_.locals)
      if (one.scope.first < i && i < one.scope.end && one.name == at(i).text) found = &one;
    return found;
  }
  /// Whether two arguments may have one type, as far as the text shows it.
  bool look_alike(Span one, Span other) const {
    const std::string type = type_of(one);
    return type == type_of(other) && (!type.empty() || at(one.end - 1).text == at(other.end - 1).text ||
                                      (computes(one) && computes(other)));
  }
  bool computes(Span span) const {
    for (std::size_t i = span.first; i < span.end; ++i)
      if (precedence(at(i).text) >= precedence("+") && is_binary(i, span.first)) return true;
    return false;
  }
  /// Of a variable or a number alone; else "".
  std::string type_of(Span span) const {
    if (span.end > span.first + 1) return "";
    if (std::isdigit(static_cast<unsigned char>(at(span.first).text.front())) != 0)
      return at(span.first).text.find('.') == std::string_view::npos ? "int " : "double ";
    const Local* local = local_at(span.first);
    return local != nullptr ? local->type : "";
  }

  void other_variables(std::size_t i) {
    const auto inside = [&](const Local& one) { return one.scope.first < i && i < one.scope.end; };
    const Local* own = local_at(i);
    if (own == nullptr) return;
    std::size_t open = i;  // of the brackets around it
    while (open > in_.first && !at(open - 1).opens())
      open = at(open - 1).closes() ? at(open - 1).partner : open - 1;
    const bool subscript = open > in_.first && !at(open - 1).is("{") && open > 1 && is_word(open - 2);
    std::vector<const Local*> others;
    for (const Local& one : code_.locals)
      if (inside(one) && one.name != own->name && one.type == own->type &&
          (own->constant || !one.constant || !(is_written({i, i + 1}) || is(i + 1, "("))))
        others.push_back(&one);
    // those declared nearest, and those of the same sort
    std::ranges::reverse(others);
    std::ranges::stable_sort(others, {}, [&](const Local* one) { return one->of_loop != own->of_loop; });
    std::set<std::string_view> seen;
    constexpr std::size_t most = 5;
    for (const Local* one : others) {
      if (seen.size() == most) break;
      if (!seen.insert(one->name).second) continue;
      const int rank = one->of_loop == own->of_loop ? (subscript ? 3 : 4) : 6;
      add(rank + (seen.size() > 2 ? 2 : 0), Edit::variable, {i, i + 1}, {i, i + 1}, std::string(one->name),
          Edit::same_type);
    }
  }

  void of_statement(const Statement& one) {
    const auto add_here = [&](int rank, Edit::Kind kind, Span piece, const std::string& code) {
      add(rank, kind, piece, one.span, code, Edit::statement);
    };
    if (one.kind != Statement::expression) {
      const Span word{one.span.first, one.span.first + 1};
      add_here(3, Edit::other, word, one.kind == Statement::breaks ? "continue;" : "break;");
      return add_here(2, Edit::without, word, ";");
    }
    add_here(2, Edit::without, {one.span.first, one.span.end - 1}, ";");
    for (std::size_t i = one.span.first; i < one.span.end; i = at(i).opens() ? at(i).partner + 1 : i + 1) {
      const std::string_view sign = at(i).text;
      const std::map<std::string_view, Words> likely{
          {"=", {"+="}}, {"+=", {"=", "-="}}, {"-=", {"=", "+="}}, {"*=", {"=", "/="}}, {"/=", {"=", "*="}}};
      const auto others = likely.find(sign);
      if (others == likely.end()) continue;
      for (const std::string_view other : others->second)
        add_here(2, Edit::other, {i, i + 1},
                 text_of(one.span.first, i) + " " + std::string(other) + " " + text_of(i + 1, one.span.end));
      break;
    }
  }

  const std::string& text_;
  const Statements code_;
  const std::vector<CodeToken>& tokens_;
  std::vector<Edit> edits_{};
  Span in_{};  // the expression that is looked at
  Expression::Role role_ = Expression::value;
};

}  // namespace

std::vector<Edit> edits_of(const std::string& text) { return EditFinder(text).edits(); }

}  // namespace heed::grading
