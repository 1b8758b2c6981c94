#include "exercises/grading/grade/mended.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <regex>
#include <set>
#include <tuple>

#include "exercises/grading/process/compare.hpp"
#include "exercises/grading/process/run_answer.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_piece = 60;

/// Takes away the edits that a compiler's words are about; of an error in a line of the text those there that
/// may change what can be written to, else all. Whether there were any.
bool take_away(std::vector<Edit>& edits, const std::string& errors) {
  static const std::regex line(R"(:(\d{1,9}):\d+: (?:fatal )?error|:(\d{7,9}):\d+:)");
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
  edits = std::move(left);
  return !wrong.empty();
}

/// Those that compile, as a program; its path is empty where none is made.
struct Choices {
  std::vector<Edit> edits{};
  fs::path program{};
};
Choices compiled_choices(const std::string& text, const CompileEdits& compile) {
  constexpr int most_tries = 3;
  Choices choices{edits_of(text)};
  for (int i = 0; i < most_tries && !choices.edits.empty(); ++i) {
    const Experiment tried = compile(with_edits(text, choices.edits));
    choices.program = tried.program;
    if (!tried.program.empty()) return choices;
    if (!take_away(choices.edits, tried.errors)) break;
  }
  return {};
}

/// One part of the answer, and which edits mend it.
class MendedPart {
 public:
  MendedPart(const fs::path& program, const Part& part, const std::vector<Inputs>& cases,
             const std::vector<CaseOutcome>& right, double& seconds)
      : program_(program), part_(part), cases_(cases), right_(right), seconds_(seconds) {}

  /// Of edits, those with which every case is right.
  std::set<std::size_t> by(const std::set<std::size_t>& edits) {
    std::set<std::size_t> mended = edits;
    std::erase_if(mended, [&](std::size_t edit) { return !mends_all(edit); });
    return mended;
  }
  /// Of all `edits` edits; `got`: what comes out without any.
  std::set<std::size_t> by(std::size_t edits, const std::vector<CaseOutcome>& got) {
    const std::size_t first = smallest_wrong(got);
    if (first == cases_.size()) return {};
    std::set<std::size_t> mended;
    for (std::size_t next = 0; next < edits;) {
      std::vector<int> chosen(edits - next);
      std::iota(chosen.begin(), chosen.end(), static_cast<int>(next) + 1);
      const std::vector<CaseOutcome> outcomes =
          run(std::vector<Inputs>(chosen.size(), cases_[first]), chosen);
      if (seconds_ <= 0) return {};
      for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (is_right(first, outcomes[i])) mended.insert(next + i);
      next += outcomes.size() + 1;  // it did not survive that one
    }
    return by(mended);
  }

 private:
  std::vector<CaseOutcome> run(const std::vector<Inputs>& cases, const std::vector<int>& edits) {
    if (seconds_ <= 0) return {};
    AnswerRun run = run_answer(program_, {part_.name, cases, edits}, {.seconds = seconds_});
    constexpr double of_starting = 0.002;
    seconds_ -= run.processor_seconds + of_starting;
    for (std::size_t i = 0; i < run.cases.size(); ++i)
      run.cases[i] = judged_outcome(part_, cases[i], std::move(run.cases[i]));
    return run.cases;
  }

  bool is_right(std::size_t i, const CaseOutcome& outcome) const {
    return outcome.ending == Ending::finished &&
           compare(right_[i], outcome, {part_.options.rtol, part_.options.atol}).failed == 0;
  }

  /// In a program of its own, as it would run if that were the text.
  bool mends_all(std::size_t edit) {
    const std::vector<CaseOutcome> outcomes =
        run(cases_, std::vector<int>(cases_.size(), static_cast<int>(edit) + 1));
    bool right = outcomes.size() == cases_.size() && seconds_ > 0;
    for (std::size_t i = 0; right && i < outcomes.size(); ++i) right = is_right(i, outcomes[i]);
    return right;
  }

  std::size_t smallest_wrong(const std::vector<CaseOutcome>& got) const {
    std::size_t found = cases_.size();
    int fewest = 0;
    for (std::size_t i = 0; i < cases_.size() && i <= got.size(); ++i) {
      if (i < got.size() && is_right(i, got[i])) continue;
      int numbers = 0;
      for (const Input& input : cases_[i].values) numbers += as_tensor(input.value).size();
      if (found == cases_.size() || numbers < fewest) found = i, fewest = numbers;
    }
    return found;
  }

  const fs::path& program_;
  const Part& part_;
  const std::vector<Inputs>& cases_;
  const std::vector<CaseOutcome>& right_;
  double& seconds_;
};

/// On one line, and not long.
std::string short_piece(const std::string& code, std::size_t longest) {
  std::string piece = std::regex_replace(code, std::regex(R"(\s+)"), " ");
  piece.erase(0, piece.find_first_not_of(' '));
  if (piece.size() <= longest) return piece;
  std::size_t end = longest;
  while (end > 0 && (piece[end] & 0xc0) == 0x80) --end;
  return piece.substr(0, end) + "…";
}

std::string line_of(const std::string& text, int line) {
  std::size_t from = 0;
  for (int i = 1; i < line; ++i) from = text.find('\n', from) + 1;
  return short_piece(text.substr(from, text.find('\n', from) - from), 70);
}

std::string_view kind_of(Edit::Kind kind) {
  switch (kind) {
    case Edit::without:
      return "edit_without";
    case Edit::variable:
      return "edit_variable";
    case Edit::number:
      return "edit_number";
    case Edit::type:
      return "edit_type";
    case Edit::always:
      return "edit_always";
    case Edit::never:
      return "edit_never";
    default:
      return "edit_other";
  }
}

}  // namespace

std::map<std::string, Observation> mending_edits(const std::string& text, const Expected& expected,
                                                 const Outcomes& got, const std::vector<std::string>& parts,
                                                 const std::vector<std::string>& right_parts,
                                                 const CompileEdits& compile) {
  if (parts.empty()) return {};
  const Choices choices = compiled_choices(text, compile);
  if (choices.program.empty()) return {};
  double seconds = 1.2;
  const auto mended = [&](const std::string& name) {
    return MendedPart(choices.program, expected.exercise.part(name), expected.cases.at(name),
                      expected.outcomes.at(name), seconds);
  };
  std::map<std::string, std::set<std::size_t>> by_part;
  std::set<std::size_t> all;
  std::map<std::size_t, int> parts_mended;  // less those that are wrong only with it
  for (const std::string& name : parts) {
    std::set<std::size_t>& edits = by_part[name] = mended(name).by(all);  // what mends another part
    if (edits.empty()) edits = mended(name).by(choices.edits.size(), got.at(name));
    all.insert(edits.begin(), edits.end());
    for (const std::size_t edit : edits) ++parts_mended[edit];
  }
  for (const std::string& name : all.size() > 1 ? right_parts : std::vector<std::string>()) {
    const std::set<std::size_t> stay = mended(name).by(all);
    if (seconds <= 0) break;
    for (const std::size_t edit : all) parts_mended[edit] -= !stay.contains(edit);
  }
  const auto preferred = [&](std::size_t i) {
    constexpr std::ptrdiff_t short_one = 40;
    const Edit& one = choices.edits[i];
    const auto length = std::ssize(one.piece);
    return std::tuple(-parts_mended[i], std::max(length, short_one), one.kind, length, one.to - one.from);
  };
  const auto told_of = [&](const Edit& one) {
    return one.around.empty() ? line_of(text, one.line) : short_piece(one.around, longest_piece);
  };
  std::map<std::string, Observation> found;
  for (const auto& [name, edits] : by_part) {
    std::vector<std::size_t> sorted(edits.begin(), edits.end());
    std::ranges::stable_sort(sorted, {}, preferred);
    if (sorted.empty()) continue;
    const Edit& first = choices.edits[sorted.front()];
    Observation& told = found[name];
    told = {.kind = std::string(kind_of(first.kind)),
            .names = {short_piece(first.piece, longest_piece), told_of(first)},
            .numbers = {static_cast<double>(first.line)}};
    for (const std::size_t i : sorted) {
      const Edit& other = choices.edits[i];
      if (other.line == first.line || parts_mended[i] < parts_mended[sorted.front()]) continue;
      told.kind = "edit_two_places";
      told.names.insert(told.names.end(), {short_piece(other.piece, longest_piece), told_of(other)});
      told.numbers.push_back(other.line);
      break;
    }
  }
  return found;
}

}  // namespace heed::grading
