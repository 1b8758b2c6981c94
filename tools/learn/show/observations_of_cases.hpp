// What is seen in which cases are right, or which rows.
#pragma once

#include "tools/learn/show/observation_text.hpp"

namespace heed {

inline constexpr ObservationText observations_of_cases[] = {
    {"wrong_cases", "right in most cases, wrong only in: {3}",
     "대부분의 사례는 맞고, 다음 사례만 다릅니다: {3}"},
    {"right_cases", "wrong in most cases, right only in: {3}",
     "대부분의 사례가 다르고, 다음 사례만 맞습니다: {3}"},
    {"wrong_cases_where", "right in most cases, wrong only in: {8}; there, and in no other case, {1}",
     "대부분의 사례는 맞고, 다음 사례만 다릅니다: {8}. 이 사례에서만 {1}입니다"},
    {"right_cases_where", "wrong in most cases, right only in: {8}; there, and in no other case, {1}",
     "대부분의 사례가 다르고, 다음 사례만 맞습니다: {8}. 이 사례에서만 {1}입니다"},
};

/// Where all is right, or wrong, and nowhere else: in exactly the cases in which …
inline constexpr ObservationText frames_of_cases[] = {
    {"right_where_", "right in exactly the cases in which ", " 사례는 모두 맞고, 나머지는 모두 다릅니다"},
    {"wrong_where_", "wrong in exactly the cases in which ", " 사례는 모두 다르고, 나머지는 모두 맞습니다"},
    {"right_mostly_where_",
     "but for results of one number, or of equal ones, right in exactly the cases in which ",
     " 사례는 모두 맞고, 나머지는 모두 다릅니다(정답의 값이 하나이거나 모두 같은 사례는 빼고)"},
    {"wrong_mostly_where_",
     "but for results of one number, or of equal ones, wrong in exactly the cases in which ",
     " 사례는 모두 다르고, 나머지는 모두 맞습니다(정답의 값이 하나이거나 모두 같은 사례는 빼고)"},
};
inline constexpr ObservationText properties_of_cases[] = {
    {"is", "{1} is {0}", "{1} = {0}인"},
    {"is_both", "{1} and {2} are {0}", "{1} = {0}, {2} = {0}인"},
    {"equal", "{1} and {2} are equal", "{1} = {2}인"},
    {"all_zero", "the input {1} is 0 everywhere", "입력 {1}의 값이 모두 0인"},
    {"all_one", "the input {1} is 1 everywhere", "입력 {1}의 값이 모두 1인"},
    {"one_only", "the input {1} is 1 at one place and 0 elsewhere",
     "입력 {1}의 값이 한 곳만 1이고 나머지는 0인"},
    {"several_ones", "the input {1} holds 1 more than once", "입력 {1}에 1이 두 번 이상 나오는"},
    {"tie", "a row of the input {1} holds its largest number twice",
     "입력 {1}의 어떤 행에 가장 큰 값이 두 번 나오는"},
    {"zero_in", "the input {1} holds a 0", "입력 {1}에 0이 있는"},
    {"repeated", "the input {1} holds a number twice", "입력 {1}에 같은 값이 두 번 나오는"},
    {"holds", "the input {1} holds {0}", "입력 {1}에 {0}이(가) 있는"},
    {"result", "the result should be {0} everywhere", "정답의 값이 모두 {0}인"},
    {"results", "the result should be {4} or {5} everywhere", "정답의 값이 모두 {4}이거나 모두 {5}인"},
};

/// The same of rows of the result: what is told of an input is what its row of the same number holds.
inline constexpr ObservationText frames_of_rows[] = {
    {"right_rows_where_", "row by row: right in exactly those in which ",
     " 행은 모두 맞고, 나머지 행은 모두 다릅니다"},
    {"wrong_rows_where_", "row by row: wrong in exactly those in which ",
     " 행은 모두 다르고, 나머지 행은 모두 맞습니다"},
};
inline constexpr ObservationText properties_of_rows[] = {
    {"all_zero", "its row of {1} is 0 everywhere", "{1}의 같은 행이 모두 0인"},
    {"all_one", "its row of {1} is 1 everywhere", "{1}의 같은 행이 모두 1인"},
    {"one_only", "its row of {1} is 1 at one place and 0 elsewhere",
     "{1}의 같은 행이 한 곳만 1이고 나머지는 0인"},
    {"several_ones", "its row of {1} holds 1 more than once", "{1}의 같은 행에 1이 두 번 이상 나오는"},
    {"tie", "its row of {1} holds its largest number twice", "{1}의 같은 행에 가장 큰 값이 두 번 나오는"},
    {"zero_in", "its row of {1} holds a 0", "{1}의 같은 행에 0이 있는"},
    {"repeated", "its row of {1} holds a number twice", "{1}의 같은 행에 같은 값이 두 번 나오는"},
};

}  // namespace heed
