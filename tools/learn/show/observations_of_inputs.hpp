// What is seen of a result when other inputs are tried.
#pragma once

#include "tools/learn/show/observation_text.hpp"

namespace heed {

inline constexpr ObservationText observations_of_inputs[] = {
    {"change_rows_scaled",
     "less the input {1}, every row is what it should be times a factor of its own: is the input added "
     "rightly, and each row before that divided by something else?",
     "입력 {1}을(를) 빼고 보면, 각 행이 나와야 할 행에 그 행만의 어떤 수를 곱한 값입니다. 더하는 것은 "
     "맞고, 그 앞에서 행마다 다른 수로 나누지 않았습니까?"},
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
    {"as_if_part_zero",
     "this is what comes out if of {3}, cut into {5} equal parts along the first axis, part number {4} is 0",
     "{3}을(를) 첫 축을 따라 {5}등분했을 때 {4}번째 부분이 모두 0이면 나오는 결과입니다"},
    {"as_if_parts_exchanged",
     "this is what comes out if of {3}, cut into {5} equal parts along the first axis, parts number {4} and "
     "{6} change places",
     "{3}을(를) 첫 축을 따라 {5}등분했을 때 {4}번째와 {6}번째 부분을 맞바꾸면 나오는 결과입니다"},
    {"as_if_part_like",
     "this is what comes out if of {3}, cut into {5} equal parts along the first axis, part number {6} "
     "stands in the place of part number {4}",
     "{3}을(를) 첫 축을 따라 {5}등분했을 때 {4}번째 부분의 자리에 {6}번째 부분을 넣으면 나오는 결과입니다"},
    {"as_if_all_like_last",
     "this is what comes out if all of the first axis of the input {1} are like its last",
     "입력 {1}의 첫 축이 모두 그 마지막과 같을 때 나오는 결과입니다"},
    {"as_if_by_columns",
     "this is what comes out if the numbers of the input {1} are read in the order of columns and rows "
     "exchanged, in the same shape",
     "입력 {1}의 값을 모양은 그대로 두고 행과 열의 순서를 바꾸어 읽었을 때 나오는 결과입니다"},
    {"as_if_times", "this is what comes out if the input {1} is multiplied by {0}",
     "입력 {1}에 {0}을(를) 곱했을 때 나오는 결과입니다"},
    {"as_if_times_size", "this is what comes out if in each case the input {1} is multiplied by {2}",
     "사례마다 입력 {1}에 {2}을(를) 곱했을 때 나오는 결과입니다"},
    {"as_if_times_in_each",
     "this is what comes out if in each case the input {1} is multiplied by one number, another in each: {0} "
     "…",
     "사례마다 입력 {1}에 어떤 수를 곱했을 때 나오는 결과입니다. 그 수는 사례마다 다릅니다: {0} …"},
    {"rows_moved_by_line",
     "in each row, what your result differs by from the expected one is a multiple of {1} plus a number, the "
     "same all over the row",
     "행마다 결과와 정답의 차이가 {1}의 배수에 한 수를 더한 것입니다. 그 수는 행 전체에서 같습니다"},
    {"zero_leaves", "once the input {1} is 0 everywhere, the result should be 0 everywhere, and yours is not",
     "입력 {1}의 값을 모두 0으로 하면 결과도 모두 0이어야 하는데 그렇지 않습니다"},
    {"right_if_small", "once the input {1} is a hundredth of what it is, your result is right",
     "입력 {1}을(를) 100분의 1로 줄이면 결과가 맞습니다"},
    {"right_if_zero",
     "once the input {1} is 0 everywhere, your result is right: the difference comes only with other numbers "
     "there",
     "입력 {1}의 값을 모두 0으로 하면 결과가 맞습니다. 차이는 거기에 다른 수가 있을 때만 생깁니다"},
    {"right_if_first_alone",
     "once of {3} only index 0 of the first axis is left, your result is right: the difference comes with "
     "the others there",
     "{3}에서 첫 축의 인덱스 0만 남기면 결과가 맞습니다. 차이는 나머지가 있을 때 생깁니다"},
    {"right_if_half",
     "once the input {1} is 0.5, your result is right: is it 1 − {1} where it should be {1}?",
     "입력 {1}을(를) 0.5로 하면 결과가 맞습니다. {1}을(를) 쓸 자리에 1 − {1}을(를) 쓰지 않았습니까?"},
    {"right_if_diagonal",
     "once the input {1} is 0 beside its diagonal, your result is right: the difference comes from there",
     "입력 {1}에서 대각선이 아닌 곳을 모두 0으로 하면 결과가 맞습니다. 차이는 거기서 옵니다"},
    {"right_if_alike",
     "once all of the first axis of the input {1} are like its first, your result is right: the difference "
     "comes only where they differ",
     "입력 {1}의 첫 축이 모두 그 처음과 같으면 결과가 맞습니다. 차이는 이들이 서로 다를 때만 생깁니다"},
    {"right_if_rows_even",
     "once the numbers in each row of the input {1} are alike, your result is right: the difference comes "
     "only where they differ",
     "입력 {1}의 각 행에서 값이 모두 같으면 결과가 맞습니다. 차이는 한 행의 값이 서로 다를 때만 생깁니다"},
};

}  // namespace heed
