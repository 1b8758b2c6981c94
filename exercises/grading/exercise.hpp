// The description of an exercise, as grade.cpp writes it: which functions are called on which inputs, for how
// many points.
#pragma once

#include <deque>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "exercises/given.hpp"
#include "exercises/grading/case.hpp"
#include "exercises/grading/verdict.hpp"

namespace heed::grading {

struct PartOptions {
  int points = 1;
  /// A number is right if |got − expected| ≤ atol + rtol |expected|.
  double rtol = 1e-9;
  double atol = 1e-12;
  /// Wrong implementations crash on this part or do not come to an end, so none is run on it inside the
  /// grader.
  bool fatal = false;
  /// The cases are questions, and the results answers to them: the points are for answering all, and each
  /// wrong one is named by itself.
  bool questions = false;
};

/// Names the gradient that a part computes: of Σ upstream ∘ output, by the inputs named.
struct GradientOf {
  std::string output{};  // of the forward part; not needed if the forward computation is a function
  std::string upstream;
  /// {input of the forward part, output of this part}.
  std::vector<std::pair<std::string, std::string>> inputs;
};

// The functions below are not defined in this header: each adapter would compile them anew.
class Part {
 public:
  std::string name;
  PartOptions options;
  std::function<void(Case&)> run;
  std::function<void(Cases&, Draw&)> draw;
  std::string forward{};  // the part whose gradient this one is; "" if none
  std::function<Tensor(const Case&)> forward_function{};
  GradientOf gradient{};

  /// It makes the outputs that are compared of those that `run` gave, in the grader's process alone; none
  /// if those are compared.
  std::function<void(Case&, const std::vector<Output>&)> judged{};

  bool is_gradient() const { return !gradient.inputs.empty(); }

  /// For a part whose right outputs depend on what the answer gives.
  void judged_by(std::function<void(Case&, const std::vector<Output>&)> judge);

  /// The self-test then compares the reference's gradient with central differences of the part `forward`, run
  /// on this part's inputs.
  Part& gradient_of(std::string forward_part, GradientOf of);
  /// The same where no part computes the forward value: a function that the self-test alone calls.
  Part& gradient_of(std::function<Tensor(const Case&)> function, GradientOf of);
};

/// Collects lines that show, after a pass, what the learner can now do.
class Demo {
 public:
  void say(std::string en, std::string ko);
  const std::vector<DemoLine>& lines() const { return lines_; }

 private:
  std::vector<DemoLine> lines_;
};

class Exercise {
 public:
  /// Functions of given:: and of heed:: that the learner's code may not call, beside those that no answer may
  /// (run/refusals.hpp).
  void without(std::vector<std::string> names);
  /// A part: `run` calls the learner's functions on one case; `draw` makes the cases.
  Part& part(std::string name, PartOptions options, std::function<void(Case&)> run,
             std::function<void(Cases&, Draw&)> draw);
  /// Runs the learner's code once more after a pass and says what it can do.
  void now(std::function<void(Demo&)> show);

  /// Calls `prepare` before anything that calls the learner's functions: the grader holds many
  /// implementations of them, and this chooses one.
  void before_each(void (*prepare)());

  const std::deque<Part>& parts() const { return parts_; }
  /// Throws UsageError if there is none of that name.
  const Part& part(const std::string& name) const;
  const std::vector<std::string>& forbidden() const { return forbidden_; }
  const std::function<void(Demo&)>& demo() const { return now_; }

 private:
  std::deque<Part> parts_;
  std::vector<std::string> forbidden_;
  std::function<void(Demo&)> now_;
};

/// For exercises of evidence, whose questions are answered before anything is run: adds the part
/// "prediction", 2 points for the learner's answers to questions 1 to 5. As long as one of them is none of 1,
/// 2 and 3, none is judged: so all are predicted before anything is told. The points are for predicting.
void ask_for_predictions(Exercise& e, int (*prediction)(int which));

}  // namespace heed::grading

using heed::grading::ask_for_predictions;
using heed::grading::Case;
using heed::grading::Cases;
using heed::grading::Demo;
using heed::grading::Draw;
using heed::grading::element;
using heed::grading::Exercise;
