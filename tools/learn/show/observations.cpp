#include "tools/learn/show/observations.hpp"

#include <fmt/ranges.h>

#include <algorithm>

#include "tools/language/particles.hpp"

namespace heed {
namespace {

/// {0}: the numbers, {1}: the first name, {2}: the second, {3}: all names in quotation marks, {4} … {7}: the
/// first four numbers.
struct ObservationText {
  std::string_view kind, english, korean;
};

constexpr ObservationText texts[] = {
    {"factor", "every number is {0} times the expected one", "모든 값이 정답의 {0}배입니다"},
    {"sign", "every number has the opposite sign", "모든 값의 부호가 반대입니다"},
    {"factor_of_size", "in each case, every number is {1} times the expected one",
     "사례마다 모든 값이 정답의 {1}배입니다"},
    {"zeros", "every number is 0", "모든 값이 0입니다"},
    {"constant", "all numbers of a result are alike", "결과의 모든 값이 서로 같습니다"},
    {"input", "the result is the input {1}, unchanged", "결과가 입력 {1} 그대로입니다"},
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
     "of what began so",
     "결과가 무한대입니다. 709보다 큰 수에 exp를 취하거나, 0의 로그를 구하거나, 0으로 나누거나, 처음부터 "
     "무한대이면 나옵니다"},
    {"infinite",
     "the first infinite number stands at index ({0}); it comes of exp of more than 709, of the logarithm of "
     "0, of dividing by 0, and of what began so",
     "첫 무한대는 인덱스 ({0})에 있습니다. 709보다 큰 수에 exp를 취하거나, 0의 로그를 구하거나, 0으로 "
     "나누거나, 처음부터 무한대이면 나옵니다"},
    {"transposed", "the result is the expected one with its last two axes exchanged",
     "결과가 정답의 마지막 두 축을 맞바꾼 것입니다"},
    {"axes", "the result is the expected one with its axes {0} in another order",
     "결과가 정답의 축 {0}의 순서를 바꾼 것입니다"},
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
    {"as_if_zero", "this is what comes out if the input {1} is 0 everywhere",
     "입력 {1}의 값이 모두 0일 때 나오는 결과입니다"},
    {"as_if_function", "this is what comes out with {2} in the place of each number x of the input {1}",
     "입력 {1}의 값 x마다 그 자리에 {2}을(를) 넣었을 때 나오는 결과입니다"},
    {"as_if_exchanged", "this is what comes out if the inputs {1} and {2} change places",
     "입력 {1}, {2}의 자리를 서로 바꾸었을 때 나오는 결과입니다"},
    {"as_if_other", "this is what comes out if {2} is read where the input {1} should be",
     "입력 {1}을(를) 읽을 자리에서 {2}을(를) 읽었을 때 나오는 결과입니다"},
    {"right_where_is", "right in exactly the cases in which {1} is {0}",
     "{1} = {0}인 사례는 모두 맞고, 나머지는 모두 다릅니다"},
    {"wrong_where_is", "wrong in exactly the cases in which {1} is {0}",
     "{1} = {0}인 사례는 모두 다르고, 나머지는 모두 맞습니다"},
    {"right_where_equal", "right in exactly the cases in which {1} and {2} are equal",
     "{1} = {2}인 사례는 모두 맞고, 나머지는 모두 다릅니다"},
    {"wrong_where_equal", "wrong in exactly the cases in which {1} and {2} are equal",
     "{1} = {2}인 사례는 모두 다르고, 나머지는 모두 맞습니다"},
    {"wrong_cases", "right in most cases, wrong only in: {3}",
     "대부분의 사례는 맞고, 다음 사례만 다릅니다: {3}"},
    {"right_cases", "wrong in most cases, right only in: {3}",
     "대부분의 사례가 다르고, 다음 사례만 맞습니다: {3}"},
    {"only_output", "of the results only \"{1}\" is wrong; the others are right in every case",
     "결과 가운데 \"{1}\"만 다르고, 나머지는 모든 사례에서 맞습니다"},
    {"cost_grows",
     "the cost grows with {1}: from {4} to {5} it is multiplied by {6}, that of a right answer by {7}",
     "비용이 {1}에 따라 늘어납니다. {1} = {4}에서 {5}로 커질 때 {6}배가 되는데, 정답은 {7}배입니다"},
    {"costs_hold", "the costs are within their limits: only the numbers of the result are wrong",
     "비용은 모두 한도 안에 있고, 결과의 값만 틀렸습니다"},
};

}  // namespace

std::string observation_text(const Observation& observation, Language language) {
  const auto* const text = std::ranges::find(texts, observation.kind, &ObservationText::kind);
  if (text == std::end(texts)) return "";
  std::vector<std::string> numbers, names = observation.names;
  for (const double number : observation.numbers) numbers.push_back(fmt::format("{:.6g}", number));
  const std::string all = fmt::format("{}", fmt::join(numbers, ", ")),
                    quoted = fmt::format("\"{}\"", fmt::join(names, "\", \""));
  names.resize(2);
  numbers.resize(4);
  const bool korean = language == Language::korean;
  std::string said = fmt::vformat(
      korean ? text->korean : text->english,
      fmt::make_format_args(all, names[0], names[1], quoted, numbers[0], numbers[1], numbers[2], numbers[3]));
  if (!observation.output.empty())
    said = (korean ? fmt::format("결과 \"{}\"에서: ", observation.output)
                   : fmt::format("in the result \"{}\": ", observation.output)) +
           said;
  return korean ? with_particles(said) : said;
}

}  // namespace heed
