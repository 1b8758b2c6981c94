#include <fmt/format.h>

#include <algorithm>

#include "exercises/grading/source/edits.hpp"

namespace heed::grading {

namespace {

// Quicker to compile than to run quickly; clang has no such pragma. What stands there is a value of the same
// type as before: else more would change than is told.
constexpr char beginning[] = R"(#pragma GCC optimize(0)
extern "C" { int heed_chosen_edit = 0; }
namespace {
template <class T, class U>
constexpr T heed_edit_as(U&& x) {
  if constexpr (std::is_same_v<T, std::decay_t<U>>) return static_cast<U&&>(x);
  throw 0;
}
constexpr bool heed_edit(int number) { return !std::is_constant_evaluated() && number == heed_chosen_edit; }
}
#line 1
)";

/// Writes a text with the edits of its places, the outer ones first.
class ChoicesWriter {
 public:
  ChoicesWriter(const std::string& text, const std::vector<Edit>& edits) : text_(text), edits_(edits) {
    for (std::size_t i = 0; i < edits.size(); ++i) order_.push_back(i);
    std::ranges::stable_sort(order_, [&](std::size_t a, std::size_t b) {
      const Edit &one = edits[a], &other = edits[b];
      if (one.from != other.from) return one.from < other.from;
      const bool inserts = one.from == one.to, other_inserts = other.from == other.to;
      if (inserts || other_inserts) return inserts && !other_inserts;  // before all that stands there
      return one.to > other.to;
    });
  }

  std::string all() { return beginning + up_to(0, text_.size()); }

 private:
  int line_at(std::size_t place) const {
    return 1 + static_cast<int>(
                   std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(place), '\n'));
  }

  /// The text from one place to another, with what is chosen there.
  std::string up_to(std::size_t from, std::size_t to) {
    std::string written;
    while (next_ < order_.size() && edits_[order_[next_]].from < to) {
      const Edit& one = edits_[order_[next_]];
      if (one.from < from || one.to > to) {  // crosses another one's end
        ++next_;
        continue;
      }
      written += text_.substr(from, one.from - from) + choices();
      from = one.to;
    }
    return written + text_.substr(from, to - from);
  }

  /// All edits of one place, and in the last of them what stands there.
  std::string choices() {
    const Edit& first = edits_[order_[next_]];
    const std::string was = text_.substr(first.from, first.to - first.from);
    const bool statement = first.form == Edit::statement;
    std::string written = statement ? "{ " : "(";
    for (; next_ < order_.size(); ++next_) {
      const std::size_t i = order_[next_];
      const Edit& one = edits_[i];
      if (one.from != first.from || one.to != first.to) break;
      const std::string code =
          one.form == Edit::value ? fmt::format("heed_edit_as<std::decay_t<decltype({})>>({})", was, one.code)
          : one.form == Edit::statement ? one.code
                                        : "(" + one.code + ")";
      written += fmt::format("\n#line {}\n", line_of_edit(i));
      written += statement ? fmt::format("if (heed_edit({})) {{ {} }} else ", i + 1, code)
                           : fmt::format("heed_edit({}) ? {} : ", i + 1, code);
    }
    written += fmt::format("\n#line {}\n{}", line_at(first.from), statement ? "{ " : "(");
    return written + up_to(first.from, first.to) + (statement ? " } }" : "))");
  }

  const std::string& text_;
  const std::vector<Edit>& edits_;
  std::vector<std::size_t> order_{};
  std::size_t next_ = 0;
};

}  // namespace

std::string with_edits(const std::string& text, const std::vector<Edit>& edits) {
  return ChoicesWriter(text, edits).all();
}

}  // namespace heed::grading
