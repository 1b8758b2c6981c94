// Calls that are refused, by the table refusals.tsv: with one sentence, its exit status, and nothing done.
#pragma once

#include <fmt/ranges.h>

#include <sstream>

#include "tests/catch.hpp"
#include "tests/lib/files/scratch.hpp"
#include "tests/tools/process.hpp"

/// Each call of a group of the table, in a folder with what the calls name; `more` stands behind all of them.
inline void check_refusals(const Scratch& scratch, const std::string& group, const Words& more = {}) {
  std::istringstream table(slurp(std::string(HEED_SOURCE_DIR) + "/tests/tools/refusals.tsv"));
  int calls = 0;
  for (std::string line; std::getline(table, line);) {
    std::istringstream row(line);
    std::string name, status, call, says;
    for (std::string* cell : {&name, &status, &call, &says}) std::getline(row, *cell, '\t');
    if (name != group) continue;
    ++calls;
    const ProgramEnd end = run_heed(scratch.folder(), plus(words_of(call), more));
    INFO("heed " << call << "\n" << end.out << end.err);
    CHECK(std::to_string(end.status) == status);
    CHECK(end.out.empty());
    CHECK_THAT(end.err, Catch::Contains("heed: ") && Catch::Contains(says));
    CHECK(end.err.find("terminate") == std::string::npos);
  }
  CHECK(calls > 0);
}
