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

class Budget {
 public:
  explicit Budget(const EditLimits& limits) : left_(limits.processor), longest_(limits.all) {}
  bool is_spent() const { return left_ <= 0 || std::chrono::steady_clock::now() - begun_ >= longest_; }
  double left() const { return left_; }
  void spend(double seconds) { left_ -= seconds; }

 private:
  double left_;
  std::chrono::duration<double> longest_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
};

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
  /// Of all `edits` edits; `got`: what comes out without any. Many at a time run wrong cases, the small ones
  /// first, until few are left.
  std::set<std::size_t> by(std::size_t edits, const std::vector<CaseOutcome>& got) {
    constexpr std::size_t most_cases = 4, few = 2;
    std::vector<std::size_t> wrong = wrong_cases(got);
    if (wrong.size() > most_cases) wrong.resize(most_cases);
    std::vector<std::size_t> left(wrong.empty() ? 0 : edits);
    std::iota(left.begin(), left.end(), std::size_t{0});
    for (const std::size_t i : wrong) {
      left = right_in(i, left);
      if (left.size() <= few) break;
    }
    return by({left.begin(), left.end()});
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

  /// Those of the edits with which a case is right.
  std::vector<std::size_t> right_in(std::size_t i, const std::vector<std::size_t>& edits) {
    std::vector<std::size_t> right;
    for (std::size_t next = 0; next < edits.size();) {
      std::vector<int> chosen;
      for (std::size_t k = next; k < edits.size(); ++k) chosen.push_back(static_cast<int>(edits[k]) + 1);
      const std::vector<CaseOutcome> outcomes = run(std::vector<Inputs>(chosen.size(), cases_[i]), chosen);
      if (budget_.is_spent()) return {};
      for (std::size_t k = 0; k < outcomes.size(); ++k)
        if (is_right(i, outcomes[k])) right.push_back(edits[next + k]);
      next += outcomes.size() + 1;  // it did not survive that one
    }
    return right;
  }

  /// The small ones first.
  std::vector<std::size_t> wrong_cases(const std::vector<CaseOutcome>& got) const {
    std::vector<std::size_t> wrong;
    for (std::size_t i = 0; i < cases_.size() && i <= got.size(); ++i)
      if (i == got.size() || !is_right(i, got[i])) wrong.push_back(i);
    std::ranges::stable_sort(wrong, {}, [&](std::size_t i) { return patterns::numbers_of(cases_[i]); });
    return wrong;
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

constexpr std::array<const char*, 10> kinds{"edit_never", "edit_always", "edit_type",     "edit_without",
                                            "edit_other", "edit_number", "edit_variable", "edit_anew",
                                            "edit_order", "edit_moved"};  // by Edit::Kind

}  // namespace

std::map<std::string, Observation> mending_edits(EditProgram& choices, const Expected& expected,
                                                 const Outcomes& got, const std::vector<std::string>& parts,
                                                 const std::vector<std::string>& right_parts,
                                                 const EditLimits& limits) {
  Budget budget(limits);
  choices.wait(limits.compiling);
  if (choices.program().empty()) return {};
  const auto mended = [&](const std::string& name) {
    return MendedPart(choices.program(), expected.exercise.part(name), expected.cases.at(name),
                      expected.outcomes.at(name), budget);
  };
  std::map<std::string, std::set<std::size_t>> by_part;
  std::set<std::size_t> all;
  std::map<std::size_t, int> parts_mended;  // less those that are wrong only with it
  for (const std::string& name : parts) {
    std::set<std::size_t>& edits = by_part[name] = mended(name).by(all);  // what mends another part
    if (edits.empty()) edits = mended(name).by(choices.edits().size(), got.at(name));
    all.insert(edits.begin(), edits.end());
    for (const std::size_t edit : edits) ++parts_mended[edit];
  }
  for (const std::string& name : right_parts) {
    const std::set<std::size_t> stay = mended(name).by(all);
    if (budget.is_spent()) break;
    for (const std::size_t edit : all) parts_mended[edit] -= !stay.contains(edit);
  }
  // one that spoils as much as it mends is no repair
  for (auto& one : by_part)
    std::erase_if(one.second, [&](std::size_t edit) { return parts_mended[edit] <= 0; });
  const auto preferred = [&](std::size_t i) {
    constexpr std::ptrdiff_t short_one = 40;
    const Edit& one = choices.edits()[i];
    const auto length = std::ssize(one.piece);
    return std::tuple(-parts_mended[i], std::max(length, short_one), one.kind, length, one.to - one.from);
  };
  const auto told_of = [&](const Edit& one) {
    return one.around.empty() ? line_of(choices.text(), one.line) : short_piece(one.around, longest_piece);
  };
  std::map<std::string, Observation> found;
  for (const auto& [name, edits] : by_part) {
    std::vector<std::size_t> sorted(edits.begin(), edits.end());
    std::ranges::stable_sort(sorted, {}, preferred);
    if (sorted.empty()) continue;
    const Edit& first = choices.edits()[sorted.front()];
    Observation& told = found[name];
    told = {.kind = kinds.at(static_cast<std::size_t>(first.kind)),
            .names = {short_piece(first.piece, longest_piece), told_of(first)},
            .numbers = {static_cast<double>(first.line)}};
    for (const std::size_t i : sorted) {
      const Edit& other = choices.edits()[i];
      if (other.line == first.line || parts_mended[i] < parts_mended[sorted.front()]) continue;
      if (other.kind == Edit::moved && first.kind != Edit::moved) continue;  // of which there are many
      told.kind = "edit_two_places";
      told.names.push_back(short_piece(other.piece, longest_piece));
      told.numbers.push_back(other.line);
      break;
    }
  }
  return found;
}

}  // namespace heed::grading
