#include "exercises/grading/grade/edit_program.hpp"

#include <regex>
#include <set>
#include <utility>

namespace heed::grading {

bool take_away(std::vector<Edit>& edits, const std::string& errors) {
  static const std::regex line(
      R"(answer\.cpp:(\d{1,9}):\d{1,9}: (?:fatal )?error|answer\.cpp:(\d{7,9}):\d{1,9}:)");
  std::set<std::size_t> wrong;
  std::set<int> lines;
  for (std::sregex_iterator at(errors.begin(), errors.end(), line), end; at != end; ++at) {
    const int number = std::stoi((*at)[1].matched ? (*at)[1] : (*at)[2]);
    if (number >= line_of_edit(0))
      wrong.insert(static_cast<std::size_t>((number - line_of_edit(0)) / lines_of_edit));
    else
      lines.insert(number);
  }
  const auto take = [&](const auto& is_meant) {
    for (std::size_t i = 0; i < edits.size(); ++i)
      if (is_meant(edits[i])) wrong.insert(i);
  };
  for (const int one : lines) {
    const auto before = wrong.size();
    take([&](const Edit& edit) { return edit.line == one && edit.form == Edit::same_type; });
    if (wrong.size() == before) take([&](const Edit& edit) { return edit.line == one; });
  }
  std::vector<Edit> left;
  for (std::size_t i = 0; i < edits.size(); ++i)
    if (!wrong.contains(i)) left.push_back(edits[i]);
  const bool any = left.size() < edits.size();
  edits = std::move(left);
  return any;
}

EditProgram::EditProgram(std::string text, CompileEdits compile)
    : text_(std::move(text)), compile_(std::move(compile)), edits_(edits_of(text_)) {
  if (!edits_.empty()) outcome_ = compile_(with_edits(text_, edits_));
}

void EditProgram::wait(std::chrono::duration<double> longest) {
  constexpr int most_tries = 3;
  const auto begun = std::chrono::steady_clock::now();
  for (int tries = 1; outcome_; ++tries) {
    const Experiment tried = std::exchange(outcome_, nullptr)();
    program_ = tried.program;
    const bool again = program_.empty() && tries < most_tries && take_away(edits_, tried.errors) &&
                       !edits_.empty() && std::chrono::steady_clock::now() - begun < longest;
    if (again) outcome_ = compile_(with_edits(text_, edits_));
  }
}

}  // namespace heed::grading
