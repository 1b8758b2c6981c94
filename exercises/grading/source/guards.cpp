#include "exercises/grading/source/guards.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "exercises/grading/source/bounds.hpp"
#include "exercises/grading/source/lexemes.hpp"
#include "exercises/grading/source/numbers.hpp"
#include "exercises/grading/source/variables.hpp"

namespace heed::grading {

namespace {

constexpr char zero[] = "0", infinity[] = "∞", minus_infinity[] = "−∞";

enum class Tests : unsigned char { stay, go };  // for 0

/// Reads a text from its beginning, and writes what it becomes.
class Reader {
 public:
  Reader(const std::string& text, Tests tests)
      : text_(text), code_(text), bounds_(code_), variables_(code_), tests_(tests) {
    for (std::size_t i = 0; i < code_.size(); ++i)
      if (bounds_.around(i) || is_compared(i)) bounding_.insert(code_[i].text);
  }

  WithoutGuards without_guards() {
    for (std::size_t i = 0; i < code_.size();) i = read(i);
    result_.text += text_.substr(copied_);
    return std::move(result_);
  }

 private:
  bool is_scope(std::size_t i) const { return code_.is(i, ":") && code_.is(i + 1, ":"); }

  /// Writes `code` in the place of the lexemes from `first` to before `end`; a guard where something else is
  /// computed then.
  std::size_t replace(std::size_t first, std::size_t end, const std::string& code,
                      const std::string& taken_as = "") {
    const std::size_t from = code_[first].from, to = code_[end - 1].to;
    const std::string before = text_.substr(from, to - from);
    result_.text += text_.substr(copied_, from - copied_) + code +
                    std::string(static_cast<std::size_t>(std::ranges::count(before, '\n')), '\n');
    copied_ = to;
    if (!taken_as.empty()) result_.guards.push_back({before, code_[first].line, taken_as});
    return end;
  }

  std::size_t read(std::size_t i) {
    const Lexeme& one = code_[i];
    if (one.kind == Lexeme::directive) return definition(i);
    if (const auto number = number_of(one)) return literal(i, *number);
    if (one.kind == Lexeme::sign) {
      const std::size_t end = tests_ == Tests::stay ? above_or_below(i) : i;
      return end > i ? end : with_itself(i);
    }
    if (one.kind != Lexeme::word) return i + 1;
    if (one.text == "float") return replace(i, i + 1, "double", "double");
    if (one.text == "std" && is_scope(i + 1) && code_.is_word(i + 3)) {
      const std::size_t end = named(i, i + 3);
      return end > i ? end : i + 3;
    }
    if (const std::size_t end = named(i, i); end > i) return end;
    return tests_ == Tests::go ? test(i) : i + 1;
  }

  /// A macro's text: without numbers that are none.
  std::size_t definition(std::size_t i) {
    const std::string directive(code_[i].text);
    constexpr std::string_view define = "define";
    const std::size_t at = directive.find_first_not_of(" \t", 1);
    if (at == directive.npos || directive.compare(at, define.size(), define) != 0) return i + 1;
    const std::size_t from = at + define.size();
    if (from < directive.size() && directive[from] != ' ' && directive[from] != '\t') return i + 1;
    const WithoutGuards inner = Reader(directive.substr(from), tests_).without_guards();
    if (inner.guards.empty()) return i + 1;
    for (Guard guard : inner.guards) {
      guard.line += code_[i].line - 1;
      result_.guards.push_back(guard);
    }
    return replace(i, i + 1, directive.substr(0, from) + inner.text);
  }

  std::size_t literal(std::size_t i, const Number& number) {
    constexpr double large_in_bounds = 25;
    const bool named = i > 1 && code_.is(i - 1, "=") && variables_.doubles.contains(code_[i - 2].text) &&
                       bounding_.contains(code_[i - 2].text);
    const bool bounding = bounds_.around(i) || is_compared(i) || named;
    const bool fraction = i > 0 && code_.is(i - 1, ".") && code_[i - 1].to == code_[i].from;  // of .5
    const bool of_ints = number.whole && bounds_.of_one_type(i);  // with a double it would not compile
    const bool least = vanishes(number) || (!number.whole && number.value == 0);
    if (!fraction && least && bounds_.keeps_a_sum_above(i))
      return replace(i, i + 1, "(-__builtin_inf())", minus_infinity);
    if (!fraction && vanishes(number)) return replace(i, i + 1, "0.0", zero);
    if (!fraction && !of_ints && number.value >= (bounding ? large_in_bounds : least_large))
      return replace(i, i + 1, "__builtin_inf()", infinity);
    if (!number.of_float) return i + 1;
    std::string as_double(code_[i].text);
    as_double.pop_back();
    return replace(i, i + 1, as_double);
  }

  /// Whether what stands there, with or without a sign, is a bound of a floating-point variable: x > 700.
  bool is_compared(std::size_t i) const {
    if (i > 0 && code_.is(i - 1, "-")) --i;
    if (i > 0 && code_.is(i - 1, "=")) --i;
    return i > 1 && is_one_of(code_[i - 1].text, {"<", ">"}) &&
           variables_.doubles.contains(code_[i - 2].text);
  }

  /// A number that vanishes, or the name of one.
  bool is_tiny(std::size_t i) const {
    return is_tiny_number(code_, i) || (i < code_.size() && variables_.tiny.contains(code_[i].text));
  }

  /// z < 1e-12: of ever smaller numbers that comes to z <= 0, and z >= 1e-12 to z > 0.
  std::size_t above_or_below(std::size_t i) {
    const bool shifts = i > 0 && code_.is(i - 1, "<");  // << eps
    const bool below = code_.is(i, "<") && !shifts, not_below = code_.is(i, ">") && code_.is(i + 1, "=");
    const std::size_t bound = not_below ? i + 2 : i + 1;
    if ((!below && !not_below) || !is_tiny(bound)) return i;
    const std::string sign = below ? "<= " : "> ";
    if (!code_.is_word(bound)) return replace(i, bound + 1, sign + "0.0", sign + "0");
    const std::string with_name = sign + std::string(code_[bound].text);  // 0 where it gets its number
    return replace(i, bound + 1, with_name, with_name);
  }

  /// What is asked for, or limits a type, by a name of the library that stands at `at`; `first` where nothing
  /// is.
  std::size_t named(std::size_t first, std::size_t at) {
    const std::string_view word = code_[at].text;
    if (word == "isnan" || word == "isinf")
      return replace(first, at + 1, "[](auto) { return false; }", "false");
    if (word == "isfinite") return replace(first, at + 1, "[](auto) { return true; }", "true");
    if (is_one_of(word, {"DBL_MIN", "DBL_EPSILON", "FLT_MIN", "FLT_EPSILON"}))
      return replace(first, at + 1, "0.0", zero);
    if (word == "DBL_MAX" || word == "FLT_MAX") return replace(first, at + 1, "__builtin_inf()", infinity);
    if (word != "numeric_limits" || !code_.is(at + 1, "<")) return first;
    const std::size_t close = code_.find(">", at), which = close + 3;
    const bool of_floating = code_.is(close - 1, "double") || code_.is(close - 1, "float");
    if (!of_floating || !is_scope(close + 1) || !code_.is(which + 1, "(") || !code_.is(which + 2, ")"))
      return first;
    const std::string_view limit = code_[which].text;
    if (is_one_of(limit, {"epsilon", "min", "denorm_min"})) return replace(first, which + 3, "0.0", zero);
    if (limit == "max") return replace(first, which + 3, "__builtin_inf()", infinity);
    if (limit == "lowest") return replace(first, which + 3, "(-__builtin_inf())", minus_infinity);
    return first;
  }

  /// What stands before and behind a test.
  bool begins_a_test(std::size_t i) const {
    return i > 0 && !code_.is(i - 2, "while") &&
           is_one_of(code_[i - 1].text, {"(", "&", "|", "=", "return", "?", ":", ",", "!"});
  }
  bool ends_a_test(std::size_t i) const {
    return i < code_.size() && is_one_of(code_[i].text, {")", "&", "|", "?", ";", ","});
  }

  /// x != x, which is how NaN can be found.
  std::size_t with_itself(std::size_t i) {
    const bool equal = code_.is(i, "="), unequal = code_.is(i, "!");
    if ((!equal && !unequal) || !code_.is(i + 1, "=")) return i + 1;
    std::size_t end = i + 2;
    for (int depth = 0; end < code_.size() && (depth > 0 || !ends_a_test(end)); ++end)
      depth += code_[end].opens() ? 1 : code_[end].closes() ? -1 : 0;
    const std::size_t length = end - (i + 2), first = i - length;
    if (length == 0 || length >= i || !begins_a_test(first) || code_[first].from < copied_) return i + 1;
    for (std::size_t k = 0; k < length; ++k)
      if (code_[first + k].text != code_[i + 2 + k].text) return i + 1;
    const std::string decided = equal ? "true" : "false";
    return replace(first, end, decided, decided);
  }

  /// A variable that is compared with 0: not an index or a number of things, and no condition of a loop.
  std::size_t test(std::size_t i) {
    if (!begins_a_test(i) || variables_.integers.contains(code_[i].text)) return i + 1;
    const bool two_signs = code_.is(i + 2, "=");
    const std::size_t bound = two_signs ? i + 3 : i + 2;
    if (!ends_a_test(bound + 1)) return i + 1;
    const auto number = number_of(code_[bound]);
    if (!number || (number->value != 0 && !vanishes(*number))) return i + 1;
    const std::string_view sign = code_[i + 1].text;
    const bool equal = two_signs && sign == "=", unequal = two_signs && sign == "!";
    const bool above = !two_signs && sign == ">", not_above = two_signs && sign == "<";
    const bool divides = is_divisor(i) || divides_or_takes_logarithm(i, bound);
    const bool guards = equal || unequal || ((above || not_above) && divides);
    if (!guards) return i + 1;
    const std::string decided = unequal || above ? "true" : "false";
    return replace(i, bound + 1, decided, decided);
  }

  /// a / (z > 0 ? z : 1), a /= z > 0 ? z : 1.
  bool is_divisor(std::size_t test) const {
    return test > 1 && (code_.is(test - 1, "(") || code_.is(test - 1, "=")) && code_.is(test - 2, "/");
  }

  /// Whether a statement has, behind `from`, a quotient by the variable at `name`, or a logarithm of it.
  bool divides_or_takes_logarithm(std::size_t name, std::size_t from) const {
    for (std::size_t i = from; i < code_.size() && code_[i].text != ";"; ++i) {
      const bool quotient = code_.is(i - 1, "/");
      const bool logarithm = code_.is(i - 1, "(") && code_.is(i - 2, "log");
      if (code_[i].text == code_[name].text && (quotient || logarithm)) return true;
    }
    return false;
  }

  const std::string& text_;
  Lexemes code_;
  Bounds bounds_;
  Variables variables_;
  Tests tests_;
  std::set<std::string_view> bounding_{};  // what stands in one, or is compared with a double
  std::size_t copied_ = 0;                 // so much of the text is in the result, or replaced there
  WithoutGuards result_{};
};

}  // namespace

WithoutGuards without_guards(const std::string& text) { return Reader(text, Tests::stay).without_guards(); }
WithoutGuards without_guards_and_tests(const std::string& text) {
  return Reader(text, Tests::go).without_guards();
}

}  // namespace heed::grading
