#include <algorithm>
#include <map>
#include <utility>

#include "exercises/grading/source/edit_list.hpp"
#include "exercises/grading/source/operands.hpp"

namespace heed::grading {

namespace {

using Names = std::vector<std::string>;

/// Functions of the same arguments that are taken for each other.
const std::vector<Names>& families() {
  static const std::vector<Names> all{{"max", "min"},
                                      {"log", "log2", "log10", "log1p"},
                                      {"exp", "exp2", "expm1"},
                                      {"sin", "cos"},
                                      {"floor", "ceil", "round", "trunc"}};
  return all;
}

/// The operators that may be meant, the likely one first.
const Names& instead_of(std::string_view sign) {
  static const std::map<std::string_view, Names> all{
      {"<", {"<=", ">"}},   {"<=", {"<", ">="}}, {">", {">=", "<"}}, {">=", {">", "<="}},
      {"==", {"!=", "<="}}, {"!=", {"==", "<"}}, {"&&", {"||"}},     {"||", {"&&"}},
      {"+", {"-"}},         {"-", {"+"}},        {"*", {"/"}},       {"/", {"*"}}};
  static const Names none;
  const auto at = all.find(sign);
  return at == all.end() ? none : at->second;
}

/// K / 2 + 1 becomes K, where neither side alone is that.
void add_each_variable_of(EditList& list, Span all, std::size_t sign) {
  const CodeTokens& code = list.tokens();
  for (std::size_t k = all.first; k < all.end; ++k) {
    const bool is_side = k + 1 == sign || k == sign + 1;
    const bool of_template = code[k + 1].angle || (k > 0 && code[k - 1].angle);
    if (code.is_word(k) && !is_side && !of_template && !is_one_of(code[k + 1].text, {"(", ".", "[", "::"}) &&
        (k == all.first || precedence(code[k - 1].text) > 0))
      list.add(5, Edit::other, all, all, list.text_of({k, k + 1}));
  }
}

/// Whether iterators are subtracted, which can be neither added nor negated.
bool is_distance(const CodeTokens& code, std::size_t sign, Span all) {
  if (!code[sign].is("-")) return false;
  for (std::size_t k = all.first; k < all.end; ++k)
    if (is_one_of(code[k].text, {"begin", "cbegin", "find", "find_if", "max_element", "min_element",
                                 "lower_bound", "upper_bound"}))
      return true;
  return false;
}

/// Whether an expression is all that is assigned, returned or handed over.
bool is_whole(const CodeTokens& code, Span all) {
  const bool handed = all.first >= 2 && code[all.first - 1].is("(") && code.is_word(all.first - 2) &&
                      !is_one_of(code[all.first - 2].text, {"if", "for", "while", "switch"});
  const bool begins = all.first > 0 && is_one_of(code[all.first - 1].text, {"=", "return", ","});
  return (handed || begins) && all.end < code.size() && is_one_of(code[all.end].text, {";", ",", ")"});
}

void add_edits_of_operator(EditList& list, std::size_t i) {
  const std::string_view sign = list.tokens()[i].text;
  const Span all = operands(list.tokens(), i, list.expression());
  const bool reads = list.tokens().is(i + 1, ">") || list.tokens()[i - 1].is(">");  // the halves of >>
  if (all.first >= i || all.end <= i + 1 || sign == "<<" || (sign == ">" && reads)) return;
  const std::string a = list.text_of({all.first, i}), b = list.text_of({i + 1, all.end});
  const int binds = precedence(sign);
  const bool compares = binds == equality || binds == ordering;
  int rank = compares ? 1 : binds == products ? 4 : 3;
  for (const std::string& other : instead_of(sign))
    if (other == "-" ? !list.holds_text(all) : !is_distance(list.tokens(), i, all))
      list.add(std::exchange(rank, 5), Edit::other, {i, i + 1}, all, a + " " + other + " " + b);
  if (is_whole(list.tokens(), all) && (compares || binds < equality)) add_edits_of_condition(list, all);
  if (compares) return;
  if (binds >= sums && all.end - all.first > 3) add_each_variable_of(list, all, i);
  list.add(2, Edit::without, {i, all.end}, all, a);
  if (sign != "/" && sign != "%" && !is_distance(list.tokens(), i, all))
    list.add(2, Edit::without, {all.first, i + 1}, all, sign == "-" ? "-(" + b + ")" : b);
}

/// Whether an argument belongs to a call of what is a variable, or of one whose arguments have one type.
bool is_of_ints(const EditList& list, std::size_t i) {
  const CodeTokens& code = list.tokens();
  const std::size_t open = code.begin_of_brackets(i, 0);
  if (open < 2 || !code.is_word(open - 2)) return false;
  const std::string_view name = code[open - 2].text;
  return is_one_of(name, {"max", "min", "clamp"}) ||
         std::ranges::any_of(list.code().locals, [&](const Local& one) {
           return one.name == name && one.type.find("Tensor") != one.type.npos;
         });
}

void add_edits_of_number(EditList& list, std::size_t i) {
  const CodeTokens& code = list.tokens();
  const Span span{i, i + 1};
  const std::string text(code[i].text);
  if (text.size() > 6 || text.find_first_not_of("0123456789") != text.npos) return;
  const int number = std::stoi(text);
  for (const int other : {number - 1, number + 1})
    list.add(number <= 2 ? 2 : 5, Edit::number, span, span, std::to_string(other));
  const bool argument = i > 0 && is_one_of(code[i - 1].text, {",", "("}) && i + 1 < code.size() &&
                        is_one_of(code[i + 1].text, {")", ","});
  // no index of a Tensor, nor beside another int in std::max
  if ((argument && number == 0 && !is_of_ints(list, i)) || code.is(i + 1, "/"))
    list.add_of_type(span, text + ".0");
}

/// Where the name of a function begins, with what it is a member of.
std::size_t begin_of_name(const CodeTokens& code, std::size_t i, std::size_t first) {
  while (i > first && is_one_of(code[i - 1].text, {"::", ".", "->"})) {
    i -= i - 1 > first ? 2 : 1;
    while (i > first && code[i].closes()) {
      i = code[i].partner;
      if (i > first && (code.is_word(i - 1) || code[i - 1].closes())) --i;
    }
  }
  return i;
}

void add_edits_of_call(EditList& list, std::size_t i, std::size_t open) {
  const CodeTokens& code = list.tokens();
  const std::string name(code[i].text);
  const Span whole{begin_of_name(code, i, list.expression().first), code.behind(open)};
  const std::vector<Span> arguments = arguments_of(code, open);
  for (const Names& family : families())
    if (std::ranges::find(family, name) != family.end())
      for (const std::string& other : family)
        list.add(2, Edit::other, {i, i + 1}, whole,
                 list.text_of({whole.first, i}) + other + list.text_of({i + 1, whole.end}));
  if (name.ends_with("_cast") || name == "int") {
    if (arguments.size() == 1) list.add_of_type(whole, "(" + list.text_of(arguments[0]) + ")");
    return;
  }
  add_edits_of_arguments(list, whole, open);
  const bool free = whole.first == i || code[i - 1].is("::");
  if (!free || arguments.size() > 3) return;
  const bool likely =
      arguments.size() == 1 || is_one_of(name, {"pow", "max", "min", "clamp", "fmax", "fmin"});
  for (const Span& argument : arguments)
    list.add(likely ? 2 : 6, Edit::without, {i, i + 1}, whole, list.text_of(argument));
}

void add_edits_of_word(EditList& list, std::size_t i) {
  const CodeTokens& code = list.tokens();
  const std::size_t end = list.expression().end;
  std::size_t open = i + 1;
  if (open < end && code[open].angle && code[open].is("<")) open = code.behind(open);
  if (open < end && code.is(open, "(") && !is_one_of(code[i].text, {"sizeof", "decltype"}))
    add_edits_of_call(list, i, open);
  const bool of_another = i > 0 && is_one_of(code[i - 1].text, {".", "->", "::"});
  if (!of_another && !code.is(i + 1, "::")) add_edits_of_variable(list, i);
}

}  // namespace

void add_edits_of_expression(EditList& list, std::size_t i) {
  const CodeTokens& code = list.tokens();
  const std::size_t first = list.expression().first;
  if (code[i].kind == Lexeme::literal) add_edits_of_number(list, i);
  if (code[i].is("0")) add_edits_of_index(list, i);
  if (code[i].is("?")) add_edits_of_condition(list, {left_operand(code, i, first, 0), i});
  if (is_binary(code, i, first)) add_edits_of_operator(list, i);
  if (code[i].kind == Lexeme::word) add_edits_of_word(list, i);
}

}  // namespace heed::grading
