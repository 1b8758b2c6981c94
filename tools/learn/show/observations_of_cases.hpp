// What is seen in which cases are right.
#pragma once

#include "tools/learn/show/observation_text.hpp"

namespace heed {

inline constexpr ObservationText observations_of_cases[] = {
    {"wrong_cases", "right in most cases, wrong only in: {3}",
     "대부분의 사례는 맞고, 다음 사례만 다릅니다: {3}"},
    {"right_cases", "wrong in most cases, right only in: {3}",
     "대부분의 사례가 다르고, 다음 사례만 맞습니다: {3}"},
};

/// Where all is right, or wrong, and nowhere else: in exactly the cases in which …
inline constexpr ObservationText frames_of_cases[] = {
    {"right_where_", "right in exactly the cases in which ", " 사례는 모두 맞고, 나머지는 모두 다릅니다"},
    {"wrong_where_", "wrong in exactly the cases in which ", " 사례는 모두 다르고, 나머지는 모두 맞습니다"},
};
inline constexpr ObservationText properties_of_cases[] = {
    {"is", "{1} is {0}", "{1} = {0}인"},
    {"is_both", "{1} and {2} are {0}", "{1} = {0}, {2} = {0}인"},
    {"equal", "{1} and {2} are equal", "{1} = {2}인"},
};

}  // namespace heed
