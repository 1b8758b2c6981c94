// What the grader found, as course_grader prints it.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "tools/learn/language.hpp"

namespace heed {

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
  std::string output = "";              // which of the case's outputs
  std::optional<NamedValues> expected = {}, got = {};
  std::vector<std::size_t> wrong = {};  // places in the flat values
  std::string message = "";             // what the code threw, or what the sanitizer found
  std::string signal = "";              // "SIGSEGV"
  std::string reason = "";              // of a crash: "stack_overflow", "segmentation_fault", …
  std::optional<double> at_most = {};   // of a cost
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
  missing_output,
  changed_input,
  not_run  // it did not compile, or uses what it must not
};

/// A pattern in wrong numbers, where their cause is not known.
struct Observation {
  std::string kind = "";  // "factor", "transposed", …; empty: none
  std::vector<std::string> names = {};
  std::vector<double> numbers = {};
};

struct PartVerdict {
  std::string name = "";
  double points = 0, max_points = 0;
  PartStatus status = PartStatus::not_written;
  int checks = 0, failed_checks = 0;
  std::string mistake = "", mistake_code = "";  // "first_axis", "M05"; empty: nothing known
  std::string second_mistake = "";              // where two are made at once
  Observation observation = {};
  std::optional<FailedCase> failure = {};
};

struct CompilerError {
  int line = 0, column = 0;  // from 1; 0: not known
  std::string message = "";
  std::string source = "";  // the line of the learner's file
};

/// Something that an answer must not use.
struct Refused {
  std::string name = "";
  std::string reason = "subject";  // or "library", "file", "system", "static", "uncounted", "redefined"
};

struct Verdict {
  std::string exercise = "", chapter = "";
  double points = 0, max_points = 0;
  bool passed = false;
  bool compiled = true;
  std::vector<CompilerError> errors = {}, warnings = {};
  std::vector<std::string> missing = {};  // functions that the file should define
  std::vector<Refused> forbidden = {};
  std::vector<PartVerdict> parts = {};
  std::string printed = "";          // what the learner's code printed
  std::vector<Bilingual> demo = {};  // what they can now do
  double seconds = 0;                // compiling and running
  bool untouched() const;            // no part is written
};

/// Throws FormatError when it is no verdict.
Verdict verdict_from_json(const nlohmann::json& json);

/// The same shape that verdict_from_json reads.
nlohmann::json to_json(const Verdict& verdict);

std::string_view to_string(PartStatus status);

}  // namespace heed
