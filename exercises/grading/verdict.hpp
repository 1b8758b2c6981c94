// The verdict is what the grader found in one file: course_grader prints it as JSON, and whoever shows it
// reads that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heed {

/// A known mistake: the id of its implementation, and its code in the catalogue ("M05") if it has one.
struct Mistake {
  std::string id = "", code = "";
};

/// A line that is shown after a pass, in both languages.
struct DemoLine {
  std::string en = "", ko = "";
};

struct NamedValues {
  std::string name = "";
  std::vector<int> shape = {};      // empty: one number
  std::vector<double> values = {};  // row by row
};

/// The first case of a part that went wrong.
struct FailedCase {
  std::string label = "";
  std::vector<NamedValues> inputs = {};
  std::vector<NamedValues> shown = {};  // results that are only to be seen, such as an order
  std::string output = "";              // which of the case's results is wrong; empty if it gave none
  std::optional<NamedValues> expected = {}, got = {};
  std::vector<std::size_t> wrong = {};  // places in the flat values
  std::string message = "";             // what the code threw, or what the library or a sanitizer found
  std::string signal = "";              // "SIGSEGV"
  std::string reason = "";              // of a crash: AnswerRun::reason
  std::optional<double> at_most = {};   // the limit of a cost; `expected` is then not told
};

enum class PartStatus {
  passed,
  failed,
  not_written,
  threw,
  crashed,
  timeout,
  memory,
  wrong_shape,
  missing_output,  // the program ended in the middle, by exit()
  changed_input,   // an argument is not what it was; the failure's message is its name
  not_run          // it did not compile, or uses what it must not
};

/// "passed", "not_written" and so on.
std::string_view to_string(PartStatus status);

/// A pattern in wrong numbers whose cause is not known: what they look like, not why.
struct Observation {
  std::string kind = "";                // "factor", "transposed", …: "## seen …" in exercises/verdicts.md
  std::vector<std::string> names = {};  // of inputs, sizes, results or cases
  std::vector<double> numbers = {};     // a factor, axes, indices
  std::string output = "";              // of several results the one it is about, if not the one shown
};

struct PartVerdict {
  std::string name = "";
  double points = 0, max_points = 0;
  PartStatus status = PartStatus::not_run;
  int checks = 0, failed_checks = 0;  // compared results
  std::optional<Mistake> mistake = {};
  std::optional<Observation> observation = {};  // where no mistake is known
  // Questions have the mistake behind each wrong answer here.
  std::vector<Mistake> by_question = {};
  std::optional<FailedCase> failure = {};
  // A stage of the learner's translator, which is a part, says here what it measured, and whose answers are
  // to blame.
  std::optional<double> measured = {};
  std::vector<std::string> guilty = {};
};

struct CompilerMessage {
  int line = 0, column = 0;  // from 1; 0: not known
  std::string message = "";
  std::string source = "";  // that line of the learner's file
};

/// Something in an answer for which it gets no points at all.
struct Refusal {
  std::string name = "";    // "given::softmax", "../solutions/loops.cpp"
  std::string reason = "";  // subject, library, file, system, thread, by_hand, utf16, elsewhere
};

struct Verdict {
  std::string exercise = "";
  bool compiled = true;
  std::vector<CompilerMessage> errors = {}, warnings = {};
  std::vector<std::string> missing = {};  // functions that the file should define
  std::vector<std::string> others = {};   // of these names that it defines, with other parameters
  std::vector<Refusal> forbidden = {};
  std::vector<PartVerdict> parts = {};
  std::string printed = "";         // what the learner's code printed
  std::vector<DemoLine> demo = {};  // what they can now do
  std::string trouble = "";         // why there is no verdict; not the learner's fault

  double points() const;
  double max_points() const;
  bool passed() const;     // every part
  bool untouched() const;  // no part is written
};

/// Also has the sums. NaN and infinities are the strings "nan", "inf", "-inf".
nlohmann::json to_json(const Verdict& verdict);

/// Reads what to_json gave. Throws FormatError when it is no verdict.
Verdict verdict_from_json(const nlohmann::json& json);

}  // namespace heed
