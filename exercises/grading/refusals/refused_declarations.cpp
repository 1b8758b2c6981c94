// Declarations that reach into heed: what is added to its namespace takes the place of its own, and a
// specialisation of one of its templates that of a function which counts.
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

/// heed, and what `namespace h = heed::…;` calls it.
Names names_of_heed(const Own& text) {
  Names names{"heed"};
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

}  // namespace

std::vector<Refusal> refused_declarations(const Preprocessed& answer, const Bans& bans) {
  const Own text(answer);
  const Names heed = names_of_heed(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (opens_heed(text, i)) return {{"namespace heed", "redefined"}};
    if (defines_a_class_of(heed, text, i)) return {{std::string(text[i]) + " heed::…", "redefined"}};
    if (bans.counted && specialises(text, i)) return {{"template <>", "counts"}};
  }
  return {};
}

}  // namespace heed::grading
