// heed lab: the claims that are computed exactly, what is printed and written, and the pages made of it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lib/core/error.hpp"
#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"
#include "tools/language/duration.hpp"
#include "tools/measure/results.hpp"

using namespace heed;

namespace {

Finding quick(const char* id) { return experiment(id).run({.quick = true}); }

/// The cell of a table by its row's first cell.
std::string cell(const Finding& f, std::size_t table, const std::string& row, std::size_t column) {
  for (const auto& cells : f.tables.at(table).rows)
    if (cells[0].text.english == row) return cells.at(column).text.english;
  FAIL("no row " << row);
  return "";
}

}  // namespace

TEST_CASE("the lab's claims stand in their order, in both languages, and are found by their names") {
  int before = 0;
  for (const Experiment& claim : experiments()) {
    INFO(claim.id);
    const int number = std::stoi(claim.id.substr(1));
    CHECK(number > before);
    before = number;
    for (const char* section : {"claim", "question", "rule"}) {
      const Bilingual text = claim.text(section);
      CHECK_FALSE(text.english.empty());
      CHECK_FALSE(text.korean.empty());
      CHECK(text.english != text.korean);
    }
  }
  CHECK(experiment("c15").id == "C15");
  CHECK_THROWS_WITH(experiment("C99"),
                    Catch::Contains("'C99'") && Catch::Contains("C1, C2") && Catch::Contains("; is it C9"));
}

TEST_CASE("what is exact comes out exactly") {
  const Finding products = quick("C1");
  CHECK(products.verdict == ClaimVerdict::holds);
  CHECK(std::stod(cell(products, 0, "64", 2)) == Approx(1).margin(0.15));
  const std::vector<TableCell>& of_four = products.tables.at(0).rows.at(1);  // q·k / √d_k is measured, too
  CHECK(std::abs(of_four.at(1).number->value / 4 - of_four.at(2).number->value) > 1e-6);

  const Finding saturation = quick("C2");  // e⁻⁵⁰, e⁻⁷⁰, e⁻⁸⁰
  CHECK(saturation.verdict == ClaimVerdict::holds_in_part);
  CHECK(cell(saturation, 0, "[100, 50, 30, 20]", 1) == "[1, 1.9e-22, 4e-31, 1.8e-35]");
  CHECK(cell(saturation, 0, "[10, 0, 0, 0]", 1) == "[0.9999, 4.5e-05, 4.5e-05, 4.5e-05]");
  CHECK(cell(saturation, 0, "[10, 0, 0, 0]", 2) == "0.00014");  // three times as much
  CHECK_THAT(cell(saturation, 0, "[12.5, 6.25, 3.75, 2.5]", 1), Catch::StartsWith("[0.9979, 0.00192"));

  CHECK_THAT(saturation.correction.english, Catch::Contains("of 000's 2 examples 2 have wrong numbers") &&
                                                Catch::Contains("after scaling, too: 0.998"));

  const Finding examples = quick("C14");
  CHECK(examples.verdict == ClaimVerdict::holds);
  CHECK(cell(examples, 0, "q·k₁", 2) == "0.4044");
  CHECK(cell(examples, 0, "Σ w v, 2", 2) == "0.4100");

  CHECK(quick("C11").verdict == ClaimVerdict::holds);
  CHECK(quick("C12").verdict == ClaimVerdict::holds);
  const Finding bilinear = quick("C15");
  CHECK(bilinear.verdict == ClaimVerdict::holds);
  CHECK_FALSE(bilinear.correction.korean.empty());
}

TEST_CASE("the scores' memory is computed, and measured as far as it goes") {
  const Finding memory = quick("C4");
  CHECK(memory.verdict == ClaimVerdict::holds_in_part);  // 10,000 tokens take 0.4 GiB
  CHECK_THAT(memory.measured.english, Catch::Contains("of the 5 printed sizes 4 are right"));
  CHECK_THAT(memory.correction.english, Catch::Contains("381.5 MiB (2 GiB takes 23,170 tokens)") &&
                                            !Catch::Contains("256") && !Catch::Contains("64"));
  CHECK_THAT(memory.correction.korean, Catch::StartsWith("수 GB라 적힌 10,000 토큰"));
  std::istringstream shown(table_text(memory.tables.at(0), Language::english, 30));
  std::vector<std::string> rows;
  for (std::string line; std::getline(shown, line);) rows.push_back(line);
  CHECK(std::ranges::count_if(rows, [](const auto& row) { return row.ends_with("…"); }) > 0);
  CHECK(cell(memory, 0, "2,048", 2) == "16.0 MiB");
  CHECK(cell(memory, 0, "8,192", 2) == "–");
}

TEST_CASE("heed lab lists, runs, and writes what came out, --from makes pages of it", "[.long]") {
  const Scratch scratch;
  const auto lab = [&](std::vector<std::string> arguments, std::vector<std::string> environment = {}) {
    arguments.insert(arguments.begin(), "lab");
    return run({.arguments = arguments, .folder = scratch.folder(), .environment = std::move(environment)});
  };
  CHECK_THAT(lab({}).out, Catch::Contains("C10") && Catch::Contains("heed lab --all"));
  CHECK_THAT(lab({}).out, Catch::Contains(text_of("C5.claim").english));  // whole, as nothing is a terminal
  const ProgramEnd end = lab({"C2", "c15", "c2", "--json", "lab.json", "--csv", "lab.csv"});
  INFO(end.out << end.err);
  CHECK(end.status == 0);
  const std::string parts =
      " (saturation: holds; soft once scaled: does not hold; printed figures: does not hold)";
  CHECK_THAT(end.out, Catch::Contains("C2 holds in part" + parts + ": softmax") &&
                          Catch::Contains("C2   holds in part" + parts) && Catch::Contains("Mahalanobis"));
  const auto json = nlohmann::json::parse(slurp(scratch / "lab.json"));
  REQUIRE(json.at("claims").size() == 2);
  CHECK(json.at("claims").at(1).at("verdict").at("ko") == "맞습니다");
  CHECK(json.at("claims").at(1).at("tables").at(0).at("numbers").size() == 3);
  CHECK_FALSE(json.at("claims").at(1).contains("statements"));  // says one thing
  CHECK(json.at("claims").at(0).at("statements").at(1).at("verdict").at("en") == "does not hold");
  CHECK_THAT(slurp(scratch / "lab.csv"),
             Catch::StartsWith("claim,table,row,column,text,value,low,high,unit\n") &&
                 Catch::Contains("C2,\"softmax of scores\",\"[100, 50, 30, 20]\""));
  const ProgramEnd same = lab({"C2", "--json", "one.txt", "--csv", "./one.txt"});
  CHECK(same.status == 2);
  CHECK_THAT(same.err, Catch::Contains("--csv ./one.txt would overwrite one.txt"));
  CHECK_FALSE(std::filesystem::exists(scratch / "one.txt"));
  const std::string measured = slurp(scratch / "lab.json");
  for (const std::vector<std::string>& twice :
       {std::vector<std::string>{"--from", "lab.json", "--report", "lab.json"},
        {"C14", "--json", "a.out", "--report", "a.out"},
        {"C14", "--docs", ".", "--report", "claims.md"}})
    CHECK_THAT(lab(twice).err, Catch::Contains("would overwrite"));
  // what an earlier call has measured stays
  const ProgramEnd stopped = run({.arguments = {"lab", "C3", "--json", "lab.json", "--csv", "lab.csv"},
                                  .folder = scratch.folder(),
                                  .signal_when = "C3"});
  CHECK(stopped.status == 130);
  CHECK_THAT(stopped.err, Catch::Contains("interrupted: 0 of 1 claim measured"));
  CHECK(slurp(scratch / "lab.json") == measured);
  CHECK_THAT(lab({"C1", "--quick"}).out, Catch::Contains("         d_k") && Catch::Contains("o Var(q·k)"));
  CHECK_THAT(lab({"C1", "C12", "--quick", "--plain"}).out,
             Catch::Contains("C1 holds") && !Catch::Contains("│") && !Catch::Contains("█"));
  CHECK_THAT(lab({"C2", "--seed", "7"}).out, Catch::StartsWith("Everything is drawn with seed 7.\n"));

  const auto lab_page = [](const nlohmann::json& of, Language language) {
    return results_page(results_from_json(of), language);
  };
  const std::string page = lab({"--from", "lab.json"}).out;
  CHECK(page == lab_page(json, Language::english));
  CHECK_THAT(page, Catch::Contains("| **holds in part**" + parts + " |\n") &&
                       Catch::Contains("\n**holds in part**" + parts + ": softmax"));
  CHECK_THAT(page, Catch::Contains("| C15 | 001 |") && Catch::Contains("`./heed lab C2`"));
  CHECK_THAT(lab_page(json, Language::korean), Catch::Contains("마할라노비스"));
  nlohmann::json fewer = json;
  fewer["quick"] = true, fewer["seed"] = 7;
  CHECK_THAT(lab_page(fewer, Language::english), Catch::Contains("`./heed lab C2 --quick --seed 7` ("));
  nlohmann::json elsewhere = json;
  elsewhere["claims"][1]["machine"] = {{"processors", 7}, {"processor", "Abacus"}, {"simd", "none"}};
  CHECK_THAT(lab_page(elsewhere, Language::english), Catch::Contains("; on 7 processors (Abacus, none))"));
  CHECK_THAT(lab_page(elsewhere, Language::korean), Catch::Contains("; 프로세서 7개(Abacus, 없음))"));
  elsewhere["claims"][0]["seconds"] = 82.0;
  elsewhere["claims"][1]["machine"]["simd"] = "avx2, 8 floats at once, not fused";
  CHECK_THAT(lab_page(elsewhere, Language::english), Catch::Contains("(1 min 22 s)"));
  CHECK_THAT(lab_page(elsewhere, Language::korean),
             Catch::Contains("(1분 22초)") && Catch::Contains("avx2, float 8개씩, 곱셈과 덧셈을 따로"));
  CHECK(duration_in(3900, Language::korean) == "1시간 5분");
  CHECK(duration_in(7, Language::korean) == "7초");
  CHECK(duration_in(0.2, Language::english) == "< 1 s");
  CHECK(duration_in(0.2, Language::korean) == "1초 미만");
  CHECK_THAT(page, Catch::Contains(
                       "| scores | softmax | 1 − largest | as 000 prints it |\n| --- | --- | ---: | --- |"));

  CHECK(lab({"--from", "lab.json", "--report", "lab.html", "--lang", "ko"}).status == 0);
  const std::string html = slurp(scratch / "lab.html");
  CHECK_THAT(html, Catch::Contains("lang=\"ko\"") && Catch::Contains("Mahalanobis") &&
                       Catch::Contains("function picturesOf") && Catch::Contains("\"sinusoidal\":"));
  CHECK(lab({"--from", "lab.json", "--docs", "."}).status == 0);
  CHECK(slurp(scratch / "claims.ko.md") == document_of("", results_from_json(json), Language::korean));
  CHECK(nlohmann::json::parse(slurp(scratch / "claims.json")) == json);
  CHECK(lab({"C2", "--docs", "."}).status == 0);   // that of C15 stays
  CHECK(lab({"C14", "--docs", "."}).status == 0);  // nor does a new one make room for itself
  std::vector<std::string> ids;
  const auto kept = nlohmann::json::parse(slurp(scratch / "claims.json"));
  for (const auto& claim : kept.at("claims")) ids.push_back(claim.at("id"));
  CHECK(ids == std::vector<std::string>{"C2", "C14", "C15"});
  CHECK_THAT(slurp(scratch / "claims.md"), Catch::Contains("## C14:") && Catch::Contains("It holds where"));
  const ProgramEnd otherwise = lab({"C2", "--seed", "2", "--docs", "."});
  CHECK_THAT(otherwise.err, Catch::Contains("--all"));
  CHECK(otherwise.out.empty());  // said before anything is measured
  CHECK_THAT(lab({"C2", "--report", "nowhere/lab.html"}).err, Catch::Contains("nowhere"));
  CHECK(lab({"C2", "--report", "-"}).status == 2);

  const auto refused = [&](const nlohmann::json& results) {
    spill(scratch / "other.json", results.dump());
    const ProgramEnd refusal = lab({"--from", "other.json"});
    CHECK(refusal.status == 1);
    CHECK_THAT(refusal.err,
               Catch::Contains("other.json: no results of the lab") && !Catch::Contains("exception"));
    return refusal.err;
  };
  nlohmann::json other = json;
  other["claims"][1].erase("verdict");
  CHECK_THAT(refused(other), Catch::Contains("claim 2 (\"C15\"), key 'verdict' not found"));
  other = json;
  other["claims"][0]["tables"][0]["rows"][0][0] = 3;
  CHECK_THAT(refused(other), Catch::Contains("claim 1 (\"C2\"), type must be string"));
  other = json;
  other["claims"][0]["statements"][1].erase("verdict");
  CHECK_THAT(refused(other), Catch::Contains("claim 1 (\"C2\"), key 'verdict' not found"));
  other = json;
  other["claims"][0]["machine"] = "abacus";
  CHECK_THAT(refused(other), Catch::Contains("claim 1 (\"C2\"), "));
  other["claims"] = nlohmann::json::array();
  CHECK_THAT(refused(other), Catch::Contains("is empty"));
  CHECK_THAT(refused({{"loss", 1}}), Catch::Contains("'claims'"));
  (void)refused(3);

  CHECK(lab({"C77"}).status == 2);
  CHECK_THAT(lab({"C77"}).err, Catch::Contains("C1, C2"));
}

TEST_CASE("what a claim gave on given sentences stays in the documents, and is measured with --data",
          "[.long]") {
  const auto results = [](ClaimVerdict verdict) {
    ExperimentResults some{.machine = "m"};
    for (const char* id : {"C6", "C7"}) some.all.push_back({.id = id, .finding = {.verdict = verdict}});
    return some;
  };
  ExperimentResults before = results(ClaimVerdict::holds), one = results(ClaimVerdict::does_not_hold);
  before.all[0].finding.given = GivenFinding{.command = "on Multi30k"};
  const ExperimentResults all = with_kept(one, before);
  CHECK((all.all.at(0).finding.given && all.all[0].finding.verdict == ClaimVerdict::does_not_hold));
  CHECK_FALSE(all.all.at(1).finding.given);
  one.all.erase(one.all.begin());
  CHECK(json_of(with_kept(one, before)).at("claims").at(0) == json_of(before).at("claims").at(0));
  one.machine = "another";
  CHECK(with_kept(one, before).machine == "m");
  CHECK(with_kept(one, before).all.at(1).machine == "another");
  one.seed = 2;
  CHECK_THROWS_WITH(with_kept(one, before), Catch::Contains("seed") && Catch::Contains("--all"));

  const Scratch scratch;
  const auto lab = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(),
                     {"lab", "--quick", "--threads", "1", "--source", "de", "--target", "en", "--data"});
    return run({.arguments = arguments, .folder = scratch.folder()});
  };
  std::filesystem::create_directory(scratch / "few");
  for (const char* part : {"train", "valid", "test"}) {
    spill(scratch / fmt::format("few/{}.de", part), "ein hund läuft\neine katze schläft\nein hund schläft\n");
    spill(scratch / fmt::format("few/{}.en", part), "a dog runs\na cat sleeps\na dog sleeps\n");
  }
  const ProgramEnd end = lab({"few", "C7", "--json", "C7.json", "--csv", "C7.csv"});
  INFO(end.out << end.err);
  REQUIRE(end.status == 0);
  const auto json = nlohmann::json::parse(slurp(scratch / "C7.json")).at("claims").at(0);
  CHECK(json.at("given").at("command") == "./heed lab C7 --data few --source de --target en --quick");
  const nlohmann::json& rows = json.at("given").at("tables").at(0).at("rows");
  REQUIRE(rows.size() == 5);
  for (const auto& row : rows) CHECK(row.at(1) == rows.at(0).at(1));  // parameters
  CHECK_THAT(slurp(scratch / "C7.csv"), Catch::Contains("translator of d_model 128"));
  const nlohmann::json& ratio = json.at("tables").at(0).at("numbers").back();  // of 16 heads
  CHECK((ratio.at("row") == 4 && ratio.at("column") == 3 && ratio.at("unit") == "×"));
  CHECK(ratio.at("low") <= ratio.at("value"));
  CHECK(ratio.at("value") <= ratio.at("high"));
  CHECK_THAT(lab({"few", "C3"}).err, Catch::Contains("--data is for C7"));
  CHECK_THAT(lab({"none", "C7"}).err, Catch::Contains("none"));
}
