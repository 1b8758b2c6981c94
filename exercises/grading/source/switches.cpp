#include "exercises/grading/source/switches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "exercises/grading/source/line_choices.hpp"

namespace heed::grading {

namespace {

/// None where the number of lines differs.
std::optional<std::vector<std::size_t>> changed_lines(const Lines& solution, const Lines& other) {
  if (solution.size() != other.size()) return {};
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < solution.size(); ++i)
    if (solution[i].text != other[i].text) changed.push_back(i);
  return changed;
}

bool line_by_line(const Lines& solution, const Lines& other) {
  const auto changed = changed_lines(solution, other);
  return changed && std::all_of(changed->begin(), changed->end(), [&](std::size_t i) {
           return with_choices(solution, i, {{"", other[i].text}}).has_value();
         });
}

bool as_a_whole(const Lines& solution, const Lines& other) {
  return is_statements(solution) && is_statements(other);
}

}  // namespace

SwitchedSource::SwitchedSource(const MarkedSource& source) : source_(source) {
  for (std::size_t i = 0; i < source.mistakes().size(); ++i) {
    const std::string& id = source.mistakes()[i].id;
    if (!source.is_rewritten(id)) switches_["wrong " + id] = static_cast<int>(i);
  }
  for (const MarkedSource::Place& place : source.places()) {
    for (const auto& [kinds, lines] : place.others)
      if (!line_by_line(place.solution, lines) && !as_a_whole(place.solution, lines))
        for (const std::string& kind : kinds) switches_.erase(kind);
  }
}

Lines SwitchedSource::lines() const {
  Lines all;
  for (const MarkedSource::Place& place : source_.places()) {
    Lines solution = place.solution, before;
    std::vector<std::vector<Choice>> choices(solution.size());
    for (const auto& [kinds, lines] : place.others) {
      std::string when;
      for (const std::string& one : kinds)
        if (const auto at = switches_.find(one); at != switches_.end())
          when += fmt::format("{}heed::grading::on({})", when.empty() ? "" : " || ", at->second);
      if (when.empty()) continue;
      if (line_by_line(place.solution, lines)) {
        const std::vector<std::size_t> changed = *changed_lines(place.solution, lines);
        for (const std::size_t i : changed) choices[i].push_back({when, lines[i].text});
        continue;
      }
      const int number = (lines.empty() ? solution : lines).front().number;
      before.push_back({(before.empty() ? "if (" : "} else if (") + when + ") {", number});
      before.insert(before.end(), lines.begin(), lines.end());
    }
    for (std::size_t i = 0; i < solution.size(); ++i)
      if (!choices[i].empty()) solution[i].text = *with_choices(place.solution, i, choices[i]);
    if (!before.empty()) before.push_back({"} else {", before.back().number});
    all.insert(all.end(), before.begin(), before.end());
    all.insert(all.end(), solution.begin(), solution.end());
    if (!before.empty()) all.push_back({"}", before.back().number});
  }
  return all;
}

}  // namespace heed::grading
