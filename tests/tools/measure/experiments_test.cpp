// The experiments of heed lab as they run, and what docs/claims.* keep of them.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tools/measure/results.hpp"

using namespace heed;

namespace {

Finding quickly(const char* id) { return experiment(id).run({.quick = true}); }

/// The numbers behind the cells are those that the cells show, and lie in their intervals.
void check_numbers(const ResultTable& t) {
  static const std::regex number(R"([-+]?[\d,]*\d(\.\d+)?(e[-+]?\d+)?)");
  for (const auto& row : t.rows) {
    for (const TableCell& cell : row) {
      if (!cell.number) continue;
      const CellNumber& n = *cell.number;
      std::string text = cell.text.english;
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
}

/// English words have Korean ones beside them, but for the translated sentence.
void check_korean(const Bilingual& text) {
  static const std::regex word("[a-z]{4,}");
  if (text.english == "love" || text.english == "apples" || !std::regex_search(text.english, word)) return;
  INFO(text.english);
  CHECK_THAT(text.korean, Catch::Matches(".*[\xEA-\xED].*"));  // Hangul in UTF-8
}

/// Every table is full and in both languages.
void check_table(const ResultTable& t) {
  REQUIRE_FALSE(t.rows.empty());
  check_numbers(t);
  check_korean(t.title);
  for (const Bilingual& column : t.columns) check_korean(column);
  for (const auto& row : t.rows) {
    CHECK(row.size() == t.columns.size());
    for (const TableCell& cell : row) check_korean(cell.text);
  }
}

/// Everything is said in both languages, and nothing is NaN.
void check_whole(const Finding& f) {
  CHECK_FALSE(f.measured.english.empty());
  CHECK(f.measured.english != f.measured.korean);
  CHECK_THAT(f.measured.english + f.measured.korean, !Catch::Contains("nan") && !Catch::Contains("inf "));
  REQUIRE_FALSE(f.tables.empty());
  for (const ResultTable& t : f.tables) {
    check_table(t);
    for (const auto& row : t.rows)
      for (const TableCell& cell : row) CHECK(cell.text.english.find("nan") == std::string::npos);
  }
}

}  // namespace

TEST_CASE("the scale is needed, and attention without an FFN learns what is not linear, too", "[.long]") {
  const Finding scale = quickly("C3");
  check_whole(scale);
  CHECK(scale.answer == ClaimAnswer::yes);
  CHECK(scale.verdict == ClaimVerdict::holds);
  CHECK(scale.tables.at(1).rows.size() == 3);
  const Finding ffn = quickly("C9");
  check_whole(ffn);
  CHECK(ffn.verdict == ClaimVerdict::holds_in_part);
  CHECK(ffn.answer.has_value());
  const auto& rows = ffn.tables.at(0).rows;  // of 100 and 300 steps
  CHECK(rows.at(1).at(1).number->value > rows.at(1).at(2).number->value);
  CHECK(rows.at(1).at(2).number->value > rows.at(0).at(2).number->value);
}

TEST_CASE("the experiments that train translators and models run, and say what they must", "[.long]") {
  for (const char* id : {"C5", "C6", "C8", "C10", "C13", "C16", "C17", "C18"}) {
    INFO(id);
    const Finding found = quickly(id);
    check_whole(found);
    if (id == std::string("C6")) CHECK(found.verdict == ClaimVerdict::not_measured);  // too early
    if (id == std::string("C10") || id == std::string("C17")) CHECK(found.verdict == ClaimVerdict::holds);
    if (id == std::string("C13")) {
      CHECK(found.verdict == ClaimVerdict::holds_in_part);
      CHECK(found.tables.at(1).rows.size() == 24);
    }
    if (id == std::string("C16")) {
      CHECK(found.tables.at(0).rows.size() == 2);
      CHECK(found.shared_seconds > 1);  // of the trainings that C13 has made
    }
    if (id == std::string("C5")) CHECK(found.tables.size() == 4);
  }
}

namespace {

/// A number as it is written, and what its last digit counts.
struct Written {
  double value = 0, step = 1;
};
std::vector<Written> numbers_in(const std::string& cell) {
  static const std::regex pattern(R"(([-+]?)(\d[\d,]*)(\.\d+)?(?:e([+-]?\d+))?)");
  std::vector<Written> all;
  for (std::sregex_iterator i(cell.begin(), cell.end(), pattern), end; i != end; ++i) {
    std::string text = i->str();
    std::erase(text, ',');
    const auto digits = static_cast<int>(i->length(3)) - (i->length(3) > 0 ? 1 : 0);
    const int power = i->length(4) > 0 ? std::stoi(i->str(4)) : 0;
    all.push_back({std::stod(text), std::pow(10.0, power - digits)});
  }
  return all;
}

/// Whether each cell of a table is the number behind it, rounded, and so are the ends or the half of its
/// interval where it has them. Bytes may be written as KiB, MiB or GiB.
bool cells_fit(const nlohmann::json& table) {
  const auto fits = [](const Written& written, double behind, bool bytes) {
    return std::ranges::any_of(std::array{0, 10, 20, 30}, [&](int bits) {
      return (bits == 0 || bytes) && std::abs(written.value - std::ldexp(behind, -bits)) <=
                                         0.5001 * written.step + 1e-9 * std::abs(written.value);
    });
  };
  return std::ranges::all_of(table.at("numbers"), [&](const nlohmann::json& n) {
    const std::string cell =
        table.at("rows").at(n.at("row").get<std::size_t>()).at(n.at("column").get<std::size_t>());
    std::vector<double> behind{n.at("value").get<double>()};
    const std::vector<Written> written = numbers_in(cell);
    if (!n.at("low").is_null() && written.size() > 1) {
      const double low = n.at("low"), high = n.at("high");
      if (cell.find("±") != std::string::npos) behind.push_back((high - low) / 2);
      if (cell.find("…") != std::string::npos) behind.insert(behind.end(), {low, high});
    }
    return written.size() >= behind.size() &&
           std::equal(behind.begin(), behind.end(), written.begin(), [&](double number, const Written& w) {
             return fits(w, number, n.at("unit") == "bytes");
           });
  });
}

}  // namespace

TEST_CASE("the cells of the claims' tables are the numbers behind them") {
  const auto results =
      nlohmann::json::parse(slurp(std::filesystem::path(HEED_SOURCE_DIR) / "docs/claims.json"));
  std::size_t changed = 0;
  for (const auto& claim : results.at("claims")) {
    nlohmann::json tables = claim.at("tables");
    if (claim.contains("given"))
      for (const auto& table : claim.at("given").at("tables")) tables.push_back(table);
    for (nlohmann::json& table : tables) {
      INFO(claim.at("id") << ": " << table.at("title").at("en"));
      CHECK(cells_fit(table));
      if (table.at("numbers").empty()) continue;
      const auto &row = table.at("numbers")[0].at("row"), &column = table.at("numbers")[0].at("column");
      nlohmann::json& cell = table.at("rows")[row.get<std::size_t>()][column.get<std::size_t>()];
      std::string text = cell;
      char& first = text[text.find_first_of("0123456789")];
      first = first == '9' ? '1' : static_cast<char>(first + 1);
      cell = text;
      CHECK_FALSE(cells_fit(table));
      ++changed;
    }
  }
  CHECK(changed > 10);
}

TEST_CASE("the pages of the claims say what their JSON says") {
  const std::filesystem::path docs = std::filesystem::path(HEED_SOURCE_DIR) / "docs";
  const ExperimentResults results = read_results(docs / "claims.json");
  CHECK_FALSE(results.quick);
  CHECK(results.all.size() == experiments().size());
  CHECK(json_of(results) == nlohmann::json::parse(slurp(docs / "claims.json")));
  for (const auto& [page, language] :
       {std::pair("claims.md", Language::english), {"claims.ko.md", Language::korean}})
    CHECK(slurp(docs / page) == document_of(slurp(docs / page), results, language));
  for (const ExperimentResult& one : results.all) {
    INFO(one.id);
    for (const ResultTable& table : one.finding.tables) check_table(table);
    if (one.finding.given) check_table(one.finding.given->tables.at(0));
  }
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
    constexpr std::array exact{"C2", "C11", "C12", "C14", "C15"};
    if (std::ranges::find(exact, claim.id) == exact.end()) continue;
    ExperimentResults measured;
    measured.all.push_back({.id = claim.id, .finding = claim.run({})});
    const auto fresh = json_of(measured).at("claims").at(0);
    for (const char* same : {"claim", "rule", "documents", "verdict"}) CHECK(kept.at(same) == fresh.at(same));
    for (const char* part : {"measured", "correction", "tables"})
      check_alike(kept.at(part).dump(), fresh.at(part).dump());
  }
}
