#include "exercises/grading/grade/mended.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <numeric>
#include <regex>
#include <set>
#include <tuple>

#include "exercises/grading/grade/programs.hpp"
#include "exercises/grading/observation/patterns.hpp"
#include "exercises/grading/source/short_lines.hpp"

namespace heed::grading {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_piece = 60;

/// What may be spent: seconds of a processor on running edits, and by the clock on all, as a compiler or a
/// program that sleeps may take long.
class Budget {
 public:
  bool is_spent() const { return left_ <= 0 || std::chrono::steady_clock::now() > end_; }
  bool is_half_spent() const { return std::chrono::steady_clock::now() > half_; }
  double left() const { return left_; }
  void spend(double seconds) { left_ -= seconds; }

 private:
  using Clock = std::chrono::steady_clock;
  double left_ = 1.2;
  Clock::time_point half_ = Clock::now() + std::chrono::seconds(4), end_ = half_ + std::chrono::seconds(4);
};

/// Takes away the edits that a compiler's words are about; of an error in a line of the text those there that
/// may change what can be written to, else all. Whether there were any.
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

/// Those that compile, as a program; its path is empty where none is made.
struct Choices {
  std::vector<Edit> edits{};
  fs::path program{};
};
Choices compiled_choices(const std::string& text, const CompileEdits& compile, const Budget& budget) {
  constexpr int most_tries = 3;
  Choices choices{edits_of(text)};
  for (int i = 0; i < most_tries && !choices.edits.empty() && !budget.is_half_spent(); ++i) {
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
             const std::vector<CaseOutcome>& right, Budget& budget)
      : program_(program), part_(part), cases_(cases), right_(right), budget_(budget) {}

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
      if (budget_.is_spent()) return {};
      for (std::size_t i = 0; i < outcomes.size(); ++i)
        if (is_right(first, outcomes[i])) mended.insert(next + i);
      next += outcomes.size() + 1;  // it did not survive that one
    }
    return by(mended);
  }

 private:
  std::vector<CaseOutcome> run(const std::vector<Inputs>& cases, const std::vector<int>& edits) {
    if (budget_.is_spent()) return {};
    const AnswerRun run =
        run_on_cases(program_, part_, cases, {.seconds = budget_.left(), .stalled = 2}, edits);
    constexpr double of_starting = 0.002;
    budget_.spend(run.processor_seconds + of_starting);
    return run.cases;
  }

  bool is_right(std::size_t i, const CaseOutcome& outcome) const {
    return passes(part_, {right_[i]}, {outcome});
  }

  /// In a program of its own, as it would run if that were the text.
  bool mends_all(std::size_t edit) {
    const std::vector<CaseOutcome> outcomes =
        run(cases_, std::vector<int>(cases_.size(), static_cast<int>(edit) + 1));
    return !budget_.is_spent() && passes(part_, right_, outcomes);
  }

  std::size_t smallest_wrong(const std::vector<CaseOutcome>& got) const {
    std::size_t found = cases_.size();
    int fewest = 0;
    for (std::size_t i = 0; i < cases_.size() && i <= got.size(); ++i) {
      if (i < got.size() && is_right(i, got[i])) continue;
      const int numbers = patterns::numbers_of(cases_[i]);
      if (found == cases_.size() || numbers < fewest) found = i, fewest = numbers;
    }
    return found;
  }

  const fs::path& program_;
  const Part& part_;
  const std::vector<Inputs>& cases_;
  const std::vector<CaseOutcome>& right_;
  Budget& budget_;
};

/// On one line, and not long.
std::string short_piece(const std::string& code, std::size_t longest) {
  std::string piece = std::regex_replace(at_most(code, 1000), std::regex(R"(\s+)"), " ");
  piece.erase(0, piece.find_first_not_of(' '));
  return piece.size() <= longest ? piece : at_most(std::move(piece), longest) + "…";
}

std::string line_of(const std::string& text, int line) {
  std::size_t from = 0;
  for (int i = 1; i < line; ++i) from = text.find('\n', from) + 1;
  return short_piece(text.substr(from, text.find('\n', from) - from), 70);
}

constexpr std::array<const char*, 8> kinds{"edit_never",    "edit_always", "edit_type",
                                           "edit_without",  "edit_other",  "edit_number",
                                           "edit_variable", "edit_anew"};  // by Edit::Kind

}  // namespace

std::map<std::string, Observation> mending_edits(const std::string& text, const Expected& expected,
                                                 const Outcomes& got, const std::vector<std::string>& parts,
                                                 const std::vector<std::string>& right_parts,
                                                 const CompileEdits& compile) {
  if (parts.empty()) return {};
  Budget budget;
  const Choices choices = compiled_choices(text, compile, budget);
  if (choices.program.empty()) return {};
  const auto mended = [&](const std::string& name) {
    return MendedPart(choices.program, expected.exercise.part(name), expected.cases.at(name),
                      expected.outcomes.at(name), budget);
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
    if (budget.is_spent()) break;
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
    told = {.kind = kinds.at(static_cast<std::size_t>(first.kind)),
            .names = {short_piece(first.piece, longest_piece), told_of(first)},
            .numbers = {static_cast<double>(first.line)}};
    for (const std::size_t i : sorted) {
      const Edit& other = choices.edits[i];
      if (other.line == first.line || parts_mended[i] < parts_mended[sorted.front()]) continue;
      told.kind = "edit_two_places";
      told.names.push_back(short_piece(other.piece, longest_piece));
      told.numbers.push_back(other.line);
      break;
    }
  }
  return found;
}

}  // namespace heed::grading
