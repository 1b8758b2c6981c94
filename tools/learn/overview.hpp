// The course at a glance: how far the learner has come, and the glossary.
#pragma once

#include "tools/learn/learner.hpp"

namespace heed {

/// "12 of 30 exercises ████████░░░░░░░░░░░░ 40 %": a bar of at most 20 columns, shorter on a narrow terminal.
void show_course_bar(Page& page, const Learner& learner);

/// Chapter by chapter: points; each exercise with its number, mark, name, title and points.
void show_course(Page& page, const Learner& learner);

/// exercises/glossary.json: [{"en": "attention", "ko": "어텐션"}, …].
void show_glossary(Page& page, const Course& course);

}  // namespace heed
