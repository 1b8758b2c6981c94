// A program of an answer's text in which each of many small edits is a choice, compiled while others work.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "exercises/grading/compile/experiment.hpp"
#include "exercises/grading/source/edits.hpp"

namespace heed::grading {

/// Begins to make a program of an answer's text with edits as choices; what it returns waits for it, and says
/// why those do not compile that do not.
using CompileEdits = std::function<std::function<Experiment()>(const std::string& text)>;

/// What may be spent on edits: seconds of a processor on running them, and, as a compiler or a program that
/// sleeps may take long, by the clock on all that is waited for.
struct EditLimits {
  double processor = 1.2;
  std::chrono::duration<double> compiling{4}, all{8};
};

/// Takes away the edits that a compiler's words are about; of an error in a line of the text those there that
/// may change what can be written to, else all. Whether there were any.
bool take_away(std::vector<Edit>& edits, const std::string& errors);

/// The edits of a text that compile, and the program.
class EditProgram {
 public:
  /// Begins with the compiling.
  EditProgram(std::string text, CompileEdits compile);

  /// Waits until a program is made, without what does not compile, in three tries at most, each begun within
  /// that time; its path is empty where none is.
  void wait(std::chrono::duration<double> longest);

  const std::string& text() const { return text_; }
  const std::vector<Edit>& edits() const { return edits_; }
  const std::filesystem::path& program() const { return program_; }

 private:
  const std::string text_;
  const CompileEdits compile_;
  std::vector<Edit> edits_;
  std::filesystem::path program_{};
  std::function<Experiment()> outcome_{};
};

}  // namespace heed::grading
