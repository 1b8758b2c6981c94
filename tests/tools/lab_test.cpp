// heed lab: the claims that are computed exactly, what is printed and written, and the pages made of it.
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/lab/report.hpp"

using namespace heed;

namespace {

Finding quick(const char* id) { return lab_claim(id).run({.quick = true}); }

/// The cell of a table by its row's first cell.
std::string cell(const Finding& f, std::size_t table, const std::string& row, std::size_t column) {
  for (const auto& cells : f.tables.at(table).table.rows)
    if (cells[0] == row) return cells.at(column);
  FAIL("no row " << row);
  return "";
}

}  // namespace

TEST_CASE("the lab's claims stand in their order, in both languages, and are found by their names") {
  int before = 0;
  for (const Claim& claim : lab_claims()) {
    INFO(claim.id);
    const int number = std::stoi(claim.id.substr(1));
    CHECK(number > before);
    before = number;
    for (const Bilingual* text : {&claim.text, &claim.question}) {
      CHECK_FALSE(text->english.empty());
      CHECK_FALSE(text->korean.empty());
      CHECK(text->english != text->korean);
    }
  }
  CHECK(lab_claim("c15").id == "C15");
  CHECK_THROWS_WITH(lab_claim("C99"),
                    Catch::Contains("'C99'") && Catch::Contains("C1, C2") && Catch::Contains("; is it C9"));
}

TEST_CASE("what is exact comes out exactly") {
  const Finding products = quick("C1");
  CHECK(products.verdict == LabVerdict::holds);
  CHECK(std::stod(cell(products, 0, "64", 2)) == Approx(1).margin(0.15));

  const Finding saturation = quick("C2");  // claims.md of the documents: [1, 2e-22, 4e-31, 2e-35]
  CHECK(saturation.verdict == LabVerdict::holds_in_part);
  CHECK(cell(saturation, 0, "[100, 50, 30, 20]", 1) == "[1, 2e-22, 4e-31, 2e-35]");
  CHECK_THAT(cell(saturation, 0, "[12.5, 6.25, 3.75, 2.5]", 1), Catch::StartsWith("[0.9979, 0.00192"));

  const Finding examples = quick("C14");
  CHECK(examples.verdict == LabVerdict::holds);
  CHECK(cell(examples, 0, "q·k₁", 2) == "0.4044");
  CHECK(cell(examples, 0, "Σ w v, 2", 2) == "0.4100");

  CHECK(quick("C11").verdict == LabVerdict::holds);
  CHECK(quick("C12").verdict == LabVerdict::holds);
  const Finding bilinear = quick("C15");
  CHECK(bilinear.verdict == LabVerdict::holds);
  CHECK_FALSE(bilinear.correction.korean.empty());
}

TEST_CASE("the scores' memory is computed, and measured as far as it goes") {
  const Finding memory = quick("C4");
  CHECK(memory.verdict == LabVerdict::holds);
  CHECK(cell(memory, 0, "2,048", 2) == "16.0 MiB");
  CHECK(cell(memory, 0, "8,192", 2) == "–");
}

TEST_CASE("heed lab lists, runs, and writes what came out, --page makes a page of it") {
  const Scratch scratch;
  const auto lab = [&](std::vector<std::string> arguments, std::vector<std::string> environment = {}) {
    arguments.insert(arguments.begin(), "lab");
    return run({.arguments = arguments, .folder = scratch.folder(), .environment = std::move(environment)});
  };
  CHECK_THAT(lab({}).out, Catch::Contains("C10") && Catch::Contains("heed lab --all"));
  const ProgramEnd end = lab({"C2", "c15", "--json", "lab.json", "--csv", "lab.csv"});
  INFO(end.out << end.err);
  CHECK(end.status == 0);
  CHECK_THAT(end.out, Catch::Contains("C2 holds in part") && Catch::Contains("Mahalanobis"));
  const auto json = nlohmann::json::parse(slurp(scratch / "lab.json"));
  REQUIRE(json.at("claims").size() == 2);
  CHECK(json.at("claims").at(1).at("verdict").at("ko") == "맞습니다");
  CHECK_THAT(slurp(scratch / "lab.csv"), Catch::Contains("C2,\"softmax of scores\",\"[100, 50, 30, 20]\""));

  const std::string page = lab({"--page", "lab.json"}).out;
  CHECK(page == lab_page(json, Language::english));
  CHECK_THAT(page, Catch::Contains("| C15 | 001 |") && Catch::Contains("`./heed lab C2`"));
  CHECK_THAT(lab_page(json, Language::korean), Catch::Contains("마할라노비스"));
  CHECK_THROWS_WITH(lab_page(nlohmann::json::object(), Language::english),
                    Catch::Contains("no results of the lab"));

  CHECK(lab({"C77"}).status == 2);
  CHECK_THAT(lab({"C77"}).err, Catch::Contains("C1, C2"));
}

TEST_CASE("a guess is set beside what was measured") {
  LabResult result{.claim = &lab_claim("C15"), .finding = quick("C15"), .guess = true};
  CHECK_THAT(finding_text(result, Language::english), Catch::EndsWith("As you said.\n"));
  result.guess = false;
  CHECK_THAT(finding_text(result, Language::korean), Catch::EndsWith("생각과는 다릅니다.\n"));
}

TEST_CASE("the pages of the claims say what their JSON says") {
  const std::filesystem::path docs = std::filesystem::path(HEED_SOURCE_DIR) / "docs";
  const auto results = nlohmann::json::parse(slurp(docs / "claims.json"));
  CHECK(results.at("quick") == false);
  CHECK(results.at("claims").size() == lab_claims().size());
  CHECK_THAT(slurp(docs / "claims.md"), Catch::EndsWith(lab_page(results, Language::english)));
  CHECK_THAT(slurp(docs / "claims.ko.md"), Catch::EndsWith(lab_page(results, Language::korean)));
}
