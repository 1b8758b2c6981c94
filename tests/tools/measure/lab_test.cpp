// heed lab: the texts, what is printed and written, the experiments as they run, and what docs/claims.* keep.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/measure/experiment.hpp"

using namespace heed;

TEST_CASE("every text that the sources name is there in both languages, with as many places to fill") {
  const std::regex name(R"re(text_of\(\s*"([^"]+)")re"), place(R"(\{[^}]*\})");
  const auto places = [&](const std::string& text) {
    return std::distance(std::sregex_iterator(text.begin(), text.end(), place), std::sregex_iterator());
  };
  std::set<std::string> sections;
  for (const char* folder : {"tools/measure", "tools/commands"}) {
    for (const auto& file :
         std::filesystem::directory_iterator(std::filesystem::path(HEED_SOURCE_DIR) / folder)) {
      if (file.path().extension() != ".cpp") continue;
      const std::string source = slurp(file.path());
      for (std::sregex_iterator i(source.begin(), source.end(), name), end; i != end; ++i)
        sections.insert(i->str(1));
    }
  }
  CHECK(sections.size() > 80);
  for (const Experiment& claim : experiments())
    for (const char* section : {".claim", ".rule"}) sections.insert(claim.id + section);
  for (const std::string& section : sections) {
    INFO(section);
    const Bilingual& text = text_of(section);
    CHECK_FALSE((text.english.empty() || text.korean.empty()));
    if (text.english.find("{0") == std::string::npos) CHECK(places(text.english) == places(text.korean));
  }
  CHECK_THROWS_AS(text_of("C3.nothing"), Error);
  CHECK(text_of("C6.in", Bilingual{"here", "여기"}).korean == "여기에서");
  CHECK((documents_of("C16") == "001" && word("distance").korean == "거리"));
  CHECK(experiment("c15").id == "C15");
}

TEST_CASE("numbers are written unrounded, with interval and unit, one by one") {
  ResultTable table({"t", "t"}, {"net", "right"});
  table.add({"a", {"33.3 %", CellNumber{100 / 3.0, 1.5, INFINITY, "%"}}});
  table.add({"b", "–"});
  nlohmann::json results = no_results(false);
  results["claims"].push_back(json_of("C15", {.tables = {table}}));
  CHECK(results_csv(results) ==
        "claim,table,row,column,text,value,low,high,unit\n"
        "C15,\"t\",\"a\",\"right\",\"33.3 %\",33.333333333333336,1.5,,\"%\"\n"
        "C15,\"t\",\"b\",\"right\",\"–\",,,,\"\"\n");
}

TEST_CASE("heed lab lists, runs, and writes what came out, --from makes pages of it", "[.long]") {
  const Scratch scratch;
  const auto lab = [&](const Words& words) { return run_heed(scratch.folder(), plus({"lab"}, words)); };
  CHECK_THAT(lab({}).out, Catch::Contains(text_of("C5.claim").english) && Catch::Contains("heed lab --all"));
  const ProgramEnd end = lab({"C2", "c15", "c2", "--seed", "7", "--json", "lab.json", "--csv", "lab.csv"});
  check_end(end, 0);
  const std::string parts =
      " (saturation: holds; soft once scaled: does not hold; printed figures: does not hold)";
  CHECK_THAT(end.out, Catch::StartsWith("Everything is drawn with seed 7.\n") &&
                          Catch::Contains("C2 holds in part" + parts + ": softmax") &&
                          Catch::Contains("C2   holds in part" + parts) && Catch::Contains("Mahalanobis"));
  const std::string measured = slurp(scratch / "lab.json");
  const auto json = nlohmann::json::parse(measured);
  REQUIRE(json.at("claims").size() == 2);
  CHECK(json.at("claims").at(1).at("verdict").at("ko") == "맞습니다");
  CHECK_FALSE(json.at("claims").at(1).contains("statements"));  // says one thing
  CHECK(json.at("claims").at(0).at("statements").at(1).at("verdict").at("en") == "does not hold");
  CHECK_THAT(slurp(scratch / "lab.csv"), Catch::Contains("C2,\"softmax of scores\",\"[100, 50, 30, 20]\""));
  // what an earlier call has measured stays
  const ProgramEnd stopped = run(
      {.arguments = {"lab", "C3", "--json", "lab.json"}, .folder = scratch.folder(), .signal_when = "C3"});
  CHECK(stopped.status == 130);
  CHECK_THAT(stopped.err, Catch::Contains("interrupted: 0 of 1 claim measured"));
  CHECK(slurp(scratch / "lab.json") == measured);

  const std::string page = lab({"--from", "lab.json"}).out;
  CHECK_THAT(page, Catch::Contains("| **holds in part**" + parts + " |\n") &&
                       Catch::Contains("\n**holds in part**" + parts + ": softmax") &&
                       Catch::Contains("| C15 | 001 |") && Catch::Contains("`./heed lab C2 --seed 7` (") &&
                       Catch::Contains("| scores | softmax | 1 − largest | as 000 prints it |\n| --- | --- | "
                                       "---: | --- |"));

  nlohmann::json wrong = json;
  wrong["claims"][1].erase("verdict");
  for (const nlohmann::json& other : {wrong, nlohmann::json{{"loss", 1}}, nlohmann::json(3)}) {
    spill(scratch / "other.json", other.dump());
    const ProgramEnd refusal = lab({"--from", "other.json"});
    CHECK(refusal.status == 1);
    CHECK_THAT(refusal.err,
               Catch::Contains("other.json: no results of the lab") && !Catch::Contains("exception"));
  }
}

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
