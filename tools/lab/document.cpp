// The page of all claims, docs/claims.md and docs/claims.ko.md, and the results that it is made from.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "lib/core/error.hpp"
#include "lib/files/atomic_write.hpp"
#include "lib/files/file_error.hpp"
#include "lib/files/json.hpp"
#include "tools/lab/report.hpp"
#include "tools/language/both.hpp"
#include "tools/language/json_check.hpp"
#include "tools/page/page.hpp"
#include "tools/report/report_data.hpp"

namespace heed {
namespace {

constexpr const char* english_opening =
    R"(# What documents claim, and what comes out

[한국어](claims.ko.md)

Five study notes, 000 to 004, are what this project was asked to make real. `./heed lab` lists what they claim; `./heed lab C3` runs one
claim: it computes, shows numbers, and a picture where they are a series, says whether the claim holds **as measured**, and what the note got wrong. With `--ask`
you may say first what you expect. `--quick` takes at most half a minute a claim on two free processors, `--all` every one of them; `--json`
and `--csv` write everything down, `--report claims.html` draws it as a [page for the browser](looking.md#the-lab). Seeds are fixed
(`--seed`), so all but times come out the same on your machine up to its rounding, which long trainings enlarge.

A verdict is of the sentence in the table with every figure in it; what else a note has wrong, a quotation or a name, stands below as a
correction and changes no verdict. "Surely" means with its 95 % interval. Where an interval leaves a claim open it is inside the noise.
Of a claim that says several things, or of several trainings, the verdict is of all together: it holds where each holds, in part where some do
(or do in part), whatever the others are; where none does, it does not hold as soon as one surely does not, else it is inside the noise.

What follows is what this wrote with seed {}, on {} where nothing else is said; `./heed lab --from docs/claims.json --docs docs` writes it
again from the numbers, and a test holds this page to them:

```sh
./heed lab --all --docs docs
```

)";

constexpr const char* korean_opening =
    R"(# 문서의 주장과 잰 결과

[English](claims.md)

이 프로젝트는 학습 노트 다섯 편(000–004)의 내용을 실제로 돌려 보려고 만들었습니다. `./heed lab`은 노트의 주장을 늘어놓고,
`./heed lab C3`은 그 하나를 실험합니다: 계산하고, 수를(크기나 거리를 따라 이어지면 그림도) 보이고, **잰 대로** 맞는지, 노트가 무엇을 틀렸는지 말합니다. `--ask`를
주면 먼저 예상을 묻습니다. `--quick`은 비어 있는 프로세서 두 개에서 주장마다 길어야 30초, `--all`은 모두, `--json`과 `--csv`는 모든 것을
적고, `--report claims.html`은 [브라우저에서 보는 쪽](looking.md#the-lab)으로 그립니다. 시드가 정해져 있어서(`--seed`) 시간 말고는 여러분의
컴퓨터에서도 반올림 안에서 같은 값이 나옵니다. 다만 긴 학습은 그 반올림을 키웁니다.

판정은 표에 있는 문장을, 그 안의 숫자까지 두고 합니다. 노트가 그 밖에 틀린 것, 곧 인용이나 이름은 아래에 바로잡아 적을 뿐 판정을 바꾸지 않습니다.
"확실히"는 95 % 구간까지 그렇다는 뜻입니다. 구간이 주장을 가리지 못하면 잡음 안에 있다고 합니다.
여러 가지를 말하는 주장이나 여러 번의 학습은 한데 묶어 판정합니다: 모두 맞으면 맞음, 몇이(또는 일부라도) 맞으면 나머지가 어떻든 일부만 맞음, 맞는 것이
없으면 하나라도 확실히 아닐 때 맞지 않음, 그것도 없으면 잡음 안입니다.

아래는 따로 적힌 것 말고는 시드 {}, {}에서 다음 명령이 쓴 것입니다. `./heed lab --from docs/claims.json --docs docs`가 그 수로 다시 쓰고, 테스트가
이 쪽과 같은지 확인합니다:

```sh
./heed lab --all --docs docs
```

)";

class ResultsCheck : JsonCheck {
 public:
  explicit ResultsCheck(const std::filesystem::path& file)
      : JsonCheck(file, {"no results of the lab, as --json of heed lab writes them",
                         "heed lab의 --json이 쓴 실험 결과가 아님"}) {}

  void all(const Json& results) {
    if (!results.is_object()) refuse("");
    const Json& claims = field(results, "claims", Kind::array);
    if (claims.empty()) refuse(spoken("its list \"claims\" is empty", "목록 \"claims\"가 비어 있음"));
    machine(results);
    field(results, "seed", Kind::number_unsigned);
    field(results, "quick", Kind::boolean);
    for (std::size_t i = 0; i < claims.size(); ++i) {
      where_ = spoken("claim {}, ", "주장 {}, ", i + 1);
      if (!claims[i].is_object()) refuse(where_ + spoken("which is no object", "객체가 아님"));
      where_ = spoken("claim {} ({}), ", "주장 {}({}), ", i + 1,
                      printable(field(claims[i], "id", Kind::string).get<std::string>()));
      claim(claims[i]);
    }
  }

 private:
  void machine(const Json& of, const std::string& in = "") {
    const Json& machine = field(of, "machine", Kind::object, in);
    field(machine, "processors", Kind::number_unsigned, in + "machine.");
    for (const char* name : {"processor", "simd"}) field(machine, name, Kind::string, in + "machine.");
  }
  void claim(const Json& c) {
    if (c.contains("machine")) machine(c);
    field(c, "documents", Kind::string);
    for (const char* name : {"claim", "correction"}) bilingual(c, name);
    if (c.contains("rule")) bilingual(c, "rule");  // older results have none
    outcome(c, "");
    if (c.contains("statements"))  // of claims that say two things
      for (const Json& statement : field(c, "statements", Kind::array))
        for (const char* name : {"name", "verdict"}) bilingual(statement, name, "statements.");
    if (!c.contains("given")) return;
    const Json& given = field(c, "given", Kind::object);
    field(given, "command", Kind::string, "given.");
    if (given.contains("machine")) machine(given, "given.");
    outcome(given, "given.");
  }
  void outcome(const Json& of, const std::string& in) {
    for (const char* name : {"verdict", "measured"}) bilingual(of, name, in);
    if (!of.contains("seconds") || !of.at("seconds").is_number()) refuse_field(in + "seconds");
    const Json& tables = field(of, "tables", Kind::array, in);
    for (std::size_t t = 0; t < tables.size(); ++t) {
      const std::string table = fmt::format("{}tables[{}]", in, t);
      if (!tables[t].is_object()) refuse_field(table);
      bilingual(tables[t], "title", table + '.');
      texts(field(tables[t], "columns", Kind::array, table + '.'), table + ".columns");
      if (tables[t].contains("korean"))  // older results have none
        texts(field(tables[t], "korean", Kind::object, table + '.'), table + ".korean");
      for (const Json& row : field(tables[t], "rows", Kind::array, table + '.')) texts(row, table + ".rows");
    }
  }
  void bilingual(const Json& of, const char* name, const std::string& in = "") {
    const Json& both = field(of, name, Kind::object, in);
    for (const char* language : {"en", "ko"})
      field(both, language, Kind::string, fmt::format("{}{}.", in, name));
  }
  void texts(const Json& list, const std::string& name) {
    if (!list.is_structured()) refuse_field(name);
    for (const Json& text : list)
      if (!text.is_string()) refuse_field(name);
  }
};

/// Of a claim of results, in the order of lab_claims(); what the lab does not know comes last.
std::ptrdiff_t place_of(const nlohmann::json& claim) {
  const std::string id = claim.at("id");
  return std::ranges::find(lab_claims(), id, &Claim::id) - lab_claims().begin();
}

}  // namespace

std::string lab_document(const nlohmann::json& results, Language language) {
  const std::string claims = lab_page(results, language);
  try {
    const std::string machine = machine_words(results.at("machine"), language);
    const Bilingual opening =
        both(english_opening, korean_opening, results.at("seed").get<std::int64_t>(), machine);
    return opening.in(language) + claims;
  } catch (const nlohmann::json::exception& e) {
    throw_error<FormatError>("these are no results of the lab: {}", e.what());
  }
}

nlohmann::json with_kept(nlohmann::json results, const nlohmann::json& before) {
  try {
    std::map<std::string, nlohmann::json> kept;
    for (const nlohmann::json& claim : before.at("claims")) kept[claim.at("id")] = claim;
    for (nlohmann::json& claim : results.at("claims")) {
      const auto old = kept.find(claim.at("id"));
      if (old == kept.end()) continue;
      if (!claim.contains("given") && old->second.contains("given")) claim["given"] = old->second.at("given");
      kept.erase(old);
    }
    if (kept.empty()) return results;
    for (const char* same : {"quick", "seed"}) {
      if (results.at(same) != before.at(same))
        throw_error<Error>(
            "the claims that are kept there were measured otherwise ({} was {}, now {}): measure all of "
            "them, with --all",
            same, before.at(same).dump(), results.at(same).dump());
    }
    nlohmann::json all = before;
    auto& claims = all.at("claims").get_ref<nlohmann::json::array_t&>();
    for (nlohmann::json& measured : results.at("claims")) {
      if (results.at("machine") != before.at("machine")) measured["machine"] = results.at("machine");
      const auto same = std::ranges::find_if(
          claims, [&](const nlohmann::json& c) { return c.at("id") == measured.at("id"); });
      if (same == claims.end())
        claims.push_back(measured);
      else
        *same = measured;
    }
    std::ranges::stable_sort(claims, {}, place_of);
    return all;
  } catch (const nlohmann::json::exception& e) {
    throw_error<FormatError>("these are no results of the lab: {}", e.what());
  }
}

nlohmann::json read_lab_results(const std::filesystem::path& file) {
  nlohmann::json results = read_json(file);
  ResultsCheck(file).all(results);
  return results;
}

void write_lab_documents(const nlohmann::json& measured, const std::filesystem::path& folder) {
  const std::filesystem::path kept = folder / "claims.json";
  const nlohmann::json results =
      std::filesystem::exists(kept) ? with_kept(measured, read_lab_results(kept)) : measured;
  const std::string english = lab_document(results, Language::english),
                    korean = lab_document(results, Language::korean);
  write_json(kept, results);
  atomic_write(folder / "claims.md", english);
  atomic_write(folder / "claims.ko.md", korean);
}

void write_lab_report(const nlohmann::json& results, Language language, const std::filesystem::path& page) {
  (void)lab_page(results, language);  // whether it is what the page reads
  nlohmann::json spoken = results;
  const auto translate = [&](nlohmann::json& tables) {
    for (nlohmann::json& table : tables) {
      for (nlohmann::json& title : table.at("columns")) title = cell_in(language, table, title);
      for (nlohmann::json& row : table.at("rows"))
        for (nlohmann::json& cell : row) cell = cell_in(language, table, cell);
    }
  };
  for (nlohmann::json& claim : spoken.at("claims")) {
    translate(claim.at("tables"));
    if (claim.contains("given")) translate(claim.at("given").at("tables"));
  }
  atomic_write(page, report_page({{"lang", language_name(language)},
                                  {"version", HEED_VERSION},
                                  {"live", false},
                                  {"models", nlohmann::json::array()},
                                  {"positions", positions_data({})},  // C12's picture
                                  {"lab", spoken}}));
}

}  // namespace heed
