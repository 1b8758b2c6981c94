// The place of a mistake that nobody stored: an edit of the answer with which all results are right.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "exercises/grading/compile/compile_answer.hpp"
#include "exercises/grading/naming/naming.hpp"
#include "exercises/grading/source/edits.hpp"

namespace heed::grading {

/// Makes a program of an answer's text with these edits as choices; `errors` of those that do not compile.
using CompileEdits = std::function<Experiment(const std::string& text)>;

/// Of those of the parts that some edit of the text mends: the place of the smallest one, at most two places
/// (each alone does it). All cases of the part have come out right with it, in a program of their own. Where
/// edits take 1.2 seconds of a processor, or all takes 8 by the clock, no more is said. Edits that leave
/// `right_parts` right are preferred.
std::map<std::string, Observation> mending_edits(const std::string& text, const Expected& expected,
                                                 const Outcomes& got, const std::vector<std::string>& parts,
                                                 const std::vector<std::string>& right_parts,
                                                 const CompileEdits& compile);

}  // namespace heed::grading
