#include "tools/learn/observations.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace heed {
namespace {

struct Text {
  std::string_view kind, english, korean;
};

// {0}: the numbers, {1}: the first name, {2}: the second, {3}: all names in quotation marks.
constexpr std::array texts{
    Text{"factor", "every number is {0} times the expected one", "모든 값이 정답의 {0}배입니다"},
    Text{"sign", "every number has the opposite sign", "모든 값의 부호가 반대입니다"},
    Text{"offset", "every number differs from the expected one by {0}",
         "모든 값이 정답과 {0}만큼 차이 납니다"},
    Text{"inverted", "every number is 1 minus the expected one", "모든 값이 1에서 정답을 뺀 값입니다"},
    Text{"reciprocal", "every number is 1 divided by the expected one",
         "모든 값이 1을 정답으로 나눈 값입니다"},
    Text{"square", "every number is the square of the expected one", "모든 값이 정답의 제곱입니다"},
    Text{"root", "every number is the square root of the expected one", "모든 값이 정답의 제곱근입니다"},
    Text{"logarithm", "every number is the logarithm of the expected one", "모든 값이 정답의 로그입니다"},
    Text{"exponential", "every number is exp of the expected one", "모든 값이 정답에 exp를 취한 값입니다"},
    Text{"truncated",
         "every number is the expected one without its decimals, as after a division of integers",
         "모든 값이 정답에서 소수점 아래를 버린 값입니다. 정수끼리 나누면 이렇게 됩니다"},
    Text{"rounded", "every number is the expected one, rounded", "모든 값이 정답을 반올림한 값입니다"},
    Text{"transposed", "the result is the expected one with its last two axes exchanged",
         "결과가 정답의 마지막 두 축을 맞바꾼 것입니다"},
    Text{"axes", "the result is the expected one with its axes {0} in another order",
         "결과가 정답의 축 {0}의 순서를 바꾼 것입니다"},
    Text{"reversed", "the result is the expected one in reverse along axis {0}",
         "결과가 정답을 축 {0} 방향으로 뒤집은 것입니다"},
    Text{"shifted", "the result is the expected one moved along an axis (axis, places: {0})",
         "결과가 정답을 한 축을 따라 옮긴 것입니다(축, 칸 수: {0})"},
    Text{"another_order", "the numbers are the expected ones in another order",
         "값은 정답과 같지만 순서가 다릅니다"},
    Text{"input", "the result is the input {1}, unchanged", "결과가 입력 {1} 그대로입니다"},
    Text{"zeros", "every number is 0", "모든 값이 0입니다"},
    Text{"constant", "all numbers of a result are alike", "결과의 모든 값이 서로 같습니다"},
    Text{"first_only", "only what stands at index 0 of axis {0} is right, and nothing behind it",
         "축 {0}에서 인덱스 0인 곳만 맞고 그 뒤는 맞지 않습니다"},
    Text{"last_only", "only what stands at the last index of axis {0} is right, and nothing before it",
         "축 {0}에서 마지막 인덱스인 곳만 맞고 그 앞은 맞지 않습니다"},
    Text{"sums_elsewhere", "the numbers sum to 1 along axis {0}, and not along the last one",
         "마지막 축이 아니라 축 {0}을 따라 더하면 1이 됩니다"},
    Text{"sums_over_all", "all numbers together sum to 1, and not those of each row",
         "행마다가 아니라 모든 값을 더해야 1이 됩니다"},
    Text{"no_sums", "rows should sum to 1, and here one sums to {0}",
         "각 행의 합이 1이어야 하는데, 합이 {0}인 행이 있습니다"},
    Text{
        "not_a_number",
        "the first nan stands at index ({0}); it comes of 0/0, of ∞ − ∞, and of everything computed with nan",
        "첫 nan은 인덱스 ({0})에 있습니다. nan은 0/0, ∞ − ∞, 그리고 nan이 들어간 모든 계산에서 나옵니다"},
    Text{"infinite",
         "the first infinite number stands at index ({0}); it comes of exp of more than 709, and of dividing "
         "by 0",
         "첫 무한대는 인덱스 ({0})에 있습니다. 709보다 큰 수에 exp를 취하거나 0으로 나누면 나옵니다"},
    Text{"factor_of_size", "in each case, every number is {1} times the expected one",
         "사례마다 모든 값이 정답의 {1}배입니다"},
    Text{"factor_of_case",
         "in each case, every number is one factor times the expected one, and the factor differs from case "
         "to "
         "case: {0} …",
         "사례마다 모든 값이 정답에 어떤 수를 곱한 값이고, 그 수는 사례마다 다릅니다: {0} …"},
    Text{"rows_scaled", "every row is the expected one times a factor of its own",
         "각 행이 정답에 그 행만의 어떤 수를 곱한 값입니다"},
    Text{"rows_moved", "every row is the expected one plus a number of its own",
         "각 행이 정답에 그 행만의 어떤 수를 더한 값입니다"},
    Text{"reshaped", "the numbers are the expected ones in their order, but in another shape",
         "값과 그 순서는 정답과 같지만 모양이 다릅니다"},
    Text{"longer", "in every case the result is too long by {5} along axis {4}",
         "모든 사례에서 결과가 축 {4}에서 {5}만큼 깁니다"},
    Text{"shorter", "in every case the result is too short by {5} along axis {4}",
         "모든 사례에서 결과가 축 {4}에서 {5}만큼 짧습니다"},
    Text{"wrong_first", "wrong is only what stands at index 0 of axis {0}",
         "축 {0}에서 인덱스 0인 곳만 다릅니다"},
    Text{"wrong_last", "wrong is only what stands at the last index of axis {0}",
         "축 {0}에서 마지막 인덱스인 곳만 다릅니다"},
    Text{"wrong_even", "wrong is only what stands at even indices (0, 2, …) of axis {0}",
         "축 {0}에서 짝수 인덱스(0, 2, …)인 곳만 다릅니다"},
    Text{"wrong_odd", "wrong is only what stands at odd indices (1, 3, …) of axis {0}",
         "축 {0}에서 홀수 인덱스(1, 3, …)인 곳만 다릅니다"},
    Text{"wrong_first_half", "wrong is only the first half of axis {0}", "축 {0}의 앞쪽 절반만 다릅니다"},
    Text{"wrong_second_half", "wrong is only the second half of axis {0}", "축 {0}의 뒤쪽 절반만 다릅니다"},
    Text{"wrong_diagonal", "wrong is only the diagonal, where row and column are equal",
         "행과 열이 같은 대각선만 다릅니다"},
    Text{"wrong_above",
         "wrong is only what stands above the diagonal, where the column is greater than the row",
         "대각선 위, 곧 열이 행보다 큰 곳만 다릅니다"},
    Text{"wrong_below", "wrong is only what stands below the diagonal, where the column is less than the row",
         "대각선 아래, 곧 열이 행보다 작은 곳만 다릅니다"},
    Text{"wrong_off_diagonal", "right is the diagonal, and nothing beside it",
         "대각선만 맞고 나머지는 다릅니다"},
    Text{"wrong_where_zero", "wrong is only what stands where the input {1} is 0",
         "입력 {1} = 0인 곳만 다릅니다"},
    Text{"wrong_where_not_zero", "wrong is only what stands where the input {1} is not 0",
         "입력 {1} ≠ 0인 곳만 다릅니다"},
    Text{"wrong_where_negative", "wrong is only what stands where the input {1} is negative",
         "입력 {1} < 0인 곳만 다릅니다"},
    Text{"wrong_where_positive", "wrong is only what stands where the input {1} is positive",
         "입력 {1} > 0인 곳만 다릅니다"},
    Text{"mask_inverted",
         "the result is 0 where the input {1} is not 0, and not 0 where it is 0: the wrong way round",
         "입력 {1} ≠ 0인 곳이 0이고 입력 {1} = 0인 곳은 0이 아닙니다. 거꾸로입니다"},
    Text{"wrong_zeros", "wrong is only what should be 0", "0이어야 할 곳만 다릅니다"},
    Text{"zeros_right", "what should be 0 is 0; the other numbers are wrong",
         "0이어야 할 곳은 맞고, 나머지가 다릅니다"},
    Text{"zero_first",
         "all that stands at index 0 of axis 0 is 0, and should not be; elsewhere numbers are wrong, too",
         "축 0의 인덱스 0인 곳이 모두 0인데 그래서는 안 됩니다. 다른 곳에도 다른 값이 있습니다"},
    Text{"zero_last",
         "all that stands at the last index of axis 0 is 0, and should not be; elsewhere numbers are wrong, "
         "too",
         "축 0의 마지막 인덱스인 곳이 모두 0인데 그래서는 안 됩니다. 다른 곳에도 다른 값이 있습니다"},
    Text{"zero_instead", "wherever a number is wrong, it is 0", "다른 값은 모두 0입니다"},
    Text{"all_larger", "wherever a number is wrong, it is too large", "다른 값은 모두 정답보다 큽니다"},
    Text{"all_smaller", "wherever a number is wrong, it is too small", "다른 값은 모두 정답보다 작습니다"},
    Text{"only_output", "of the results only \"{1}\" is wrong; the others are right in every case",
         "결과 가운데 \"{1}\"만 다르고, 나머지는 모든 사례에서 맞습니다"},
    Text{"wrong_cases", "right in most cases, wrong only in: {3}",
         "대부분의 사례는 맞고, 다음 사례만 다릅니다: {3}"},
    Text{"right_cases", "wrong in most cases, right only in: {3}",
         "대부분의 사례가 다르고, 다음 사례만 맞습니다: {3}"},
    Text{"where_more", "right in every case where {1} is 1, wrong in all others",
         "{1} = 1인 사례는 모두 맞고, 나머지는 모두 다릅니다"},
    Text{"ratios",
         "all signs are right; wherever a number is wrong, it is so many times the expected one (least, "
         "most): {0}",
         "부호는 모두 맞습니다. 다른 값은 정답의 몇 배인지 보면(최소, 최대) {0}입니다"},
    Text{"input_added", "the result is the expected one plus {0} times the input {1}",
         "결과가 정답에 입력 {1}의 {0}배를 더한 것입니다"},
    Text{"as_if_zero", "this is what comes out if the input {1} is 0 everywhere",
         "입력 {1}의 값이 모두 0일 때 나오는 결과입니다"},
    Text{"as_if_one", "this is what comes out if the input {1} is 1 everywhere",
         "입력 {1}의 값이 모두 1일 때 나오는 결과입니다"},
    Text{"as_if_doubled", "this is what comes out if the input {1} is doubled",
         "입력 {1}의 값을 두 배로 했을 때 나오는 결과입니다"},
    Text{"as_if_halved", "this is what comes out if the input {1} is halved",
         "입력 {1}의 값을 절반으로 했을 때 나오는 결과입니다"},
    Text{"as_if_negative", "this is what comes out if the input {1} has the opposite sign",
         "입력 {1}의 부호를 바꿨을 때 나오는 결과입니다"},
    Text{"as_if_absolute", "this is what comes out if the input {1} is without its signs",
         "입력 {1} 대신 그 절댓값을 넣었을 때 나오는 결과입니다"},
    Text{"as_if_squared", "this is what comes out if the input {1} is squared",
         "입력 {1} 대신 그 제곱을 넣었을 때 나오는 결과입니다"},
    Text{"as_if_one_more", "this is what comes out if 1 is added to the input {1}",
         "입력 {1}에 1을 더했을 때 나오는 결과입니다"},
    Text{"as_if_one_less", "this is what comes out if 1 is taken from the input {1}",
         "입력 {1}에서 1을 뺐을 때 나오는 결과입니다"},
    Text{"as_if_without_last",
         "this is what comes out if the last of the first axis of the input {1} is 0: is it left out?",
         "입력 {1}의 첫 축에서 마지막이 0일 때 나오는 결과입니다. 마지막을 빠뜨리지 않았습니까?"},
    Text{"as_if_without_first",
         "this is what comes out if the first of the first axis of the input {1} is 0: is it left out?",
         "입력 {1}의 첫 축에서 처음이 0일 때 나오는 결과입니다. 처음을 빠뜨리지 않았습니까?"},
    Text{"as_if_without_last_of_rows",
         "this is what comes out if the last column of the input {1} is 0: is it left out?",
         "입력 {1}의 마지막 열이 0일 때 나오는 결과입니다. 마지막 열을 빠뜨리지 않았습니까?"},
    Text{"as_if_without_first_of_rows",
         "this is what comes out if the first column of the input {1} is 0: is it left out?",
         "입력 {1}의 첫 열이 0일 때 나오는 결과입니다. 첫 열을 빠뜨리지 않았습니까?"},
    Text{"as_if_first_of_rows_twice",
         "this is what comes out if the first column of the input {1} counts twice",
         "입력 {1}의 첫 열을 두 번 셌을 때 나오는 결과입니다"},
    Text{"as_if_last_of_rows_twice",
         "this is what comes out if the last column of the input {1} counts twice",
         "입력 {1}의 마지막 열을 두 번 셌을 때 나오는 결과입니다"},
    Text{"as_if_all_like_first",
         "this is what comes out if all of the first axis of the input {1} are like its first",
         "입력 {1}의 첫 축이 모두 그 처음과 같을 때 나오는 결과입니다"},
    Text{"as_if_backwards", "this is what comes out if the first axis of the input {1} is reversed",
         "입력 {1}의 첫 축을 뒤집었을 때 나오는 결과입니다"},
    Text{"as_if_exchanged", "this is what comes out if the inputs {1} and {2} change places",
         "입력 {1}, {2}의 자리를 서로 바꾸었을 때 나오는 결과입니다"},
    Text{"as_if_other", "this is what comes out if {2} is read where the input {1} should be",
         "입력 {1}을(를) 읽을 자리에서 {2}을(를) 읽었을 때 나오는 결과입니다"},
    Text{"captured_reference",
         "the lambda in line {0} takes variables by reference (&), but is called after its function has "
         "returned: what is a local variable or a parameter there is gone by then, and anything may come "
         "out. [name] takes a copy",
         "{0}번째 줄의 람다는 변수를 참조(&)로 캡처하지만, 함수가 끝난 뒤에 호출됩니다. 그때는 그 함수의 "
         "지역 변수와 매개변수가 사라져 무엇이든 나올 수 있습니다. [이름]으로 쓰면 복사합니다"},
    Text{"where_equal", "right in every case where {1} and {2} are equal, wrong in all others",
         "{1} = {2}인 사례는 모두 맞고, 나머지는 모두 다릅니다"},
};

}  // namespace

std::string observation_text(const Observation& observation, Language language) {
  const auto* at =
      std::find_if(texts.begin(), texts.end(), [&](const Text& t) { return t.kind == observation.kind; });
  if (at == texts.end()) return "";
  std::vector<std::string> numbers;
  for (const double number : observation.numbers) numbers.push_back(fmt::format("{:.6g}", number));
  const auto name = [&](std::size_t i) {
    return i < observation.names.size() ? observation.names[i] : std::string();
  };
  const auto number = [&](std::size_t i) { return i < numbers.size() ? numbers[i] : std::string(); };
  const std::string all = fmt::format("{}", fmt::join(numbers, ", ")), first = name(0), second = name(1),
                    number_0 = number(0), number_1 = number(1),
                    names = fmt::format("\"{}\"", fmt::join(observation.names, "\", \""));
  return fmt::vformat(language == Language::korean ? at->korean : at->english,
                      fmt::make_format_args(all, first, second, names, number_0, number_1));
}

}  // namespace heed
