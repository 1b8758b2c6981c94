// `heed bert` of a model that learns in a moment.
#pragma once

#include <string>
#include <vector>

inline std::vector<std::string> tiny_bert(std::vector<std::string> more) {
  std::vector<std::string> all{"bert", "--d-model", "16", "--heads",   "2",  "--layers", "1", "--ff",
                               "16",   "--epochs",  "2",  "--context", "24", "--warmup", "5", "--threads",
                               "1",    "--batch",   "16"};
  all.insert(all.end(), more.begin(), more.end());
  return all;
}
