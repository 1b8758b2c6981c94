// What is seen of a result when other inputs are tried.
#pragma once

#include "tools/learn/show/observation_text.hpp"

namespace heed {

inline constexpr ObservationText observations_of_inputs[] = {
    {"as_if_zero", "this is what comes out if the input {1} is 0 everywhere",
     "입력 {1}의 값이 모두 0일 때 나오는 결과입니다"},
    {"as_if_function",
     "this is what comes out with {2} in the place of the input {1} (x: each of its numbers, row: each row)",
     "입력 {1}의 자리에 {2}을(를) 넣었을 때 나오는 결과입니다(x: 각 값, row: 각 행)"},
    {"as_if_truncated", "this is what comes out if the input {1} is without its decimals",
     "입력 {1}의 소수점 아래를 버렸을 때 나오는 결과입니다"},
    {"as_if_without_first_of_rows",
     "this is what comes out if the first column of the input {1} is 0: is it left out?",
     "입력 {1}의 첫 열이 0일 때 나오는 결과입니다. 첫 열을 빠뜨리지 않았습니까?"},
    {"as_if_without_first",
     "this is what comes out if index 0 of the first axis of the input {1} is 0: is it left out?",
     "입력 {1}의 첫 축에서 인덱스 0인 곳이 0일 때 나오는 결과입니다. 그곳을 빠뜨리지 않았습니까?"},
    {"as_if_all_like_first",
     "this is what comes out if all of the first axis of the input {1} are like its first",
     "입력 {1}의 첫 축이 모두 그 처음과 같을 때 나오는 결과입니다"},
    {"as_if_backwards", "this is what comes out if the first axis of {3} is reversed",
     "{3}의 첫 축을 뒤집었을 때 나오는 결과입니다"},
    {"as_if_exchanged", "this is what comes out if the inputs {1} and {2} change places",
     "입력 {1}, {2}의 자리를 서로 바꾸었을 때 나오는 결과입니다"},
    {"as_if_other", "this is what comes out if {2} is read where the input {1} should be",
     "입력 {1}을(를) 읽을 자리에서 {2}을(를) 읽었을 때 나오는 결과입니다"},
    {"as_if_later",
     "this is what comes out if at each index of the first axis of {3} stood what stands one index before",
     "{3}의 첫 축에서 인덱스마다 바로 앞 인덱스의 값이 있을 때 나오는 결과입니다"},
    {"as_if_earlier",
     "this is what comes out if at each index of the first axis of {3} stood what stands one index behind",
     "{3}의 첫 축에서 인덱스마다 바로 뒤 인덱스의 값이 있을 때 나오는 결과입니다"},
    {"as_if_all_like_last",
     "this is what comes out if all of the first axis of the input {1} are like its last",
     "입력 {1}의 첫 축이 모두 그 마지막과 같을 때 나오는 결과입니다"},
    {"as_if_by_columns",
     "this is what comes out if the numbers of the input {1} are read in the order of columns and rows "
     "exchanged, in the same shape",
     "입력 {1}의 값을 모양은 그대로 두고 행과 열의 순서를 바꾸어 읽었을 때 나오는 결과입니다"},
    {"not_moved_by",
     "in the wrong cases that were tried, the result stays the same when the numbers of the input {1} "
     "change; "
     "it should change",
     "시험해 본 틀린 사례에서 입력 {1}의 값을 바꾸어도 결과가 그대로입니다. 바뀌어야 합니다"},
    {"moved_by", "the result changes with the numbers of the input {1}, and should not",
     "입력 {1}의 값을 바꾸면 결과가 바뀌는데, 바뀌지 않아야 합니다"},
};

}  // namespace heed
