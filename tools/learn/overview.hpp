// The course at a glance: how far the learner has come.
#pragma once

#include "tools/learn/learner.hpp"

namespace heed {

/// "12 of 49 exercises ███░░░░░░░  translator parts 6/25  about 12 hours left": the electives are not
/// counted.
void show_course_bar(Page& page, const Learner& learner);

/// "12. causal_mask · about 12 minutes" and what it is for.
void show_place(Page& page, const Learner& learner, const CourseExercise& exercise);

/// After a pass: what one can now do, what a translator computes with it, what comes next.
void show_way_on(Page& page, const Learner& learner, const CourseExercise& passed);

/// Tells if `wanted`, typed in the list, is the exercise's number or stands in its name or title.
bool is_listed(const Learner& learner, const CourseExercise& exercise, const std::string& wanted);

/// Chapter by chapter: points; each exercise that is_listed() with its number, mark, name, title and points.
void show_course(Page& page, const Learner& learner, const std::string& wanted = "");

}  // namespace heed
