// The experiments of heed lab as they run, and what docs/claims.* keep of them.
#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tools/lab/report.hpp"

using namespace heed;

namespace {

Finding quickly(const char* id) { return lab_claim(id).run({.quick = true}); }

/// The numbers behind the cells are those that the cells show, and lie in their intervals.
void check_numbers(const LabTable& t) {
  static const std::regex number(R"([-+]?[\d,]*\d(\.\d+)?(e[-+]?\d+)?)");
  for (const LabNumber& n : t.numbers) {
    std::string text = t.table.rows.at(n.row).at(n.column);
    INFO(t.title.english << ", " << text);
    if (n.low) CHECK(*n.low <= n.value);
    if (n.high) CHECK(n.value <= *n.high);
    if (n.unit == "bytes") continue;  // shown as MiB
    std::erase(text, ',');
    std::smatch shown;
    REQUIRE(std::regex_search(text, shown, number));
    const auto decimals = static_cast<double>(std::max<std::int64_t>(shown.length(1) - 1, 0));
    const double half = shown[2].matched ? 0.5 * std::abs(n.value) : 0.51 * std::pow(10, -decimals);
    CHECK(std::stod(shown.str()) == Approx(n.value).margin(half));
  }
}

/// Every table is full and in both languages, and nothing is NaN.
void check_whole(const Finding& f) {
  CHECK_FALSE(f.measured.english.empty());
  CHECK(f.measured.english != f.measured.korean);
  CHECK_THAT(f.measured.english + f.measured.korean, !Catch::Contains("nan") && !Catch::Contains("inf "));
  REQUIRE_FALSE(f.tables.empty());
  CHECK_FALSE(f.tables[0].numbers.empty());
  for (const LabTable& t : f.tables) {
    REQUIRE_FALSE(t.table.rows.empty());
    check_numbers(t);
    for (const auto& row : t.table.rows) {
      CHECK(row.size() == t.table.columns.size());
      for (const std::string& text : row) CHECK(text.find("nan") == std::string::npos);
    }
  }
}

}  // namespace

TEST_CASE("the scale is needed, and attention without an FFN learns what is not linear, too") {
  const Finding scale = quickly("C3");
  check_whole(scale);
  CHECK(scale.answer == LabAnswer::yes);
  CHECK(scale.verdict == LabVerdict::holds);
  CHECK(scale.tables.at(1).table.rows.size() == 3);
  const Finding ffn = quickly("C9");
  check_whole(ffn);
  CHECK(ffn.verdict == LabVerdict::holds_in_part);
  CHECK(ffn.answer.has_value());
  const auto& rows = ffn.tables.at(0).table.rows;  // of 100 and 300 steps
  CHECK(std::stod(rows.at(1).at(1)) > std::stod(rows.at(1).at(2)));
  CHECK(std::stod(rows.at(1).at(2)) > std::stod(rows.at(0).at(2)));
}

TEST_CASE("the experiments that train translators and models run, and say what they must", "[.long]") {
  for (const char* id : {"C5", "C6", "C8", "C10", "C13", "C16", "C17", "C18"}) {
    INFO(id);
    const Finding found = quickly(id);
    check_whole(found);
    if (id == std::string("C6")) CHECK(found.verdict == LabVerdict::not_measured);  // too early
    if (id == std::string("C10") || id == std::string("C17")) CHECK(found.verdict == LabVerdict::holds);
    if (id == std::string("C13")) {
      CHECK(found.verdict == LabVerdict::holds_in_part);
      CHECK(found.tables.at(1).table.rows.size() == 24);
    }
    if (id == std::string("C16")) CHECK(found.tables.at(0).table.rows.size() == 2);
  }
}

TEST_CASE("the pages of the claims say what their JSON says") {
  const std::filesystem::path docs = std::filesystem::path(HEED_SOURCE_DIR) / "docs";
  const auto results = nlohmann::json::parse(slurp(docs / "claims.json"));
  CHECK(results.at("quick") == false);
  CHECK(results.at("claims").size() == lab_claims().size());
  CHECK(slurp(docs / "claims.md") == lab_document(results, Language::english));
  CHECK(slurp(docs / "claims.ko.md") == lab_document(results, Language::korean));
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
    const Claim& claim = lab_claim(kept.at("id").get<std::string>());
    INFO(claim.id);
    CHECK(kept.at("claim").at("en") == claim.text.english);
    CHECK(kept.at("claim").at("ko") == claim.text.korean);
    CHECK(kept.at("documents") == claim.documents);
    REQUIRE(kept.contains("rule"));
    CHECK(kept.at("rule").at("en") == claim.rule.english);
    constexpr std::array exact{"C2", "C11", "C12", "C14", "C15"};
    if (std::ranges::find(exact, claim.id) == exact.end()) continue;
    const auto fresh = lab_json({{.claim = &claim, .finding = claim.run({})}}, {}).at("claims").at(0);
    CHECK(kept.at("verdict") == fresh.at("verdict"));
    for (const char* part : {"measured", "correction", "tables"})
      check_alike(kept.at(part).dump(), fresh.at(part).dump());
  }
}
