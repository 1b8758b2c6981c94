// Verdicts as the grader gives them, and what a learner sees of them.
#pragma once

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tools/learn/show/verdict_view.hpp"

namespace verdicts {

using namespace heed;

using Json = nlohmann::json;

inline Json part(const std::string& status, Json more = Json::object()) {
  Json json{{"name", "forward"}, {"points", status == "passed" ? 6 : 0},
            {"max_points", 6},   {"status", status},
            {"checks", 24},      {"failed_checks", status == "passed" ? 0 : 3}};
  json.update(more);
  return json;
}

inline Json verdict_json(const std::vector<Json>& parts, Json more = Json::object()) {
  Json json{{"exercise", "softmax"}, {"chapter", "2_softmax"}, {"points", 0},
            {"max_points", 6},       {"passed", false},        {"parts", parts}};
  json.update(more);
  return json;
}

inline std::string shown(const Json& json, Look look = {.terminal = {.width = 80}}, const Notes& notes = {}) {
  Page page(look);
  show_verdict(page, verdict_from_json(json), notes);
  return page.joined();
}

inline Json crash(const std::string& reason, const std::string& signal) {
  return verdict_json(
      {part("crashed", {{"failure", {{"case", "2 rows"}, {"reason", reason}, {"signal", signal}}}})});
}

inline const Json wrong_values = part(
    "failed", {{"mistake", {{"id", "no_max"}, {"code", "M16"}}},
               {"failure",
                {{"case", "2 rows of 3"},
                 {"inputs", {{{"name", "logits"}, {"shape", {2, 3}}, {"values", {1, 2, 3, 4, 5, 6}}}}},
                 {"output", "probabilities"},
                 {"expected", {{"shape", {2, 3}}, {"values", {0.09, 0.2447, 0.6652, 0.09, 0.2447, 0.6652}}}},
                 {"got", {{"shape", {2, 3}}, {"values", {0.09, 0.2447, 0.6652, "nan", 0.2447, 0.5}}}},
                 {"wrong", {3, 5}}}}});

}  // namespace verdicts
