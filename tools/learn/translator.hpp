// The learner's translator: all their answers in one program, which has to compute what the references
// compute, to learn, and to translate; if it does not, the answer that is to blame is found.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "tools/learn/grader.hpp"
#include "tools/learn/notes.hpp"
#include "tools/learn/page.hpp"

namespace heed {

/// Holds what one call of an attention costs: exercises/translator/compare.hpp.
struct OwnAttentionCost {
  std::string kind = "", exercise = "";
  bool learners = false, right = true;
  double length = 0, seconds = 0, bytes = 0;
};

/// Runs all stages with progress on standard error. In the verdict each stage is a part, whose failure has
/// the words of exercises/translator as its output; an answer for which the reference stands in is missing,
/// an error of the compiler, or forbidden, and then no stage earns points. Throws Error and Interrupted.
Verdict check_own_translator(const Grader& grader, const std::filesystem::path& answers);

/// Prints what the program and the model of the last check that passed make of the sentences, and on standard
/// error the words that they have never seen. Throws Error if there is none.
void translate_with_own(const std::filesystem::path& answers, const std::vector<std::string>& sentences);

/// Measures the learner's vanilla, sparse, linear and blockwise attention. Throws Error, Interrupted.
std::vector<OwnAttentionCost> compare_own_attentions(const Grader& grader,
                                                     const std::filesystem::path& answers);

/// Says if a stage passes with the references in the places of these answers.
using Passes = std::function<bool(const std::set<std::string>&)>;

/// Bisects, once for each culprit, to the fewest of `names` with whose references a stage passes that passes
/// with those of all and fails with none.
std::set<std::string> find_guilty(const std::vector<std::string>& names, const Passes& passes);

/// No reference stands in for an answer.
bool is_all_own(const Verdict& translator);

/// `options` stands behind the commands that it names: "" or " --answers DIR".
void show_translator(Page& page, const Verdict& verdict, const Notes& notes, const std::string& options);

/// A point for each kind of attention that is the learner's, gives the reference's numbers and costs what is
/// said of it.
Verdict verdict_on_attentions(const std::vector<OwnAttentionCost>& costs);
/// A table of times and memory, and with which power of the length they grow.
void show_attentions(Page& page, const std::vector<OwnAttentionCost>& costs);

}  // namespace heed
