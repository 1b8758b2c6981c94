// The learner's translator: all their answers in one program, which has to compute what the references
// compute, to learn, and to translate; if it does not, the answer that is to blame is found.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tools/learn/learner/grader.hpp"
#include "tools/learn/text/page.hpp"
#include "tools/learn/translator/culprits.hpp"
#include "tools/learn/translator/stage_run.hpp"

namespace heed {

/// One exercise's answer in the program. used, or why the reference stands in for it: missing, broken,
/// refused.
struct TranslatorPart {
  std::string exercise = "", state = "", message = "";
  int line = 0;             // of the compiler's message; 0: not known
  std::string reason = "";  // of a refusal
};

struct TranslatorStage {
  std::string name = "";
  int points = 0;
  double seconds = 0;  // after which it has failed
  StageOutcome outcome = {};
  Culprits guilty = {};
  int tried = 0;  // runs that it took to find them
};

/// What one call of an attention costs: exercises/translator/compare.hpp.
struct OwnAttentionCost {
  std::string kind = "", exercise = "";
  bool learners = false, right = true;
  double length = 0, seconds = 0, bytes = 0;
};

struct TranslatorVerdict {
  std::vector<TranslatorPart> parts = {};
  std::vector<TranslatorStage> stages = {};
  bool all_parts = false;  // are the learner's; otherwise no stage earns points
  std::uint64_t seed = 0;  // of the answers' text, from which sentences and weights are drawn
  int points = 0, max_points = 0;
  bool passed = false;  // all stages; what was trained is then kept
  bool interrupted = false;
};

/// A sentence of the learner's translator, and the words that it has never seen: these are guessed.
struct OwnTranslation {
  std::string text{};
  std::vector<std::string> unknown{};
};

class OwnTranslator {
 public:
  /// Translating, and comparing, are ended after `patience` seconds.
  explicit OwnTranslator(std::filesystem::path answers, double patience = 120)
      : answers_(std::move(answers)), patience_(patience) {}

  /// Compiles, links and runs all stages with progress on standard error. Throws Error, and Interrupted with
  /// what was reached.
  TranslatorVerdict check(const Grader& grader, const Look& look) const;

  /// By the program and the model of the last check that passed. Throws Error if there is none.
  std::vector<OwnTranslation> translate(const std::vector<std::string>& sentences) const;

  /// What the learner's vanilla, sparse, linear and blockwise attention cost. Throws Error, Interrupted.
  std::vector<OwnAttentionCost> compare_attentions(const Grader& grader, const Look& look) const;

  std::filesystem::path model_file() const { return answers_ / "translator.safetensors"; }

 private:
  static constexpr double training_seconds = 75;  // after which a training has failed
  /// After so many all stages and the search for who is to blame are to have ended; it has at least 15.
  static constexpr double in_all_seconds = 60, least_search_seconds = 15;

  std::filesystem::path folder() const { return answers_ / ".translator"; }
  std::filesystem::path finished() const { return folder() / "finished_program"; }
  void blame(TranslatorVerdict& verdict, TranslatorStage& stage, const Look& look, double seconds) const;

  std::filesystem::path answers_;
  double patience_;
};

/// `options` stands behind the commands that it names: "" or " --answers DIR".
void show_translator(Page& page, const TranslatorVerdict& verdict, const std::string& model_file,
                     const std::string& options = "");
/// Of how many kinds the attention is the learner's, gives the reference's numbers and costs what the
/// document's table says.
int attentions_that_hold(const std::vector<OwnAttentionCost>& costs);
/// A table of times and memory, fitted slopes, crossovers, and which lines of the document's table hold.
void show_attentions(Page& page, const std::vector<OwnAttentionCost>& costs);
/// In the form in which every exercise's is printed (exercises/grading/verdict.hpp): each stage is a part. An
/// answer for which the reference stands in is missing, an error of the compiler, or forbidden.
Verdict to_verdict(const TranslatorVerdict& verdict);

}  // namespace heed
