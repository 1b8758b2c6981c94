// The place of a mistake that nobody stored: an edit of the answer with which all results are right.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "exercises/grading/grade/edit_program.hpp"
#include "exercises/grading/naming/naming.hpp"

namespace heed::grading {

/// Of those of the parts that some edit of the text mends: the place of the smallest one, at most two places
/// (each alone does it). All cases of the part have come out right with it, in a program of their own. Beyond
/// the limits no more is said. Edits that leave `right_parts` right are preferred, those that spoil as many
/// parts as they mend are passed over, as far as the time allows to see that.
std::map<std::string, Observation> mending_edits(EditProgram& choices, const Expected& expected,
                                                 const Outcomes& got, const std::vector<std::string>& parts,
                                                 const std::vector<std::string>& right_parts,
                                                 const EditLimits& limits = {});

}  // namespace heed::grading
