#include "exercises/grading/source/edit_list.hpp"
#include "exercises/grading/source/operands.hpp"

namespace heed::grading {

namespace {

/// Whether two arguments are variables of one type that is written down.
bool are_alike(const EditList& list, Span a, Span b) {
  if (a.end - a.first > 1 || b.end - b.first > 1) return false;
  const std::string type = list.type_of(a.first);
  return !type.empty() && type.find("auto") == type.npos && type == list.type_of(b.first);
}

}  // namespace

void add_edits_of_arguments(EditList& list, Span call, std::size_t open) {
  const CodeTokens& code = list.tokens();
  const std::vector<Span> arguments = arguments_of(code, open);
  for (std::size_t k = 0; k + 1 < arguments.size(); ++k) {
    const Span a = arguments[k], b = arguments[k + 1];
    if (!are_alike(list, a, b)) continue;
    const std::string exchanged = list.text_of(b) + ", " + list.text_of(a);
    list.add(code[open - 1].is("(") && list.type_of(open - 2) == "Tensor " ? 5 : 3, Edit::order,
             {a.first, b.end}, call,
             list.text_of({call.first, a.first}) + exchanged + list.text_of({b.end, call.end}),
             Edit::same_type);
  }
  if (code[open - 1].is("clamp") && arguments.size() == 3) {
    const std::string x = list.text_of(arguments[0]);
    list.add(2, Edit::without, arguments[1], call, "std::min(" + x + ", " + list.text_of(arguments[2]) + ")");
    list.add(2, Edit::without, arguments[2], call, "std::max(" + x + ", " + list.text_of(arguments[1]) + ")");
  }
}

}  // namespace heed::grading
