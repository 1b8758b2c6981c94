// Declarations that reach into heed: what is added to its namespace takes the place of its own, and a
// specialisation of one of its templates, or of the C++ library's, that of a function which counts or judges.
#include <set>
#include <string_view>

#include "exercises/grading/refusals/refusals.hpp"

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

using Names = std::set<std::string, std::less<>>;

/// "heed", and what `namespace h = heed::…;` calls it.
Names names_of(const char* space, const Own& text) {
  Names names{space};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == "namespace" && text[i + 2] == "=" && names.contains(text[text.behind_colons(i + 3)]))
      names.emplace(text[i + 1]);
  return names;
}

/// `namespace heed {` and `namespace heed::…`, but not `using namespace heed;` or `namespace h = heed;`.
bool opens_heed(const Own& text, std::size_t i) {
  if (text[i] != "namespace" || (i > 0 && text[i - 1] == "using")) return false;
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

/// `template <>`, and `template class X<Y>;`: not `template <class T>`, nor `x.template f<Y>()`.
bool specialises(const Own& text, std::size_t i) {
  if (text[i] != "template") return false;
  if (text[i + 1] == "<") return text[i + 2] == ">";
  const std::string_view before = i > 0 ? text[i - 1] : "";
  return before == "" || before == ";" || before == "}" || before == "{" || before == "extern";
}

/// Before `<…>` that ends at i, or i itself.
std::size_t before_arguments(const Own& text, std::size_t i) {
  if (text[i] != ">") return i;
  for (int open = 0; i > 0; --i) {
    if (text[i] == ">") ++open;
    if (text[i] == "<" && --open == 0) return i - 1;
  }
  return i;
}

/// Whether what is specialised there belongs to a library: another function with its name might be called in
/// its place by what judges an answer. (But for std::hash, which is made for that.)
bool specialises_a_librarys(const Own& text, std::size_t i, const Names& libraries, bool inside) {
  std::size_t at = text[i + 1] == "<" ? i + 3 : i + 1;
  if (text[at] == "struct" || text[at] == "class") {
    at = text.behind_colons(at + 1);
    const bool named = libraries.contains(text[at]);
    if (named) at = text.behind_colons(at + 1);
    return (named || inside) && text[at] != "hash";
  }
  bool named = false;
  for (; at < text.size() && text[at] != "(" && text[at] != ";"; ++at) named |= libraries.contains(text[at]);
  const std::size_t name = before_arguments(text, at - 1);
  return inside || (named && name >= 2 && text.colons_at(name - 2));  // own ones stand without a ::
}

}  // namespace

std::vector<Refusal> refused_declarations(const Preprocessed& answer, const Bans& bans) {
  const Own text(answer);
  const Names heed = names_of("heed", text);
  Names libraries = names_of("std", text);
  libraries.insert(heed.begin(), heed.end());
  libraries.insert({"Tensor", "given"});
  bool inside = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (opens_heed(text, i)) return {{"namespace heed", "redefined"}};
    if (defines_a_class_of(heed, text, i)) return {{std::string(text[i]) + " heed::…", "redefined"}};
    inside |= text[i] == "namespace" && text[i + 1] == "std" && text[i + 2] != ";";
    if (!specialises(text, i)) continue;
    if (bans.counted) return {{"template <>", "counts"}};
    if (specialises_a_librarys(text, i, libraries, inside)) return {{"template <>", "specialised"}};
  }
  return {};
}

}  // namespace heed::grading
