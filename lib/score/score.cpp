#include "lib/score/score.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "lib/core/read_number.hpp"
#include "lib/text/unicode.hpp"

namespace heed {
namespace {

std::string fixed(double value, int width) { return fmt::format("{:.{}f}", value, width); }

// The value of the printed number, so that JSON shows as many digits as text does.
double rounded(double value, int width) {
  const std::string text = fixed(value, width);
  double back = 0;
  read_number(text, back);
  return back;
}

// "μ = 47.02 ± 46.81", or nothing: like sacreBLEU, an interval around 0 is not shown.
std::string interval_text(const Score& score, int width) {
  if (!score.confidence || !(score.confidence->mean > 0)) return {};
  return fmt::format("μ = {} ± {}", fixed(score.confidence->mean, width),
                     fixed(score.confidence->half_width, width));
}

}  // namespace

std::string Signature::format() const {
  std::vector<std::string> pairs;
  for (const Field& f : fields) pairs.push_back(fmt::format("{}:{}", f.name, f.value));
  return fmt::format("{}", fmt::join(pairs, "|"));
}

std::string format(const Score& score, ScoreFormat options) {
  std::string number = fixed(score.score, options.width);
  const std::string interval = interval_text(score, options.width);
  if (!interval.empty()) number += fmt::format(" ({})", interval);
  if (options.score_only) return number;
  std::string line = score.name;
  if (options.signature) line += fmt::format("|{}", score.signature.format());
  line += fmt::format(" = {}", number);
  if (!score.verbose.empty()) line += fmt::format(" {}", score.verbose);
  return line;
}

std::string format(std::span<const Score> scores, ScoreFormat options) {
  std::vector<std::string> lines;
  for (const Score& s : scores) lines.push_back(format(s, options));
  const auto columns = [](const std::string& line) {  // in front of "="
    return to_code_points(std::string_view(line).substr(0, line.find('='))).size();
  };
  const auto has_equals = [](const std::string& line) { return line.find('=') != line.npos; };
  std::size_t widest = 0;
  for (const std::string& line : lines)
    if (has_equals(line)) widest = std::max(widest, columns(line));
  for (std::string& line : lines)
    if (has_equals(line)) line.insert(0, widest - columns(line), ' ');
  return fmt::format("{}", fmt::join(lines, "\n"));
}

std::string to_json(const Score& score, ScoreFormat options) {
  nlohmann::ordered_json object{{"name", score.name},
                                {"score", rounded(score.score, options.width)},
                                {"signature", score.signature.format()}};
  const std::string interval = interval_text(score, options.width);
  if (!interval.empty()) {
    object["confidence_mean"] = rounded(score.confidence->mean, options.width);
    object["confidence_var"] = rounded(score.confidence->half_width, options.width);
    object["confidence"] = interval;
  }
  if (!score.verbose.empty()) object["verbose_score"] = score.verbose;
  for (const Signature::Field& f : score.signature.fields) object[f.name] = f.value;
  return object.dump(1);
}

std::string to_json(std::span<const Score> scores, ScoreFormat options) {
  std::vector<std::string> objects;
  for (const Score& s : scores) objects.push_back(to_json(s, options));
  const std::string all = fmt::format("{}", fmt::join(objects, ",\n"));
  return scores.size() == 1 ? all : fmt::format("[\n{}\n]", all);
}

}  // namespace heed
