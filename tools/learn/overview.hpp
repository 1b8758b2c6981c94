// The course at a glance: how far the learner has come.
#pragma once

#include "tools/learn/learner.hpp"

namespace heed {

/// "12 of 30 exercises ████████░░░░░░░░░░░░ 40 %": without the bar on a narrow terminal.
void show_course_bar(Page& page, const Learner& learner);

/// "12. causal_mask · about 12 minutes" and what it is for.
void show_place(Page& page, const Learner& learner, const CourseExercise& exercise);

/// After a pass: at the end of a chapter what one can now do; then what comes next.
void show_way_on(Page& page, const Learner& learner, const CourseExercise& passed);

/// Chapter by chapter: points; each exercise with its number, mark, name, title and points.
void show_course(Page& page, const Learner& learner);

}  // namespace heed
