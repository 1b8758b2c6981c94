// Declarations that reach into heed: what is added to its namespace takes the place of its own, and a
// specialisation of one of its templates, or of the C++ library's, that of a function which counts or judges.
#include <set>
#include <string_view>

#include "exercises/grading/refusals/refusals.hpp"
#include "exercises/grading/refusals/symbols.hpp"

namespace heed::grading {

namespace {

/// A text's own words and signs, one after the other; "" behind the last.
class Own {
 public:
  explicit Own(const Preprocessed& answer) {
    for (const Token& token : answer.tokens)
      if (token.own && token.kind != Lexeme::literal) texts_.push_back(token.text);
  }
  std::size_t size() const { return texts_.size(); }
  std::string_view operator[](std::size_t i) const { return i < texts_.size() ? texts_[i] : ""; }
  bool colons_at(std::size_t i) const { return (*this)[i] == ":" && (*this)[i + 1] == ":"; }
  /// Behind `::` at i, or i itself.
  std::size_t behind_colons(std::size_t i) const { return colons_at(i) ? i + 2 : i; }

 private:
  std::vector<std::string_view> texts_{};  // the tokens outlive them
};

/// "heed", and what `namespace h = heed::…;` calls it.
Names names_of(const char* space, const Own& text) {
  Names names{space};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == "namespace" && text[i + 2] == "=" && names.contains(text[text.behind_colons(i + 3)]))
      names.emplace(text[i + 1]);
  return names;
}

/// Of `using namespace X;`.
bool used(const Own& text, std::size_t i) { return i > 0 && text[i - 1] == "using"; }

/// `namespace heed {` and `namespace heed::…`, but not `using namespace heed;` or `namespace h = heed;`.
bool opens_heed(const Own& text, std::size_t i) {
  if (text[i] != "namespace" || used(text, i)) return false;
  return text[i + 1] == "heed" || text[i + 1] == "[";  // attributes of a namespace: nobody needs them
}

/// `struct heed::Node {`: heed declares it and defines it where no answer sees it.
bool defines_a_class_of(const Names& heed, const Own& text, std::size_t i) {
  if (text[i] != "struct" && text[i] != "class" && text[i] != "union") return false;
  std::size_t at = text.behind_colons(i + 1);
  if (!heed.contains(text[at]) || !text.colons_at(at + 1)) return false;
  while (text.colons_at(at + 1)) at = text.behind_colons(at + 1);
  return text[at + 1] == "{" || text[at + 1] == "final" || text[at + 1] == ":";
}

/// Behind the closing bracket of the one at `open`; size() if it is not closed.
std::size_t behind(const Own& text, std::size_t open) {
  const bool angle = text[open] == "<";
  const std::string_view begin = text[open], end = angle ? ">" : begin == "(" ? ")" : "]";
  int depth = 0;
  for (std::size_t i = open; i < text.size(); ++i) {
    if (angle && text[i] == "(") i = behind(text, i) - 1;  // <(a > b)>
    if (text[i] == begin) ++depth;
    if (text[i] == end && --depth == 0) return i + 1;
  }
  return text.size();
}

/// What a template's declaration declares: Owner<…>::name<…>.
struct Declared {
  std::string_view owner{}, name{};
  bool arguments = false, is_class = false;
};

/// Of the one that goes on at `at`, behind `template` and its parameters.
Declared declared_at(const Own& text, std::size_t at) {
  Declared found;
  bool keyword = false;
  for (; at < text.size(); ++at) {
    const std::string_view here = text[at];
    if (here == "decltype" || here == "alignas" || here == "__attribute__") {
      at = behind(text, at + 1) - 1;
    } else if (here == "<") {
      at = behind(text, at) - 1;
      found.arguments = true;
    } else if (here == "[" && text[at + 1] == "[") {
      at = behind(text, at) - 1;
    } else if (here == "(" && text[behind(text, at)] == "(") {
      continue;  // bool (X::f)()
    } else if (here == "struct" || here == "class") {
      keyword = true;
    } else if (text.colons_at(at)) {
      ++at;
    } else if (of_a_word(here.front())) {
      found.owner = at >= 2 && text.colons_at(at - 2) ? found.name : "";
      found.name = here;
      found.arguments = false;
      if (here == "operator") return found;
    } else if (here != "*" && here != "&") {
      found.is_class = keyword && here != "(";
      if (here == "(" || here == ")") found.arguments = false;  // a function's parameters follow
      return found;
    }
  }
  return found;
}

/// Behind `template` and its parameters if a specialisation is declared there: `template <>`, `template <…>
/// struct X<…>`, and `template class X<Y>;`. Not `template <class T> struct X`, nor `x.template f<Y>()`: 0.
std::size_t specialises(const Own& text, std::size_t i) {
  if (text[i] != "template") return 0;
  const std::string_view before = i > 0 ? text[i - 1] : "";
  if (text[i + 1] == "<") {
    const std::size_t at = behind(text, i + 1);
    const bool parameter = before == "<" || before == ",";  // template <template <class> class X>
    return text[i + 2] == ">" || (!parameter && declared_at(text, at).arguments) ? at : 0;
  }
  return before == "" || before == ";" || before == "}" || before == "{" || before == "extern" ? i + 1 : 0;
}

/// The classes and namespaces that the text itself declares, but for those that a library has as well.
Names own_names(const Own& text, const Names& libraries) {
  Names names, librarys;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (libraries.contains(text[i]) && text.colons_at(i + 1)) librarys.emplace(text[i + 3]);
    if (text[i] != "struct" && text[i] != "class" && text[i] != "namespace") continue;
    const bool parameter = i > 0 && (text[i - 1] == "<" || text[i - 1] == ",");
    const bool other = text.colons_at(i + 2) || text[i + 2] == "<" || text[i + 2] == "=";
    if (!parameter && !other && !libraries.contains(text[i + 1]) && !used(text, i))
      names.emplace(text[i + 1]);
  }
  for (const std::string& name : librarys) names.erase(name);
  return names;
}

/// Whether what is specialised belongs to a library: another function with its name might be called in its
/// place by what judges an answer. (But for std::hash, which is made for that.)
bool a_librarys(const Declared& what, const Names& own) {
  if (what.is_class) return what.name != "hash" && !own.contains(what.name);
  return !what.owner.empty() && !own.contains(what.owner);  // own functions stand without a ::
}

}  // namespace

std::vector<Refusal> refused_declarations(const Preprocessed& answer, const Bans& bans) {
  const Own text(answer);
  const Names heed = names_of("heed", text);
  Names libraries = names_of("std", text);
  libraries.insert(heed.begin(), heed.end());
  libraries.insert({"Tensor", "given"});
  const Names own = own_names(text, libraries);
  int depth = 0, outside = -1;  // of braces; outside namespace std, while inside it
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (opens_heed(text, i)) return {{"namespace heed", "redefined"}};
    if (defines_a_class_of(heed, text, i)) return {{std::string(text[i]) + " heed::…", "redefined"}};
    if (text[i] == "{") ++depth;
    if (text[i] == "}" && --depth == outside) outside = -1;
    const bool opens_std = text[i] == "namespace" && text[i + 1] == "std" && !used(text, i);
    if (opens_std && outside < 0) outside = depth;
    const std::size_t at = specialises(text, i);
    if (at == 0) continue;
    if (bans.counted) return {{"template <>", "counts"}};
    const Declared what = declared_at(text, at);
    const bool inside = outside >= 0 && !(what.is_class && what.name == "hash");
    if (inside || a_librarys(what, own)) return {{"template <>", "specialised"}};
  }
  return {};
}

}  // namespace heed::grading
