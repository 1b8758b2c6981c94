// What is seen in the numbers of a result themselves.
#pragma once

#include "tools/learn/show/observation_text.hpp"

namespace heed {

inline constexpr ObservationText observations_of_results[] = {
    {"factor", "every number is {0} times the expected one", "모든 값이 정답의 {0}배입니다"},
    {"sign", "every number has the opposite sign", "모든 값의 부호가 반대입니다"},
    {"offset", "every number differs from the expected one by {0}", "모든 값이 정답과 {0}만큼 차이 납니다"},
    {"function", "where x is an expected number, yours is {1} everywhere",
     "정답의 값을 x라 하면 여러분의 값은 어디서나 {1}입니다"},
    {"truncated", "every number is the expected one without its decimals, as after a division of integers",
     "모든 값이 정답에서 소수점 아래를 버린 값입니다. 정수끼리 나누면 이렇게 됩니다"},
    {"transposed", "the result is the expected one with its last two axes exchanged",
     "결과가 정답의 마지막 두 축을 맞바꾼 것입니다"},
    {"axes", "the result is the expected one with its axes {0} in another order",
     "결과가 정답의 축 {0}의 순서를 바꾼 것입니다"},
    {"reversed", "the result is the expected one in reverse along axis {0}",
     "결과가 정답을 축 {0} 방향으로 뒤집은 것입니다"},
    {"shifted", "the result is the expected one moved along an axis (axis, places: {0})",
     "결과가 정답을 한 축을 따라 옮긴 것입니다(축, 칸 수: {0})"},
    {"another_order", "the numbers are the expected ones in another order",
     "값은 정답과 같지만 순서가 다릅니다"},
    {"input", "the result is the input {1}, unchanged", "결과가 입력 {1} 그대로입니다"},
    {"zeros", "every number is 0", "모든 값이 0입니다"},
    {"constant", "all numbers of a result are alike", "결과의 모든 값이 서로 같습니다"},
    {"first_only", "only what stands at index 0 of axis {0} is right, and nothing behind it",
     "축 {0}에서 인덱스 0인 곳만 맞고 그 뒤는 맞지 않습니다"},
    {"last_only", "only what stands at the last index of axis {0} is right, and nothing before it",
     "축 {0}에서 마지막 인덱스인 곳만 맞고 그 앞은 맞지 않습니다"},
    {"is_not_a_number",
     "a result is nan; it comes of 0/0, of ∞ − ∞, of the root or the logarithm of a negative number, and of "
     "everything computed with nan",
     "결과가 nan입니다. nan은 0/0, ∞ − ∞, 음수의 제곱근이나 로그, 그리고 nan이 들어간 모든 계산에서 "
     "나옵니다"},
    {"not_a_number",
     "the first nan stands at index ({0}); it comes of 0/0, of ∞ − ∞, of the root or the logarithm of a "
     "negative number, and of everything computed with nan",
     "첫 nan은 인덱스 ({0})에 있습니다. nan은 0/0, ∞ − ∞, 음수의 제곱근이나 로그, 그리고 nan이 들어간 모든 "
     "계산에서 나옵니다"},
    {"is_infinite",
     "a result is infinite; it comes of exp of more than 709, of the logarithm of 0, of dividing by 0, and "
     "of "
     "what began so",
     "결과가 무한대입니다. 709보다 큰 수에 exp를 취하거나, 0의 로그를 구하거나, 0으로 나누거나, 처음부터 "
     "무한대이면 나옵니다"},
    {"infinite",
     "the first infinite number stands at index ({0}); it comes of exp of more than 709, of the logarithm of "
     "0, of dividing by 0, and of what began so",
     "첫 무한대는 인덱스 ({0})에 있습니다. 709보다 큰 수에 exp를 취하거나, 0의 로그를 구하거나, 0으로 "
     "나누거나, "
     "처음부터 무한대이면 나옵니다"},
    {"factor_of_size", "in each case, every number is {1} times the expected one",
     "사례마다 모든 값이 정답의 {1}배입니다"},
    {"factor_of_case",
     "in each case, every number is one factor times the expected one, and the factor differs from case "
     "to "
     "case: {0} …",
     "사례마다 모든 값이 정답에 어떤 수를 곱한 값이고, 그 수는 사례마다 다릅니다: {0} …"},
    {"reshaped", "the numbers are the expected ones in their order, but in another shape",
     "값과 그 순서는 정답과 같지만 모양이 다릅니다"},
    {"wrong_first", "wrong is only what stands at index 0 of axis {0}",
     "축 {0}에서 인덱스 0인 곳만 다릅니다"},
    {"wrong_last", "wrong is only what stands at the last index of axis {0}",
     "축 {0}에서 마지막 인덱스인 곳만 다릅니다"},
    {"wrong_diagonal", "wrong is only the diagonal, where row and column are equal",
     "행과 열이 같은 대각선만 다릅니다"},
    {"wrong_above", "wrong is only what stands above the diagonal, where the column is greater than the row",
     "대각선 위, 곧 열이 행보다 큰 곳만 다릅니다"},
    {"wrong_below", "wrong is only what stands below the diagonal, where the column is less than the row",
     "대각선 아래, 곧 열이 행보다 작은 곳만 다릅니다"},
    {"wrong_off_diagonal", "right is the diagonal, and nothing beside it", "대각선만 맞고 나머지는 다릅니다"},
    {"wrong_zeros", "wrong is only what should be 0", "0이어야 할 곳만 다릅니다"},
    {"zero_instead", "wherever a number is wrong, it is 0", "다른 값은 모두 0입니다"},
    {"only_output", "of the results only \"{1}\" is wrong; the others are right in every case",
     "결과 가운데 \"{1}\"만 다르고, 나머지는 모든 사례에서 맞습니다"},
    {"cost_grows",
     "the cost grows with {1}: from {4} to {5} it is multiplied by {6}, that of a right answer by {7}",
     "비용이 {1}에 따라 늘어납니다. {1} = {4}에서 {5}로 커질 때 {6}배가 되는데, 정답은 {7}배입니다"},
    {"costs_hold", "the costs are within their limits: only the numbers of the result are wrong",
     "비용은 모두 한도 안에 있고, 결과의 값만 틀렸습니다"},
    {"slow_at_length",
     "the counts stay within their limits, but at this length the time does not: something is done that no "
     "count shows, such as a loop over all pairs on numbers of your own",
     "센 값은 한도 안에 있지만 이 길이에서 걸린 시간은 그렇지 않습니다. 텐서가 아닌 수로 모든 쌍을 도는 "
     "반복문처럼, 세는 값에 나타나지 않는 일을 하고 있습니다"},
    {"captured_reference",
     "the lambda in line {0} takes variables by reference (&), but is called after its function has "
     "returned: what is a local variable or a parameter there is gone by then, and anything may come "
     "out. [name] takes a copy",
     "{0}번째 줄의 람다는 변수를 참조(&)로 캡처하지만, 함수가 끝난 뒤에 호출됩니다. 그때는 그 함수의 "
     "지역 변수와 매개변수가 사라져 무엇이든 나올 수 있습니다. [이름]으로 쓰면 복사합니다"},
};

}  // namespace heed
