// The verdict as the user interface and the classroom reports read it.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "exercises/grading/grade.hpp"

namespace heed::grading {

/// NaN and infinities are the strings "nan", "inf", "-inf".
nlohmann::json verdict_json(const Verdict& verdict);

}  // namespace heed::grading
