// What is seen of a program when an input is changed.
#pragma once

#include "tools/learn/show/observation_text.hpp"

namespace heed {

inline constexpr ObservationText observations_of_changes[] = {
    {"unsteady", "in the case \"{1}\" the same inputs gave other numbers when they were given again",
     "\"{1}\" 사례에서 같은 입력을 다시 주었더니 다른 값이 나왔습니다"},
    {"not_moved_by",
     "in the wrong cases that were tried, the result stays the same when the numbers of the input {1} "
     "change; "
     "it should change",
     "시험해 본 틀린 사례에서 입력 {1}의 값을 바꾸어도 결과가 그대로입니다. 바뀌어야 합니다"},
    {"moved_by", "the result changes with the numbers of the input {1}, and should not",
     "입력 {1}의 값을 바꾸면 결과가 바뀌는데, 바뀌지 않아야 합니다"},
    {"not_moved_by_first",
     "in the wrong cases that were tried, the result stays the same when the input {1} changes at index 0 of "
     "axis {4}; it should change",
     "시험해 본 틀린 사례에서 입력 {1}의 축 {4}에서 인덱스 0인 값을 바꾸어도 결과가 그대로입니다. 바뀌어야 "
     "합니다"},
    {"not_moved_by_last",
     "in the wrong cases that were tried, the result stays the same when the input {1} changes at the last "
     "index of axis {4}; it should change",
     "시험해 본 틀린 사례에서 입력 {1}의 축 {4}에서 마지막 인덱스인 값을 바꾸어도 결과가 그대로입니다. "
     "바뀌어야 합니다"},
    {"numbers_not_moved_by_first",
     "numbers of the result that should change with index 0 of axis {4} of the input {1} do not",
     "입력 {1}의 축 {4}에서 인덱스 0인 값이 바뀔 때 바뀌어야 하는데 그대로인 값이 결과에 있습니다"},
    {"numbers_not_moved_by_last",
     "numbers of the result that should change with the last index of axis {4} of the input {1} do not",
     "입력 {1}의 축 {4}에서 마지막 인덱스인 값이 바뀔 때 바뀌어야 하는데 그대로인 값이 결과에 있습니다"},
    {"numbers_moved_by_first",
     "numbers of the result change with index 0 of axis {4} of the input {1} that should not",
     "입력 {1}의 축 {4}에서 인덱스 0인 값이 바뀔 때, 바뀌지 않아야 하는데 바뀌는 값이 결과에 있습니다"},
    {"numbers_moved_by_last",
     "numbers of the result change with the last index of axis {4} of the input {1} that should not",
     "입력 {1}의 축 {4}에서 마지막 인덱스인 값이 바뀔 때, 바뀌지 않아야 하는데 바뀌는 값이 결과에 있습니다"},
    {"number_not_moved_by",
     "in the case \"{2}\" the result stays the same when the input {1} changes; it should change",
     "\"{2}\" 사례에서 입력 {1}의 값을 바꾸어도 결과가 그대로입니다. 바뀌어야 합니다"},
    {"number_moved_by", "in the case \"{2}\" the result changes with the input {1}, and should not",
     "\"{2}\" 사례에서 입력 {1}의 값을 바꾸면 결과가 바뀌는데, 바뀌지 않아야 합니다"},
    {"number_not_moved_by_place",
     "in the case \"{2}\" the result stays the same when the input {1} changes at index {4} of axis {5}; "
     "it should change",
     "\"{2}\" 사례에서 입력 {1}의 축 {5}, 인덱스 {4}의 값을 바꾸어도 결과가 그대로입니다. 바뀌어야 "
     "합니다"},
    {"number_moved_by_place",
     "in the case \"{2}\" the result changes when the input {1} changes at index {4} of axis {5}, and "
     "should not",
     "\"{2}\" 사례에서 입력 {1}의 축 {5}, 인덱스 {4}의 값을 바꾸면 결과가 바뀌는데, 바뀌지 않아야 합니다"},
    {"place_not_moved_by",
     "in the case \"{2}\" what stands at index {4} of axis {5} of the result stays the same when the "
     "input {1} changes; it should change",
     "\"{2}\" 사례에서 입력 {1}의 값을 바꾸어도 결과의 축 {5}, 인덱스 {4}의 값이 그대로입니다. 바뀌어야 "
     "합니다"},
    {"place_moved_by",
     "in the case \"{2}\" what stands at index {4} of axis {5} of the result changes with the input {1}, "
     "and should not",
     "\"{2}\" 사례에서 입력 {1}의 값을 바꾸면 결과의 축 {5}, 인덱스 {4}의 값이 바뀌는데, 바뀌지 않아야 "
     "합니다"},
    {"place_not_moved_by_place",
     "in the case \"{2}\" what stands at index {4} of axis {5} of the result stays the same when the "
     "input {1} changes at index {6} of axis {7}; it should change",
     "\"{2}\" 사례에서 입력 {1}의 축 {7}, 인덱스 {6}의 값을 바꾸어도 결과의 축 {5}, 인덱스 {4}의 값이 "
     "그대로입니다. 바뀌어야 합니다"},
    {"place_moved_by_place",
     "in the case \"{2}\" what stands at index {4} of axis {5} of the result changes when the input {1} "
     "changes at index {6} of axis {7}, and should not",
     "\"{2}\" 사례에서 입력 {1}의 축 {7}, 인덱스 {6}의 값을 바꾸면 결과의 축 {5}, 인덱스 {4}의 값이 "
     "바뀌는데, 바뀌지 않아야 합니다"},
    {"difference_by",
     "what your result differs by from the expected one changes only with {3}: with the other inputs both "
     "change alike",
     "결과와 정답의 차이는 {3}의 값을 바꿀 때만 바뀝니다. 다른 입력을 바꾸면 결과와 정답이 똑같이 바뀝니다"},
    {"quotient_by",
     "what your result is when it is divided by the expected one changes only with {3}: with the other "
     "inputs both change by the same factor",
     "결과를 정답으로 나눈 값은 {3}의 값을 바꿀 때만 바뀝니다. 다른 입력을 바꾸면 둘 다 같은 배수로 "
     "바뀝니다"},
    {"doubled_law",
     "when the input {1} is doubled, every number should become {4} times as large; here it becomes {5} "
     "times as large",
     "입력 {1}을(를) 두 배로 하면 모든 값이 {4}배가 되어야 하는데, {5}배가 됩니다"},
    {"doubled_without_law",
     "when the input {1} is doubled, every number should become {4} times as large; here they do not all",
     "입력 {1}을(를) 두 배로 하면 모든 값이 {4}배가 되어야 하는데, 그렇지 않은 값이 있습니다"},
    {"doubled_changes", "the result changes when the input {1} is doubled; it should stay the same",
     "입력 {1}을(를) 두 배로 하면 결과가 바뀝니다. 그대로여야 합니다"},
    {"doubled_stays", "the result stays the same when the input {1} is doubled; it should change",
     "입력 {1}을(를) 두 배로 해도 결과가 그대로입니다. 바뀌어야 합니다"},
};

}  // namespace heed
