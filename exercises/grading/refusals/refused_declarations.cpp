// Declarations that reach into heed: what is added to its namespace takes the place of its own, and a
// specialisation of one of its templates that of a function which counts.
#include <algorithm>
#include <set>

#include "exercises/grading/refusals/refusals.hpp"

namespace heed::grading {

namespace {

using Tokens = std::vector<Token>;

/// A text's own words and signs, one after the other.
class Own {
 public:
  explicit Own(const Tokens& tokens) {
    for (const Token& token : tokens)
      if (token.own && token.kind != Lexeme::literal) texts_.push_back(token.text);
  }
  std::size_t size() const { return texts_.size(); }
  const std::string& operator[](std::size_t i) const { return i < texts_.size() ? texts_[i] : none_; }
  /// Behind `::` at i, or i itself.
  std::size_t behind_colons(std::size_t i) const {
    return (*this)[i] == "::" ? i + 1 : (*this)[i] == ":" && (*this)[i + 1] == ":" ? i + 2 : i;
  }
  bool colons_at(std::size_t i) const { return behind_colons(i) != i; }

 private:
  std::vector<std::string> texts_{};
  std::string none_{};
};

/// heed, and what `namespace h = heed::…;` calls it.
std::set<std::string> names_of_heed(const Own& text) {
  std::set<std::string> names{"heed"};
  for (std::size_t i = 0; i < text.size(); ++i)
    if (text[i] == "namespace" && text[i + 2] == "=" && names.contains(text[text.behind_colons(i + 3)]))
      names.insert(text[i + 1]);
  return names;
}

/// `namespace heed {` and `namespace heed::…`, but not `using namespace heed;` or `namespace h = heed;`.
bool opens_heed(const Own& text, std::size_t i) {
  if (text[i] != "namespace" || (i > 0 && text[i - 1] == "using")) return false;
  std::size_t name = i + 1;
  if (text[name] == "[") return true;  // attributes of a namespace: nobody needs them
  return text[name] == "heed";
}

/// `struct heed::Node {`: heed declares it and defines it where no answer sees it.
bool defines_a_class_of(const std::set<std::string>& heed, const Own& text, std::size_t i) {
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
  const std::string before = i > 0 ? text[i - 1] : "";
  return before == "" || before == ";" || before == "}" || before == "{" || before == "extern";
}

}  // namespace

std::vector<Refusal> refused_declarations(const Preprocessed& answer, const Bans& bans) {
  const Own text(answer.tokens);
  const std::set<std::string> heed = names_of_heed(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (opens_heed(text, i)) return {{"namespace heed", "redefined"}};
    if (defines_a_class_of(heed, text, i)) return {{text[i] + " heed::…", "redefined"}};
    if (bans.counted && specialises(text, i)) return {{"template <>", "counts"}};
  }
  return {};
}

}  // namespace heed::grading
