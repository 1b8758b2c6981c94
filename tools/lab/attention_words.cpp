// What C5's tables say, in Korean.
#include <fmt/format.h>

#include <map>
#include <regex>

#include "tools/lab/attention_costs.hpp"

namespace heed {
namespace {

const std::map<std::string_view, std::string_view> words{{"dense", "보통"},
                                                         {"blockwise", "플래시"},
                                                         {"sparse", "희소"},
                                                         {"linear", "선형"},
                                                         {"kind", "종류"},
                                                         {"verdict", "판정"},
                                                         {"measured once", "한 번 잼"},
                                                         {"not measured", "재지 못함"},
                                                         {"no such lengths", "그런 길이가 없음"},
                                                         {"too few lengths", "길이가 모자람"}};

std::string word(const std::string& english) {
  const auto found = words.find(english);
  return found == words.end() ? english : std::string(found->second);
}

}  // namespace

std::optional<std::string> attention_word(const std::string& cell) {
  if (words.contains(cell)) return word(cell);
  std::smatch found;
  static const std::regex slopes(R"(slope (\S+)(?: \((\S+), then (\S+)\))?)"),
      speedup(R"((\S+) to (\S+) times from (\S+) tokens on)"),
      fastest(R"((\w+) at ([\d,]*\d(?: … [\d,]*\d)?))");
  if (std::regex_match(cell, found, slopes))
    return found[2].matched
               ? fmt::format("지수 {} ({}, 다음에는 {})", found.str(1), found.str(2), found.str(3))
               : "지수 " + found.str(1);
  if (std::regex_match(cell, found, speedup))
    return fmt::format("{} 토큰부터 {}–{}배", found.str(3), found.str(1), found.str(2));
  if (!cell.starts_with("fastest: ")) return std::nullopt;
  std::string list;
  for (std::sregex_iterator one(cell.begin(), cell.end(), fastest), end; one != end; ++one)
    list += fmt::format("{}{} {}", list.empty() ? "" : ", ", one->str(2), word(one->str(1)));
  return "가장 빠른 것: " + list;
}

}  // namespace heed
