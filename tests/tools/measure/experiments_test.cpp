// The experiments of heed lab as they run, and what docs/claims.* keep of them.
#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tools/measure/results.hpp"

using namespace heed;

namespace {

/// English words have Korean ones beside them, but for the translated sentence.
void check_korean(const Bilingual& text) {
  static const std::regex word("[a-z]{4,}");
  if (text.english == "love" || text.english == "apples" || !std::regex_search(text.english, word)) return;
  INFO(text.english);
  CHECK_THAT(text.korean, Catch::Matches(".*[\xEA-\xED].*"));  // Hangul in UTF-8
}

/// Everything is said in both languages, and nothing is NaN.
void check_whole(const Finding& f) {
  CHECK_FALSE(f.measured.english.empty());
  CHECK(f.measured.english != f.measured.korean);
  CHECK_THAT(f.measured.english + f.measured.korean, !Catch::Contains("nan") && !Catch::Contains("inf "));
  for (const ResultTable& t : f.tables) {
    REQUIRE_FALSE(t.rows.empty());
    check_korean(t.title);
    for (const Bilingual& column : t.columns) check_korean(column);
    for (const auto& row : t.rows) {
      CHECK(row.size() == t.columns.size());
      for (const TableCell& cell : row) {
        check_korean(cell.text);
        CHECK(cell.text.english.find("nan") == std::string::npos);
      }
    }
  }
}

}  // namespace

TEST_CASE("the experiments that train or measure times run, and say what they must", "[.long]") {
  using enum ClaimVerdict;
  // The models of C6 are still learning.
  const std::map<std::string, ClaimVerdict> must{{"C3", holds},          {"C6", not_measured},
                                                 {"C9", holds_in_part},  {"C10", holds},
                                                 {"C13", holds_in_part}, {"C17", holds}};
  for (const char* id : {"C3", "C5", "C6", "C8", "C9", "C10", "C13", "C16", "C17", "C18"}) {
    INFO(id);
    const Finding found = experiment(id).run({.quick = true});
    check_whole(found);
    if (must.contains(id)) CHECK(found.verdict == must.at(id));
  }
}

TEST_CASE("the pages of the claims say what their JSON says") {
  const std::filesystem::path docs = std::filesystem::path(HEED_SOURCE_DIR) / "docs";
  const nlohmann::json results = read_results(docs / "claims.json");
  CHECK_FALSE(results.at("quick").get<bool>());
  CHECK(results.at("claims").size() == experiments().size());
  for (const auto& [page, language] :
       {std::pair("claims.md", Language::english), {"claims.ko.md", Language::korean}})
    CHECK_THAT(slurp(docs / page), Catch::EndsWith("\n" + results_page(results, language)));
}

namespace {

const std::regex number_pattern(R"(\d[\d,]*(\.\d+)?(e[+-]?\d+)?)");

/// Equal but for rounding: the words are the same, and each number within 2 %, or both below 1e-5.
void check_alike(const std::string& kept, const std::string& fresh) {
  INFO(kept << "\n" << fresh);
  CHECK(std::regex_replace(kept, number_pattern, "#") == std::regex_replace(fresh, number_pattern, "#"));
  const auto numbers = [](const std::string& text) {
    std::vector<double> all;
    for (std::sregex_iterator i(text.begin(), text.end(), number_pattern), end; i != end; ++i) {
      std::string digits = i->str();
      std::erase(digits, ',');
      all.push_back(std::stod(digits));
    }
    return all;
  };
  const std::vector<double> a = numbers(kept), b = numbers(fresh);
  REQUIRE(a.size() == b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] < 1e-5 && b[i] < 1e-5) continue;
    CHECK(a[i] == Approx(b[i]).epsilon(0.02));
  }
}

}  // namespace

TEST_CASE("what the pages say of the exact claims is what the program says now") {
  const std::filesystem::path docs = std::filesystem::path(HEED_SOURCE_DIR) / "docs";
  const auto results = nlohmann::json::parse(slurp(docs / "claims.json"));
  for (const auto& kept : results.at("claims")) {
    const Experiment& claim = experiment(kept.at("id").get<std::string>());
    INFO(claim.id);
    constexpr std::array exact{"C1", "C2", "C4", "C11", "C12", "C14", "C15"};
    if (std::ranges::find(exact, claim.id) == exact.end()) continue;
    const auto fresh = json_of(claim.id, claim.run({}));
    for (const char* same : {"claim", "rule", "documents", "verdict"}) CHECK(kept.at(same) == fresh.at(same));
    for (const char* part : {"measured", "correction", "tables"})
      check_alike(kept.at(part).dump(), fresh.at(part).dump());
  }
}
