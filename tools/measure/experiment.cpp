// The texts of experiments, their cells and tables, and the list of all.
#include "tools/measure/experiment.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <initializer_list>
#include <map>
#include <set>
#include <sstream>
#include <string_view>

#include "lib/core/error.hpp"
#include "lib/report/number.hpp"
#include "lib/text/display.hpp"
#include "lib/text/near.hpp"
#include "tools/language/tr.hpp"
#include "tools/measure/claims.hpp"

namespace heed {

extern const std::initializer_list<std::string_view> experiment_files;

namespace {

struct AllTexts {
  std::map<std::string, Bilingual> sections{};
  std::map<std::string, std::string> words{}, documents{};
};

void read_file(std::string_view file, AllTexts& all) {
  std::istringstream lines{std::string(file)};
  std::string name;
  Bilingual* section = nullptr;  // null: a table of words
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("# ")) {  // "# C3 (004)"
      const std::size_t end = line.find(" (");
      name = line.substr(2, end - 2);
      if (end != std::string::npos) all.documents[name] = line.substr(end + 2, line.size() - end - 3);
    } else if (line.starts_with("## ")) {
      section = line == "## words" ? nullptr : &all.sections[name + '.' + line.substr(3)];
    } else if (section != nullptr && !line.empty()) {
      const bool korean = line.starts_with("> ");
      std::string& text = korean ? section->korean : section->english;
      text += (text.empty() ? "" : " ") + line.substr(korean ? 2 : 0);
    } else if (line.starts_with("| ")) {  // "| English | 한국어 |"
      const std::size_t middle = line.find(" | ", 2);
      all.words[line.substr(2, middle - 2)] = line.substr(middle + 3, line.size() - middle - 5);
    }
  }
}

const AllTexts& all_texts() {
  static const AllTexts texts = [] {
    AllTexts all;
    for (const std::string_view file : experiment_files) read_file(file, all);
    return all;
  }();
  return texts;
}

}  // namespace

const Bilingual& text_of(const std::string& section) {
  const auto found = all_texts().sections.find(section);
  if (found == all_texts().sections.end()) throw_error<Error>("no text of experiments is called {}", section);
  return found->second;
}

const std::string& documents_of(const std::string& experiment) {
  return all_texts().documents.at(experiment);
}

Bilingual word(const std::string& english) {
  const auto found = all_texts().words.find(english);
  return {english, found == all_texts().words.end() ? "" : found->second};
}

Bilingual joined(const Bilingual& first, const std::string& between, const Bilingual& second) {
  if (first.english.empty()) return second;
  if (second.english.empty()) return first;
  return {first.english + between + second.english,
          first.in(Language::korean) + between + second.in(Language::korean)};
}

Bilingual verdict_text(ClaimVerdict verdict) {
  return text_of(fmt::format("experiment.verdict {}", static_cast<int>(verdict)));
}

ClaimVerdict together(const std::vector<ClaimVerdict>& verdicts) {
  using enum ClaimVerdict;
  const auto number = [&](ClaimVerdict verdict) { return std::ranges::count(verdicts, verdict); };
  if (number(holds) + number(holds_in_part) > 0)
    return number(holds) == std::ssize(verdicts) ? holds : holds_in_part;
  for (const ClaimVerdict verdict : {does_not_hold, inside_the_noise, one_seed, measured_once})
    if (number(verdict) > 0) return verdict;
  return not_measured;
}

ClaimVerdict by_majority(const std::vector<ClaimVerdict>& verdicts) {
  using enum ClaimVerdict;
  const auto holding = std::ranges::count(verdicts, holds);
  if (holding > 0) return 2 * holding > std::ssize(verdicts) ? holds : holds_in_part;
  for (const ClaimVerdict verdict : {does_not_hold, not_measured})
    if (std::ranges::count(verdicts, verdict) == std::ssize(verdicts)) return verdict;
  return inside_the_noise;
}

double least_of(const MeanInterval& interval) {
  return interval.mean - interval.half_width.value_or(INFINITY);
}
double most_of(const MeanInterval& interval) {
  return interval.mean + interval.half_width.value_or(INFINITY);
}

CellNumber number_of(const MeanInterval& mean, std::string unit, double times) {
  CellNumber number{.value = times * mean.mean, .unit = std::move(unit)};
  if (mean.half_width) number.low = times * least_of(mean), number.high = times * most_of(mean);
  return number;
}

TableCell number_cell(const char* form, std::optional<double> value, std::string unit) {
  if (!value) return "–";
  return {fmt::format(fmt::runtime(form), *value), CellNumber{.value = *value, .unit = std::move(unit)}};
}

TableCell count_cell(std::int64_t count) {
  return {grouped(count), CellNumber{.value = static_cast<double>(count)}};
}

TableCell interval_cell(const char* form, const MeanInterval& mean, std::string unit, double times) {
  return {fmt::format(fmt::runtime(form), times * mean.mean, times * mean.half_width.value_or(0)),
          number_of(mean, std::move(unit), times)};
}

void ResultTable::add_columns(const std::vector<std::int64_t>& numbers) {
  for (const std::int64_t number : numbers) columns.push_back({grouped(number)});
}

const std::vector<Experiment>& experiments() {
  static const auto specialised = [](const ExperimentOptions& options) {
    return found_of_alignment(examined_trainings(options));
  };
  static const auto silenced = [](const ExperimentOptions& options) {
    return found_of_silence(examined_trainings(options));
  };
  static const std::vector<Experiment> all{{"C1", variance_of_products}, {"C2", saturation_of_softmax},
                                           {"C3", gradient_of_softmax},  {"C4", memory_of_scores},
                                           {"C5", kinds_of_attention},   {"C6", one_head_is_worse},
                                           {"C7", cost_of_heads},        {"C8", recall_by_distance},
                                           {"C9", attention_is_linear},  {"C10", looking_ahead},
                                           {"C11", padding_is_masked},   {"C12", order_of_words},
                                           {"C13", specialised},         {"C14", worked_examples},
                                           {"C15", scores_are_bilinear}, {"C16", silenced},
                                           {"C17", same_parts},          {"C18", state_space_is_linear}};
  return all;
}

const Experiment& experiment(std::string_view id) {
  std::string wanted(id);
  for (char& c : wanted) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  std::vector<std::string> known;
  for (const Experiment& one : experiments()) {
    if (one.id == wanted) return one;
    known.push_back(one.id);
  }
  throw_error<UsageError>(tr_noop("the lab has no claim '{}', but {}{}"), printable(id),
                          fmt::format("{}", fmt::join(known, ", ")), is_it(wanted, known));
}

FittedLine fitted_line(const Curve& points) {
  double n = 0, xs = 0, ys = 0, xx = 0, xy = 0;
  for (const auto& [x, y] : points) n += 1, xs += x, ys += y, xx += x * x, xy += x * y;
  const double spread = n * xx - xs * xs, b = spread > 0 ? (n * xy - xs * ys) / spread : 0;
  return {.a = (ys - b * xs) / n, .b = b};
}

std::optional<double> fitted_slope(const Curve& curve, double from) {
  Curve logarithms;
  std::set<double> lengths;
  for (const auto& [length, cost] : curve) {
    if (length < from || cost <= 0) continue;
    lengths.insert(length);
    logarithms.emplace_back(std::log(length), std::log(cost));
  }
  return lengths.size() < 2 ? std::nullopt : std::optional(fitted_line(logarithms).b);
}

}  // namespace heed
