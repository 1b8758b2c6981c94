#include "tools/learn/show/observations.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <span>

#include "tools/language/particles.hpp"
#include "tools/learn/show/observations_of_cases.hpp"
#include "tools/learn/show/observations_of_inputs.hpp"
#include "tools/learn/show/observations_of_results.hpp"

namespace heed {
namespace {

/// The words of a kind; in no list there is none.
struct Words {
  std::string english, korean;
};

using Texts = std::span<const ObservationText>;

/// "wrong_where_" + "equal" …: one of the frames, filled with one of the properties.
Words framed(const std::string& kind) {
  for (const ObservationText& frame : frames_of_cases)
    for (const ObservationText& property : properties_of_cases)
      if (kind == std::string(frame.kind) + std::string(property.kind))
        return {std::string(frame.english) + std::string(property.english),
                std::string(property.korean) + std::string(frame.korean)};
  return {};
}

Words words_of(const std::string& kind) {
  for (const auto& list :
       {Texts(observations_of_results), Texts(observations_of_inputs), Texts(observations_of_cases)}) {
    const auto at =
        std::find_if(list.begin(), list.end(), [&](const ObservationText& t) { return t.kind == kind; });
    if (at != list.end()) return {std::string(at->english), std::string(at->korean)};
  }
  return framed(kind);
}

}  // namespace

std::string observation_text(const Observation& observation, Language language) {
  const Words words = words_of(observation.kind);
  if (words.english.empty()) return "";
  std::vector<std::string> numbers;
  for (const double number : observation.numbers) numbers.push_back(fmt::format("{:.6g}", number));
  const auto name = [&](std::size_t i) {
    return i < observation.names.size() ? observation.names[i] : std::string();
  };
  const auto number = [&](std::size_t i) { return i < numbers.size() ? numbers[i] : std::string(); };
  const std::string all = fmt::format("{}", fmt::join(numbers, ", ")), first = name(0), second = name(1),
                    number_0 = number(0), number_1 = number(1), number_2 = number(2), number_3 = number(3),
                    names = fmt::format("\"{}\"", fmt::join(observation.names, "\", \""));
  std::string text =
      fmt::vformat(language == Language::korean ? words.korean : words.english,
                   fmt::make_format_args(all, first, second, names, number_0, number_1, number_2, number_3));
  if (!observation.output.empty())
    text = (language == Language::korean ? fmt::format("결과 \"{}\"에서: ", observation.output)
                                         : fmt::format("in the result \"{}\": ", observation.output)) +
           text;
  return language == Language::korean ? with_particles(text) : text;
}

}  // namespace heed
